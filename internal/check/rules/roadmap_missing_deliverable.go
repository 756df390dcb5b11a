package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/ledger"
)

var roadmapMissingDeliverable = &check.Rule{
	Name:     "roadmap/missing-deliverable",
	Severity: diag.Error,
	Summary:  "a complete phase of the roadmap names a file that is not there",
	Run: func(p *check.Pass) {
		l := check.Shared(p, ledger.Read)
		first := map[string]*diag.Diagnostic{} // what two phases name is missing once
		for _, phase := range l.Phases() {
			for _, d := range phase.Deliverables {
				if !phase.Done() || d.Exists || d.Linked {
					continue // a link that leads nowhere is for link/dangling
				}
				if found := first[d.Path]; found != nil {
					found.Related = append(found.Related, diag.Related{File: l.Roadmap.File, Span: d.Span, Message: phase.ID() + " names it as well"})
					continue
				}
				found := missingDeliverable(l, phase, d)
				first[d.Path] = found
				p.Report(found)
			}
		}
	},
}

func missingDeliverable(l *ledger.Ledger, phase *ledger.Phase, d *ledger.Deliverable) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: l.Roadmap.File, Span: d.Span, Target: d.Path,
		Message: fmt.Sprintf("%s is complete, but its deliverable %s is not there", phase.ID(), d.Path),
		Hint:    "write the document, mend its name, or set the phase back",
		Needs:   []diag.Fact{check.TextOf(l.Roadmap.Path), check.RowFact(l.Roadmap, phase.Row), check.TextOf(d.Path), check.TextOf(d.Path + ".md")},
		Related: []diag.Related{{File: l.Roadmap.File, Span: phase.StatusSpan, Message: "the status of the phase"}},
	}
	if d.Spelt != "" {
		found.Message += fmt.Sprintf("; %s is, which differs by case", d.Spelt)
		found.Hint = "write the path as the file is named"
	} else if row := l.Corpus.Manifest.RowOf(d.Path); row != nil && row.Planned {
		found.Message += ": the manifest has it as planned"
		found.Related = append(found.Related, shownRow(l.Corpus, row, "its row, with the status planned"))
	}
	return found
}
