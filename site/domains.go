package site

import (
	"fmt"
	"html"
	"strings"
)

// domainsPage shows the order and direction of the domains: two pictures, the
// same as a table, and the references of every pair.
func (s *builder) domainsPage() (*content, error) {
	url := s.index.Domains
	if !s.structure().joined() {
		return s.gathered(url, "Domains", fmt.Sprintf("The %s in the order in which they were written. None refers to another yet.", count(len(s.structure().domains), "domain")), s.domainList(url)), nil
	}
	var b strings.Builder
	b.WriteString("<h2 id=\"a-matrix\">Who leans on whom</h2>\n")
	b.WriteString(figure(s.matrixSVG(url), "A row refers to the domains whose columns it fills; the number counts references. Domains stand in the order of the manifest, so what is left of the diagonal leads to earlier domains. <span class=\"key back\">Outlined cells</span> hold references to later documents; the manifest acknowledges those with a solid outline."))
	b.WriteString("<h2 id=\"a-arcs\">How far the references reach</h2>\n")
	b.WriteString(figure(s.arcSVG(url), "Each arc joins two domains of which one refers to the other; it is the wider the more references there are. Dashed arcs lead to later documents."))
	s.structureTable(&b, url)
	s.structurePairs(&b, url)
	return s.gathered(url, "Domains", fmt.Sprintf("The %s in the order in which they were written. References lead to what was written before.", count(len(s.structure().domains), "domain")), &b), nil
}

// domainList is the domains alone, in order.
func (s *builder) domainList(url string) *strings.Builder {
	var b strings.Builder
	b.WriteString("<ol>\n")
	for _, d := range s.structure().domains {
		fmt.Fprintf(&b, `<li><a href="%s">%s</a></li>`+"\n", relative(url, s.documentURL(d.First), ""), html.EscapeString(domainTitle(d)))
	}
	b.WriteString("</ol>\n")
	return &b
}

func (s *builder) structureTable(b *strings.Builder, url string) {
	st := s.structure()
	b.WriteString("<h2 id=\"a-table\">The same as a table</h2>\n")
	b.WriteString(`<div class="table matrix structure" tabindex="0" role="group" aria-label="References between domains"><table>` + "\n<thead><tr><th scope=\"col\">From</th>")
	for _, d := range st.domains {
		fmt.Fprintf(b, `<th scope="col"><a href="%s">%s</a></th>`, relative(url, s.documentURL(d.First), ""), html.EscapeString(domainTitle(d)))
	}
	b.WriteString("<th scope=\"col\">All</th></tr></thead>\n<tbody>\n")
	for i, d := range st.domains {
		fmt.Fprintf(b, `<tr><th scope="row"><a href="%s">%s</a></th>`, relative(url, s.documentURL(d.First), ""), html.EscapeString(domainTitle(d)))
		total := 0
		for j, p := range st.pairs[i] {
			switch {
			case i == j:
				b.WriteString(`<td class="center self">·</td>`)
			case p == nil:
				b.WriteString("<td></td>")
			default:
				total += p.count
				mark := ""
				if p.back > 0 {
					mark = ` <span class="tag warning">back</span>`
				}
				fmt.Fprintf(b, `<td class="center"><a href="#%s" aria-label="%s">%d</a>%s</td>`, html.EscapeString(s.pairID(p)), html.EscapeString(p.describe()), p.count, mark)
			}
		}
		fmt.Fprintf(b, "<td class=\"right\">%d</td></tr>\n", total)
	}
	b.WriteString("</tbody></table></div>\n")
}

// structurePairs lists the references of every pair by document.
func (s *builder) structurePairs(b *strings.Builder, url string) {
	b.WriteString("<h2 id=\"a-pairs\">Reference by reference</h2>\n")
	last := -1
	s.structure().each(func(i, _ int, p *pair) {
		if i != last {
			if last >= 0 {
				b.WriteString("</ul>\n")
			}
			last = i
			fmt.Fprintf(b, "<h3>%s</h3>\n<ul class=\"pairs\">\n", html.EscapeString(domainTitle(p.from)))
		}
		fmt.Fprintf(b, `<li id="%s">to <a href="%s">%s</a> <span class="where">%d</span>: `, html.EscapeString(s.pairID(p)), relative(url, s.documentURL(p.to.First), ""), html.EscapeString(domainTitle(p.to)), p.count)
		for n, l := range p.sorted() {
			if n > 0 {
				b.WriteString(", ")
			}
			fmt.Fprintf(b, "%s → %s", s.place(l.from, "", shortTitle(l.from), url), s.place(l.to, "", shortTitle(l.to), url))
			if l.count > 1 {
				fmt.Fprintf(b, ` <span class="where">×%d</span>`, l.count)
			}
			switch {
			case l.acknowledged:
				b.WriteString(` <span class="tag warning">acknowledged back-link</span>`)
			case l.back:
				b.WriteString(` <span class="tag error">back-link</span>`)
			}
		}
		b.WriteString("</li>\n")
	})
	if last >= 0 {
		b.WriteString("</ul>\n")
	}
}
