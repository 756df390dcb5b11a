package site

import (
	"fmt"
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/util"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

func (r *renderer) inlines(parent ast.Node) {
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		r.inline(n)
	}
	r.closeMark()
}

func (r *renderer) inline(n ast.Node) {
	if r.clipped(n) {
		return
	}
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
		if !r.ids {
			fmt.Fprintf(&r.out, "<sup>%d</sup>", n.Index)
			return
		}
		fmt.Fprintf(&r.out, `<sup><a href="#a-note-%d" id="a-note-ref-%d-%d">%d</a></sup>`, n.Index, n.Index, n.RefIndex, n.Index)
	case *extast.FootnoteBacklink:
		if !r.ids {
			return
		}
		fmt.Fprintf(&r.out, ` <a href="#a-note-ref-%d-%d" aria-label="Back to the text">↩</a>`, n.Index, n.RefIndex)
	default:
		r.inlines(n)
	}
}

// textNode writes text with its references linked. A link may go on into the
// next text node where only a line break parts the two.
func (r *renderer) textNode(n *ast.Text) {
	start, stop := n.Segment.Start, n.Segment.Stop
	if r.clip.Len() > 0 {
		start, stop = max(start, r.clip.Start), min(stop, r.clip.End)
	}
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

// escape writes source text with backslash escapes and entities resolved.
func (r *renderer) escape(start, end int) {
	if start >= end {
		return
	}
	text := r.text()[start:end]
	if strings.IndexByte(text, '\\') >= 0 {
		text = string(util.UnescapePunctuations([]byte(text)))
	}
	r.out.WriteString(html.EscapeString(html.UnescapeString(text)))
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
	l := r.outline.links[n]
	if l == nil {
		return "", ""
	}
	ref := r.doc.LinkReference(l)
	if ref == nil {
		return "", ""
	}
	if ref.Status == corpus.External {
		if corpus.Follows(l.Destination) {
			return l.Destination, ` class="external" rel="noopener"`
		}
		return "", ` class="dangling"`
	}
	if page, fragment, ok := r.s.target(ref); ok {
		return relative(r.page, page, fragment), ""
	}
	if ref.Status == corpus.Planned {
		return "", ` class="planned"`
	}
	return "", ` class="dangling"`
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
	if r.inLink > 0 || !corpus.Follows(destination) {
		r.out.WriteString(label)
		return
	}
	r.out.WriteString(`<a class="external" rel="noopener" href="` + html.EscapeString(destination) + `">` + label + `</a>`)
}
