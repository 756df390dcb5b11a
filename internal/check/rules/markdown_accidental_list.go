package rules

import (
	"fmt"
	"slices"

	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var markdownAccidentalList = &check.Rule{
	Name:     "markdown/accidental-list",
	Severity: diag.Info,
	Summary:  "a wrapped line begins with the mark of a list or heading, and turns into one",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, a := range d.AccidentalLists {
				if slices.ContainsFunc(d.Generated, func(g *parse.Generated) bool { return g.Span.Encloses(a.Span) }) {
					continue
				}
				what := "a list"
				if a.Heading {
					what = "a heading"
				}
				mark := source.Span{Start: a.Span.End - 1, End: a.Span.End - 1}
				p.Report(&diag.Diagnostic{
					File: d.File, Span: a.Span, Target: a.Marker,
					Message: fmt.Sprintf("this wrapped line begins with “%s” and turns into %s in the middle of a sentence", a.Marker, what),
					Hint:    "wrap the line elsewhere, or escape the mark; put a blank line before it where it is meant",
					Related: []diag.Related{{File: d.File, Span: a.Before, Message: "the sentence that it cuts"}},
					Fix: &diag.Fix{
						Title: "escape the mark",
						Edits: []diag.Edit{{File: d.File, Span: mark, Text: "\\"}},
					},
				})
			}
		}
	},
}
