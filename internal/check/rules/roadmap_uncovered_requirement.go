package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/ledger"
)

var roadmapUncoveredRequirement = &check.Rule{
	Name:     "roadmap/uncovered-requirement",
	Severity: diag.Warning,
	Summary:  "a requirement is open though its phase is complete, or belongs to no phase",
	Run: func(p *check.Pass) {
		l := check.Shared(p, ledger.Read)
		if len(l.Milestones) == 0 {
			return
		}
		named := map[string]bool{}
		naming := map[*ledger.Phase]bool{}
		for _, phase := range l.Phases() {
			for _, r := range phase.Named {
				named[r.ID], naming[phase] = true, true
			}
		}
		reported := map[*corpus.Entry]bool{} // an entry may be one of a range of ids
		for _, r := range l.Requirements {
			if l.Requirement(r.ID) != r || reported[r.Entry] {
				continue // a second row of one id is for register/duplicate-id
			}
			if found := uncovered(l, r, naming[r.Phase] && !named[r.ID]); found != nil {
				reported[r.Entry] = true
				p.Report(found)
			}
		}
	},
}

// uncovered is the finding of a requirement that no phase covers, nil where one
// does. unnamed says that the row of its phase names requirements, but no row
// names this one.
func uncovered(l *ledger.Ledger, r *ledger.Requirement, unnamed bool) *diag.Diagnostic {
	document := r.Register.Document
	found := &diag.Diagnostic{
		File: document.File, Span: r.Mention.Span, Target: r.ID,
		Needs: []diag.Fact{check.TextOf(document.Path), check.TextOf(l.Roadmap.Path), check.RowFact(document, r.Entry.Row)},
	}
	if r.Phase != nil {
		found.Needs = append(found.Needs, check.RowFact(l.Roadmap, r.Phase.Row))
	}
	switch {
	case r.Number == 0:
		found.Message = fmt.Sprintf("%s belongs to no phase", r.ID)
		found.Hint = "write its milestone and phase, such as v0.4 P2"
	case r.Phase == nil:
		found.Message = fmt.Sprintf("%s belongs to %s, which the roadmap does not have", r.ID, r.PhaseID())
		found.Hint = "give it to a phase of the roadmap"
		found.Span = r.Cell("phase", "since")
	case r.Phase.Done() && !r.Met():
		found.Message = fmt.Sprintf("%s is “%s”, but its phase %s is complete", r.ID, r.Status, r.PhaseID())
		found.Hint = "meet it, give it to a later phase, or set the phase back"
		found.Span = r.Cell("status")
		found.Related = []diag.Related{{File: l.Roadmap.File, Span: r.Phase.StatusSpan, Message: "the status of the phase"}}
	case unnamed:
		found.Message = fmt.Sprintf("%s belongs to %s, whose row in the roadmap does not name it", r.ID, r.PhaseID())
		found.Hint = "add it to the ids of the row"
		found.Related = []diag.Related{{File: l.Roadmap.File, Span: r.Phase.NumberSpan, Message: "the row of the phase"}}
	default:
		return nil
	}
	if found.Span.Len() == 0 {
		found.Span = r.Mention.Span
	}
	return found
}
