package site

import (
	"fmt"
	"html"
	"strings"

	"atelier/internal/address"
	"atelier/internal/corpus"
)

// The page of all violations filters by its address: #domain=messaging,
// #core=C3, #principle=messaging/P4, and with a script any of them together
// and &text=…. Each is also the id of what it names, so that without a script
// the same links lead to the same rows.

func filterID(key, value string) string { return key + "=" + value }

func (s *builder) filterLink(b *strings.Builder, url, key, value, label string, id bool) {
	attribute := ""
	if id {
		attribute = fmt.Sprintf(` id="%s"`, html.EscapeString(filterID(key, value)))
	}
	fmt.Fprintf(b, `<a%s href="%s" data-key="%s" data-value="%s">%s</a>`, attribute,
		html.EscapeString(relative(url, url, filterID(key, value))), key, html.EscapeString(value), html.EscapeString(label))
}

func (s *builder) principleKey(p *corpus.Principle) string {
	return s.domainKey(p.Domain) + "/" + p.ID()
}

// violationGroup is the violations that stand in one domain's documents, by the
// principle that each breaches first.
type violationGroup struct {
	domain *corpus.Domain
	rows   []*corpus.Violation
}

func (s *builder) violationGroups() []violationGroup {
	var out []violationGroup
	for _, d := range s.corpus.Domains {
		byPrinciple := map[*corpus.Principle][]*corpus.Violation{}
		var rest []*corpus.Violation
		total := 0
		for _, doc := range d.Documents {
			for _, v := range doc.StatedViolations() {
				total++
				primary, _ := v.Breaches()
				if len(primary) > 0 && d.Principle(primary[0].Number) == primary[0] {
					byPrinciple[primary[0]] = append(byPrinciple[primary[0]], v)
				} else {
					rest = append(rest, v)
				}
			}
		}
		if total == 0 {
			continue
		}
		g := violationGroup{domain: d}
		for _, p := range d.Principles {
			g.rows = append(g.rows, byPrinciple[p]...)
			delete(byPrinciple, p)
		}
		g.rows = append(g.rows, rest...)
		out = append(out, g)
	}
	return out
}

func (s *builder) violationsPage() (*content, error) {
	url := s.index.Violations
	var b, table strings.Builder
	groups := s.violationGroups()
	total := 0
	perCore := map[int]int{}
	for _, g := range groups {
		total += len(g.rows)
		s.violationRows(&table, g, url, perCore)
	}
	b.WriteString(`<nav class="filters" data-filter="a-violations" aria-label="Filters">` + "\n<dl>\n<dt>Domain</dt><dd>")
	for _, g := range groups {
		s.filterLink(&b, url, "domain", s.domainKey(g.domain), domainTitle(g.domain), false)
	}
	b.WriteString("</dd>\n")
	if len(perCore) > 0 {
		b.WriteString("<dt>Core</dt><dd>")
		for _, core := range s.corpus.Cores {
			if perCore[core.Number] > 0 {
				s.filterLink(&b, url, "core", core.ID(), core.ID()+" "+core.Title, false)
			}
		}
		b.WriteString("</dd>\n")
	}
	b.WriteString("</dl>\n</nav>\n")
	b.WriteString(`<div class="table" tabindex="0" role="group" aria-label="Violations"><table class="violations" id="a-violations">` + "\n<thead><tr><th scope=\"col\">Violation</th><th scope=\"col\">Breaches</th><th scope=\"col\">In</th></tr></thead>\n")
	b.WriteString(table.String())
	b.WriteString("</table></div>\n")
	s.violationCores(&b, url, perCore)
	c := s.gathered(url, "Violations", fmt.Sprintf("%s, each with the principle that it breaches and the document that says so.", count(total, "violation")), &b)
	c.Scripts = []string{"filter.js"}
	return c, nil
}

// violationCores says for each core which principles it reaches the rows by.
func (s *builder) violationCores(b *strings.Builder, url string, perCore map[int]int) {
	if len(perCore) == 0 {
		return
	}
	b.WriteString("<h2>By core principle</h2>\n")
	for _, core := range s.corpus.Cores {
		if perCore[core.Number] == 0 {
			continue
		}
		fmt.Fprintf(b, `<details class="fold" id="%s"><summary>%s %s <span class="where">%s</span></summary><p>`,
			filterID("core", core.ID()), core.ID(), html.EscapeString(core.Title), count(perCore[core.Number], "violation"))
		for i, p := range s.corpus.DerivedFrom(core) {
			if i > 0 {
				b.WriteString(" · ")
			}
			b.WriteString(s.namedPrinciple(p, url, nil))
		}
		b.WriteString("</p></details>\n")
	}
}

func (s *builder) violationRows(b *strings.Builder, g violationGroup, url string, perCore map[int]int) {
	key := s.domainKey(g.domain)
	fmt.Fprintf(b, `<tbody id="%s"><tr class="domain"><th scope="rowgroup" colspan="3"><a href="%s">%s</a> <span class="chips">`,
		html.EscapeString(filterID("domain", key)), relative(url, s.documentURL(g.domain.First), ""), html.EscapeString(domainTitle(g.domain)))
	var rows strings.Builder
	seen := map[*corpus.Principle]bool{}
	for _, v := range g.rows {
		id := ""
		primary, _ := v.Breaches()
		if len(primary) > 0 && primary[0].Domain == g.domain && !seen[primary[0]] {
			seen[primary[0]] = true
			id = filterID("principle", s.principleKey(primary[0]))
		}
		s.violationRow(&rows, v, id, key, url, perCore)
	}
	for _, p := range g.domain.Principles {
		if seen[p] {
			s.filterLink(b, url, "principle", s.principleKey(p), p.ID(), false)
		}
	}
	b.WriteString("</span></th></tr>\n" + rows.String() + "</tbody>\n")
}

func (s *builder) violationRow(b *strings.Builder, v *corpus.Violation, id, domain, url string, perCore map[int]int) {
	primary, secondary := v.Breaches()
	cores := map[int]bool{}
	var breaches, principles, coreIDs []string
	note := func(p *corpus.Principle, role string) {
		breaches = append(breaches, s.namedPrinciple(p, url, v.Document.Domain)+role)
		principles = append(principles, s.principleKey(p))
		for _, n := range p.CoreNumbers() {
			cores[n] = true
		}
	}
	for _, p := range primary {
		note(p, "")
	}
	for _, p := range secondary {
		note(p, ` <span class="tag">compounding</span>`)
	}
	for _, m := range v.Cores {
		if ref := v.Document.Reference(m); ref != nil && ref.Core != nil {
			cores[ref.Core.Number] = true
			breaches = append(breaches, fmt.Sprintf(`<a class="ref" href="%s">%s %s</a>`, relative(url, address.Core(ref.Core), ""), ref.Core.ID(), html.EscapeString(ref.Core.Title)))
		}
	}
	for _, core := range s.corpus.Cores {
		if cores[core.Number] {
			perCore[core.Number]++
			coreIDs = append(coreIDs, core.ID())
		}
	}
	attribute := ""
	if id != "" {
		attribute = fmt.Sprintf(` id="%s"`, html.EscapeString(id))
	}
	fmt.Fprintf(b, `<tr%s data-domain="%s" data-core="%s" data-principle="%s"><td>%s</td><td>%s</td><td>%s</td></tr>`+"\n",
		attribute, html.EscapeString(domain), strings.Join(coreIDs, " "), html.EscapeString(strings.Join(principles, " ")),
		s.violationText(v, url), strings.Join(breaches, "<br>"), s.place(v.Document, s.rowID(v.Document, v.Row.Span.Start), shortTitle(v.Document), url))
}

// violationText is the first cell of a violation with its code and links.
func (s *builder) violationText(v *corpus.Violation, url string) string {
	if len(v.Cells) == 0 {
		return html.EscapeString(v.Text)
	}
	return string(s.prose(v.Document, v.Cells[0], url))
}
