package rules

import (
	"fmt"

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

func nearestDefinition(d *corpus.Document, label string) *parse.Link {
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
