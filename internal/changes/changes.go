// Package changes says what changed in meaning between two revisions of a corpus
// (principles, traces, violations, references, anti-patterns; not how text is
// wrapped), and what depends on a part of it.
package changes

import (
	"cmp"
	"slices"

	"atelier/internal/corpus"
	"atelier/internal/source"
	"atelier/internal/worddiff"
)

// A Kind says what changed.
type Kind string

// The kinds of what can change, in the order in which a diff shows them.
const (
	Document    Kind = "document"
	Core        Kind = "core"
	Principle   Kind = "principle"
	Trace       Kind = "trace"
	Violation   Kind = "violation"
	AntiPattern Kind = "antiPattern"
	Reference   Kind = "reference"
)

// Kinds are all kinds in their order.
var Kinds = []Kind{Document, Core, Principle, Trace, Violation, AntiPattern, Reference}

// An Action says how something changed.
type Action string

// The actions. Renamed is another path, number or id; retitled another title;
// reworded other words; moved another document; changed other cores or other
// principles breached.
const (
	Added    Action = "added"
	Removed  Action = "removed"
	Renamed  Action = "renamed"
	Retitled Action = "retitled"
	Moved    Action = "moved"
	Changed  Action = "changed"
	Reworded Action = "reworded"
)

var actions = []Action{Added, Removed, Renamed, Retitled, Moved, Changed, Reworded}

// A Change is one difference in meaning. Its JSON form, and that of its parts, is
// docs/schema/diff.schema.json.
type Change struct {
	Kind   Kind   `json:"kind"`
	Action Action `json:"action"`
	// Name is what changed, by its name in the new revision, or in the old one
	// where it is removed: "messaging P6", a path, an id; of a violation or
	// reference the document that it stands in.
	Name string `json:"name"`
	// Before and After are the two sides; Before is nil for what was added,
	// After for what was removed.
	Before *Side `json:"before,omitempty"`
	After  *Side `json:"after,omitempty"`
	// Words is the difference of the two texts, for what is reworded.
	Words []worddiff.Segment `json:"words,omitempty"`

	// old and now are what the change is about in either revision, empty for
	// violations and references, and where the revision does not have it.
	old, now Target
}

// A Side is a place in one of the two revisions and what is there.
type Side struct {
	Path string `json:"path"`
	Line int    `json:"line"` // from 1
	Text string `json:"text"`
}

// A Diff is what changed between two revisions.
type Diff struct {
	Changes []*Change
	// Old and New are the two corpora.
	Old, New *corpus.Corpus
}

// Compare finds what changed in meaning. What was renamed (a document with the
// same title or most of the same words, a principle with the same title or
// statement) is matched first, so that it is one change, and what only follows
// from a new name is none.
func Compare(before, after *corpus.Corpus) *Diff {
	c := newComparison(before, after)
	d := c.Diff
	c.compareDocuments()
	c.compareCores()
	c.comparePrinciples()
	c.compareViolations()
	c.compareAntiPatterns()
	c.compareReferences()
	slices.SortStableFunc(d.Changes, compareChanges)
	return d
}

func compareChanges(a, b *Change) int {
	sa, sb := a.side(), b.side()
	return cmp.Or(
		cmp.Compare(slices.Index(Kinds, a.Kind), slices.Index(Kinds, b.Kind)),
		cmp.Compare(sa.Path, sb.Path), cmp.Compare(sa.Line, sb.Line),
		cmp.Compare(slices.Index(actions, a.Action), slices.Index(actions, b.Action)),
		cmp.Compare(sa.Text, sb.Text),
	)
}

// side is the new side, or the old one of what was removed.
func (c *Change) side() *Side {
	if c.After != nil {
		return c.After
	}
	return c.Before
}

// A comparison is the state of one Compare.
type comparison struct {
	*Diff
	// documents, principles and anti-patterns lead from the old revision to the new
	// one.
	documents  map[*corpus.Document]*corpus.Document
	principles map[*corpus.Principle]*corpus.Principle
	patterns   map[*corpus.AntiPattern]*corpus.AntiPattern
	// rename turns old names in a text into the new ones.
	rename func(string) string
}

// newComparison matches what the two revisions have in common.
func newComparison(before, after *corpus.Corpus) *comparison {
	c := &comparison{
		Diff: &Diff{Old: before, New: after}, documents: map[*corpus.Document]*corpus.Document{},
		principles: map[*corpus.Principle]*corpus.Principle{}, patterns: map[*corpus.AntiPattern]*corpus.AntiPattern{},
	}
	c.matchDocuments()
	c.matchPrinciples()
	c.matchAntiPatterns()
	c.renames()
	return c
}

func (c *comparison) add(change *Change) { c.Changes = append(c.Changes, change) }

// removed reports what the new revision does not have.
func (c *comparison) removed(t Target) {
	c.add(&Change{Kind: t.kind(), Action: Removed, Name: t.Name(), Before: t.side(normal(t.title())), old: t})
}

// added reports what the old revision does not have.
func (c *comparison) added(t Target) {
	c.add(&Change{Kind: t.kind(), Action: Added, Name: t.Name(), After: t.side(normal(t.title())), now: t})
}

// changed reports how something that both revisions have is told otherwise.
func (c *comparison) changed(action Action, old, now Target, before, after string) {
	change := &Change{Kind: now.kind(), Action: action, Name: now.Name(), Before: old.side(before), After: now.side(after), old: old, now: now}
	if action == Reworded {
		change.Words = worddiff.Compare(before, after)
	}
	c.add(change)
}

func side(d *corpus.Document, span source.Span, text string) *Side {
	return &Side{Path: d.Path, Line: d.File.Line(span.Start), Text: text}
}
