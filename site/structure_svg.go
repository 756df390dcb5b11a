package site

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"

	"atelier/internal/corpus"
)

// The pictures are plain SVG in the page: their colours are classes of the
// stylesheet, so that they follow the theme, and all coordinates are whole
// numbers that depend on the corpus alone. Their links are left out of the tab
// order, since the table below says the same.

// Measures of the pictures, in user units, which are pixels at full size.
const (
	rowHeight  = 22
	labelWidth = 150
	charWidth  = 7
)

// pictureLabel is a name that fits beside a picture.
func pictureLabel(name string) string {
	const longest = labelWidth / charWidth
	if utf8.RuneCountInString(name) <= longest {
		return name
	}
	return string([]rune(name)[:longest-1]) + "…"
}

func (s *builder) domainLabel(b *strings.Builder, d *corpus.Domain, x, y int, extra, url string) {
	fmt.Fprintf(b, `<a href="%s" tabindex="-1"><title>%s</title><text x="%d" y="%d"%s>%s</text></a>`+"\n",
		relative(url, s.documentURL(d.First), ""), html.EscapeString(domainTitle(d)), x, y, extra, html.EscapeString(pictureLabel(domainTitle(d))))
}

// pairID is the id of the entry that lists the references of a pair.
func (s *builder) pairID(p *pair) string {
	return "a-" + s.shortKey(p.from) + "--" + s.shortKey(p.to)
}

func (p *pair) describe() string {
	text := fmt.Sprintf("%s to %s: %s", domainTitle(p.from), domainTitle(p.to), count(p.count, "reference"))
	if p.back > 0 {
		text += fmt.Sprintf(", of which %d to later documents", p.back)
		if p.acknowledged == p.back {
			text += " (acknowledged)"
		}
	}
	return text
}

// class is how a pair is drawn.
func (p *pair) class() string {
	switch {
	case p.back == 0:
		return fmt.Sprintf("w%d", weight(p.count))
	case p.acknowledged == p.back:
		return "back acknowledged"
	}
	return "back"
}

// matrixSVG is the dependency structure matrix: who refers by row, to whom by
// column.
func (s *builder) matrixSVG(url string) string {
	st := s.structure()
	n := len(st.domains)
	const top = 118
	width, height := labelWidth+8+n*rowHeight+60, top+n*rowHeight+2
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="picture" viewBox="0 0 %d %d" width="%d" height="%d" role="group" aria-label="Dependency structure matrix">`+"\n", width, height, width, height)
	left := labelWidth + 8
	for i := range n {
		y := top + i*rowHeight
		fmt.Fprintf(&b, `<rect class="stripe s%d" x="%d" y="%d" width="%d" height="%d"/>`+"\n", i%2, left, y, n*rowHeight, rowHeight)
		s.domainLabel(&b, st.domains[i], labelWidth, y+15, ` text-anchor="end"`, url)
		x := left + i*rowHeight + 15
		s.domainLabel(&b, st.domains[i], x, top-6, fmt.Sprintf(` transform="rotate(-55 %d %d)"`, x, top-6), url)
		fmt.Fprintf(&b, `<rect class="self" x="%d" y="%d" width="%d" height="%d"/>`+"\n", left+i*rowHeight+1, y+1, rowHeight-2, rowHeight-2)
	}
	st.each(func(i, j int, p *pair) {
		x, y := left+j*rowHeight, top+i*rowHeight
		fmt.Fprintf(&b, `<a href="#%s" tabindex="-1" class="%s"><title>%s</title><rect x="%d" y="%d" width="%d" height="%d" rx="2"/><text x="%d" y="%d" text-anchor="middle">%d</text></a>`+"\n",
			html.EscapeString(s.pairID(p)), p.class(), html.EscapeString(p.describe()), x+1, y+1, rowHeight-2, rowHeight-2, x+rowHeight/2, y+15, p.count)
	})
	b.WriteString("</svg>\n")
	return b.String()
}

// arcSVG is the domains on a line in manifest order, with an arc for each pair.
// The links of arcs lead to the page of domains.
func (s *builder) arcSVG(url string) string {
	st := s.structure()
	n := len(st.domains)
	left := labelWidth + 14
	reach := 0
	st.each(func(i, j int, _ *pair) { reach = max(reach, max(i-j, j-i)) })
	width, height := left+reach*rowHeight/2+12, n*rowHeight+4
	var b strings.Builder
	fmt.Fprintf(&b, `<svg class="picture arcs" viewBox="0 0 %d %d" width="%d" height="%d" role="group" aria-label="Arc diagram of the domains">`+"\n", width, height, width, height)
	st.each(func(i, j int, p *pair) {
		from, to := i*rowHeight+rowHeight/2+2, j*rowHeight+rowHeight/2+2
		r := max(from-to, to-from) / 2
		fmt.Fprintf(&b, `<a href="%s" tabindex="-1" class="%s"><title>%s</title><path d="M%d %dA%d %d 0 0 1 %d %d"/></a>`+"\n",
			relative(url, s.index.Domains, s.pairID(p)), p.class(), html.EscapeString(p.describe()), left, min(from, to), r, r, left, max(from, to))
	})
	for i := range n {
		y := i*rowHeight + rowHeight/2 + 2
		fmt.Fprintf(&b, `<circle class="dot" cx="%d" cy="%d" r="3"/>`+"\n", left, y)
		s.domainLabel(&b, st.domains[i], labelWidth, y+4, ` text-anchor="end"`, url)
	}
	b.WriteString("</svg>\n")
	return b.String()
}

func figure(picture, caption string) string {
	return "<figure class=\"drawing\"><div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Picture\">\n" + picture + "</div><figcaption>" + caption + "</figcaption></figure>\n"
}
