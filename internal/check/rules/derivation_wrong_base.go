package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/source"
)

var derivationWrongBase = &check.Rule{
	Name:     "derivation/wrong-base",
	Severity: diag.Error,
	Summary:  "a derivation header names another document than the first-principles of its domain",
	Run: func(p *check.Pass) {
		for _, d := range derivedDocuments(p.Corpus) {
			if h := derivationHeader(d); h != nil {
				if found := wrongBase(d); found != nil {
					p.Report(found)
				}
			}
		}
	},
}

func wrongBase(d *corpus.Document) *diag.Diagnostic {
	first := d.Domain.First
	found := &diag.Diagnostic{
		File: d.File, Hint: fmt.Sprintf("write “Derives from `%s`”, or move the document to the domain that it derives from", first.Path),
		Related: []diag.Related{{File: first.File, Span: first.TitleSpan, Message: "the first-principles of its domain"}},
		Breaks:  []diag.Fact{check.HeaderOf(d)},
		Needs:   []diag.Fact{check.TextOf(d.Path), check.TextOf(first.Path)},
	}
	h := d.Header
	if h.Base == nil {
		base := headerBaseLink(d)
		switch {
		case base == nil:
			found.Span = source.Span{Start: h.Span.Start, End: h.Span.Start}
			found.Message = fmt.Sprintf("the derivation header does not say what the document derives from; it should be %s", first.Path)
			return found
		case base.Target == first:
			return nil
		}
		found.Span, found.Target, found.Message = base.Span, base.Path, otherBase(d, base.Text)
		return found
	}
	found.Breaks = append(found.Breaks, check.MentionFact(d, h.Base))
	fix := &diag.Fix{
		Title: fmt.Sprintf("derive from %s", first.Path),
		Edits: []diag.Edit{{File: d.File, Span: h.Base.Span, Text: first.Path}},
	}
	found.Span, found.Target, found.Fix = h.Base.Span, h.Base.Path, fix
	switch ref := d.Reference(h.Base); {
	case ref == nil:
		found.Message = fmt.Sprintf("the document derives from “%s”, which is no path of the corpus; its base is %s", h.Base.Text, first.Path)
		fix.Safe = strings.HasSuffix(first.Path, "/"+withEnding(h.Base.Path))
	case ref.Status == corpus.Dangling || ref.Target == first:
		return nil // what leads nowhere is link/dangling's
	default:
		found.Message = otherBase(d, ref.Text)
	}
	return found
}

func withEnding(path string) string { return strings.TrimSuffix(path, ".md") + ".md" }

func otherBase(d *corpus.Document, base string) string {
	return fmt.Sprintf("the document derives from “%s”, but stands in the domain %s, whose rules are in %s", base, d.Domain.Name, d.Domain.First.Path)
}
