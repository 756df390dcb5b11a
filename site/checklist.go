package site

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"atelier/internal/address"
	"atelier/internal/corpus"
	"atelier/internal/review"
)

// checklistPage is the review export as a page: it prints, and it can be copied
// as Markdown.
func (s *builder) checklistPage() (*content, error) {
	url := s.index.Checklists
	items := review.Items(s.corpus)
	var b, markdown strings.Builder
	if err := (&review.List{Items: items}).Write(&markdown, "markdown"); err != nil {
		return nil, err
	}
	fmt.Fprintf(&b, `<p class="actions" data-copy="a-markdown" data-label="Copy as Markdown"><a href="%s">The same as Markdown</a></p>`+"\n", relative(url, address.Twin(url), ""))
	b.WriteString("<ul class=\"jump\">\n")
	for i := 0; i < len(items); i++ {
		if d := items[i].Domain; i == 0 || items[i-1].Domain != d {
			fmt.Fprintf(&b, `<li><a href="#a-%s">%s</a></li>`, html.EscapeString(s.shortKey(d)), html.EscapeString(domainTitle(d)))
		}
	}
	b.WriteString("</ul>\n")
	for start := 0; start < len(items); {
		end := start
		for end < len(items) && items[end].Domain == items[start].Domain {
			end++
		}
		s.checklistDomain(&b, items[start].Domain, items[start:end], url)
		start = end
	}
	fmt.Fprintf(&b, `<details class="fold source"><summary>As Markdown</summary><pre id="a-markdown" tabindex="0" role="group" aria-label="The checklist as Markdown"><code>%s</code></pre></details>`+"\n", html.EscapeString(markdown.String()))
	c := s.gathered(url, "Review checklist", fmt.Sprintf("%s. A sound change answers yes to each that applies to it.", count(len(items), "question")), &b)
	c.Twin = relative(url, address.Twin(url), "")
	return c, nil
}

// checklistDomain groups the items of a domain by their first principle.
func (s *builder) checklistDomain(b *strings.Builder, d *corpus.Domain, items []*review.Item, url string) {
	groups := map[*corpus.Principle][]*review.Item{}
	var order []*corpus.Principle
	for _, item := range items {
		var p *corpus.Principle
		if len(item.Principles) > 0 {
			p = item.Principles[0]
		}
		if groups[p] == nil && (p == nil || p.Domain != d) {
			order = append(order, p)
		}
		groups[p] = append(groups[p], item)
	}
	fmt.Fprintf(b, `<section class="checklist"><h2 id="a-%s"><a href="%s">%s</a></h2>`+"\n", html.EscapeString(s.shortKey(d)), relative(url, s.documentURL(d.First), ""), html.EscapeString(domainTitle(d)))
	write := func(p *corpus.Principle) {
		if len(groups[p]) == 0 {
			return
		}
		heading := "Without a principle"
		if p != nil {
			heading = s.namedPrinciple(p, url, d)
		}
		fmt.Fprintf(b, "<h3>%s</h3>\n<ul class=\"checks\">\n", heading)
		for _, item := range groups[p] {
			s.checklistItem(b, item, url)
		}
		b.WriteString("</ul>\n")
		delete(groups, p)
	}
	for _, p := range d.Principles {
		write(p)
	}
	for _, p := range order {
		write(p)
	}
	b.WriteString("</section>\n")
}

func (s *builder) checklistItem(b *strings.Builder, item *review.Item, url string) {
	b.WriteString("<li>")
	for _, part := range item.Parts() {
		if part.Code {
			b.WriteString("<code>" + html.EscapeString(part.Text) + "</code>")
		} else {
			b.WriteString(html.EscapeString(part.Text))
		}
	}
	b.WriteString(" <span class=\"where\">")
	for i, p := range slices.Concat(item.Principles[min(1, len(item.Principles)):], item.Secondary) {
		if i == 0 {
			b.WriteString("Also ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(s.principleLink(p, url, item.Domain))
	}
	if len(item.Principles)+len(item.Secondary) > 1 {
		b.WriteString(". ")
	}
	if item.AntiPattern != "" {
		fmt.Fprintf(b, "Anti-pattern %s. ", s.antiPatternLink(item.AntiPattern, url))
	}
	for i, from := range item.Sources {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(s.sourceLink(from, url))
	}
	b.WriteString("</span></li>\n")
}

// sourceLink leads to the row that an item comes from.
func (s *builder) sourceLink(from review.Source, url string) string {
	d := s.corpus.Document(from.Path)
	if d == nil {
		return html.EscapeString(from.String())
	}
	return s.place(d, s.rowID(d, d.File.LineSpan(from.Line).Start), shortTitle(d), url)
}

// antiPatternLink leads to what names an anti-pattern; one without a register
// is its id alone.
func (s *builder) antiPatternLink(id, url string) string {
	code := "<code>" + html.EscapeString(id) + "</code>"
	if s.corpus.AntiPattern(id) == nil || s.index.AntiPatterns == "" {
		return code
	}
	return fmt.Sprintf(`<a class="ref" href="%s">%s</a>`, relative(url, s.index.AntiPatterns, id), code)
}
