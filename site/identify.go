package site

import (
	"fmt"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// definition is what a heading defines on the site.
type definition struct{ short, page string }

// identifyRows gives ids to the rows that other pages link to.
func (s *builder) identifyRows() {
	set := func(d *corpus.Document, row *parse.Row, id string) {
		if row == nil {
			return
		}
		if s.rowIDs[d] == nil {
			s.rowIDs[d] = map[int]string{}
		}
		if _, taken := d.Anchors.Lookup(id); !taken {
			s.rowIDs[d][row.Span.Start] = id
		}
	}
	for _, a := range s.corpus.AntiPatterns {
		if s.corpus.AntiPattern(a.ID) == a {
			set(a.Document, a.Row, a.ID)
		}
	}
	for _, r := range s.corpus.Registers {
		for _, e := range r.Entries {
			if s.corpus.Entry(e.ID) == e {
				set(r.Document, e.Row, strings.ToLower(e.ID))
			}
		}
	}
	for _, d := range s.corpus.Domains {
		for _, p := range d.Principles {
			if p.Row != nil {
				set(d.First, p.Row.Row, "trace-"+p.Anchor())
			}
		}
	}
	for _, d := range s.corpus.Documents {
		for i, v := range d.Violations {
			set(d, v.Row, violationID(i))
		}
	}
}

// violationID is the id of the row of a document's violation, counted from 0.
func violationID(i int) string { return fmt.Sprintf("a-violation-%d", i+1) }

// identifyDefinitions finds the headings that define principles and cores.
func (s *builder) identifyDefinitions() {
	set := func(d *corpus.Document, sec *parse.Section, def definition) {
		if s.anchors[d] == nil {
			s.anchors[d] = map[*parse.Section]definition{}
		}
		if _, taken := d.Anchors.Lookup(def.short); taken {
			def.short = ""
		}
		s.anchors[d][sec] = def
	}
	for _, d := range s.corpus.Domains {
		for _, p := range d.Principles {
			if d.Principle(p.Number) == p {
				set(d.First, p.Section, definition{p.Anchor(), principleURL(p)})
			}
		}
	}
	for _, core := range s.corpus.Cores {
		if s.corpus.CoreByNumber(core.Number) == core {
			set(core.Document, core.Section, definition{core.Anchor(), coreURL(core)})
		}
	}
}

// shortAnchor is the id, beside GitHub's, of a heading that defines something.
func (s *builder) shortAnchor(d *corpus.Document, sec *parse.Section) string {
	return s.anchors[d][sec].short
}

// definitionPage is the page of what a heading defines, or "".
func (s *builder) definitionPage(d *corpus.Document, sec *parse.Section) string {
	return s.anchors[d][sec].page
}
