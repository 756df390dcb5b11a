package rules

import (
	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
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
		derivation := derivationCores(p.Corpus)
		for _, ref := range p.Corpus.References {
			if !citesUndefined(ref, corpus.ToCore) {
				continue
			}
			d := book.undefined(ref)
			if domain := derivation[ref.Mention]; domain != nil {
				// Prose that derives from C9 differs from its row as
				// well, and trace/prose-mismatch shows both.
				d.Needs = append(d.Needs, check.TraceOf(domain))
			}
			p.Report(d)
		}
	},
}

// derivationCores are the citations in prose that say what a principle derives
// from.
func derivationCores(c *corpus.Corpus) map[*parse.Mention]*corpus.Domain {
	out := map[*parse.Mention]*corpus.Domain{}
	for _, d := range c.Domains {
		for _, principle := range d.Principles {
			for _, m := range principle.Definition.Cores {
				out[m] = d
			}
		}
	}
	return out
}
