package site

import (
	"html/template"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// An outline leads from places in a document's source to goldmark's nodes, so
// that pages can show a part of a document as it is written. It is made once a
// document, since many pages quote the same one.
type outline struct {
	sections map[int]*parse.Section // by start of the heading's text
	links    map[ast.Node]*parse.Link
	blocks   map[int]ast.Node // what holds inlines, by start of its first line
	tables   map[int]ast.Node // by start of the header's line
	code     map[int]ast.Node // by position
	// levels are the levels of headings by the place they have among the others,
	// 1 for the topmost: what the source skips is not skipped on a page.
	levels map[*ast.Heading]int
	// depths are the same, of sections.
	depths map[*parse.Section]int
	// parents are the sections around each section, the innermost first.
	parents map[*parse.Section][]*parse.Section
	// first is the first paragraph of each section.
	first map[*parse.Section]*parse.Block
}

// outline is the outline of a document.
func (s *builder) outline(d *corpus.Document) *outline { return s.outlines[d]() }

func newOutline(d *corpus.Document) *outline {
	o := &outline{
		sections: map[int]*parse.Section{}, links: map[ast.Node]*parse.Link{}, blocks: map[int]ast.Node{},
		tables: map[int]ast.Node{}, code: map[int]ast.Node{},
		levels: map[*ast.Heading]int{}, depths: map[*parse.Section]int{},
		parents: map[*parse.Section][]*parse.Section{}, first: map[*parse.Section]*parse.Block{},
	}
	var open []*parse.Section
	for _, sec := range d.Sections {
		o.sections[sec.Span.Start] = sec
		for len(open) > 0 && open[len(open)-1].Level >= sec.Level {
			open = open[:len(open)-1]
		}
		for i := len(open) - 1; i >= 0; i-- {
			o.parents[sec] = append(o.parents[sec], open[i])
		}
		open = append(open, sec)
	}
	for _, l := range d.Links {
		o.links[l.Node()] = l
	}
	for _, b := range d.Blocks {
		if b.Kind == parse.ParagraphBlock && b.Section != nil && o.first[b.Section] == nil {
			o.first[b.Section] = b
		}
	}
	var above, quoted []int // levels in the source of the headings around, and within a quotation
	_ = ast.Walk(d.AST, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if n.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		if h, ok := n.(*ast.Heading); ok && h.Lines().Len() > 0 {
			if inQuote(h) {
				quoted = under(quoted, h.Level)
			} else {
				above, quoted = under(above, h.Level), nil
			}
			o.levels[h] = len(above) + len(quoted)
			if sec := o.sections[h.Lines().At(0).Start]; sec != nil {
				o.depths[sec] = o.levels[h]
			}
		}
		o.place(d, n)
		return ast.WalkContinue, nil
	})
	return o
}

// under adds the level of a heading to those of the headings around it.
func under(above []int, level int) []int {
	for len(above) > 0 && above[len(above)-1] >= level {
		above = above[:len(above)-1]
	}
	return append(above, level)
}

func inQuote(n ast.Node) bool {
	for p := n.Parent(); p != nil; p = p.Parent() {
		if p.Kind() == ast.KindBlockquote {
			return true
		}
	}
	return false
}

func (o *outline) place(d *corpus.Document, n ast.Node) {
	switch n := n.(type) {
	case *ast.FencedCodeBlock:
		o.code[n.Pos()] = n
	case *ast.CodeBlock:
		if n.Lines().Len() > 0 {
			o.code[n.Lines().At(0).Start] = n
		}
	case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *extast.TableCell:
		if n.Lines() != nil && n.Lines().Len() > 0 {
			o.blocks[n.Lines().At(0).Start] = n
		}
	case *extast.TableHeader:
		for cell := n.FirstChild(); cell != nil; cell = cell.NextSibling() {
			if cell.Lines().Len() > 0 {
				o.tables[d.File.LineSpan(d.File.Line(cell.Lines().At(0).Start)).Start] = n.Parent()
				return
			}
		}
	}
}

// prose renders the inline Markdown of a block for a page: a cell of a table or
// a paragraph, with its code spans and links.
func (s *builder) prose(d *corpus.Document, b *parse.Block, page string) template.HTML {
	return s.passage(d, b, source.Span{}, page)
}

// passage renders the part of a block that lies within a span; all of it where
// the span is empty.
func (s *builder) passage(d *corpus.Document, b *parse.Block, clip source.Span, page string) template.HTML {
	r := s.newRenderer(d, page, false)
	n := r.outline.blocks[b.Span.Start]
	if n == nil {
		return ""
	}
	r.clip = clip
	r.inlines(n)
	return template.HTML(strings.TrimSpace(r.out.String())) // escaped by the renderer
}

// node renders a block node of a document for another page.
func (s *builder) node(d *corpus.Document, n ast.Node, page string) template.HTML {
	r := s.newRenderer(d, page, false)
	r.block(n)
	return template.HTML(r.out.String())
}

// sentence renders the sentence that a mention stands in, of at most limit
// bytes of text.
func (s *builder) sentence(d *corpus.Document, m *parse.Mention, limit int, page string) template.HTML {
	start, end := corpus.SentenceRange(m)
	text := m.Block.Prose.Text[start:end]
	short := shorten(text, limit)
	more := ""
	if len(short) < len(text) {
		end = start + len(strings.TrimSuffix(short, "…"))
		more = "…"
	}
	return s.passage(d, m.Block, m.Block.Prose.Span(start, end), page) + template.HTML(more)
}

// clipped reports whether an inline node lies outside of what is written.
func (r *renderer) clipped(n ast.Node) bool {
	if r.clip.Len() == 0 {
		return false
	}
	span, ok := inlineSpan(n)
	return !ok || span.Start >= r.clip.End || span.End <= r.clip.Start
}

// inlineSpan is the range of the text below an inline node.
func inlineSpan(n ast.Node) (source.Span, bool) {
	if t, ok := n.(*ast.Text); ok {
		return source.Span{Start: t.Segment.Start, End: t.Segment.Stop}, true
	}
	var out source.Span
	found := false
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		span, ok := inlineSpan(c)
		if !ok {
			continue
		}
		if !found {
			out, found = span, true
		}
		out.Start, out.End = min(out.Start, span.Start), max(out.End, span.End)
	}
	if !found && n.Pos() >= 0 {
		return source.Span{Start: n.Pos(), End: n.Pos() + 1}, true
	}
	return out, found
}
