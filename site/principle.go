package site

import (
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"

	"atelier/internal/address"
	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// principle is the page of a principle: what it says, what it rests on, what
// breaches it, and everything that names it.
func (s *builder) principle(p *corpus.Principle, index int) *content {
	url := address.Principle(p)
	d := p.Domain
	var b strings.Builder
	fmt.Fprintf(&b, `<p class="eyebrow">%s</p>`+"\n", html.EscapeString(domainTitle(d)+" principle"))
	fmt.Fprintf(&b, `<h1><span class="number">%s</span> %s</h1>`+"\n", p.ID(), html.EscapeString(p.Title))
	fmt.Fprintf(&b, `<div class="statement">%s</div>`+"\n", s.part(d.First, p.Statement, url))
	fmt.Fprintf(&b, `<p class="own-page"><a href="%s">In %s</a></p>`+"\n", relative(url, s.documentURL(d.First), s.headingAnchor(d.First, p.Section)), html.EscapeString(d.First.Title))
	chapters := []chapter{
		s.traceChapter(p, url), s.violationChapter(p, url), s.antiPatternChapter(p, url), s.sectionChapter(p, url),
		s.citationChapter(s.corpus.Citations(p), url, corpus.InHeading, corpus.InViolation),
	}
	writeChapters(&b, chapters)
	s.neighbours(&b, d, index, url)
	return &content{
		Title: p.ID() + ". " + p.Title, Description: shorten(s.statementText(d.First, p.Statement), 160), Kind: kindPrinciple,
		Twin: relative(url, address.Twin(url), ""), Findings: s.findingsOf(d.First, p.Definition, p.Row),
		Crumbs: s.crumbs(url, d), Body: template.HTML(b.String()), Contents: chapterContents(chapters),
	}
}

// headingAnchor is the id of a heading, its short one where it has one.
func (s *builder) headingAnchor(d *corpus.Document, sec *parse.Section) string {
	if short := s.shortAnchor(d, sec); short != "" {
		return short
	}
	return sec.Anchor
}

func (s *builder) statementText(d *corpus.Document, span source.Span) string {
	for _, b := range d.Blocks {
		if span.Contains(b.Span.Start) {
			return b.Prose.Text
		}
	}
	return ""
}

// traceChapter says which cores a principle derives from, the primary first,
// each with the reason that its statement gives.
func (s *builder) traceChapter(p *corpus.Principle, url string) chapter {
	c := chapter{id: "a-derives", title: "Derives from"}
	numbers := p.CoreNumbers()
	if len(numbers) == 0 {
		return c
	}
	var b strings.Builder
	b.WriteString("<ul class=\"cores\">\n")
	for i, n := range numbers {
		label := fmt.Sprintf("C%d", n)
		if core := s.corpus.CoreByNumber(n); core != nil {
			label = fmt.Sprintf(`<a class="ref" href="%s">C%d %s</a>`, relative(url, address.Core(core), ""), n, html.EscapeString(core.Title))
		}
		if i == 0 {
			label += ` <span class="tag">primary</span>`
		}
		fmt.Fprintf(&b, "<li>%s%s</li>\n", label, s.reasonOf(p, n, url))
	}
	b.WriteString("</ul>\n")
	if p.Row != nil && p.Row.Why != "" {
		fmt.Fprintf(&b, `<p class="why">%s</p>`+"\n", html.EscapeString(p.Row.Why))
	}
	c.body = b.String()
	return c
}

// reasonOf is what a principle's statement says in parentheses behind a core,
// or "".
func (s *builder) reasonOf(p *corpus.Principle, number int, url string) string {
	for _, m := range p.Definition.Cores {
		if m.Number != number {
			continue
		}
		if start, end := m.Parenthesis(); end > start {
			return fmt.Sprintf(` <span class="why">%s</span>`, s.passage(p.Domain.First, m.Block, m.Block.Prose.Span(start, end), url))
		}
	}
	return ""
}

func (s *builder) violationChapter(p *corpus.Principle, url string) chapter {
	violations := s.corpus.ViolationsOf(p)
	c := chapter{id: "a-breaches", title: "What breaches it", entries: len(violations)}
	if len(violations) == 0 {
		return c
	}
	var b strings.Builder
	fmt.Fprintf(&b, "<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Violations of %s\"><table>\n<thead><tr><th scope=\"col\">Violation</th><th scope=\"col\">Breach</th><th scope=\"col\">In</th></tr></thead>\n<tbody>\n", p.ID())
	for _, v := range violations {
		fmt.Fprintf(&b, `<tr><td>%s</td><td>%s</td><td><a href="%s">%s</a></td></tr>`+"\n",
			s.violationText(v, url), s.breach(v, p, url), relative(url, s.documentURL(v.Document), s.rowID(v.Document, v.Row.Span.Start)), html.EscapeString(shortTitle(v.Document)))
	}
	b.WriteString("</tbody></table></div>\n")
	c.body = b.String()
	return c
}

// breach says how a violation breaches a principle, and which others first.
func (s *builder) breach(v *corpus.Violation, p *corpus.Principle, url string) string {
	primary, secondary := v.Breaches()
	role := "primary"
	if slices.Contains(secondary, p) {
		role = "compounding"
	}
	var also []string
	for _, other := range primary {
		if other != p {
			also = append(also, s.principleLink(other, url, p.Domain))
		}
	}
	if len(also) > 0 {
		role += ", with " + strings.Join(also, ", ")
	}
	return role
}

// shortTitle is the part of a document's title before the dash, or all of it
// for first principles.
func shortTitle(d *corpus.Document) string {
	title, rest, ok := strings.Cut(documentTitle(d), " — ")
	if ok && d.Kind == corpus.KindFirstPrinciples {
		return rest
	}
	return title
}

func (s *builder) principleLink(p *corpus.Principle, url string, own *corpus.Domain) string {
	name := p.ID()
	if p.Domain != own {
		name = p.Name()
	}
	return fmt.Sprintf(`<a class="ref" href="%s" title="%s">%s</a>`, relative(url, address.Principle(p), ""), html.EscapeString(p.Title), name)
}

func (s *builder) antiPatternChapter(p *corpus.Principle, url string) chapter {
	c := chapter{id: "a-anti-patterns", title: "Anti-patterns"}
	var b strings.Builder
	for _, a := range s.corpus.AntiPatterns {
		role := ""
		for _, ref := range a.Breaches {
			if ref.Principle == p {
				role = "breaches it"
			}
		}
		for _, ref := range a.Compounds {
			if ref.Principle == p && role == "" {
				role = "compounds it"
			}
		}
		if role != "" {
			c.entries++
			fmt.Fprintf(&b, "<li>%s %s: %s</li>\n", s.antiPatternLink(a.ID, url), role, html.EscapeString(a.Summary))
		}
	}
	if c.entries > 0 {
		c.body = "<ul>\n" + b.String() + "</ul>\n"
	}
	return c
}

// sectionChapter lists the sections whose headings name a principle, with the
// examples and comparison tables that they hold.
func (s *builder) sectionChapter(p *corpus.Principle, url string) chapter {
	sections := s.corpus.SectionsOf(p)
	c := chapter{id: "a-sections", title: "Sections about it", entries: len(sections)}
	if len(sections) == 0 {
		return c
	}
	var b strings.Builder
	b.WriteString("<ul class=\"about\">\n")
	for _, sec := range sections {
		fmt.Fprintf(&b, `<li><a href="%s">%s</a> <span class="where">%s</span>%s</li>`+"\n",
			relative(url, s.documentURL(sec.Document), sec.Anchor), html.EscapeString(sec.Title), html.EscapeString(shortTitle(sec.Document)),
			s.shownIn(sec.Document, sec.Section, url))
	}
	b.WriteString("</ul>\n")
	c.body = b.String()
	return c
}

func (s *builder) neighbours(b *strings.Builder, d *corpus.Domain, index int, url string) {
	b.WriteString(`<nav class="neighbours" aria-label="Neighbouring principles">`)
	link := func(p *corpus.Principle, class, arrow string) {
		fmt.Fprintf(b, `<a class="%s" href="%s"><span>%s</span> %s. %s</a>`, class, relative(url, address.Principle(p), ""), arrow, p.ID(), html.EscapeString(p.Title))
	}
	if index > 0 {
		link(d.Principles[index-1], "previous", "←")
	}
	if index+1 < len(d.Principles) {
		link(d.Principles[index+1], "next", "→")
	}
	b.WriteString("</nav>\n")
}

// core is the page of a core principle.
func (s *builder) core(core *corpus.Core, index int) *content {
	url := address.Core(core)
	var b strings.Builder
	b.WriteString(`<p class="eyebrow">Core principle</p>` + "\n")
	fmt.Fprintf(&b, `<h1><span class="number">%s</span> %s</h1>`+"\n", core.ID(), html.EscapeString(core.Title))
	fmt.Fprintf(&b, `<div class="statement">%s</div>`+"\n", s.part(core.Document, core.Statement, url))
	chapters := []chapter{s.derivedChapter(core, url), s.citationChapter(s.corpus.CoreCitations(core), url)}
	writeChapters(&b, chapters)
	b.WriteString(`<nav class="neighbours" aria-label="Neighbouring core principles">`)
	if index > 0 {
		s.coreNeighbour(&b, s.corpus.Cores[index-1], "previous", "←", url)
	}
	if index+1 < len(s.corpus.Cores) {
		s.coreNeighbour(&b, s.corpus.Cores[index+1], "next", "→", url)
	}
	b.WriteString("</nav>\n")
	return &content{
		Title: core.ID() + ". " + core.Title, Description: shorten(s.statementText(core.Document, core.Statement), 160), Kind: kindCorePrinciple,
		Twin: relative(url, address.Twin(url), ""), Findings: s.findingsOf(core.Document, core.Definition, nil),
		Crumbs: []crumb{{s.options.Title, relative(url, "index.html", "")}, {"Core", relative(url, s.documentURL(core.Document), "")}}, Body: template.HTML(b.String()), Contents: chapterContents(chapters),
	}
}

func (s *builder) coreNeighbour(b *strings.Builder, core *corpus.Core, class, arrow, url string) {
	fmt.Fprintf(b, `<a class="%s" href="%s"><span>%s</span> %s. %s</a>`, class, relative(url, address.Core(core), ""), arrow, core.ID(), html.EscapeString(core.Title))
}

// derivedChapter lists the principles that derive from a core, by domain.
func (s *builder) derivedChapter(core *corpus.Core, url string) chapter {
	derived := s.corpus.DerivedFrom(core)
	c := chapter{id: "a-derived", title: "What derives from it", entries: len(derived)}
	var b strings.Builder
	var domain *corpus.Domain
	for _, p := range derived {
		if p.Domain != domain {
			if domain != nil {
				b.WriteString("</ul>\n")
			}
			domain = p.Domain
			fmt.Fprintf(&b, "<h3>%s</h3>\n<ul>\n", html.EscapeString(domainTitle(domain)))
		}
		tag := ""
		if p.CoreNumbers()[0] == core.Number {
			tag = ` <span class="tag">primary</span>`
		}
		fmt.Fprintf(&b, `<li><a class="ref" href="%s">%s %s</a>%s%s</li>`+"\n", relative(url, address.Principle(p), ""), p.ID(), html.EscapeString(p.Title), tag, s.reasonOf(p, core.Number, url))
	}
	if len(derived) > 0 {
		b.WriteString("</ul>\n")
	}
	c.body = b.String()
	return c
}
