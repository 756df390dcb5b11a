package site

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"github.com/yuin/goldmark/ast"

	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// document is the page of a document.
func (s *builder) document(d *corpus.Document) *content {
	url := documentURL(d)
	r := s.newRenderer(d, url, true)
	body := r.whole()
	c := &content{
		Title: documentTitle(d), Description: describeDocument(d), Kind: string(d.Kind),
		Crumbs: s.crumbs(url, d.Domain), Body: template.HTML(body), Contents: s.contents(d), // escaped by the renderer
	}
	c.Twin, c.Origin = relative(url, twinURL(url), ""), s.originOf(d)
	c.Aside = template.HTML(s.backlinks(url, s.corpus.ReferencesTo(d), d))
	for _, f := range s.findings[d.Path] {
		if f.Severity >= diag.Warning {
			c.Findings = append(c.Findings, finding{f.Severity.String(), f.Rule, f.Message, f.Position().Line})
		}
	}
	return c
}

func documentTitle(d *corpus.Document) string {
	if d.Title == "" {
		return d.Path
	}
	return d.Title
}

func (s *builder) crumbs(url string, d *corpus.Domain) []crumb {
	out := []crumb{{s.options.Title, relative(url, "index.html", "")}}
	if d != nil {
		out = append(out, crumb{domainTitle(d), relative(url, documentURL(d.First), "")})
	}
	return out
}

// domainTitle is the name of a domain as its first-principles document gives it.
func domainTitle(d *corpus.Domain) string {
	title, _, _ := strings.Cut(d.First.Title, " — ")
	if title == "" {
		return d.Name
	}
	return title
}

// contents is the list of a document's headings of levels 2 and 3.
func (s *builder) contents(d *corpus.Document) template.HTML {
	var b strings.Builder
	n := 0
	level := 2
	depths := s.outline(d).depths
	for _, sec := range d.Sections {
		to := depths[sec]
		if to < 2 || to > 3 || sec.Block.Generated {
			continue
		}
		if n == 0 {
			to = 2 // there is no entry yet to put a deeper one into
		}
		for ; level < to; level++ {
			b.WriteString("<ol>")
		}
		for ; level > to; level-- {
			b.WriteString("</ol>")
		}
		fmt.Fprintf(&b, `<li><a href="#%s">%s</a></li>`, html.EscapeString(sec.Anchor), html.EscapeString(sec.Title))
		n++
	}
	for ; level > 2; level-- {
		b.WriteString("</ol>")
	}
	if n < 2 {
		return ""
	}
	return template.HTML("<ol>" + strings.ReplaceAll(b.String(), "</li><ol>", "<ol>") + "</ol>")
}

// part renders the blocks of a document that lie within a span, for another
// page: its headings stand under that page's own, and carry no ids.
func (s *builder) part(d *corpus.Document, span source.Span, page string) template.HTML {
	r := s.newRenderer(d, page, false)
	for _, sec := range d.Sections {
		if sec.Span.Start <= span.Start {
			r.shift = 1 - r.outline.depths[sec]
		}
	}
	for n := d.AST.FirstChild(); n != nil; n = n.NextSibling() {
		if at := nodeStart(firstLeaf(n)); at >= span.Start && at < span.End {
			n = r.block(n)
		}
	}
	return template.HTML(r.out.String())
}

// firstLeaf is the first block below n that has a place of its own.
func firstLeaf(n ast.Node) ast.Node {
	for n.Type() == ast.TypeBlock && (n.Lines() == nil || n.Lines().Len() == 0) && n.FirstChild() != nil && n.FirstChild().Type() == ast.TypeBlock {
		n = n.FirstChild()
	}
	return n
}

// principle is the page of a principle: what it says, what it rests on, what
// breaches it, and everything that names it.
func (s *builder) principle(p *corpus.Principle, index int) *content {
	url := principleURL(p)
	d := p.Domain
	var b strings.Builder
	fmt.Fprintf(&b, `<p class="eyebrow">%s</p>`+"\n", html.EscapeString(domainTitle(d)+" principle"))
	fmt.Fprintf(&b, `<h1><span class="number">%s</span> %s</h1>`+"\n", p.ID(), html.EscapeString(p.Title))
	fmt.Fprintf(&b, `<div class="statement">%s</div>`+"\n", s.part(d.First, p.Statement, url))
	fmt.Fprintf(&b, `<p class="own-page"><a href="%s">In %s</a></p>`+"\n", relative(url, documentURL(d.First), s.headingAnchor(d.First, p.Section)), html.EscapeString(d.First.Title))
	s.tracePart(&b, p, url)
	s.violationPart(&b, p, url)
	s.antiPatternPart(&b, p, url)
	s.sectionPart(&b, p, url)
	s.citationPart(&b, "Where it is cited", s.corpus.Citations(p), url)
	s.neighbours(&b, d, index, url)
	return &content{
		Title: p.ID() + ". " + p.Title, Description: shorten(s.statementText(d.First, p.Statement), 160), Kind: kindPrinciple,
		Twin:   relative(url, twinURL(url), ""),
		Crumbs: s.crumbs(url, d), Body: template.HTML(b.String()),
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

func (s *builder) tracePart(b *strings.Builder, p *corpus.Principle, url string) {
	numbers := p.CoreNumbers()
	if len(numbers) == 0 {
		return
	}
	b.WriteString("<h2>Derives from</h2>\n<ul class=\"cores\">\n")
	for i, n := range numbers {
		label := fmt.Sprintf("C%d", n)
		if core := s.corpus.CoreByNumber(n); core != nil {
			label = fmt.Sprintf(`<a class="ref" href="%s">C%d %s</a>`, relative(url, coreURL(core), ""), n, html.EscapeString(core.Title))
		}
		role := ""
		if i == 0 {
			role = ` <span class="tag">primary</span>`
		}
		fmt.Fprintf(b, "<li>%s%s</li>\n", label, role)
	}
	b.WriteString("</ul>\n")
	if p.Row != nil && p.Row.Why != "" {
		fmt.Fprintf(b, `<p class="why">%s</p>`+"\n", html.EscapeString(p.Row.Why))
	}
}

func (s *builder) violationPart(b *strings.Builder, p *corpus.Principle, url string) {
	violations := s.corpus.ViolationsOf(p)
	if len(violations) == 0 {
		return
	}
	fmt.Fprintf(b, "<h2>What breaches it</h2>\n<div class=\"table\" tabindex=\"0\" role=\"group\" aria-label=\"Violations of %s\"><table>\n<thead><tr><th scope=\"col\">Violation</th><th scope=\"col\">Breach</th><th scope=\"col\">In</th></tr></thead>\n<tbody>\n", p.ID())
	for _, v := range violations {
		primary, secondary := v.Breaches()
		role := "primary"
		for _, other := range secondary {
			if other == p {
				role = "compounding"
			}
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
		fmt.Fprintf(b, `<tr><td>%s</td><td>%s</td><td><a href="%s">%s</a></td></tr>`+"\n",
			s.violationText(v, url), role, relative(url, documentURL(v.Document), s.rowIDs[v.Document][v.Row.Span.Start]), html.EscapeString(shortTitle(v.Document)))
	}
	b.WriteString("</tbody></table></div>\n")
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
	return fmt.Sprintf(`<a class="ref" href="%s" title="%s">%s</a>`, relative(url, principleURL(p), ""), html.EscapeString(p.Title), name)
}

func (s *builder) antiPatternPart(b *strings.Builder, p *corpus.Principle, url string) {
	var rows []string
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
			rows = append(rows, fmt.Sprintf(`<li>%s %s: %s</li>`, s.antiPatternLink(a.ID, url), role, html.EscapeString(a.Summary)))
		}
	}
	if len(rows) > 0 {
		b.WriteString("<h2>Anti-patterns</h2>\n<ul>\n" + strings.Join(rows, "\n") + "\n</ul>\n")
	}
}

func (s *builder) sectionPart(b *strings.Builder, p *corpus.Principle, url string) {
	sections := s.corpus.SectionsOf(p)
	if len(sections) == 0 {
		return
	}
	b.WriteString("<h2>Sections about it</h2>\n<ul>\n")
	for _, sec := range sections {
		fmt.Fprintf(b, `<li><a href="%s">%s</a> <span class="where">%s</span></li>`+"\n",
			relative(url, documentURL(sec.Document), sec.Anchor), html.EscapeString(sec.Title), html.EscapeString(shortTitle(sec.Document)))
	}
	b.WriteString("</ul>\n")
}

func (s *builder) neighbours(b *strings.Builder, d *corpus.Domain, index int, url string) {
	b.WriteString(`<nav class="neighbours" aria-label="Neighbouring principles">`)
	link := func(p *corpus.Principle, class, arrow string) {
		fmt.Fprintf(b, `<a class="%s" href="%s"><span>%s</span> %s. %s</a>`, class, relative(url, principleURL(p), ""), arrow, p.ID(), html.EscapeString(p.Title))
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
	url := coreURL(core)
	var b strings.Builder
	b.WriteString(`<p class="eyebrow">Core principle</p>` + "\n")
	fmt.Fprintf(&b, `<h1><span class="number">%s</span> %s</h1>`+"\n", core.ID(), html.EscapeString(core.Title))
	fmt.Fprintf(&b, `<div class="statement">%s</div>`+"\n", s.part(core.Document, core.Statement, url))
	s.derivedPart(&b, core, url)
	s.citationPart(&b, "Where it is cited", s.corpus.CoreCitations(core), url)
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
		Twin:   relative(url, twinURL(url), ""),
		Crumbs: []crumb{{s.options.Title, relative(url, "index.html", "")}, {"Core", relative(url, documentURL(core.Document), "")}}, Body: template.HTML(b.String()),
	}
}

func (s *builder) coreNeighbour(b *strings.Builder, core *corpus.Core, class, arrow, url string) {
	fmt.Fprintf(b, `<a class="%s" href="%s"><span>%s</span> %s. %s</a>`, class, relative(url, coreURL(core), ""), arrow, core.ID(), html.EscapeString(core.Title))
}

// derivedPart lists the principles that derive from a core, by domain.
func (s *builder) derivedPart(b *strings.Builder, core *corpus.Core, url string) {
	var domain *corpus.Domain
	derived := s.corpus.DerivedFrom(core)
	if len(derived) == 0 {
		return
	}
	b.WriteString("<h2>What derives from it</h2>\n")
	for _, p := range derived {
		if p.Domain != domain {
			if domain != nil {
				b.WriteString("</ul>\n")
			}
			domain = p.Domain
			fmt.Fprintf(b, "<h3>%s</h3>\n<ul>\n", html.EscapeString(domainTitle(domain)))
		}
		tag := ""
		if p.CoreNumbers()[0] == core.Number {
			tag = ` <span class="tag">primary</span>`
		}
		fmt.Fprintf(b, `<li><a class="ref" href="%s">%s %s</a>%s</li>`+"\n", relative(url, principleURL(p), ""), p.ID(), html.EscapeString(p.Title), tag)
	}
	b.WriteString("</ul>\n")
}

func (s *builder) notFound() (*content, error) {
	return &content{
		Title: "Not found", Description: "There is no such page.", Kind: kindMissing,
		Body: `<h1>There is no such page</h1><p>It may have been renamed. Start at the <a href="index.html">front page</a>.</p>`,
	}, nil
}
