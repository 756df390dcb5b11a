package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var principleUnapplied = &check.Rule{
	Name:     "principle/unapplied",
	Severity: diag.Info,
	Summary:  "no derived document of the domain applies a principle",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Domains {
			reportUnapplied(p, d)
		}
	},
}

func reportUnapplied(p *check.Pass, d *corpus.Domain) {
	applied := map[int]bool{}
	documents := 0
	needs := []diag.Fact{check.NumbersOf(d), check.TextOf(d.First.Path)}
	for _, doc := range d.Documents {
		if doc.Kind != corpus.KindDerived {
			continue
		}
		documents++
		needs = append(needs, check.HeaderOf(doc), check.TextOf(doc.Path))
		for _, ref := range doc.References {
			if ref.Role != corpus.InHeader || ref.Kind != corpus.ToPrinciple || ref.Domain != d {
				continue
			}
			markApplied(applied, ref)
		}
	}
	if documents == 0 {
		return
	}
	for _, principle := range d.Principles {
		if applied[principle.Number] {
			continue
		}
		p.Report(&diag.Diagnostic{
			File: d.First.File, Span: principle.Section.Span, Target: principle.ID(),
			Message: fmt.Sprintf("no derivation header in %s applies %s %s", d.Path, principle.ID(), principle.Title),
			Hint:    "apply it in a derived document and name it in that document's header, or ask whether the domain needs it",
			Needs:   needs,
		})
	}
}

// markApplied adds the number that a citation names, and those of a range that
// end in it.
func markApplied(applied map[int]bool, ref *corpus.Reference) {
	m := ref.Mention
	if ref.Principle == nil {
		return
	}
	applied[ref.Principle.Number] = true
	if m.Range && m.Previous != nil {
		for n := m.Previous.Number + 1; n < m.Number; n++ {
			applied[n] = true
		}
	}
}
