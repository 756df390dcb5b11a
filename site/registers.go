package site

import (
	"fmt"
	"html"
	"maps"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// antiPatternsPage lists every anti-pattern with what it breaches and everything
// that names it.
func (s *builder) antiPatternsPage() (*content, error) {
	url := s.index.antiPatterns
	var b strings.Builder
	var domain *corpus.Domain
	open := false
	for _, a := range s.corpus.AntiPatterns {
		if s.corpus.AntiPattern(a.ID) != a {
			continue // a second row of the id is a finding
		}
		if !open || a.Domain != domain {
			heading := "Other"
			if a.Domain != nil {
				heading = domainTitle(a.Domain)
			}
			fmt.Fprintf(&b, "<h2>%s</h2>\n", html.EscapeString(heading))
			domain, open = a.Domain, true
		}
		s.antiPatternEntry(&b, a, url)
	}
	s.unregistered(&b, corpus.ToAntiPattern, url)
	return s.gathered(url, "Anti-patterns", fmt.Sprintf("%s: designs that look reasonable in a diff, each with the principle that it breaches and everything that names it.", count(len(s.corpus.AntiPatterns), "anti-pattern")), &b), nil
}

func (s *builder) antiPatternEntry(b *strings.Builder, a *corpus.AntiPattern, url string) {
	fmt.Fprintf(b, `<section class="entry" id="%s"><h3><code>%s</code></h3>`+"\n", html.EscapeString(a.ID), html.EscapeString(a.ID))
	summary := html.EscapeString(a.Summary)
	if cell := columnOf(a.Row, "summary"); cell != nil {
		summary = string(s.prose(a.Document, cell, url))
	}
	fmt.Fprintf(b, "<p>%s</p>\n", summary)
	var facts []string
	for _, group := range []struct {
		name string
		refs []*corpus.Reference
	}{{"Breaches", a.Breaches}, {"Compounds", a.Compounds}} {
		var names []string
		for _, ref := range group.refs {
			if ref.Principle != nil {
				names = append(names, s.namedPrinciple(ref.Principle, url, nil))
			}
		}
		if len(names) > 0 {
			facts = append(facts, group.name+" "+strings.Join(names, ", "))
		}
	}
	if a.Home != nil && a.Home.Target != nil {
		facts = append(facts, "Shown in "+s.place(a.Home.Target, "", shortTitle(a.Home.Target), url))
	}
	facts = append(facts, s.place(a.Document, s.rowIDs[a.Document][a.Row.Span.Start], "Row in the register", url))
	fmt.Fprintf(b, "<p class=\"facts\">%s</p>\n", strings.Join(facts, " · "))
	s.uses(b, s.corpus.AntiPatternUses(a.ID), url)
	b.WriteString("</section>\n")
}

// columnOf is the cell of a row below a header, or nil.
func columnOf(row *parse.Row, name string) *parse.Block {
	for i, head := range row.Table.Header {
		if strings.EqualFold(strings.TrimSpace(head.Prose.Text), name) && i < len(row.Cells) && row.Cells[i].Span.Len() > 0 {
			return row.Cells[i]
		}
	}
	return nil
}

// registerPage lists the ids of registers of some kinds with everything that
// names them, and those ids that documents name without a register.
func (s *builder) registerPage(url, title string, wanted func(corpus.RegisterKind) bool) *content {
	var b strings.Builder
	total, named := 0, 0
	for _, r := range s.corpus.Registers {
		if !wanted(r.Kind) || len(r.Entries) == 0 {
			continue
		}
		fmt.Fprintf(&b, "<h2>%s <span class=\"where\">%s</span></h2>\n", registerTitle(r.Kind), s.place(r.Document, "", documentTitle(r.Document), url))
		for _, e := range r.Entries {
			if s.corpus.Entry(e.ID) != e {
				continue
			}
			total++
			if len(s.idUses()[e.ID]) > 0 {
				named++
			}
			s.registerEntry(&b, e, url)
		}
	}
	if url == s.index.ids {
		s.unregistered(&b, corpus.ToID, url)
	}
	lead := fmt.Sprintf("%s, of which documents name %d; each with every place that names it.", count(total, "id"), named)
	return s.gathered(url, title, lead, &b)
}

// idUses are the references to each register id but its own row, those by a range
// ("ATELIER-1..3") among them.
func idUses(c *corpus.Corpus) map[string][]*corpus.Reference {
	const longest = 1000 // of a range; a longer one is a slip
	out := map[string][]*corpus.Reference{}
	for _, ref := range c.References {
		m := ref.Mention
		if ref.Kind != corpus.ToID || m == nil || ref.Generated || ref.Entry != nil && ref.Entry.Mention == m {
			continue
		}
		if m.RangeEnd <= m.Number || m.RangeEnd-m.Number > longest {
			out[m.Text] = append(out[m.Text], ref)
			continue
		}
		for n := m.Number; n <= m.RangeEnd; n++ {
			id := fmt.Sprintf("%s-%d", m.Prefix, n)
			out[id] = append(out[id], ref)
		}
	}
	return out
}

// namesWithoutRegister are the ids of a kind that documents name and no register
// defines, sorted, with the places.
func (s *builder) namesWithoutRegister(kind corpus.ReferenceKind) ([]string, map[string][]*corpus.Reference) {
	refs := map[string][]*corpus.Reference{}
	for _, ref := range s.corpus.References {
		if ref.Kind == kind && ref.Entry == nil && ref.AntiPattern == nil && !ref.Generated {
			refs[ref.Text] = append(refs[ref.Text], ref)
		}
	}
	return slices.Sorted(maps.Keys(refs)), refs
}

func (s *builder) unregistered(b *strings.Builder, kind corpus.ReferenceKind, url string) {
	ids, refs := s.namesWithoutRegister(kind)
	if len(ids) == 0 {
		return
	}
	b.WriteString("<h2>Named without a register</h2>\n")
	for _, id := range ids {
		fmt.Fprintf(b, `<section class="entry" id="%s"><h3><code>%s</code></h3>`+"\n", html.EscapeString(strings.ToLower(id)), html.EscapeString(id))
		s.uses(b, refs[id], url)
		b.WriteString("</section>\n")
	}
}

func registerTitle(kind corpus.RegisterKind) string {
	switch kind {
	case corpus.Decisions:
		return "Decisions"
	case corpus.Requirements:
		return "Requirements"
	case corpus.Ideas:
		return "Ideas"
	}
	return html.EscapeString(string(kind))
}

func (s *builder) registerEntry(b *strings.Builder, e *corpus.Entry, url string) {
	d := e.Register.Document
	title := html.EscapeString(e.Title)
	if cell := columnOf(e.Row, "title"); cell != nil {
		title = string(s.prose(d, cell, url))
	}
	fmt.Fprintf(b, `<section class="entry" id="%s"><h3><span class="number">%s</span> %s</h3>`+"\n", html.EscapeString(strings.ToLower(e.ID)), html.EscapeString(e.ID), title)
	var facts []string
	if e.Status != "" {
		facts = append(facts, html.EscapeString(e.Status))
	}
	if e.Since != "" {
		facts = append(facts, s.phaseLink(e.Since, url))
	}
	if e.Requires != "" {
		facts = append(facts, "requires a "+html.EscapeString(e.Requires))
	}
	facts = append(facts, s.place(d, s.rowIDs[d][e.Row.Span.Start], "Row in the register", url))
	fmt.Fprintf(b, "<p class=\"facts\">%s</p>\n", strings.Join(facts, " · "))
	s.uses(b, s.idUses()[e.ID], url)
	b.WriteString("</section>\n")
}

// uses lists the places that name an id, each with its sentence; what stands
// twice in a document in the same words stands once.
func (s *builder) uses(b *strings.Builder, refs []*corpus.Reference, url string) {
	var out strings.Builder
	seen := map[string]bool{}
	for _, ref := range refs {
		if ref.Mention == nil {
			continue
		}
		key := ref.From.Path + "\x00" + s.corpus.Sentence(ref.Mention)
		if !seen[key] {
			seen[key] = true
			s.citation(&out, ref, url)
		}
	}
	if out.Len() == 0 {
		b.WriteString("<p class=\"where\">No document names it.</p>\n")
		return
	}
	fmt.Fprintf(b, "<details class=\"fold\"><summary>Named in %s</summary>\n<ul class=\"citations\">\n%s</ul></details>\n", count(len(seen), "place"), out.String())
}

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
		if _, ok := corpus.ParseSince(name); !ok || !strings.Contains(name, " ") {
			return &phase{} // not a phase: nothing holds it
		}
		if byName[name] == nil {
			byName[name] = &phase{name: name}
		}
		return byName[name]
	}
	for _, d := range s.corpus.Documents {
		if d.Kind == corpus.KindRoadmap {
			s.roadmapPhases(d, get)
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

// roadmapPhases reads the tables of phases: their milestone is the first word of
// the heading above.
func (s *builder) roadmapPhases(d *corpus.Document, get func(string) *phase) {
	for _, t := range d.Tables {
		if len(t.Header) == 0 || t.Section == nil || !strings.EqualFold(t.Header[0].Prose.Text, "Phase") {
			continue
		}
		milestone, _, _ := strings.Cut(t.Section.Title, " ")
		for _, row := range t.Rows {
			p := get(milestone + " " + strings.TrimSpace(row.Cells[0].Prose.Text))
			p.row, p.from = row, d
			if cell := columnOf(row, "name"); cell != nil {
				p.title = cell.Prose.Text
			}
		}
	}
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
	if _, ok := corpus.ParseSince(name); !ok || s.index.phases == "" || !strings.Contains(name, " ") {
		return html.EscapeString(name)
	}
	return fmt.Sprintf(`<a href="%s">%s</a>`, relative(url, s.index.phases, phaseID(name)), html.EscapeString(name))
}

func (s *builder) phasesPage() (*content, error) {
	url := s.index.phases
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
	return s.gathered(url, "Phases", fmt.Sprintf("%s of the roadmap, each with the documents written in it, the ids it settles and the sentences that speak of it.", count(len(phases), "phase")), &b), nil
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

// entryPage is the page that lists an id with everything that names it.
func (s *builder) entryPage(e *corpus.Entry) string {
	if e.Register.Kind == corpus.Decisions {
		return s.index.decisions
	}
	return s.index.ids
}
