package rules

import (
	"fmt"
	"slices"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var violationUncoveredPrinciple = &check.Rule{
	Name:     "violation/uncovered-principle",
	Severity: diag.Warning,
	Summary:  "no violation of a domain's first-principles breaches a principle",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Domains {
			if len(d.First.Violations) == 0 {
				continue // violation/missing-table says so once
			}
			covered, doubts := coveredPrinciples(d), doubtsOf(d)
			for _, principle := range d.Principles {
				if !covered[principle.Number] {
					p.Report(uncoveredPrinciple(principle, doubts[principle.Number], doubts[0]))
				}
			}
		}
	},
}

// coveredPrinciples are the numbers of the principles that a row of the
// first-principles document breaches; also a row that is cut off from its table,
// which is a finding of its own.
func coveredPrinciples(d *corpus.Domain) map[int]bool {
	covered := map[int]bool{}
	for _, v := range d.First.Violations {
		for _, p := range breachedBy(v) {
			if p.Domain == d {
				covered[p.Number] = true
			}
		}
	}
	for n := range cutOff(d.First, false, d.First.ViolationTables...) {
		covered[n] = true
	}
	return covered
}

func uncoveredPrinciple(p *corpus.Principle, doubts ...[]diag.Fact) *diag.Diagnostic {
	d := p.Domain
	return &diag.Diagnostic{
		File: d.First.File, Span: p.Section.Span, Target: p.ID(),
		Message: fmt.Sprintf("no row of the table of violations breaches %s", fullName(p)),
		Hint:    "add a row with a breach of it that a reviewer would recognise",
		Related: []diag.Related{{File: d.First.File, Span: d.First.ViolationTables[0].Header[0].Span, Message: "the table of violations"}},
		Needs: append(slices.Concat(doubts...),
			check.NumbersOf(d), check.ViolationsIn(d.First), check.TablesOf(d.First), check.TextOf(d.First.Path)),
	}
}

// doubtsOf are the facts that a table of violations was read as meant: by the
// number of the principle whose title a row gives under another number, and
// under 0 those that concern every principle, of rows whose cells stand in wrong
// columns or whose number is not defined.
func doubtsOf(d *corpus.Domain) map[int][]diag.Fact {
	doubts := map[int][]diag.Fact{}
	for _, v := range d.First.Violations {
		doubts[0] = append(doubts[0], raggedNeeds(d.First, v.Row)...)
		for _, m := range slices.Concat(v.Principles, v.Secondary) {
			fact := check.MentionFact(d.First, m)
			switch ref := d.First.Reference(m); {
			case ref == nil:
			case ref.Status == corpus.Dangling:
				doubts[0] = append(doubts[0], fact)
			case ref.Domain == d && ref.Claim != nil && ref.Claim.Of != 0 && ref.Claim.Of != m.Number:
				doubts[ref.Claim.Of] = append(doubts[ref.Claim.Of], fact)
			}
		}
	}
	return doubts
}
