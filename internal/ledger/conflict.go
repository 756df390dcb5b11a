package ledger

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/source"
)

// Conflicts are the places where phase.json contradicts itself or the roadmap,
// and where the roadmap contradicts itself, beyond the trailing by one phase that
// a closing commit brings with it. What is wrong by itself is not compared with
// anything else.
func (l *Ledger) Conflicts() []*Fault {
	out := l.roadmapConflicts()
	s := l.State
	if s == nil {
		return out
	}
	if s.Fault != nil {
		return append(out, s.Fault)
	}
	if f := s.inconsistency(); f != nil {
		return append(out, f)
	}
	if l.Roadmap == nil || len(l.Milestones) == 0 {
		return out
	}
	wrong := map[*Phase]bool{}
	for _, p := range l.Phases() {
		wrong[p] = slices.ContainsFunc(out, func(f *Fault) bool { return p.Row.Span.Encloses(f.Span) })
	}
	return append(out, l.stateConflicts(wrong)...)
}

// roadmapConflicts are the rows that say what cannot be: a status that is none,
// a phase twice, a tag of another phase.
func (l *Ledger) roadmapConflicts() []*Fault {
	var out []*Fault
	for _, m := range l.Milestones {
		seen := map[int]*Phase{}
		base := m.tagBase()
		for _, p := range m.Phases {
			if first := seen[p.Number]; first != nil {
				out = append(out, &Fault{
					Field: "phase", File: l.Roadmap.File, Span: p.NumberSpan, Message: fmt.Sprintf("%s has two rows", p.ID()),
					Other: &Place{l.Roadmap.File, first.NumberSpan, "the first row"},
				})
				continue
			}
			seen[p.Number] = p
			if !slices.Contains(Statuses, p.Status) {
				out = append(out, &Fault{
					Field: "status", File: l.Roadmap.File, Span: p.StatusSpan,
					Message: fmt.Sprintf("the status of %s is “%s”, which is none of %s", p.ID(), p.Status, strings.Join(Statuses, ", ")),
				})
				continue
			}
			if want := fmt.Sprintf("%s.%d", base, p.Number); p.Tag != "" && base != "" && p.Tag != want {
				out = append(out, &Fault{
					Field: "phase_tag", File: l.Roadmap.File, Span: p.TagSpan,
					Message: fmt.Sprintf("%s says that it shipped %s; its tag is %s", p.ID(), p.Tag, want),
				})
			}
		}
	}
	return out
}

// tagBase is what the tags of most phases of a milestone start with, "" where
// none has a tag of the form base.phase.
func (m *Milestone) tagBase() string {
	votes := map[string]int{}
	best := ""
	for _, p := range m.Phases {
		base, number := splitTag(p.Tag)
		if number == p.Number && base != "" {
			votes[base]++
			if votes[base] > votes[best] || best == "" {
				best = base
			}
		}
	}
	return best
}

// splitTag parts "v0.3.2" into "v0.3" and 2; the number is 0 where it has none.
func splitTag(tag string) (base string, number int) {
	i := strings.LastIndexByte(tag, '.')
	if i < 0 {
		return "", 0
	}
	n, err := strconv.Atoi(tag[i+1:])
	if err != nil {
		return "", 0
	}
	return tag[:i], n
}

// branchPhase is the number in "phase/02-messaging", 0 where there is none.
func branchPhase(branch string) int {
	rest, ok := strings.CutPrefix(branch, "phase/")
	if !ok {
		return 0
	}
	digits, _, _ := strings.Cut(rest, "-")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

// inconsistency is the field of phase.json that its other fields contradict: of
// the three that say the phase, the one that differs from the two others.
func (s *State) inconsistency() *Fault {
	if s.Phase < 1 {
		return s.fault("phase", "the phase is %d; phases count from 1", s.Phase)
	}
	if version, end := versionAt(s.Milestone, 0); version == "" || end != len(s.Milestone) {
		return s.fault("milestone", "the milestone “%s” is not of the form v0.4", s.Milestone)
	}
	if s.MilestoneBranch != "" {
		if name, ok := strings.CutPrefix(s.MilestoneBranch, "milestone/"); !ok || name != s.Milestone && !strings.HasPrefix(name, s.Milestone+"-") {
			f := s.fault("milestone_branch", "the milestone is %s, but the milestone branch is %s", s.Milestone, s.MilestoneBranch)
			f.Other = &Place{s.File, s.Span("milestone"), "the milestone"}
			return f
		}
	}
	base, tagged := splitTag(s.Tag)
	branched := branchPhase(s.PhaseBranch)
	agree := func(n int) bool { return n == s.Phase }
	switch {
	case s.Tag != "" && tagged == 0:
		return s.fault("phase_tag", "the phase tag “%s” is not of the form tag base, dot, phase", s.Tag)
	case s.PhaseBranch != "" && branched == 0:
		return s.fault("phase_branch", "the phase branch “%s” is not of the form phase/NN-name", s.PhaseBranch)
	case s.Tag != "" && s.PhaseBranch != "" && !agree(tagged) && tagged == branched:
		return s.fault("phase", "the phase is %d, but its tag %s and its branch %s are of phase %d", s.Phase, s.Tag, s.PhaseBranch, tagged)
	case s.Tag != "" && !agree(tagged):
		return s.fault("phase_tag", "the phase is %d, but its tag is %s", s.Phase, s.Tag)
	case s.PhaseBranch != "" && !agree(branched):
		return s.fault("phase_branch", "the phase is %d, but its branch is %s", s.Phase, s.PhaseBranch)
	case s.Tag != "" && s.TagBase != "" && base != s.TagBase:
		return s.fault("phase_tag", "the tag base is %s, but the phase tag is %s", s.TagBase, s.Tag)
	}
	return nil
}

// stateConflicts compare phase.json with the rows of its milestone.
func (l *Ledger) stateConflicts(wrong map[*Phase]bool) []*Fault {
	s := l.State
	m := l.Milestone(s.Milestone)
	if m == nil {
		return []*Fault{s.fault("milestone", "the milestone is %s, which the roadmap does not have", s.Milestone)}
	}
	row := m.Phase(s.Phase)
	if row == nil {
		return []*Fault{s.fault("phase", "the roadmap has no phase %d of %s", s.Phase, s.Milestone)}
	}
	var out []*Fault
	add := func(p *Phase, field string, span source.Span, format string, args ...any) {
		if !wrong[p] {
			out = append(out, &Fault{
				Field: field, File: l.Roadmap.File, Span: span, Message: fmt.Sprintf(format, args...),
				Other: &Place{s.File, s.Span("stage"), fmt.Sprintf("%s says that phase %d of %s is at the stage “%s”", s.File.Path, s.Phase, s.Milestone, s.Stage)},
			})
		}
	}
	switch {
	case s.Complete() && !row.Done():
		add(row, "status", row.StatusSpan, "%s is %s in the roadmap, but %s says that it is complete", row.ID(), row.Status, s.File.Path)
	case !s.Complete() && row.Done():
		add(row, "stage", row.StatusSpan, "%s is complete in the roadmap, but %s says that it is at the stage “%s”", row.ID(), s.File.Path, s.Stage)
	case s.Complete() && s.Tag != "" && row.Tag == "":
		add(row, "phase_tag", row.StatusSpan, "%s is complete, but its row does not say that it shipped %s", row.ID(), s.Tag)
	case s.Complete() && s.Tag != "" && row.Tag != s.Tag:
		add(row, "phase_tag", row.TagSpan, "%s shipped %s by the roadmap, but %s by %s", row.ID(), row.Tag, s.Tag, s.File.Path)
	}
	order := l.order()
	for _, p := range l.Phases() {
		if p == row {
			continue
		}
		switch steps := order[p] - order[row]; {
		case steps < 0 && p.Milestone == m && !p.Done():
			add(p, "status", p.StatusSpan, "%s is %s in the roadmap, but %s is at phase %d", p.ID(), p.Status, s.File.Path, s.Phase)
		case p.Done() && steps > 1:
			add(p, "status", p.StatusSpan, "%s is complete in the roadmap, but %s is at phase %d of %s", p.ID(), s.File.Path, s.Phase, s.Milestone)
		case p.Done() && steps == 1 && !row.Done():
			add(p, "status", p.StatusSpan, "%s is complete in the roadmap, but the phase before it is %s", p.ID(), row.Status)
		}
	}
	if s.MilestoneComplete {
		for _, p := range m.Phases {
			if !p.Done() && len(out) == 0 && !wrong[p] {
				f := s.fault("milestone_complete", "the milestone %s is said to be complete, but %s is %s", s.Milestone, p.ID(), p.Status)
				f.Other = &Place{l.Roadmap.File, p.StatusSpan, "the phase that is not complete"}
				out = append(out, f)
			}
		}
	}
	return out
}

// order is the place of each phase in the roadmap, by milestone and number.
func (l *Ledger) order() map[*Phase]int {
	phases := l.Phases()
	slices.SortStableFunc(phases, func(a, b *Phase) int { return corpus.Since.Compare(a.Place(), b.Place()) })
	out := make(map[*Phase]int, len(phases))
	for i, p := range phases {
		out[p] = i
	}
	return out
}
