package mutation

import (
	"fmt"

	"atelier/internal/ledger"
	"atelier/internal/source"
)

// roadmapFaults are those of the roadmap and its requirements.
var roadmapFaults = []Operator{
	{"roadmap/missing-deliverable", eachComplete(func(l *ledger.Ledger, p *ledger.Phase) []Mutant {
		var out []Mutant
		for _, d := range p.Deliverables {
			out = append(out, at(replace(l.Roadmap, source.Span{Start: d.Span.End - 1, End: d.Span.End}, "xyz"), d.Span.Start))
		}
		return out
	})},
	{"roadmap/uncovered-requirement", eachComplete(func(l *ledger.Ledger, p *ledger.Phase) []Mutant {
		var out []Mutant
		for _, r := range l.RequirementsOf(p) {
			out = append(out, replace(r.Register.Document, r.Cell("status"), "pending"))
		}
		return out
	})},
	{"roadmap/count-claim", eachComplete(func(l *ledger.Ledger, p *ledger.Phase) []Mutant {
		var out []Mutant
		for _, c := range p.Claims {
			for _, n := range []*ledger.Count{c.Delta, c.From, c.To} {
				if n != nil {
					out = append(out, replace(l.Roadmap, n.Span, fmt.Sprint(n.Number+1)))
				}
			}
		}
		return out
	})},
	{"roadmap/phase-claim", eachComplete(func(l *ledger.Ledger, p *ledger.Phase) []Mutant {
		var out []Mutant
		for _, r := range p.Named {
			if p.Number > 1 {
				other := fmt.Sprintf("%s P%d", p.Milestone.Name, p.Number-1)
				out = append(out, at(replace(r.Register.Document, r.Cell("phase"), other), r.Mention.Span.Start))
			}
		}
		return out
	})},
	{"roadmap/status-mismatch", eachComplete(func(l *ledger.Ledger, p *ledger.Phase) []Mutant {
		return []Mutant{replace(l.Roadmap, p.StatusSpan, "done"), replace(l.Roadmap, p.TagSpan, p.Tag+"0")}
	})},
}

// eachComplete makes an operator of a function of a complete phase.
func eachComplete(mutants func(*ledger.Ledger, *ledger.Phase) []Mutant) func(*Sound) []Mutant {
	return func(s *Sound) []Mutant {
		var out []Mutant
		l := ledger.Read(s.Corpus)
		for _, p := range l.Phases() {
			if p.Done() {
				out = append(out, mutants(l, p)...)
			}
		}
		return out
	}
}
