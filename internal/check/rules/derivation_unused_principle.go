package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var derivationUnusedPrinciple = &check.Rule{
	Name:     "derivation/unused-principle",
	Severity: diag.Warning,
	Summary:  "a derivation header applies a principle that the rest of the document never names",
	Run: func(p *check.Pass) {
		eachApplication(p, func(d *corpus.Document, a application, use *bodyUse) {
			if !use.named[a.principle] {
				p.Report(unusedPrinciple(d, a))
			}
		})
	},
}

func unusedPrinciple(d *corpus.Document, a application) *diag.Diagnostic {
	p := a.principle
	found := &diag.Diagnostic{
		File: d.File, Span: a.mention.Span, Target: p.Name(),
		Message: fmt.Sprintf("the header applies %s %s, but nothing below it names %s", p.ID(), p.Title, p.ID()),
		Hint:    fmt.Sprintf("name %s where it is applied, or take it out of the header", p.ID()),
		Related: []diag.Related{{File: p.Domain.First.File, Span: p.Section.Span, Message: p.ID() + " is defined here"}},
		Needs: []diag.Fact{
			check.TextOf(d.Path), check.HeaderOf(d), check.NumbersOf(p.Domain), check.ViolationsIn(d), check.MentionFact(d, a.mention),
		},
	}
	if !a.primary {
		found.Severity = diag.Info
		found.Message = fmt.Sprintf("the header applies %s %s besides, but nothing below it names %s", p.ID(), p.Title, p.ID())
	}
	return found
}
