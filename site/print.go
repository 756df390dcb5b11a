package site

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"atelier/internal/address"
	"atelier/internal/corpus"
)

// printDomain is a domain on one page, for paper.
func (s *builder) printDomain(d *corpus.Domain) *content {
	url := address.Print(d)
	title := domainTitle(d)
	return s.printed(url, title, s.crumbs(url, d), d.Documents)
}

// printAll is the whole corpus on one page: core, the domains in their order,
// then everything else.
func (s *builder) printAll() *content {
	return s.printed(address.Book, s.options.Title, s.crumbs(address.Book, nil), s.readingOrder())
}

// readingOrder are the documents as one reads them: core, the domains in their
// order, then everything else by path.
func (s *builder) readingOrder() []*corpus.Document {
	var out []*corpus.Document
	if s.corpus.Core != nil {
		out = append(out, s.corpus.Core)
	}
	for _, d := range s.corpus.Domains {
		out = append(out, d.Documents...)
	}
	for _, d := range s.corpus.Documents {
		if d.Domain == nil && d != s.corpus.Core {
			out = append(out, d)
		}
	}
	return out
}

func (s *builder) printed(url, title string, crumbs []crumb, documents []*corpus.Document) *content {
	var b strings.Builder
	fmt.Fprintf(&b, "<h1>%s</h1>\n<p class=\"lead\">%s on one page.</p>\n<ol class=\"print-contents\">\n", html.EscapeString(title), count(len(documents), "document"))
	for i, d := range documents {
		fmt.Fprintf(&b, `<li><a href="#a-document-%d">%s</a></li>`+"\n", i+1, html.EscapeString(documentTitle(d)))
	}
	b.WriteString("</ol>\n")
	texts, size := make([]string, len(documents)), 0
	for i, d := range documents {
		r := s.newRenderer(d, url, false)
		r.shift = 1
		texts[i] = r.whole()
		size += len(texts[i]) + 256 // its frame
	}
	b.Grow(size)
	for i, d := range documents {
		fmt.Fprintf(&b, `<section class="print-document" id="a-document-%d">`+"\n<p class=\"eyebrow\"><a href=\"%s\">%s</a></p>\n",
			i+1, relative(url, s.documentURL(d), ""), html.EscapeString(d.Path))
		b.WriteString(texts[i])
		b.WriteString("</section>\n")
	}
	return &content{
		Title: title + ", to print", Description: fmt.Sprintf("%s on one page, for paper.", title), Kind: kindPrint, Crumbs: crumbs,
		Body: template.HTML(b.String()), // escaped by the renderer
	}
}
