package site

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"

	"atelier/internal/address"
	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// A phase is one phase of the roadmap, and what speaks of it.
type phase struct {
	name  string // "v0.4 P2"
	title string
	row   *parse.Row // in the roadmap, or nil
	from  *corpus.Document
	// documents are those of the manifest that were authored in it.
	documents []*corpus.Document
	entries   []*corpus.Entry
	mentions  []*corpus.PhaseMention
}

// phaseID is the id of a phase on its page, "v0.4-p2".
func phaseID(name string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimSpace(name), " ", "-"))
}

// phases are the phases in their order: those of the roadmap, and those that the
// manifest and the registers name.
func (s *builder) phases() []*phase {
	byName := map[string]*phase{}
	get := func(name string) *phase {
		if !address.IsPhase(name) {
			return &phase{} // not a phase: nothing holds it
		}
		if byName[name] == nil {
			byName[name] = &phase{name: name}
		}
		return byName[name]
	}
	for _, d := range s.corpus.Documents {
		for name, row := range d.RoadmapPhases() {
			p := get(name)
			p.row, p.from = row, d
			if cell := columnOf(row, "name"); cell != nil {
				p.title = cell.Prose.Text
			}
		}
		if d.Row != nil {
			p := get(d.Row.SinceText)
			p.documents = append(p.documents, d)
		}
	}
	for _, r := range s.corpus.Registers {
		for _, e := range r.Entries {
			p := get(strings.TrimSpace(e.Since))
			p.entries = append(p.entries, e)
		}
	}
	for _, m := range s.corpus.Phases {
		if m.Block.Table == nil { // a table's phase is said by its row
			p := get(phaseName(m))
			p.mentions = append(p.mentions, m)
		}
	}
	out := slices.Collect(maps.Values(byName))
	for _, p := range out {
		slices.SortFunc(p.documents, func(a, b *corpus.Document) int { return a.Row.Place - b.Row.Place })
	}
	slices.SortFunc(out, func(a, b *phase) int {
		x, _ := corpus.ParseSince(a.name)
		y, _ := corpus.ParseSince(b.name)
		if c := x.Compare(y); c != 0 {
			return c
		}
		return strings.Compare(a.name, b.name)
	})
	return out
}

// phaseName is the whole name of a phase: with the milestone that stands before
// it or right behind, else with that of the document that speaks of it.
func phaseName(m *corpus.PhaseMention) string {
	number := fmt.Sprintf("P%d", m.Number)
	before := strings.Fields(m.Before())
	if len(before) > 0 {
		if _, ok := corpus.ParseSince(before[len(before)-1]); ok {
			return before[len(before)-1] + " " + number
		}
	}
	if rest, ok := strings.CutPrefix(m.After(), " of the "); ok {
		version, _, _ := strings.Cut(rest, " ")
		if _, ok := corpus.ParseSince(strings.TrimRight(version, ".,;:")); ok {
			return strings.TrimRight(version, ".,;:") + " " + number
		}
	}
	if m.From.Row != nil {
		milestone, _, _ := strings.Cut(m.From.Row.SinceText, " ")
		return milestone + " " + number
	}
	return ""
}

func (s *builder) phaseLink(name, url string) string {
	if s.index.Phases == "" || !address.IsPhase(name) {
		return html.EscapeString(name)
	}
	return fmt.Sprintf(`<a href="%s">%s</a>`, relative(url, s.index.Phases, phaseID(name)), html.EscapeString(name))
}

func (s *builder) phasesPage() (*content, error) {
	url := s.index.Phases
	var b strings.Builder
	phases := s.phases()
	milestone := ""
	for _, p := range phases {
		if m, _, _ := strings.Cut(p.name, " "); m != milestone {
			milestone = m
			fmt.Fprintf(&b, "<h2>%s</h2>\n", html.EscapeString(milestone))
		}
		s.phaseEntry(&b, p, url)
	}
	of := ""
	if slices.ContainsFunc(phases, func(p *phase) bool { return p.row != nil }) {
		of = " of the roadmap"
	}
	return s.gathered(url, "Phases", fmt.Sprintf("%s%s, each with the documents written in it, the ids it settles and the sentences that speak of it.", count(len(phases), "phase"), of), &b), nil
}

func (s *builder) phaseEntry(b *strings.Builder, p *phase, url string) {
	fmt.Fprintf(b, `<section class="entry" id="%s"><h3><span class="number">%s</span> %s</h3>`+"\n", html.EscapeString(phaseID(p.name)), html.EscapeString(p.name), html.EscapeString(p.title))
	if p.row != nil {
		var facts []string
		if cell := columnOf(p.row, "status"); cell != nil {
			facts = append(facts, html.EscapeString(cell.Prose.Text))
		}
		facts = append(facts, s.place(p.from, p.row.Table.Section.Anchor, "Table in the roadmap", url))
		fmt.Fprintf(b, "<p class=\"facts\">%s</p>\n", strings.Join(facts, " · "))
		if cell := columnOf(p.row, "key deliverables"); cell != nil {
			fmt.Fprintf(b, "<p>%s</p>\n", s.prose(p.from, cell, url))
		}
	}
	var documents, ids []string
	for _, d := range p.documents {
		documents = append(documents, s.place(d, "", documentTitle(d), url))
	}
	for _, e := range p.entries {
		ids = append(ids, fmt.Sprintf(`<a href="%s" title="%s">%s</a>`, relative(url, s.entryPage(e), strings.ToLower(e.ID)), html.EscapeString(e.Title), html.EscapeString(e.ID)))
	}
	for _, list := range []struct {
		name  string
		items []string
	}{{"Documents", documents}, {"Ids", ids}} {
		if len(list.items) > 0 {
			fmt.Fprintf(b, "<p class=\"derived\">%s: %s</p>\n", list.name, strings.Join(list.items, ", "))
		}
	}
	if len(p.mentions) > 0 {
		b.WriteString("<ul class=\"citations\">\n")
		for _, m := range p.mentions {
			anchor, place := s.sectionOf(m.From, m.Block)
			fmt.Fprintf(b, "<li>%s<q>%s</q></li>\n", s.place(m.From, anchor, place, url), s.sentence(m.From, m.Mention, quoteLimit, url))
		}
		b.WriteString("</ul>\n")
	}
	b.WriteString("</section>\n")
}
