package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// undefinedIDs are ids that no register has and that the same references name:
// one fault, wherever it lies.
type undefinedIDs struct {
	ids []string
	// refs are in order of path and offset; any of them may be a range.
	refs []*corpus.Reference
	// documents counts the documents that they stand in.
	documents int
}

// slipped reports whether the ids are those of one registered entry but for
// zeros: then the citations are wrong, however many there are.
func (u *undefinedIDs) slipped(c *corpus.Corpus) bool {
	near := c.Entry(u.refs[0].Suggestion)
	return near != nil && near.Mention.Number == u.refs[0].Mention.Number
}

// collectUndefined finds the ids that are named and not defined, those together
// that the same references name.
func collectUndefined(c *corpus.Corpus) []*undefinedIDs {
	lost := lostIDs(c) // that such rows are no table is another rule's to say
	var order []string
	named := map[string][]*corpus.Reference{}
	idReferences(c, func(ref *corpus.Reference) {
		// A range that is wrong by itself is register/range's, and a link
		// that leads nowhere tells the same fault.
		if ref.Status != corpus.Dangling || wrongRange(ref.Mention) != "" || inBrokenLink(ref) {
			return
		}
		for _, id := range ref.MissingIDs {
			if lost.names[id] {
				continue
			}
			if named[id] == nil {
				order = append(order, id)
			}
			named[id] = append(named[id], ref)
		}
	})
	var out []*undefinedIDs
	byRefs := map[string]*undefinedIDs{}
	for _, id := range order {
		var key strings.Builder
		documents := map[*corpus.Document]bool{}
		for _, ref := range named[id] {
			documents[ref.From] = true
			fmt.Fprintf(&key, "%s:%d ", ref.From.Path, ref.Span.Start)
		}
		u := byRefs[key.String()]
		if u == nil {
			u = &undefinedIDs{refs: named[id], documents: len(documents)}
			byRefs[key.String()] = u
			out = append(out, u)
		}
		u.ids = append(u.ids, id)
	}
	return out
}

// perDocument splits the references by the documents that they stand in.
func (u *undefinedIDs) perDocument() [][]*corpus.Reference {
	var out [][]*corpus.Reference
	for i, ref := range u.refs {
		if i == 0 || ref.From != u.refs[i-1].From {
			out = append(out, nil)
		}
		out[len(out)-1] = append(out[len(out)-1], ref)
	}
	return out
}

// inBrokenLink reports whether an id is part of the text of a link that leads
// nowhere.
func inBrokenLink(ref *corpus.Reference) bool {
	if ref.Mention.Block == nil {
		return false
	}
	in, ok := ref.Mention.Block.Prose.InLink(ref.Mention.Start)
	if !ok || in.Link == nil {
		return false
	}
	link := ref.From.LinkReference(in.Link)
	return link != nil && link.Status == corpus.Dangling
}

// placeFor is the entry behind which an id would have its row: the one with the
// number before, or the first.
func placeFor(c *corpus.Corpus, id string) *corpus.Entry {
	m := parse.ID(id)
	var first, before *corpus.Entry
	for _, r := range c.Registers {
		for _, e := range r.Entries {
			if e.Mention.Prefix != m.Prefix {
				continue
			}
			if first == nil {
				first = e
			}
			if e.Mention.Number < m.Number && (before == nil || e.Mention.Number > before.Mention.Number) {
				before = e
			}
		}
	}
	if before == nil {
		return first
	}
	return before
}

// extent says which ids with a prefix there are.
func extent(c *corpus.Corpus, prefix string) string {
	first, last := c.IDExtent(prefix)
	if first == last {
		return "the only id is " + first
	}
	return fmt.Sprintf("the ids run from %s to %s", first, last)
}

// rangeBefore is the range up to the ids that are missing, where those are at
// its end and at least two are there; else "".
func rangeBefore(ref *corpus.Reference) string {
	ids := corpus.IDs(ref.Mention)
	there := len(ids) - len(ref.MissingIDs)
	if there < 2 || !slices.Equal(ids[there:], ref.MissingIDs) {
		return ""
	}
	_, written, _ := strings.Cut(ref.Text, "..")
	return fmt.Sprintf("%s..%0*d", ids[0], zeros(written), ref.Mention.Number+there-1)
}

// zeros is the width of a number that is written with leading zeros, else 0.
func zeros(number string) int {
	if strings.HasPrefix(number, "0") {
		return len(number)
	}
	return 0
}
