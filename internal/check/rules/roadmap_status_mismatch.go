package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/ledger"
)

var roadmapStatusMismatch = &check.Rule{
	Name:     "roadmap/status-mismatch",
	Severity: diag.Error,
	Summary:  "the roadmap and phase.json disagree about what is complete",
	Run: func(p *check.Pass) {
		l := check.Shared(p, ledger.Read)
		for _, fault := range l.Conflicts() {
			found := &diag.Diagnostic{
				File: fault.File, Span: fault.Span, Target: fault.Field, Message: fault.Message,
				Hint: "correct the one of the two that is behind; only the phase after that of " + p.Config.Phase + " may be ahead of it",
			}
			if l.Roadmap != nil {
				found.Needs = append(found.Needs, check.TextOf(l.Roadmap.Path))
			}
			if fault.File == p.Corpus.State && fault.Other == nil {
				found.Hint = "correct " + p.Config.Phase
			}
			if fault.Other != nil {
				found.Related = []diag.Related{{File: fault.Other.File, Span: fault.Other.Span, Message: fault.Other.Message}}
			}
			for _, phase := range l.Phases() {
				if fault.File == l.Roadmap.File && phase.Row.Span.Encloses(fault.Span) {
					found.Breaks = append(found.Breaks, check.RowFact(l.Roadmap, phase.Row))
				}
			}
			p.Report(found)
		}
	},
}
