package ledger

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atelier/internal/source"
)

// Verify holds the block of a closing commit against phase.json, the roadmap,
// the registers and the files. The state may be that of the block's phase, of the
// phase before it, which is what it is when the commit is made, or of a later
// one, when an old commit is verified. The ledger must have a roadmap and a
// state.
func (l *Ledger) Verify(b *Block) []*Fault {
	if l.State.Fault != nil {
		return []*Fault{l.State.Fault}
	}
	v := &verifier{ledger: l, block: b}
	v.readValues()
	if len(v.faults) > 0 {
		return v.faults
	}
	if b.text(fieldStatus) != Complete {
		v.fault(fieldStatus, "status is “%s”; a block closes a phase, so it is “%s”", b.text(fieldStatus), Complete)
	}
	if have, want := b.text(fieldProject), l.State.Project; want != "" && have != want {
		v.fault(fieldProject, "project is “%s”; %s says “%s”", have, l.State.File.Path, want).Other = v.inState("project")
	}
	if v.locate() {
		v.compareState()
		v.compareRoadmap()
		v.compareRequirements()
		v.compareFiles()
	}
	return v.faults
}

// A verifier compares one block.
type verifier struct {
	ledger *Ledger
	block  *Block

	number    int    // the phase
	milestone string // its milestone
	tag       string
	covered   []idItem
	partial   []idItem
	phase     *Phase // the row that the block is about
	steps     int    // from the state's phase to that of the block
	faults    []*Fault
}

// An idItem is an id of a list and its place.
type idItem struct {
	id   string
	span source.Span
}

// fault adds a fault at the value of a field.
func (v *verifier) fault(field, format string, args ...any) *Fault {
	return v.faultAt(field, v.block.Value(field).Span, format, args...)
}

func (v *verifier) faultAt(field string, span source.Span, format string, args ...any) *Fault {
	f := v.block.fault(field, span, format, args...)
	v.faults = append(v.faults, f)
	return f
}

func (v *verifier) inState(field string) *Place {
	return &Place{v.ledger.State.File, v.ledger.State.Span(field), "what the state says"}
}

func (v *verifier) inRow(p *Phase, span source.Span) *Place {
	return &Place{v.ledger.Roadmap.File, span, "the row of " + p.ID()}
}

// readValues reads numbers, versions and ids, and reports what is none.
func (v *verifier) readValues() {
	b := v.block
	if n, err := strconv.Atoi(b.text(fieldPhase)); err != nil || n < 1 {
		v.fault(fieldPhase, "phase is “%s”, which is no number of a phase", b.text(fieldPhase))
	} else {
		v.number = n
	}
	v.milestone = b.text(fieldMilestone)
	if version, end := versionAt(v.milestone, 0); version == "" || end != len(v.milestone) {
		v.fault(fieldMilestone, "milestone is “%s”, which is not of the form v0.4", v.milestone)
	}
	v.tag = b.text(fieldTag)
	_, n := splitTag(v.tag)
	if version, end := versionAt(v.tag, 0); version == "" || end != len(v.tag) || n == 0 {
		v.fault(fieldTag, "phase_tag is “%s”, which is not of the form v0.3.2", v.tag)
	}
	v.covered = v.ids(fieldCovered)
	v.partial = v.ids(fieldPartial)
}

// ids are the ids of a list, ranges written out.
func (v *verifier) ids(field string) []idItem {
	var out []idItem
	for _, item := range v.block.Value(field).Items {
		first, last, isRange := strings.Cut(item.Text, "..")
		prefix, digits, ok := cutLast(first, "-")
		from, err := strconv.Atoi(digits)
		to := from
		if isRange && err == nil {
			to, err = strconv.Atoi(strings.TrimPrefix(last, prefix+"-"))
		}
		if !ok || err != nil || prefix == "" || to < from || to-from > maxRange {
			v.faultAt(field, item.Span, "%s holds “%s”, which is no id of a requirement", field, item.Text)
			continue
		}
		if !isRange {
			out = append(out, idItem{item.Text, item.Span})
			continue
		}
		for n := from; n <= to; n++ {
			out = append(out, idItem{fmt.Sprintf("%s-%d", prefix, n), item.Span})
		}
	}
	return out
}

func cutLast(text, separator string) (before, after string, found bool) {
	i := strings.LastIndex(text, separator)
	if i < 0 {
		return text, "", false
	}
	return text[:i], text[i+len(separator):], true
}

// A phaseKey is a phase that some field speaks of.
type phaseKey struct {
	milestone string
	number    int
}

func (k phaseKey) String() string { return fmt.Sprintf("%s P%d", k.milestone, k.number) }

// byRequirements is the phase that most of the covered requirements belong to.
func (v *verifier) byRequirements() (phaseKey, bool) {
	votes := map[phaseKey]int{}
	var best phaseKey
	for _, item := range v.covered {
		if r := v.ledger.Requirement(item.id); r != nil && r.Number > 0 {
			k := phaseKey{r.Milestone, r.Number}
			if votes[k]++; votes[k] > votes[best] {
				best = k
			}
		}
	}
	return best, 2*votes[best] > len(v.covered)
}

// byTag is the phase that the tag belongs to: the one whose row names it, or the
// one of its number in the milestone with its base.
func (v *verifier) byTag() (phaseKey, bool) {
	for _, p := range v.ledger.Phases() {
		if p.Tag == v.tag {
			return phaseKey{p.Milestone.Name, p.Number}, true
		}
	}
	base, number := splitTag(v.tag)
	if s := v.ledger.State; s.TagBase == base && base != "" {
		return phaseKey{s.Milestone, number}, true
	}
	for _, m := range v.ledger.Milestones {
		if base != "" && m.tagBase() == base {
			return phaseKey{m.Name, number}, true
		}
	}
	return phaseKey{}, false
}

// locate finds the row that the block is about. Three fields say which phase it
// is: phase and milestone together, the tag, and the requirements. Where one
// differs from the two others it is the one that is wrong.
func (v *verifier) locate() bool {
	said := phaseKey{v.milestone, v.number}
	tagged, hasTag := v.byTag()
	required, hasRequired := v.byRequirements()
	switch {
	case hasTag && hasRequired && tagged == required && tagged != said:
		v.saysOther(said, tagged)
		return false
	case hasRequired && required == said && (!hasTag || tagged != said):
		v.wrongTag(said)
	case hasTag && tagged != said && !hasRequired:
		v.fault(fieldPhase, "phase %d of %s and phase_tag %s do not go together: the tag is of %s", v.number, v.milestone, v.tag, tagged)
		return false
	case (!hasTag || tagged != said) && hasRequired && required != said:
		v.fault(fieldPhase, "phase is %s, phase_tag %s, and requirements.covered of %s: they do not go together", said, v.tag, required)
		return false
	}
	if v.ledger.Milestone(v.milestone) == nil {
		v.fault(fieldMilestone, "milestone is %s, which the roadmap does not have", v.milestone)
		return false
	}
	v.phase = v.ledger.Phase(v.milestone, v.number)
	if v.phase == nil {
		v.fault(fieldPhase, "phase is %d, which %s does not have in the roadmap", v.number, v.milestone)
		return false
	}
	return true
}

// saysOther reports that phase or milestone is not what tag and requirements
// say.
func (v *verifier) saysOther(said, right phaseKey) {
	if said.milestone != right.milestone {
		v.fault(fieldMilestone, "milestone is %s, but phase_tag %s and the requirements are of %s", said.milestone, v.tag, right)
	}
	if said.number != right.number {
		v.fault(fieldPhase, "phase is %d, but phase_tag %s and the requirements are of %s", said.number, v.tag, right)
	}
}

// wrongTag reports a tag that is not the one of the phase.
func (v *verifier) wrongTag(said phaseKey) {
	want := v.expectedTag(said)
	if want == "" {
		if _, n := splitTag(v.tag); n != said.number {
			v.fault(fieldTag, "phase_tag is %s, which does not end in the phase, %d", v.tag, said.number)
		}
		return
	}
	if v.tag == want {
		return
	}
	f := v.fault(fieldTag, "phase_tag is %s; the tag of %s is %s", v.tag, said, want)
	if p := v.ledger.Phase(said.milestone, said.number); p != nil && p.Tag == want {
		f.Other = v.inRow(p, p.TagSpan)
	} else {
		f.Other = v.inState("tag_base")
	}
}

// expectedTag is the tag of a phase: the one that its row names, or that of its
// number behind the base of the milestone; "" where the base is not known.
func (v *verifier) expectedTag(k phaseKey) string {
	if p := v.ledger.Phase(k.milestone, k.number); p != nil && p.Tag != "" {
		return p.Tag
	}
	base := ""
	if m := v.ledger.Milestone(k.milestone); m != nil {
		base = m.tagBase()
	}
	if s := v.ledger.State; base == "" && s.Milestone == k.milestone {
		base = s.TagBase
	}
	if base == "" {
		return ""
	}
	return fmt.Sprintf("%s.%d", base, k.number)
}

// duplicate reports whether an id stands in a list before an index.
func duplicate(items []idItem, i int) bool {
	return slices.ContainsFunc(items[:i], func(other idItem) bool { return other.id == items[i].id })
}
