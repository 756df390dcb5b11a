package site

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// antiPatternsPage lists every anti-pattern with what it breaches and everything
// that names it.
func (s *builder) antiPatternsPage() (*content, error) {
	url := s.index.AntiPatterns
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
	return s.gathered(url, antiPatternsTitle, fmt.Sprintf("%s: designs that look reasonable in a diff, each with the principle that it breaches and everything that names it.", count(len(s.corpus.AntiPatterns), "anti-pattern")), &b), nil
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
	facts = append(facts, s.place(a.Document, s.rowID(a.Document, a.Row.Span.Start), "Row in the register", url))
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
			if len(s.usesOf(e)) > 0 {
				named++
			}
			s.registerEntry(&b, e, url)
		}
	}
	if url == s.index.IDs {
		s.unregistered(&b, corpus.ToID, url)
	}
	lead := fmt.Sprintf("%s, of which documents name %d; each with every place that names it.", count(total, "id"), named)
	return s.gathered(url, title, lead, &b)
}

// meeting are the documents whose front matter says that they meet an id.
func meeting(c *corpus.Corpus) map[string][]*corpus.Document {
	out := map[string][]*corpus.Document{}
	for _, d := range c.Documents {
		for _, ref := range d.Requirements {
			for _, e := range ref.Entries {
				out[e.ID] = append(out[e.ID], d)
			}
		}
	}
	return out
}

// usesOf are the references to a register id but its own row.
func (s *builder) usesOf(e *corpus.Entry) []*corpus.Reference {
	return slices.DeleteFunc(slices.Clone(s.corpus.IDUses(e.ID)), func(ref *corpus.Reference) bool { return ref.Mention == e.Mention })
}

func (s *builder) unregistered(b *strings.Builder, kind corpus.ReferenceKind, url string) {
	ids, refs := s.corpus.Unregistered(kind)
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
	for _, met := range s.meeting()[e.ID] {
		facts = append(facts, "met by "+s.place(met, "", documentTitle(met), url))
	}
	if e.Requires != "" {
		facts = append(facts, "requires a "+html.EscapeString(e.Requires))
	}
	facts = append(facts, s.place(d, s.rowID(d, e.Row.Span.Start), "Row in the register", url))
	fmt.Fprintf(b, "<p class=\"facts\">%s</p>\n", strings.Join(facts, " · "))
	s.uses(b, s.usesOf(e), url)
	b.WriteString("</section>\n")
}

// uses lists the places that name an id, each with its sentence; what stands
// twice in a document in the same words stands once.
func (s *builder) uses(b *strings.Builder, refs []*corpus.Reference, url string) {
	var out strings.Builder
	seen := map[string]bool{}
	for _, ref := range refs {
		if ref.Mention == nil || ref.Mention.Block == nil {
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

// entryPage is the page that lists an id with everything that names it.
func (s *builder) entryPage(e *corpus.Entry) string {
	if e.Register.Kind == corpus.Decisions {
		return s.index.Decisions
	}
	return s.index.IDs
}
