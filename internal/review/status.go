package review

import (
	"maps"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/worddiff"
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

// changesSince says how an item differs from what was accepted. Where the domain of
// the item has another name by now, names with the old one are read as new ones.
func changesSince(s *Signoff, i *Item) []string {
	rename := renamedDomain(domainOfID(s.Item), i.Domain)
	var out []string
	if was, now := rename(s.Text), Normalise(i.Text); now != was {
		out = append(out, string(i.Kind)+": "+wordDiff(was, now))
	}
	var fresh []*corpus.Principle
	left := slices.Clone(s.Principles)
	for n, a := range left {
		left[n] = AcceptedPrinciple{rename(a.Name), rename(a.Text)}
	}
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
		out = append(out, principleName(p)+": "+wordDiff(left[at].Text, principleText(p)))
		left = slices.Delete(left, at, at+1)
	}
	for _, a := range left {
		out = append(out, "no longer breaches "+a.Name)
	}
	return out
}

// renamedDomain turns the names that a domain gives to its documents, principles
// and anti-patterns: "messaging/queues", "messaging P6", "messaging-dual-write".
func renamedDomain(was string, now *corpus.Domain) func(string) string {
	if was == now.Name {
		return same
	}
	was = was[strings.LastIndexByte(was, '/')+1:]
	var pairs []string
	for _, mark := range []string{"/", "-", " P"} {
		pairs = append(pairs, was+mark, now.Short+mark)
	}
	return strings.NewReplacer(pairs...).Replace
}

// wordDiff shows what changed from one text to another, with a few unchanged words
// around it and "…" for the rest.
func wordDiff(before, after string) string {
	return worddiff.Text(worddiff.Shorten(worddiff.Compare(before, after)))
}
