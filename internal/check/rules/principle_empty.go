package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/diag"
)

var principleEmpty = &check.Rule{
	Name:     "principle/empty",
	Severity: diag.Error,
	Summary:  "nothing is said under the heading of a principle",
	Run: func(p *check.Pass) {
		for _, book := range rulebooks(p.Corpus) {
			for _, def := range book.defs {
				if !def.Empty {
					continue
				}
				p.Report(&diag.Diagnostic{
					File: book.file, Span: def.Section.Span, Target: book.id(def.Number),
					Message: fmt.Sprintf("%s %s has no statement", book.id(def.Number), def.Title),
					Hint:    "say under the heading what the principle asks and why, or take it out",
					Breaks:  book.breaks(book.defined(def.Number)),
					Needs:   []diag.Fact{book.numbers(), book.text()},
				})
			}
		}
	},
}
