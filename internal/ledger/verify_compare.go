package ledger

import (
	"slices"
	"strings"
)

// compareState holds the block against phase.json.
func (v *verifier) compareState() {
	s := v.ledger.State
	at := v.ledger.Phase(s.Milestone, s.Phase)
	if at == nil {
		v.faultAt(fieldPhase, v.block.Value(fieldPhase).Span, "phase is %d, but %s is at phase %d of %s, which the roadmap does not have",
			v.number, s.File.Path, s.Phase, s.Milestone).Other = v.inState("phase")
		return
	}
	order := v.ledger.order()
	v.steps = order[v.phase] - order[at]
	switch {
	case v.steps > 1:
		v.fault(fieldPhase, "phase is %d of %s, but %s is at %s: a block closes that phase or the next",
			v.number, v.milestone, s.File.Path, at.ID()).Other = v.inState("phase")
	case v.steps == 1 && !s.Complete():
		v.fault(fieldPhase, "phase is %d, but %s says that %s is at the stage “%s” and not complete",
			v.number, s.File.Path, at.ID(), s.Stage).Other = v.inState("stage")
	}
	v.compareRole()
}

// compareRole holds the role against that of the state. Where the state is that
// of another phase, the type of the phase's own row may name the role as well.
func (v *verifier) compareRole() {
	role, s := v.block.text(fieldRole), v.ledger.State
	if s.Role == "" || role == s.Role || v.steps != 0 && strings.EqualFold(role, v.phase.Type) {
		return
	}
	v.fault(fieldRole, "phase_role is “%s”; %s says “%s”", role, s.File.Path, s.Role).Other = v.inState("phase_role")
}

// compareRoadmap holds the block against the rows of its milestone.
func (v *verifier) compareRoadmap() {
	p := v.phase
	if v.steps < 0 && !p.Done() {
		v.fault(fieldPhase, "%s is %s in the roadmap, though %s is past it", p.ID(), p.Status, v.ledger.State.File.Path).Other = v.inRow(p, p.StatusSpan)
	}
	for _, before := range p.Milestone.Phases {
		if before.Number < p.Number && !before.Done() {
			v.fault(fieldPhase, "phase is %d, but %s is %s in the roadmap", v.number, before.ID(), before.Status).Other = v.inRow(before, before.StatusSpan)
		}
	}
	if !slices.ContainsFunc(v.faults, func(f *Fault) bool { return f.Field == fieldTag }) {
		v.wrongTag(phaseKey{v.milestone, v.number})
	}
}

// compareRequirements holds the lists against the registers: every requirement
// of the phase stands in one of them, and no other.
func (v *verifier) compareRequirements() {
	listed := map[string]bool{}
	for _, list := range []struct {
		field string
		items []idItem
	}{{fieldCovered, v.covered}, {fieldPartial, v.partial}} {
		for i, item := range list.items {
			r := v.ledger.Requirement(item.id)
			switch {
			case r == nil:
				v.faultAt(list.field, item.span, "%s holds %s, which no register defines", list.field, item.id)
			case r.Phase != v.phase:
				f := v.faultAt(list.field, item.span, "%s holds %s, which is a requirement of %s, not of %s", list.field, item.id, r.PhaseID(), v.phase.ID())
				f.Other = &Place{r.Register.Document.File, r.Mention.Span, "its row"}
			case duplicate(list.items, i):
				v.faultAt(list.field, item.span, "%s holds %s twice", list.field, item.id)
			case listed[item.id]:
				v.faultAt(list.field, item.span, "%s holds %s, which is covered as well", list.field, item.id)
			case list.field == fieldPartial && r.Met():
				f := v.faultAt(list.field, item.span, "%s holds %s, which is %s in its register", list.field, item.id, r.Status)
				f.Other = &Place{r.Register.Document.File, r.Mention.Span, "its row"}
			}
			listed[item.id] = true
		}
	}
	var missing []string
	for _, r := range v.ledger.RequirementsOf(v.phase) {
		if !listed[r.ID] {
			missing = append(missing, r.ID)
		}
	}
	if len(missing) > 0 {
		v.fault(fieldCovered, "%s lacks %s of %s", fieldCovered, strings.Join(missing, ", "), v.phase.ID())
	}
}

// compareFiles looks for the deliverables of the phase.
func (v *verifier) compareFiles() {
	for _, d := range v.phase.Deliverables {
		if !d.Exists {
			v.fault(fieldStatus, "status is complete, but %s, a deliverable of %s, is not there", d.Path, v.phase.ID()).Other = v.inRow(v.phase, d.Span)
		}
	}
}
