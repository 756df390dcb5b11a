package corpus

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atelier/internal/parse"
	"atelier/internal/source"
)

// MaxRange bounds the ids that one range names. A wider one is a slip: no
// sentence speaks of a thousand decisions.
const MaxRange = 1000

// IDs are the ids that a mention of register ids names: all of `ATELIER-97..101`,
// written like the first; none where the range runs backwards or beyond
// [MaxRange].
func IDs(m *parse.Mention) []string {
	if m.RangeEnd == 0 {
		return []string{m.Text}
	}
	if m.RangeEnd < m.Number || m.RangeEnd-m.Number >= MaxRange {
		return nil
	}
	first, _, _ := strings.Cut(m.Text[len(m.Prefix)+1:], "..")
	width := 0 // D-007..012 keeps its zeros
	if strings.HasPrefix(first, "0") {
		width = len(first)
	}
	var out []string
	for n := m.Number; n <= m.RangeEnd; n++ {
		out = append(out, fmt.Sprintf("%s-%0*d", m.Prefix, width, n))
	}
	return out
}

// id resolves a register id, or every id of a range.
func (r *resolver) id(m *parse.Mention) *Reference {
	if kind, ok := r.c.prefixes[m.Prefix]; !ok && !defaultPrefixes[m.Prefix] || kind == antiPatterns || r.notCitation(m) {
		return nil
	}
	return r.registered(m)
}

// registered is what a mention of register ids resolves to.
func (r *resolver) registered(m *parse.Mention) *Reference {
	c := r.c
	ref := r.reference(ToID, Unregistered)
	if _, ok := c.prefixes[m.Prefix]; !ok {
		return ref
	}
	ids := IDs(m)
	for _, id := range ids {
		if e := c.idByName[id]; e == nil {
			ref.MissingIDs = append(ref.MissingIDs, id)
		} else if !slices.Contains(ref.Entries, e) {
			ref.Entries = append(ref.Entries, e)
		}
	}
	if len(ref.Entries) > 0 {
		e := ref.Entries[0]
		ref.Entry, ref.Target, ref.Path = e, e.Register.Document, e.Register.Document.Path
		ref.Anchor = strings.ToLower(e.ID)
	}
	ref.Status = Resolved
	if len(ids) == 0 || len(ref.MissingIDs) > 0 {
		ref.Status, ref.Fault = Dangling, NoTarget
	}
	if len(ids) == 1 && ref.Status == Dangling {
		ref.Suggestion = r.nearestID(m)
	}
	return ref
}

// readRequirements reads the register ids that the front matter of a document
// says it meets.
func (r *resolver) readRequirements() {
	d := r.d
	key, ok := d.Front.Keys["requirements"]
	if !ok {
		return
	}
	at := key.End
	for _, text := range listed(d.Front.Values["requirements"]) {
		i := strings.Index(d.File.Text[at:d.Front.Span.End], text)
		m := parse.ID(text)
		if m == nil || i < 0 {
			continue
		}
		m.Span = source.Span{Start: at + i, End: at + i + len(text)}
		at = m.Span.End
		ref := r.registered(m)
		ref.From, ref.Mention, ref.Span, ref.Text, ref.Role = d, m, m.Span, text, InFrontMatter
		d.Requirements = append(d.Requirements, ref)
	}
}

// listed are the items of a YAML list, or of a text with commas.
func listed(value any) []string {
	var out []string
	switch value := value.(type) {
	case []any:
		for _, item := range value {
			if text, ok := item.(string); ok {
				out = append(out, strings.TrimSpace(text))
			}
		}
	case string:
		for item := range strings.SplitSeq(value, ",") {
			out = append(out, strings.TrimSpace(item))
		}
	}
	return out
}

// NearestID is the registered id that a mention of an unknown one most likely
// meant, or "": the same number written with other zeros, else one that is one
// digit off, of several the nearest in number.
func (c *Corpus) NearestID(m *parse.Mention) string { return c.searchID(m, EditDistance) }

// nearestID is the same while guesses are left; an id that is gone is often named
// in many places.
func (r *resolver) nearestID(m *parse.Mention) string {
	near, ok := r.nearest[m.Text]
	if !ok {
		near = r.c.searchID(m, r.guesses.distance)
		r.nearest[m.Text] = near
	}
	return near
}

func (c *Corpus) searchID(m *parse.Mention, distance func(a, b string, bound int) int) string {
	best, bestEdits, bestNumbers := "", 2, 0
	for _, e := range c.withPrefix(m.Prefix) {
		if e.Mention.RangeEnd > 0 {
			continue
		}
		edits, numbers := 0, max(e.Mention.Number-m.Number, m.Number-e.Mention.Number)
		switch {
		case numbers == 0:
		case swapped(e.ID, m.Text):
			edits = 1
		default:
			edits = EditDistance(e.ID, m.Text, 1)
		}
		if edits < 2 && (best == "" || cmp.Or(cmp.Compare(edits, bestEdits), cmp.Compare(numbers, bestNumbers)) < 0) {
			best, bestEdits, bestNumbers = e.ID, edits, numbers
		}
	}
	return best
}

// withPrefix are the entries of the registers whose ids have a prefix.
func (c *Corpus) withPrefix(prefix string) []*Entry {
	var out []*Entry
	for _, r := range c.Registers {
		for _, e := range r.Entries {
			if e.Mention.Prefix == prefix {
				out = append(out, e)
			}
		}
	}
	return out
}

// IDExtent are the ids with the lowest and the highest number that have a prefix,
// "" where no register defines any.
func (c *Corpus) IDExtent(prefix string) (first, last string) {
	lowest, highest := 0, 0
	for _, e := range c.withPrefix(prefix) {
		ids := IDs(e.Mention)
		if len(ids) == 0 {
			continue // a range that runs backwards
		}
		if m := e.Mention; first == "" || m.Number < lowest {
			first, lowest = ids[0], m.Number
		}
		if n := max(e.Mention.Number, e.Mention.RangeEnd); last == "" || n > highest {
			last, highest = ids[len(ids)-1], n
		}
	}
	return first, last
}

// swapped reports whether two ids differ by two neighbouring digits that changed
// places.
func swapped(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i+1 < len(a); i++ {
		if a[i] != b[i] {
			return a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
		}
	}
	return false
}

// JoinIDs writes ids with runs of neighbours as one, "ATELIER-102 to
// ATELIER-105 and ATELIER-110".
func JoinIDs(ids []string) string {
	var runs []string
	for i := 0; i < len(ids); {
		end := i
		for end+1 < len(ids) && follows(ids[end], ids[end+1]) {
			end++
		}
		switch end - i {
		case 0:
			runs = append(runs, ids[i])
		case 1:
			runs = append(runs, ids[i], ids[end])
		default:
			runs = append(runs, ids[i]+" to "+ids[end])
		}
		i = end + 1
	}
	if len(runs) < 2 {
		return strings.Join(runs, "")
	}
	return strings.Join(runs[:len(runs)-1], ", ") + " and " + runs[len(runs)-1]
}

func follows(a, b string) bool {
	number := func(id string) (string, int) {
		i := strings.LastIndexByte(id, '-')
		n, err := strconv.Atoi(id[i+1:])
		if err != nil {
			return id, -1
		}
		return id[:i+1], n
	}
	prefixA, x := number(a)
	prefixB, y := number(b)
	return prefixA == prefixB && x >= 0 && y == x+1
}
