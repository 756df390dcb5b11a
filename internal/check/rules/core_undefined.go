package rules

import (
	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var coreUndefined = &check.Rule{
	Name:     "core/undefined",
	Severity: diag.Error,
	Summary:  "a core principle is cited by a number that the core document does not define",
	Run: func(p *check.Pass) {
		if p.Corpus.Core == nil {
			return // nothing to compare with
		}
		book := rulebooks(p.Corpus)[0]
		for _, ref := range p.Corpus.References {
			if citesUndefined(ref, corpus.ToCore) {
				p.Report(book.undefined(ref))
			}
		}
	},
}
