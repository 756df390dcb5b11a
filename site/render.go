package site

import (
	"fmt"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"atelier/internal/corpus"
	"atelier/internal/matrix"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// A renderer writes the Markdown of one document as HTML for one page. The
// page may be the document's own, or another that quotes a part of it: links
// are relative to page.
type renderer struct {
	s    *builder
	doc  *corpus.Document
	page string
	out  strings.Builder
	// shift is added to the levels of headings, for parts on other pages.
	shift int
	// ids says that headings carry ids; parts on other pages carry none.
	ids  bool
	open *mark
	// annotation is where the parenthesis of the heading being rendered
	// starts, or -1: it is set apart from the heading's own words.
	annotation int
	// inLink is the depth of links around the node: a citation inside a link
	// makes no nested link.
	inLink int
	// clip, where it is not empty, is the only part of the source that is
	// written: a sentence of its block.
	clip    source.Span
	outline *outline
	rows    map[int]string // id of a table row, by start of its line
	marks   []*markTarget
}

func (s *builder) newRenderer(d *corpus.Document, page string, ids bool) *renderer {
	return &renderer{s: s, doc: d, page: page, ids: ids, annotation: -1, rows: s.identify(d).rows, outline: s.outline(d), marks: s.marksFor(d)}
}

// whole renders all of the document, with a heading where it has none.
func (r *renderer) whole() string {
	r.out.Grow(2 * len(r.text())) // about what links and marks make of it
	if len(r.outline.levels) == 0 {
		fmt.Fprintf(&r.out, "<h%d>%s</h%d>\n", 1+r.shift, html.EscapeString(documentTitle(r.doc)), 1+r.shift)
	}
	r.blocks(r.doc.AST)
	return r.out.String()
}

// blocks renders the children of a node.
func (r *renderer) blocks(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		n = r.block(n)
	}
}

// block renders a block and returns the last node it has dealt with.
func (r *renderer) block(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.Heading:
		r.heading(n)
	case *ast.Paragraph:
		r.out.WriteString("<p>")
		r.inlines(n)
		r.out.WriteString("</p>\n")
	case *ast.TextBlock:
		r.inlines(n)
		if n.NextSibling() != nil {
			r.out.WriteByte('\n')
		}
	case *ast.Blockquote:
		r.quote(n)
	case *ast.List:
		r.list(n)
	case *ast.FencedCodeBlock:
		r.fence(n)
	case *ast.CodeBlock:
		r.code("", lines(n, r.text()))
	case *ast.ThematicBreak:
		r.out.WriteString("<hr>\n")
	case *extast.Table:
		r.table(n)
	case *ast.HTMLBlock:
		return r.htmlBlock(n)
	case *extast.FootnoteList:
		r.footnotes(n)
	case *ast.LinkReferenceDefinition:
	default:
		r.blocks(n)
	}
	return n
}

func (r *renderer) text() string { return r.doc.File.Text }

func lines(n ast.Node, text string) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.WriteString(strings.Repeat(" ", line.Padding))
		b.WriteString(text[line.Start:line.Stop])
		if line.ForceNewline && !strings.HasSuffix(text[:line.Stop], "\n") {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func (r *renderer) heading(n *ast.Heading) {
	if n.Lines().Len() == 0 {
		return // it says nothing
	}
	level := min(6, r.outline.levels[n]+r.shift)
	sec := r.outline.sections[n.Lines().At(0).Start]
	fmt.Fprintf(&r.out, "<h%d", level)
	if sec != nil && r.ids {
		fmt.Fprintf(&r.out, ` id="%s"`, html.EscapeString(sec.Anchor))
	}
	r.out.WriteByte('>')
	if r.ids {
		if short := r.s.shortAnchor(r.doc, sec); short != "" {
			fmt.Fprintf(&r.out, `<span id="%s"></span>`, short)
		}
	}
	if sec != nil && sec.Annotation.Len() > 0 {
		r.annotation = sec.Annotation.Start
	}
	r.inlines(n)
	if sec != nil && sec.Annotation.Len() > 0 && r.annotation < 0 {
		r.out.WriteString("</span>")
	}
	r.annotation = -1
	if sec != nil && r.ids {
		fmt.Fprintf(&r.out, ` <a class="anchor" href="#%s" aria-label="Link to this section">#</a>`, html.EscapeString(sec.Anchor))
	}
	fmt.Fprintf(&r.out, "</h%d>\n", level)
	if r.ids && sec != nil {
		r.ownPage(sec)
	}
}

// ownPage links a principle's or core's heading to the page of its own.
func (r *renderer) ownPage(sec *parse.Section) {
	if target := r.s.definitionPage(r.doc, sec); target != "" {
		fmt.Fprintf(&r.out, `<p class="own-page"><a href="%s">What breaches it, and what cites it</a></p>`+"\n", relative(r.page, target, ""))
	}
}

func (r *renderer) quote(n ast.Node) {
	class := ""
	if h := r.doc.Header; h != nil && r.doc.Kind == corpus.KindDerived && h.Span.Len() > 0 {
		if first := n.FirstChild(); first != nil && first.Lines() != nil && first.Lines().Len() > 0 && first.Lines().At(0).Start == h.Span.Start {
			class = ` class="derivation"`
		}
	}
	r.out.WriteString("<blockquote" + class + ">\n")
	r.blocks(n)
	r.out.WriteString("</blockquote>\n")
}

func (r *renderer) list(n *ast.List) {
	tag := "ul"
	if n.IsOrdered() {
		tag = "ol"
	}
	r.out.WriteString("<" + tag)
	if n.IsOrdered() && n.Start != 1 {
		fmt.Fprintf(&r.out, ` start="%d"`, n.Start)
	}
	r.out.WriteString(">\n")
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		r.out.WriteString("<li>")
		r.blocks(item)
		r.out.WriteString("</li>\n")
	}
	r.out.WriteString("</" + tag + ">\n")
}

func (r *renderer) fence(n *ast.FencedCodeBlock) {
	language := ""
	if n.Info != nil {
		language, _, _ = strings.Cut(strings.TrimSpace(r.text()[n.Info.Segment.Start:n.Info.Segment.Stop]), " ")
	}
	r.code(language, lines(n, r.text()))
}

func (r *renderer) code(language, text string) {
	label := "Code"
	if language != "" {
		label = language + " code"
	}
	fmt.Fprintf(&r.out, `<pre tabindex="0" role="group" aria-label="%s"><code>`, html.EscapeString(label))
	r.out.WriteString(r.s.highlight.code(language, strings.TrimSuffix(text, "\n")))
	r.out.WriteString("</code></pre>\n")
}

func (r *renderer) table(n *extast.Table) {
	r.out.WriteString(`<div class="table" tabindex="0" role="group" aria-label="Table"><table>` + "\n")
	body := false
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		_, isHeader := row.(*extast.TableHeader)
		if isHeader {
			r.out.WriteString("<thead>\n")
		} else if !body {
			body = true
			r.out.WriteString("<tbody>\n")
		}
		r.row(row, isHeader)
		if isHeader {
			r.out.WriteString("</thead>\n")
		}
	}
	if body {
		r.out.WriteString("</tbody>\n")
	}
	r.out.WriteString("</table></div>\n")
}

func (r *renderer) row(row ast.Node, isHeader bool) {
	r.out.WriteString("<tr")
	if r.ids && !isHeader {
		start := r.doc.File.LineSpan(r.doc.File.Line(max(row.Pos(), 0))).Start
		if id := r.rows[start]; id != "" {
			fmt.Fprintf(&r.out, ` id="%s"`, html.EscapeString(id))
		}
	}
	r.out.WriteByte('>')
	for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
		tag, attributes := "td", ""
		if isHeader {
			tag, attributes = "th", ` scope="col"`
		}
		if c, ok := cell.(*extast.TableCell); ok {
			switch c.Alignment {
			case extast.AlignRight:
				attributes += ` class="right"`
			case extast.AlignCenter:
				attributes += ` class="center"`
			}
		}
		r.out.WriteString("<" + tag + attributes + ">")
		r.inlines(cell)
		r.out.WriteString("</" + tag + ">")
	}
	r.out.WriteString("</tr>\n")
}

// htmlBlock drops raw HTML but for its ids, which links may point at. A block
// that atelier generates is rendered from the model, with its links.
func (r *renderer) htmlBlock(n *ast.HTMLBlock) ast.Node {
	at := n.Lines()
	start := -1
	if at != nil && at.Len() > 0 {
		start = at.At(0).Start
	} else if n.HasClosure() {
		start = n.ClosureLine.Start
	}
	for _, g := range r.doc.Generated {
		if g.Begin.Span.Start != start || !matrix.Known(g.Name) {
			continue
		}
		r.out.WriteString(r.s.generated(g.Name, r.page))
		var last ast.Node = n
		for next := n.NextSibling(); next != nil && nodeStart(next) < g.Span.End; next = next.NextSibling() {
			last = next
		}
		return last
	}
	r.emptyAnchors(start, start+len(lines(n, r.text())))
	return n
}

func nodeStart(n ast.Node) int {
	if n.Type() == ast.TypeBlock && n.Lines() != nil && n.Lines().Len() > 0 {
		return n.Lines().At(0).Start
	}
	if h, ok := n.(*ast.HTMLBlock); ok && h.HasClosure() {
		return h.ClosureLine.Start
	}
	return n.Pos()
}

// emptyAnchors keeps the ids of dropped tags within a range.
func (r *renderer) emptyAnchors(start, end int) {
	if !r.ids {
		return
	}
	for _, id := range r.doc.Anchors.All() {
		at, _ := r.doc.Anchors.Lookup(id)
		if sec := r.outline.sections[at.Start]; at.Start >= start && at.Start < end && (sec == nil || sec.Anchor != id) {
			fmt.Fprintf(&r.out, `<span id="%s"></span>`, html.EscapeString(id))
		}
	}
}

func (r *renderer) footnotes(n ast.Node) {
	r.out.WriteString(`<section class="footnotes" aria-label="Footnotes"><ol>` + "\n")
	for f := n.FirstChild(); f != nil; f = f.NextSibling() {
		note, ok := f.(*extast.Footnote)
		if !ok {
			continue
		}
		if r.ids {
			fmt.Fprintf(&r.out, `<li id="a-note-%d">`, note.Index)
		} else {
			r.out.WriteString("<li>")
		}
		r.blocks(note)
		r.out.WriteString("</li>\n")
	}
	r.out.WriteString("</ol></section>\n")
}
