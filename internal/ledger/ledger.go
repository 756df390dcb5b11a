// Package ledger reads what a project says of its own progress (the phase tables
// and requirements of the roadmap, the state in phase.json, the block in the
// message of a commit that closes a phase) and compares it with what is there.
// The forms are those of corpus-format §8.
package ledger

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// The statuses of a phase.
const (
	Pending  = "pending"
	Active   = "active"
	Complete = "complete"
)

// Statuses are the statuses of a phase, in the order in which it has them.
var Statuses = []string{Pending, Active, Complete}

// A Ledger is the roadmap of a corpus, its requirements and its state.
type Ledger struct {
	Corpus *corpus.Corpus
	// Roadmap is the document with the phase tables, nil where there is none.
	Roadmap *corpus.Document
	// Milestones are in the order of the roadmap.
	Milestones []*Milestone
	// Requirements are those of all registers, in their order.
	Requirements []*Requirement
	// State is what phase.json says, nil where there is no such file.
	State *State

	byID map[string]*Requirement
}

// A Milestone is a heading of the roadmap that names a version, and the phases
// of the tables below it.
type Milestone struct {
	// Name is the version, "v0.4"; Title the rest of its heading.
	Name, Title string
	Phases      []*Phase
}

// Phase is the phase of that number, or nil.
func (m *Milestone) Phase(number int) *Phase {
	for _, p := range m.Phases {
		if p.Number == number {
			return p
		}
	}
	return nil
}

// A Phase is a row of a phase table.
type Phase struct {
	Milestone *Milestone
	Number    int
	Name      string
	Type      string
	// Status is one of [Statuses], or the text of the cell where it is none.
	Status string
	// Tag is the tag that the row says it shipped, "v0.3.1", or "".
	Tag          string
	Deliverables []*Deliverable
	// Named are the requirements that the row names; an id that no register
	// defines is not among them.
	Named  []*NamedRequirement
	Claims []*Claim
	*parse.Row

	// NumberSpan, StatusSpan and TagSpan are where those parts are written.
	NumberSpan, StatusSpan, TagSpan source.Span
}

// Place is the phase's place in the order of the roadmap, comparable with the
// places of the manifest.
func (p *Phase) Place() corpus.Since {
	s, _ := corpus.ParseSince(p.Milestone.Name)
	s.Phase = p.Number
	return s
}

// ID is "v0.4 P2".
func (p *Phase) ID() string { return fmt.Sprintf("%s P%d", p.Milestone.Name, p.Number) }

// Done reports whether the roadmap says that the phase is complete.
func (p *Phase) Done() bool { return p.Status == Complete }

// A NamedRequirement is a requirement and where a row names it.
type NamedRequirement struct {
	*Requirement
	Mention *parse.Mention
}

// A Requirement is an id of a register of requirements.
type Requirement struct {
	*corpus.Entry
	// ID is one id; the entry may be one of a range of ids.
	ID string
	// Milestone and Number say the phase that it belongs to; Number is 0 where
	// its row says none.
	Milestone string
	Number    int
	// Phase is that phase in the roadmap, or nil.
	Phase *Phase
}

// metWords are the statuses of a requirement that is met.
var metWords = []string{Complete, "completed", "covered", "done", "met"}

// Met reports whether the register says that the requirement is met.
func (r *Requirement) Met() bool {
	return slices.Contains(metWords, strings.ToLower(strings.TrimSpace(r.Status)))
}

// PhaseID is the phase that the requirement belongs to, "v0.4 P2".
func (r *Requirement) PhaseID() string {
	return strings.TrimSpace(fmt.Sprintf("%s P%d", r.Milestone, r.Number))
}

// Cell is the place of the requirement's cell in the first column there is of
// the given names, an empty one where there is none.
func (r *Requirement) Cell(names ...string) source.Span {
	cols := columns(r.Table)
	for _, name := range names {
		if i, ok := cols[name]; ok && i < len(r.Cells)-r.Missing {
			return trimmed(r.Cells[i])
		}
	}
	return source.Span{}
}

// Read reads the ledger of a corpus.
func Read(c *corpus.Corpus) *Ledger {
	l := &Ledger{Corpus: c, byID: map[string]*Requirement{}}
	if d := c.Document(c.Config.Roadmap); d != nil {
		l.Roadmap = d
		l.readRoadmap()
	}
	l.readRequirements()
	for _, p := range l.Phases() {
		l.readNamed(p)
	}
	if c.State != nil {
		l.State = readState(c.State)
	}
	return l
}

// Phases are the phases of all milestones, in the order of the roadmap.
func (l *Ledger) Phases() []*Phase {
	var out []*Phase
	for _, m := range l.Milestones {
		out = append(out, m.Phases...)
	}
	return out
}

// Milestone is the milestone of that name, or nil.
func (l *Ledger) Milestone(name string) *Milestone {
	for _, m := range l.Milestones {
		if m.Name == name {
			return m
		}
	}
	return nil
}

// Phase is the phase of a milestone, or nil.
func (l *Ledger) Phase(milestone string, number int) *Phase {
	if m := l.Milestone(milestone); m != nil {
		return m.Phase(number)
	}
	return nil
}

// Requirement is the requirement of that id, or nil.
func (l *Ledger) Requirement(id string) *Requirement { return l.byID[id] }

// RequirementsOf are the requirements that the registers give a phase.
func (l *Ledger) RequirementsOf(p *Phase) []*Requirement {
	var out []*Requirement
	for _, r := range l.Requirements {
		if r.Phase == p {
			out = append(out, r)
		}
	}
	return out
}

// readRequirements takes the entries of the registers of requirements and finds
// the phase of each.
func (l *Ledger) readRequirements() {
	for _, register := range l.Corpus.Registers {
		if register.Kind != corpus.Requirements {
			continue
		}
		above := milestoneAbove(register.Document, register.Table)
		for _, e := range register.Entries {
			milestone, number := phaseName(e.Since)
			if milestone == "" {
				milestone = l.soleMilestone(above)
			}
			phase := l.Phase(milestone, number)
			for _, id := range corpus.IDs(e.Mention) {
				r := &Requirement{Entry: e, ID: id, Milestone: milestone, Number: number, Phase: phase}
				l.Requirements = append(l.Requirements, r)
				if l.byID[id] == nil {
					l.byID[id] = r
				}
			}
		}
	}
}

// soleMilestone is the milestone of what names none: that of the heading above,
// or the only one there is.
func (l *Ledger) soleMilestone(above string) string {
	if above == "" && len(l.Milestones) == 1 {
		return l.Milestones[0].Name
	}
	return above
}

// readNamed finds the requirements that a phase's row names.
func (l *Ledger) readNamed(p *Phase) {
	for _, cell := range p.Cells {
		for _, m := range cell.Mentions {
			if m.Kind != parse.IDMention {
				continue
			}
			for _, id := range corpus.IDs(m) {
				if r := l.byID[id]; r != nil {
					p.Named = append(p.Named, &NamedRequirement{r, m})
				}
			}
		}
	}
}

// maxRange bounds the ids of one range.
const maxRange = 1000
