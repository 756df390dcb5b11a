package site

import (
	"fmt"
	"html"
	"html/template"
	"net/url"
	"strings"

	"github.com/yuin/goldmark/ast"

	"atelier/internal/address"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// document is the page of a document.
func (s *builder) document(d *corpus.Document) *content {
	url := s.documentURL(d)
	r := s.newRenderer(d, url, true)
	body := r.whole()
	c := &content{
		Title: documentTitle(d), Description: describeDocument(d), Kind: string(d.Kind),
		Crumbs: s.crumbs(url, d.Domain), Body: template.HTML(body), Contents: s.contents(d), // escaped by the renderer
	}
	c.Twin, c.Origin = relative(url, address.Twin(url), ""), s.originOf(d)
	c.Aside = template.HTML(s.backlinks(url, s.corpus.ReferencesTo(d), d))
	c.Findings = s.findingsWithin(d, source.Span{End: len(d.File.Text)}, "")
	return c
}

// findingsWithin are the findings that begin in a part of a document, as a page
// shows them that names the document so.
func (s *builder) findingsWithin(d *corpus.Document, part source.Span, in string) []finding {
	var out []finding
	for _, f := range s.findings[d.Path] {
		if f.Severity >= diag.Warning && f.Span.Start >= part.Start && f.Span.Start <= part.End {
			out = append(out, finding{f.Severity.String(), f.Rule, f.Message, f.Position().Line, in})
		}
	}
	return out
}

// findingsOf are those of what a document says of a principle or core where it
// defines it, for the page of its own: its section, and its row in the trace table.
func (s *builder) findingsOf(d *corpus.Document, def *parse.Definition, row *corpus.TraceRow) []finding {
	section := source.Span{Start: def.Section.Span.Start, End: max(def.Statement.End, def.Section.Span.End+1) - 1}
	out := s.findingsWithin(d, section, d.Path)
	if row != nil {
		out = append(out, s.findingsWithin(d, row.Row.Span, d.Path)...)
	}
	return out
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
		out = append(out, crumb{domainTitle(d), relative(url, s.documentURL(d.First), "")})
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

// hostedMissing is the page that hosts show at every address that has none, and so
// at any depth. Where the site's own address is not known it stands at the root
// of its host.
func (s *builder) hostedMissing() ([]byte, error) {
	root := "/"
	if address, err := url.Parse(s.options.URL); err == nil && strings.HasPrefix(address.Path, "/") {
		root = strings.TrimSuffix(address.EscapedPath(), "/") + "/"
	}
	return s.missing(root)
}

// missing is the page for an address that has none, of a site below root.
func (s *builder) missing(root string) ([]byte, error) {
	at := root + "404.html"
	file, err := s.file(at, &content{
		Title: "Not found", Description: "There is no such page.", Kind: kindMissing,
		Body: template.HTML(fmt.Sprintf(`<h1>There is no such page</h1><p>It may have been renamed. Start at the <a href="%s">front page</a>.</p>`, relative(at, "index.html", ""))),
	})
	return file.Content, err
}
