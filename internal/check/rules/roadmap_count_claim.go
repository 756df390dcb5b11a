package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/ledger"
)

var roadmapCountClaim = &check.Rule{
	Name:     "roadmap/count-claim",
	Severity: diag.Error,
	Summary:  "a complete phase claims another count than the corpus has",
	Run: func(p *check.Pass) {
		l := check.Shared(p, ledger.Read)
		for _, m := range l.Miscounts() {
			found := &diag.Diagnostic{
				File: l.Roadmap.File, Span: m.Span, Target: m.Claim.Noun, Message: m.Message,
				Hint: "correct the number, or what is counted if the claim is what was meant",
				Needs: []diag.Fact{
					check.TextOf(l.Roadmap.Path), check.TextOf(p.Config.Manifest), check.RowFact(l.Roadmap, m.Phase.Row), check.Inputs(),
				},
			}
			for _, d := range p.Corpus.Domains {
				found.Needs = append(found.Needs, check.PrinciplesOf(d), check.NumbersOf(d), check.PlaceOf(d.Path))
			}
			p.Report(found)
		}
	},
}
