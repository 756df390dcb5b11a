package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var derivationUnannotatedPrinciple = &check.Rule{
	Name:     "derivation/unannotated-principle",
	Severity: diag.Info,
	Summary:  "no section is annotated with a principle that the header applies primarily",
	Run: func(p *check.Pass) {
		eachApplication(p, func(d *corpus.Document, a application, use *bodyUse) {
			// One that the body never names is unused-principle's.
			if a.primary && use.named[a.principle] && !use.headed[a.principle] {
				p.Report(unannotatedPrinciple(d, a, use))
			}
		})
	},
}

func unannotatedPrinciple(d *corpus.Document, a application, use *bodyUse) *diag.Diagnostic {
	p := a.principle
	found := &diag.Diagnostic{
		File: d.File, Span: a.mention.Span, Target: p.Name(),
		Message: fmt.Sprintf("%s %s is applied primarily, but no section is annotated with %s", p.ID(), p.Title, p.ID()),
		Hint:    fmt.Sprintf("add “(%s)” to the heading of the section that is about it, or list it after “with” in the header", p.ID()),
		Needs: []diag.Fact{
			check.TextOf(d.Path), check.HeaderOf(d), check.NumbersOf(p.Domain), check.MentionFact(d, a.mention),
		},
	}
	if ref := use.first[p]; ref != nil {
		found.Related = []diag.Related{{File: d.File, Span: ref.Span, Message: p.ID() + " is named here"}}
	}
	return found
}
