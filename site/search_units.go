package site

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/site/search"
)

// A result shows this much of a violation, and of the text of other units. The
// index is a fifth of the text it finds, and these are a third of the index.
const labelBytes, excerptBytes = 70, 46

// searchUnits are the pages and units of the search: every document in reading
// order, each text in one unit only. What atelier generates from the model is
// left out, since the units it is made from are found anyway.
func (s *builder) searchUnits() ([]search.Page, []search.Unit) {
	var pages []search.Page
	var units []search.Unit
	for _, d := range s.readingOrder() {
		p := search.Page{URL: s.documentURL(d), Title: shortTitle(d)}
		if d.Domain != nil {
			p.Place = domainTitle(d.Domain)
		}
		units = append(units, s.documentUnits(d, len(pages))...)
		pages = append(pages, p)
	}
	// What is one row long stands after the rest: few words are in both, and
	// lists of units that stand close together are short.
	slices.SortStableFunc(units, func(a, b search.Unit) int { return cmp.Compare(rowLong(a), rowLong(b)) })
	return pages, units
}

func rowLong(u search.Unit) int {
	switch u.Kind {
	case search.Violation, search.AntiPattern, search.Entry:
		return 1
	}
	return 0
}

// unitBuilder collects the units of one document.
type unitBuilder struct {
	s     *builder
	doc   *corpus.Document
	page  int
	units []*search.Unit
	// bySection are the units of headings, the nil one that of the document;
	// byRow those of table rows.
	bySection map[*parse.Section]*search.Unit
	byRow     map[*parse.Row]*search.Unit
	quiet     map[*parse.Block]bool // cells that are not searched
}

func (s *builder) documentUnits(d *corpus.Document, page int) []search.Unit {
	b := &unitBuilder{s: s, doc: d, page: page, bySection: map[*parse.Section]*search.Unit{}, byRow: map[*parse.Row]*search.Unit{}, quiet: map[*parse.Block]bool{}}
	b.document()
	b.sections()
	b.rows()
	b.text()
	var out []search.Unit
	for _, u := range b.units {
		out = append(out, *u)
	}
	return out
}

func (b *unitBuilder) add(u search.Unit) *search.Unit {
	u.Page = b.page
	b.units = append(b.units, &u)
	return &u
}

// document adds the unit of the page itself. Its ids are its path in the
// forms that documents cite it by.
func (b *unitBuilder) document() {
	d := b.doc
	name := strings.TrimSuffix(d.Path, path.Ext(d.Path))
	ids := []string{path.Base(name), name, d.Path}
	title := shortTitle(d)
	if d.Domain != nil {
		ids = append(ids, strings.TrimPrefix(name, d.Domain.Collection+"/"))
		if d == d.Domain.First {
			ids = append(ids[1:], d.Domain.Short, d.Domain.Name, d.Domain.Path)
			title = domainTitle(d.Domain)
		}
	}
	b.bySection[nil] = b.add(search.Unit{Kind: search.Document, Label: documentTitle(d), IDs: ids, Title: title})
}

// sections adds a unit for each heading: that of a principle or core leads to
// its own page.
func (b *unitBuilder) sections() {
	var above []*parse.Section
	for _, sec := range b.doc.Sections {
		for len(above) > 0 && above[len(above)-1].Level >= sec.Level {
			above = above[:len(above)-1]
		}
		if sec.Level == 1 && len(b.units) == 1 {
			b.bySection[sec] = b.bySection[nil]
			continue
		}
		if sec.Block.Generated {
			continue
		}
		u := search.Unit{Kind: search.Section, Address: "#" + sec.Anchor, Label: sec.Text, Title: sec.Title, Headings: b.headings(above)}
		if sec.Annotation.Len() > 0 {
			u.Headings += " " + strings.TrimPrefix(sec.Text, sec.Title)
		}
		above = append(above, sec)
		b.define(&u, sec)
		b.bySection[sec] = b.add(u)
	}
}

// headings are what a unit stands under: its page, its domain, the headings above.
func (b *unitBuilder) headings(above []*parse.Section) string {
	words := []string{shortTitle(b.doc)}
	if b.doc.Domain != nil {
		words = append(words, domainTitle(b.doc.Domain))
	}
	for _, sec := range above {
		words = append(words, sec.Title)
	}
	return strings.Join(words, " ")
}

// define makes the unit of a heading that of what it defines.
func (b *unitBuilder) define(u *search.Unit, sec *parse.Section) {
	if d := b.doc.Domain; d != nil && b.doc == d.First {
		for _, p := range d.Principles {
			if p.Section == sec && d.Principle(p.Number) == p {
				u.Kind, u.Label, u.Title, u.Address = search.Principle, p.ID()+" "+p.Title, p.Title, p.Anchor()+".html"
				u.IDs = []string{p.ID(), d.Short + "/" + p.ID(), d.Name + "/" + p.ID(), d.Path + "/" + p.ID()}
				if p.Row != nil {
					b.quiet[p.Row.Cells[0]] = true
					b.byRow[p.Row.Row] = u // its words stand here, not in the table's section
				}
			}
		}
	}
	for _, c := range b.s.corpus.Cores {
		if c.Section == sec && b.s.corpus.CoreByNumber(c.Number) == c {
			u.Kind, u.Label, u.Title, u.Address = search.Core, c.ID()+" "+c.Title, c.Title, c.Anchor()+".html"
			u.IDs = []string{c.ID(), "core/" + c.ID()}
		}
	}
}

// rows adds the rows that say something of their own: violations,
// anti-patterns and entries of registers.
func (b *unitBuilder) rows() {
	address := func(row *parse.Row) string {
		if id := b.s.rowID(b.doc, row.Span.Start); id != "" {
			return "#" + id
		}
		if row.Table.Section != nil {
			return "#" + row.Table.Section.Anchor
		}
		return ""
	}
	for _, v := range b.doc.StatedViolations() {
		u := search.Unit{Kind: search.Violation, Address: address(v.Row), Label: shorten(v.Text, labelBytes), Headings: b.headings(nil)}
		var breaches []string
		for _, m := range v.Principles {
			breaches = append(breaches, m.Text)
		}
		u.Excerpt = strings.Join(breaches, ", ")
		// The cell of the principles repeats their titles: it is told by their
		// numbers, and is no text of its own.
		u.Body = u.Excerpt
		b.byRow[v.Row] = b.add(u)
		if len(v.Cells) > 1 {
			b.quiet[v.Cells[1]] = true
		}
	}
	for _, a := range b.s.corpus.AntiPatterns {
		if a.Document == b.doc && b.s.corpus.AntiPattern(a.ID) == a {
			b.byRow[a.Row] = b.add(search.Unit{Kind: search.AntiPattern, Address: address(a.Row), Label: a.ID, Excerpt: shorten(a.Summary, labelBytes), IDs: []string{a.ID}, Title: a.ID, Headings: b.headings(nil)})
		}
	}
	for _, r := range b.s.corpus.Registers {
		for _, e := range r.Entries {
			if r.Document == b.doc && b.s.corpus.Entry(e.ID) == e {
				b.byRow[e.Row] = b.add(search.Unit{Kind: search.Entry, Address: address(e.Row), Label: e.ID + " " + e.Title, Excerpt: e.Status, IDs: []string{e.ID}, Title: e.Title, Headings: b.headings(nil)})
			}
		}
	}
}

// text gives each block of prose and each piece of code to the unit it stands in.
func (b *unitBuilder) text() {
	rowOf := map[*parse.Block]*search.Unit{}
	for row, u := range b.byRow {
		for _, cell := range row.Cells {
			rowOf[cell] = u
		}
	}
	unit := func(sec *parse.Section) *search.Unit {
		if u := b.bySection[sec]; u != nil {
			return u
		}
		return b.bySection[nil]
	}
	texts := map[*search.Unit][]string{}
	for _, block := range b.doc.Blocks {
		if block.Kind == parse.HeadingBlock || block.Generated || b.quiet[block] {
			continue
		}
		u := rowOf[block]
		if u == nil {
			u = unit(block.Section)
		}
		if u.Excerpt == "" && block.Kind == parse.ParagraphBlock && !block.Header {
			u.Excerpt = shorten(block.Prose.Text, excerptBytes)
		}
		texts[u] = append(texts[u], block.Prose.Text)
	}
	for _, f := range b.doc.Fences {
		u := unit(f.Section)
		texts[u] = append(texts[u], f.Text)
	}
	for u, in := range texts {
		u.Body += "\n" + strings.Join(in, "\n")
	}
}
