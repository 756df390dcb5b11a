package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/diag"
)

var coreUntraced = &check.Rule{
	Name:     "core/untraced",
	Severity: diag.Info,
	Summary:  "no principle of the corpus derives from a core principle",
	Run: func(p *check.Pass) {
		derived := map[int]bool{}
		principles := 0
		var needs []diag.Fact
		for _, d := range p.Corpus.Domains {
			needs = append(needs, check.NumbersOf(d), check.TraceOf(d), check.TextOf(d.First.Path))
			for _, principle := range d.Principles {
				principles++
				for _, n := range principle.CoreNumbers() {
					derived[n] = true
				}
			}
		}
		if principles == 0 {
			return // there is nothing that could derive from it
		}
		for _, core := range p.Corpus.Cores {
			if derived[core.Number] {
				continue
			}
			p.Report(&diag.Diagnostic{
				File: core.Document.File, Span: core.Section.Span, Target: core.ID(),
				Message: fmt.Sprintf("no principle derives from %s %s", core.ID(), core.Title),
				Hint:    "trace a principle to it, or say in the domains why none rests on it",
				Needs:   append(needs[:len(needs):len(needs)], check.CoreNumbers()),
			})
		}
	},
}
