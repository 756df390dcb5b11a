package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
)

var principleTitleMismatch = &check.Rule{
	Name:     "principle/title-mismatch",
	Severity: diag.Error,
	Summary:  "a principle is cited by a title that is not its own",
	Run: func(p *check.Pass) {
		for _, book := range rulebooks(p.Corpus) {
			if book.domain == nil {
				continue
			}
			titles := newTitleBook(book)
			for i, principle := range book.domain.Principles {
				titles.read(titles.titled[i], p.Corpus.Citations(principle))
			}
			titles.report(p)
		}
	},
}
