package site

import (
	"fmt"
	"html"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

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
	// shift moves heading levels, for parts on other pages.
	shift int
	// ids says that headings carry ids; parts on other pages carry none.
	ids  bool
	open *mark
	// annotation is where the parenthesis of the heading being rendered
	// starts, or -1: it is set apart from the heading's own words.
	annotation int
	// inLink is the depth of links around the node: a citation inside a link
	// makes no nested link.
	inLink   int
	sections map[int]*parse.Section // by start of the heading's text
	rows     map[int]string         // id of a table row, by start of its line
	links    map[ast.Node]*parse.Link
}

// A mark is a range of source that becomes a link or carries a remark.
type mark struct {
	source.Span
	href  string
	class string
	title string
}

func (s *builder) newRenderer(d *corpus.Document, page string, ids bool) *renderer {
	r := &renderer{s: s, doc: d, page: page, ids: ids, annotation: -1, sections: map[int]*parse.Section{}, rows: s.rowIDs[d], links: map[ast.Node]*parse.Link{}}
	for _, sec := range d.Sections {
		r.sections[sec.Span.Start] = sec
	}
	for _, l := range d.Links {
		r.links[l.Node()] = l
	}
	return r
}

// marks are the references of a document that are no Markdown links.
func (s *builder) marksFor(d *corpus.Document) []*markTarget {
	var out []*markTarget
	for _, ref := range d.References {
		m := ref.Mention
		if m == nil || m.Definition || ref.Role == corpus.Defines {
			continue
		}
		span := ref.Span
		if m.Kind == parse.PrincipleMention && ref.Principle != nil {
			span = s.withTitle(span, m, ref.Principle.Domain.PrincipleClaim(m))
		} else if m.Kind == parse.CoreMention && ref.Core != nil {
			span = s.withTitle(span, m, s.corpus.CoreClaim(m))
		}
		out = append(out, &markTarget{Span: span, ref: ref})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Start < out[j].Start })
	return out
}

// markTarget is a reference with the text that links, the same on every page.
type markTarget struct {
	source.Span
	ref *corpus.Reference
}

// withTitle lets the link of a citation cover the title right behind its number.
func (s *builder) withTitle(span source.Span, m *parse.Mention, claim *corpus.Claim) source.Span {
	if claim == nil || claim.Of != m.Number || !strings.HasPrefix(m.After(), " ") || strings.HasPrefix(m.After(), " (") {
		return span
	}
	if claim.Span.Start <= span.End+1 {
		span.End = claim.Span.End
	}
	return span
}

// mark makes the mark of a target for the page of this renderer.
func (r *renderer) mark(t *markTarget) *mark {
	m := &mark{Span: t.Span}
	ref := t.ref
	if page, fragment, ok := r.s.target(ref); ok {
		m.href = relative(r.page, page, fragment)
		m.class, m.title = "ref", r.s.describe(ref)
		return m
	}
	switch ref.Status {
	case corpus.Planned:
		m.class, m.title = "planned", "planned: "+ref.Path
	case corpus.Dangling:
		if ref.Bare {
			return nil
		}
		m.class, m.title = "dangling", "nothing is there: "+ref.Text
	default:
		return nil
	}
	return m
}

// describe is the title of a link: what it leads to, by name.
func (s *builder) describe(ref *corpus.Reference) string {
	switch {
	case ref.Principle != nil:
		return fmt.Sprintf("%s: %s", ref.Principle.Name(), ref.Principle.Title)
	case ref.Core != nil:
		return fmt.Sprintf("%s: %s", ref.Core.ID(), ref.Core.Title)
	case ref.AntiPattern != nil:
		return ref.AntiPattern.Summary
	case ref.Entry != nil:
		return fmt.Sprintf("%s: %s", ref.Entry.ID, ref.Entry.Title)
	case ref.Target != nil:
		return ref.Target.Title
	}
	return ""
}

// markAt is the mark that covers or follows offset first; marks are asked for in
// rising order within a block, but a page may render parts in any order.
func (r *renderer) marksIn(start, stop int) []*mark {
	targets := r.s.marks[r.doc]
	i := sort.Search(len(targets), func(i int) bool { return targets[i].End > start })
	var out []*mark
	for ; i < len(targets) && targets[i].Start < stop; i++ {
		if m := r.mark(targets[i]); m != nil {
			out = append(out, m)
		}
	}
	return out
}

// Blocks renders the children of a node.
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
		b.Write(line.Value([]byte(text)))
	}
	return b.String()
}

func (r *renderer) heading(n *ast.Heading) {
	level := min(6, n.Level+r.shift)
	var sec *parse.Section
	if n.Lines().Len() > 0 {
		sec = r.sections[n.Lines().At(0).Start]
	}
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
		language, _, _ = strings.Cut(strings.TrimSpace(string(n.Info.Segment.Value([]byte(r.text())))), " ")
	}
	r.code(language, lines(n, r.text()))
}

func (r *renderer) code(language, text string) {
	label := "Code"
	if language != "" {
		label = language + " code"
	}
	fmt.Fprintf(&r.out, `<pre tabindex="0" role="region" aria-label="%s"><code>`, html.EscapeString(label))
	r.out.WriteString(r.s.highlight.code(language, strings.TrimSuffix(text, "\n")))
	r.out.WriteString("</code></pre>\n")
}

func (r *renderer) table(n *extast.Table) {
	r.out.WriteString(`<div class="table" tabindex="0" role="region" aria-label="Table"><table>` + "\n")
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
		if at.Start >= start && at.Start < end && r.sections[at.Start] == nil {
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
		fmt.Fprintf(&r.out, `<li id="a-note-%d">`, note.Index)
		r.blocks(note)
		r.out.WriteString("</li>\n")
	}
	r.out.WriteString("</ol></section>\n")
}

func (r *renderer) inlines(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		r.inline(n)
	}
	r.closeMark()
}

func (r *renderer) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		r.textNode(n)
	case *ast.String:
		r.out.WriteString(html.EscapeString(string(n.Value)))
	case *ast.CodeSpan:
		r.closeMark()
		r.codeSpan(n)
	case *ast.Emphasis:
		r.closeMark()
		tag := "em"
		if n.Level == 2 {
			tag = "strong"
		}
		r.out.WriteString("<" + tag + ">")
		r.inlines(n)
		r.out.WriteString("</" + tag + ">")
	case *extast.Strikethrough:
		r.closeMark()
		r.out.WriteString("<del>")
		r.inlines(n)
		r.out.WriteString("</del>")
	case *ast.Link:
		r.closeMark()
		r.link(n)
	case *ast.Image:
		r.closeMark()
		r.image(n)
	case *ast.AutoLink:
		r.closeMark()
		r.autoLink(n)
	case *ast.RawHTML:
		r.closeMark()
		if n.Segments.Len() > 0 {
			r.emptyAnchors(n.Segments.At(0).Start, n.Segments.At(n.Segments.Len()-1).Stop)
		}
	case *extast.TaskCheckBox:
		checked := ""
		if n.IsChecked {
			checked = " checked"
		}
		r.out.WriteString(`<input type="checkbox" disabled` + checked + ` aria-label="Task"> `)
	case *extast.FootnoteLink:
		fmt.Fprintf(&r.out, `<sup><a href="#a-note-%d" id="a-note-ref-%d-%d">%d</a></sup>`, n.Index, n.Index, n.RefIndex, n.Index)
	case *extast.FootnoteBacklink:
		fmt.Fprintf(&r.out, ` <a href="#a-note-ref-%d-%d" aria-label="Back to the text">↩</a>`, n.Index, n.RefIndex)
	default:
		r.inlines(n)
	}
}

// textNode writes text with its references linked. A link may go on into the
// next text node where only a line break parts the two.
func (r *renderer) textNode(n *ast.Text) {
	start, stop := n.Segment.Start, n.Segment.Stop
	if at := r.annotation; at >= start && at < stop && n.Parent().Kind() == ast.KindHeading {
		r.annotation = -1
		r.textRange(start, at)
		r.closeMark()
		r.out.WriteString(`<span class="annotation">`)
		start = at
	}
	r.textRange(start, stop)
	if r.open != nil {
		if _, ok := n.NextSibling().(*ast.Text); !ok {
			r.closeMark()
		}
	}
	switch {
	case n.HardLineBreak():
		r.out.WriteString("<br>\n")
	case n.SoftLineBreak():
		r.softBreak(n)
	}
}

// textRange writes a part of a text node.
func (r *renderer) textRange(start, stop int) {
	at := start
	if r.open != nil {
		end := min(r.open.End, stop)
		r.escape(at, end)
		at = max(at, end)
		if r.open.End <= stop {
			r.closeMark()
		}
	}
	if r.inLink == 0 && r.open == nil {
		for _, m := range r.marksIn(at, stop) {
			if m.Start < at {
				continue
			}
			r.escape(at, m.Start)
			r.openMark(m)
			end := min(m.End, stop)
			r.escape(m.Start, end)
			at = end
			if m.End <= stop {
				r.closeMark()
			}
		}
	}
	r.escape(at, stop)
}

func (r *renderer) softBreak(n *ast.Text) {
	after := ""
	if next, ok := n.NextSibling().(*ast.Text); ok {
		after = r.text()[next.Segment.Start:next.Segment.Stop]
	} else if n.NextSibling() == nil {
		return
	}
	if !parse.JoinsLines(r.text()[n.Segment.Start:n.Segment.Stop], after) {
		r.out.WriteByte('\n')
	}
}

func (r *renderer) openMark(m *mark) {
	r.open = m
	r.writeOpen(m)
}

func (r *renderer) writeOpen(m *mark) {
	if m.href != "" {
		fmt.Fprintf(&r.out, `<a class="%s" href="%s"`, m.class, html.EscapeString(m.href))
	} else {
		fmt.Fprintf(&r.out, `<span class="%s"`, m.class)
	}
	if m.title != "" {
		fmt.Fprintf(&r.out, ` title="%s"`, html.EscapeString(m.title))
	}
	r.out.WriteByte('>')
}

func (r *renderer) closeMark() {
	if r.open != nil {
		r.writeClose(r.open)
		r.open = nil
	}
}

func (r *renderer) writeClose(m *mark) {
	if m.href != "" {
		r.out.WriteString("</a>")
	} else {
		r.out.WriteString("</span>")
	}
}

// escape writes source text with backslash escapes and entities resolved.
func (r *renderer) escape(start, end int) {
	if start < end {
		value := util.UnescapePunctuations([]byte(r.text()[start:end]))
		r.out.WriteString(html.EscapeString(html.UnescapeString(string(value))))
	}
}

func (r *renderer) codeSpan(n *ast.CodeSpan) {
	var b strings.Builder
	start, stop := -1, -1
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		t, ok := c.(*ast.Text)
		if !ok {
			continue
		}
		if start < 0 {
			start = t.Segment.Start
		}
		stop = t.Segment.Stop
		value := r.text()[t.Segment.Start:t.Segment.Stop]
		if line, broken := strings.CutSuffix(value, "\n"); broken {
			b.WriteString(line)
			if !parse.JoinsCode(line) {
				b.WriteByte(' ')
			}
			continue
		}
		b.WriteString(value)
	}
	var m *mark
	if r.inLink == 0 {
		for _, candidate := range r.marksIn(start, stop) {
			if candidate.Start >= start {
				m = candidate
				break
			}
		}
	}
	if m != nil {
		r.writeOpen(m)
	}
	r.out.WriteString("<code>" + breakable(html.EscapeString(b.String())) + "</code>")
	if m != nil {
		r.writeClose(m)
	}
}

// breakable lets a long path wrap at its slashes.
func breakable(code string) string {
	const longest = 24
	if len(code) <= longest || strings.Contains(code, " ") {
		return code
	}
	return strings.ReplaceAll(code, "/", "/<wbr>")
}

func (r *renderer) link(n *ast.Link) {
	href, class := r.destination(n)
	r.inLink++
	switch {
	case href != "":
		r.out.WriteString(`<a` + class + ` href="` + html.EscapeString(href) + `"`)
		if len(n.Title) > 0 {
			r.out.WriteString(` title="` + html.EscapeString(html.UnescapeString(string(n.Title))) + `"`)
		}
		r.out.WriteByte('>')
		r.inlines(n)
		r.out.WriteString("</a>")
	default:
		r.out.WriteString(`<span` + class + `>`)
		r.inlines(n)
		r.out.WriteString("</span>")
	}
	r.inLink--
}

// destination is the address of a Markdown link on the site, "" where it leads
// nowhere or is not safe to follow.
func (r *renderer) destination(n ast.Node) (href, class string) {
	l := r.links[n]
	if l == nil {
		return "", ""
	}
	ref := r.doc.LinkReference(l)
	if ref == nil {
		return "", ""
	}
	if ref.Status == corpus.External {
		if safeScheme(l.Destination) {
			return l.Destination, ` class="external" rel="noopener"`
		}
		return "", ` class="dangling"`
	}
	if page, fragment, ok := r.s.target(ref); ok {
		if ref.Asset {
			r.s.asset(ref.Path)
		}
		return relative(r.page, page, fragment), ""
	}
	if ref.Status == corpus.Planned {
		return "", ` class="planned"`
	}
	return "", ` class="dangling"`
}

// safeScheme reports whether a link may lead out of the site.
func safeScheme(destination string) bool {
	scheme, _, _ := strings.Cut(strings.ToLower(destination), ":")
	switch scheme {
	case "http", "https", "mailto":
		return true
	}
	return strings.HasPrefix(destination, "//")
}

// image shows an image of the corpus. One from elsewhere becomes a link: no
// request leaves the site.
func (r *renderer) image(n *ast.Image) {
	alt := plainText(n, r.text())
	href, class := r.destination(n)
	switch {
	case href == "":
		r.out.WriteString(`<span` + class + `>` + html.EscapeString(alt) + `</span>`)
	case strings.Contains(class, "external"):
		if r.inLink > 0 {
			r.out.WriteString(html.EscapeString(alt))
			return
		}
		r.out.WriteString(`<a` + class + ` href="` + html.EscapeString(href) + `">` + html.EscapeString(alt) + `</a>`)
	default:
		r.out.WriteString(`<img src="` + html.EscapeString(href) + `" alt="` + html.EscapeString(alt) + `">`)
	}
}

func plainText(n ast.Node, text string) string {
	var b strings.Builder
	_ = ast.Walk(n, func(c ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := c.(*ast.Text); ok && entering {
			b.WriteString(text[t.Segment.Start:t.Segment.Stop])
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

func (r *renderer) autoLink(n *ast.AutoLink) {
	destination := string(n.URL([]byte(r.text())))
	label := html.EscapeString(string(n.Label([]byte(r.text()))))
	if n.AutoLinkType == ast.AutoLinkEmail && !strings.HasPrefix(strings.ToLower(destination), "mailto:") {
		destination = "mailto:" + destination
	}
	if r.inLink > 0 || !safeScheme(destination) {
		r.out.WriteString(label)
		return
	}
	r.out.WriteString(`<a class="external" rel="noopener" href="` + html.EscapeString(destination) + `">` + label + `</a>`)
}
