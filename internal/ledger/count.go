package ledger

import (
	"fmt"
	"slices"

	"atelier/internal/corpus"
	"atelier/internal/source"
)

// A Miscount is a claim that what is there contradicts.
type Miscount struct {
	Phase *Phase
	Claim *Claim
	// Span is the number that is wrong.
	Span    source.Span
	Message string
}

// Miscounts are the claims of complete phases that do not hold. What was there
// at the end of a phase is told by the manifest; without one only the claims of
// the last complete phase can be held against what is there now. A number may
// count what the phase added, what its milestone has so far, or all there is, of
// the domains, the languages or both: it is wrong where it is none of these.
func (l *Ledger) Miscounts() []*Miscount {
	var out []*Miscount
	var last *Phase
	for _, p := range l.Phases() {
		if p.Done() {
			last = p
		}
	}
	for _, p := range l.Phases() {
		if !p.Done() {
			continue
		}
		for _, c := range p.Claims {
			t := &tally{ledger: l, phase: p, things: l.things(c.Noun), timed: l.Corpus.Manifest != nil, last: p == last}
			if t.timed && slices.ContainsFunc(t.things, func(t thing) bool { return t.unplaced }) {
				continue // the manifest has a fault of its own
			}
			if span, message := t.judge(c); message != "" {
				out = append(out, &Miscount{p, c, span, message})
			}
		}
	}
	return out
}

// A tally counts things for the claims of one phase.
type tally struct {
	ledger *Ledger
	phase  *Phase
	things []thing
	// timed says that it is known when things came; last that no later phase
	// is complete.
	timed, last bool
}

// sides are the choices of what is counted: all, the domains, the languages.
var sides = []func(thing) bool{
	func(thing) bool { return true },
	func(t thing) bool { return !t.language },
	func(t thing) bool { return t.language },
}

// upTo is how many of one side there were at the end of a phase.
func (t *tally) upTo(side int, place corpus.Since) int {
	n := 0
	for _, thing := range t.things {
		if sides[side](thing) && (!t.timed || thing.since.Compare(place) <= 0) {
			n++
		}
	}
	return n
}

// earlier are the counts of one side at the end of each phase before this one,
// none at all being the first.
func (t *tally) earlier(side int) []int {
	out := []int{0}
	for _, p := range t.ledger.Phases() {
		if p.Place().Compare(t.phase.Place()) < 0 {
			out = append(out, t.upTo(side, p.Place()))
		}
	}
	return out
}

// judge gives the number of a claim that is wrong, and why; "" where none is.
func (t *tally) judge(c *Claim) (source.Span, string) {
	if !t.timed && !t.last {
		return t.arithmetic(c)
	}
	switch {
	case c.To != nil:
		return t.judgeStep(c)
	case c.Delta != nil && t.timed:
		if !t.added(c.Delta.Number) {
			return c.Delta.Span, fmt.Sprintf("%s claims %d %s more, but %s", t.phase.ID(), c.Delta.Number, c.Written, t.counted())
		}
	case c.Total != nil:
		if !t.added(c.Total.Number) && !t.total(c.Total.Number) {
			return c.Total.Span, fmt.Sprintf("%s claims %d %s, but %s", t.phase.ID(), c.Total.Number, c.Written, t.counted())
		}
	}
	return source.Span{}, ""
}

// judgeStep judges "170→190" and the "+20" before it.
func (t *tally) judgeStep(c *Claim) (source.Span, string) {
	if !t.total(c.To.Number) {
		return c.To.Span, fmt.Sprintf("%s claims %d %s, but %s", t.phase.ID(), c.To.Number, c.Noun, t.counted())
	}
	if !t.timed || t.before(c.From.Number) {
		return t.arithmetic(c)
	}
	return c.From.Span, fmt.Sprintf("%s claims that there were %d %s before, but at the end of no earlier phase were there as many", t.phase.ID(), c.From.Number, c.Noun)
}

// before reports whether a number is a count of all there was at the end of an
// earlier phase.
func (t *tally) before(n int) bool {
	for side := range sides {
		if slices.Contains(t.earlier(side), n) {
			return true
		}
	}
	return false
}

// arithmetic holds the numbers of a claim against each other.
func (t *tally) arithmetic(c *Claim) (source.Span, string) {
	if c.To == nil || c.Delta == nil || c.To.Number-c.From.Number == c.Delta.Number {
		return source.Span{}, ""
	}
	return c.Delta.Span, fmt.Sprintf("%s claims %d %s more, but from %d to %d are %d", t.phase.ID(), c.Delta.Number, c.Noun,
		c.From.Number, c.To.Number, c.To.Number-c.From.Number)
}

// total reports whether a number is a count of all there was at the end of the
// phase.
func (t *tally) total(n int) bool {
	for side := range sides {
		if t.upTo(side, t.phase.Place()) == n {
			return true
		}
	}
	return false
}

// added reports whether a number is a count of what came since some earlier
// phase.
func (t *tally) added(n int) bool {
	if !t.timed {
		return false
	}
	for side := range sides {
		all := t.upTo(side, t.phase.Place())
		for _, before := range t.earlier(side) {
			if all-before == n {
				return true
			}
		}
	}
	return false
}

// counted says what there is.
func (t *tally) counted() string {
	all := t.upTo(0, t.phase.Place())
	before := t.earlier(0)
	if !t.timed {
		return fmt.Sprintf("there are %d", all)
	}
	return fmt.Sprintf("at its end there are %d, %d of them new", all, all-before[len(before)-1])
}
