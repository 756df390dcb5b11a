package review

import (
	"maps"
	"slices"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"

	"atelier/internal/corpus"
)

// A State is what became of an item's sign-off.
type State string

// The states of items.
const (
	Open     State = "open"
	Accepted State = "accepted"
	Reopened State = "reopened"
)

// States are all states, in the order of a listing.
var States = []State{Reopened, Open, Accepted}

// A Status is an item with its state.
type Status struct {
	Item  *Item
	State State
	// Signoff is the sign-off of an accepted or reopened item.
	Signoff *Signoff
	// Changes say what is not as it was accepted, one a line.
	Changes []string
}

// Statuses are the states of items, in their order, and the sign-offs whose
// item is gone, by id.
func (s Signoffs) Statuses(items []*Item) (statuses []Status, gone []*Signoff) {
	left := maps.Clone(s)
	for _, i := range items {
		delete(left, i.ID)
		status := Status{Item: i, State: Open, Signoff: s[i.ID]}
		if status.Signoff != nil {
			status.State = Accepted
			if status.Changes = changesSince(status.Signoff, i); len(status.Changes) > 0 {
				status.State = Reopened
			}
		}
		statuses = append(statuses, status)
	}
	for _, id := range slices.Sorted(maps.Keys(left)) {
		gone = append(gone, left[id])
	}
	return statuses, gone
}

// changesSince says how an item differs from what was accepted.
func changesSince(s *Signoff, i *Item) []string {
	var out []string
	if now := Normalise(i.Text); now != s.Text {
		out = append(out, string(i.Kind)+": "+WordDiff(s.Text, now))
	}
	var fresh []*corpus.Principle
	left := slices.Clone(s.Principles)
	for _, p := range i.breached() { // the same text under another number is the same principle
		text := principleText(p)
		if at := slices.IndexFunc(left, func(a AcceptedPrinciple) bool { return a.Text == text }); at >= 0 {
			left = slices.Delete(left, at, at+1)
		} else {
			fresh = append(fresh, p)
		}
	}
	for _, p := range fresh {
		at := slices.IndexFunc(left, func(a AcceptedPrinciple) bool { return a.Name == principleName(p) })
		if at < 0 { // another number or domain
			text := fingerprintOf(principleText(p))
			at = slices.IndexFunc(left, func(a AcceptedPrinciple) bool { return text.likeness(fingerprintOf(a.Text)) >= similar })
		}
		if at < 0 {
			out = append(out, "also breaches "+principleName(p)+" "+p.Title)
			continue
		}
		out = append(out, principleName(p)+": "+WordDiff(left[at].Text, principleText(p)))
		left = slices.Delete(left, at, at+1)
	}
	for _, a := range left {
		out = append(out, "no longer breaches "+a.Name)
	}
	return out
}

// contextWords is how many unchanged words stand around a change.
const contextWords = 5

// WordDiff shows what changed from one text to another: [-gone-] and {+new+}
// words, with a few unchanged ones around them and "…" for the rest. The words
// are compared by go-diff.
func WordDiff(before, after string) string {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // a result must not depend on the clock
	lines := func(text string) string { return strings.Join(strings.Fields(text), "\n") + "\n" }
	a, b, table := d.DiffLinesToChars(lines(before), lines(after))
	parts := d.DiffCharsToLines(d.DiffMain(a, b, false), table)
	var out []string
	for n, part := range parts {
		words := strings.Fields(part.Text)
		switch {
		case len(words) == 0:
		case part.Type == diffmatchpatch.DiffDelete:
			out = append(out, "[-"+strings.Join(words, " ")+"-]")
		case part.Type == diffmatchpatch.DiffInsert:
			out = append(out, "{+"+strings.Join(words, " ")+"+}")
		default:
			out = append(out, shorten(words, n == 0, n == len(parts)-1)...)
		}
	}
	return strings.Join(out, " ")
}

// shorten leaves of unchanged words those next to a change.
func shorten(words []string, first, last bool) []string {
	before, after := contextWords, contextWords // how many to keep at the start and the end
	if first {
		before = 0
	}
	if last {
		after = 0
	}
	if len(words) <= before+after+1 {
		return words
	}
	return slices.Concat(words[:before], []string{"…"}, words[len(words)-after:])
}
