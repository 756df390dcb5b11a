package site

import (
	"cmp"
	"slices"

	"atelier/internal/corpus"
)

// A structure is which domain leans on which: the references between domain
// folders, counted by pair, with the domains in manifest order.
type structure struct {
	domains []*corpus.Domain
	place   map[*corpus.Domain]int
	// pairs has the references from the domain of the first index to that of
	// the second; nil where there are none.
	pairs [][]*pair
}

// A pair is the references from one domain to another.
type pair struct {
	from, to *corpus.Domain
	count    int
	// back counts the references to documents that were authored later, and
	// acknowledged those of them that the manifest allows.
	back, acknowledged int
	// links are the references by document at both ends, in order.
	links []documentLink
}

// A documentLink is the references from one document to one of another domain.
type documentLink struct {
	from, to           *corpus.Document
	count              int
	back, acknowledged bool
}

func newStructure(c *corpus.Corpus) *structure {
	st := &structure{domains: c.Domains, place: map[*corpus.Domain]int{}, pairs: make([][]*pair, len(c.Domains))}
	for i, d := range c.Domains {
		st.place[d] = i
		st.pairs[i] = make([]*pair, len(c.Domains))
	}
	type ends struct{ from, to *corpus.Document }
	seen := map[ends]int{} // index into the links of the pair
	for _, x := range c.Crossings() {
		to := x.Target
		if to == nil && x.Domain != nil {
			to = x.Domain.First
		}
		if x.From.Domain == nil || to == nil || to.Domain == nil || to.Domain == x.From.Domain {
			continue
		}
		cell := &st.pairs[st.place[x.From.Domain]][st.place[to.Domain]]
		if *cell == nil {
			*cell = &pair{from: x.From.Domain, to: to.Domain}
		}
		p := *cell
		at, ok := seen[ends{x.From, to}]
		if !ok {
			at = len(p.links)
			seen[ends{x.From, to}] = at
			back := goesBack(x.From, to)
			p.links = append(p.links, documentLink{from: x.From, to: to, back: back, acknowledged: back && c.Manifest.Acknowledges(x.From.Path, to.Path) != nil})
		}
		l := &p.links[at]
		l.count++
		p.count++
		if l.back {
			p.back++
		}
		if l.acknowledged {
			p.acknowledged++
		}
	}
	return st
}

// goesBack reports whether a link leads to a document that was authored later.
func goesBack(from, to *corpus.Document) bool {
	return from.Row != nil && to.Row != nil && to.Row.Place > from.Row.Place
}

// joined reports whether a domain refers to another.
func (st *structure) joined() bool {
	joined := false
	st.each(func(int, int, *pair) { joined = true })
	return joined
}

// each calls f for every pair that has references, by rows.
func (st *structure) each(f func(i, j int, p *pair)) {
	for i, row := range st.pairs {
		for j, p := range row {
			if p != nil {
				f(i, j, p)
			}
		}
	}
}

// sorted are the links of a pair, the most frequent first.
func (p *pair) sorted() []documentLink {
	out := slices.Clone(p.links)
	slices.SortStableFunc(out, func(a, b documentLink) int { return cmp.Compare(b.count, a.count) })
	return out
}

// weight sorts counts into four classes, for the shades and strokes of pictures.
func weight(count int) int {
	switch {
	case count >= 20:
		return 4
	case count >= 8:
		return 3
	case count >= 3:
		return 2
	}
	return 1
}
