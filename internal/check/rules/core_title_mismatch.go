package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
)

var coreTitleMismatch = &check.Rule{
	Name:     "core/title-mismatch",
	Severity: diag.Error,
	Summary:  "a core principle is cited by a title that is not its own",
	Run: func(p *check.Pass) {
		if p.Corpus.Core == nil {
			return // the titles are then learned from the citations
		}
		titles := newTitleBook(rulebooks(p.Corpus)[0])
		for i, core := range p.Corpus.Cores {
			titles.read(titles.titled[i], p.Corpus.CoreCitations(core))
		}
		titles.report(p)
	},
}
