package site

import (
	"fmt"
	"strings"

	"atelier/internal/address"
	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// definition is what a heading defines on the site.
type definition struct{ short, page string }

// identify finds, when they are asked for first, the ids of a document's rows and
// the headings of it that define something.
func (s *builder) identify(d *corpus.Document) *identified {
	return s.identified[d]()
}

// identified are the ids of a document beside those of its headings.
type identified struct {
	rows     map[int]string // of rows that other pages link to, by offset
	sections map[*parse.Section]definition
}

func (s *plan) newIdentified(d *corpus.Document) *identified {
	out := &identified{map[int]string{}, map[*parse.Section]definition{}}
	row := func(row *parse.Row, id string) {
		if row == nil {
			return
		}
		if _, taken := d.Anchors.Lookup(id); !taken {
			out.rows[row.Span.Start] = id
		}
	}
	section := func(sec *parse.Section, def definition) {
		if _, taken := d.Anchors.Lookup(def.short); taken {
			def.short = ""
		}
		out.sections[sec] = def
	}
	if d.Domain == nil {
		for _, a := range s.corpus.AntiPatterns {
			if a.Document == d && s.corpus.AntiPattern(a.ID) == a {
				row(a.Row, a.ID)
			}
		}
		for _, r := range s.corpus.Registers {
			if r.Document != d {
				continue
			}
			for _, e := range r.Entries {
				if s.corpus.Entry(e.ID) == e {
					row(e.Row, strings.ToLower(e.ID))
				}
			}
		}
	}
	if d.Domain != nil && d.Domain.First == d {
		for _, p := range d.Domain.Principles {
			if p.Row != nil {
				row(p.Row.Row, "trace-"+p.Anchor())
			}
			if d.Domain.Principle(p.Number) == p {
				section(p.Section, definition{p.Anchor(), address.Principle(p)})
			}
		}
	}
	for i, v := range d.Violations {
		row(v.Row, violationID(i))
	}
	if d == s.corpus.Core {
		for _, core := range s.corpus.Cores {
			if s.corpus.CoreByNumber(core.Number) == core {
				section(core.Section, definition{core.Anchor(), address.Core(core)})
			}
		}
	}
	return out
}

// violationID is the id of the row of a document's violation, counted from 0.
func violationID(i int) string { return fmt.Sprintf("a-violation-%d", i+1) }

// rowID is the id of the row of a document that starts at an offset, or "".
func (s *builder) rowID(d *corpus.Document, start int) string {
	if d == nil {
		return ""
	}
	return s.identify(d).rows[start]
}

// shortAnchor is the id, beside GitHub's, of a heading that defines something.
func (s *builder) shortAnchor(d *corpus.Document, sec *parse.Section) string {
	return s.identify(d).sections[sec].short
}

// definitionPage is the page of what a heading defines, or "".
func (s *builder) definitionPage(d *corpus.Document, sec *parse.Section) string {
	return s.identify(d).sections[sec].page
}
