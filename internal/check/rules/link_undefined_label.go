package rules

import (
	"fmt"
	"strings"
	"unicode"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var linkUndefinedLabel = &check.Rule{
	Name:     "link/undefined-label",
	Severity: diag.Warning,
	Summary:  "a link by label has no definition, so the reader sees its brackets",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, l := range d.LooseLinks {
				if l.Label != "" {
					p.Report(undefinedLabel(d, l))
				}
			}
			for _, l := range d.LostDefinitions {
				p.Report(lostDefinition(d, l))
			}
		}
	},
}

func undefinedLabel(d *corpus.Document, l corpus.LooseLink) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: d.File, Span: l.Span, Target: l.Label,
		Message: fmt.Sprintf("no definition “[%s]: …” for this label: the link stays plain text", l.Label),
		Hint:    "define the label, or escape the bracket where none was meant",
		Needs:   []diag.Fact{check.TextOf(d.Path)},
	}
	near := nearestDefinition(d, l.Label)
	if near == nil {
		return found
	}
	found.Message += fmt.Sprintf("; did you mean “%s”?", near.Label)
	found.Related = []diag.Related{{File: d.File, Span: near.Whole, Message: "the definition nearest to it"}}
	found.Fix = &diag.Fix{
		Title: fmt.Sprintf("write “%s”", near.Label),
		Edits: []diag.Edit{{File: d.File, Span: l.Span, Text: near.Label}},
	}
	return found
}

// lostDefinition is the finding of a line that was meant to define a label, in
// place of one for each link that uses it.
func lostDefinition(d *corpus.Document, l parse.LostDefinition) *diag.Diagnostic {
	written := d.File.Slice(l.Span) + ":"
	found := &diag.Diagnostic{
		File: d.File, Span: l.Span, Target: l.Label,
		Message: fmt.Sprintf("“%s” defines no label here, it is text: the links by it and by the lines below stay plain text", written),
		Hint:    "give it the form “[label]: destination”",
		Needs:   []diag.Fact{check.TextOf(d.Path)},
	}
	switch {
	case l.Spaced():
		right := strings.ReplaceAll(l.Destination, " ", "%20")
		found.Message = fmt.Sprintf("“%s” defines no label, since its destination holds a space: the links by it and by the lines below stay plain text", written)
		found.Hint = "encode the space as %20, or put the destination in pointy brackets"
		found.Fix = &diag.Fix{
			Title: fmt.Sprintf("write “%s”", right),
			Edits: []diag.Edit{{File: d.File, Span: l.DestinationSpan, Text: right}},
		}
	case l.Unpaired():
		found.Message = fmt.Sprintf("“%s” defines no label, since the parentheses in its destination do not pair: the links by it and by the lines below stay plain text", written)
		found.Hint = "take the parenthesis that has no other out, or write a backslash before it"
	case !l.First:
		found.Message = fmt.Sprintf("“%s” defines no label, since it continues the paragraph above: the links by it and by the lines below stay plain text", written)
		found.Hint = "put a blank line before it"
	}
	return found
}

// nearestDefinition is the definition whose label is nearest to one, or nil.
// Numbers are never near to each other.
func nearestDefinition(d *corpus.Document, label string) *parse.Link {
	if !strings.ContainsFunc(label, unicode.IsLetter) {
		return nil
	}
	labels := make([]string, len(d.LinkDefs))
	for i, def := range d.LinkDefs {
		labels[i] = def.Label
	}
	near := check.Nearest(label, labels)
	if near == "" {
		return nil
	}
	for _, def := range d.LinkDefs {
		if def.Label == near {
			return def
		}
	}
	return nil
}
