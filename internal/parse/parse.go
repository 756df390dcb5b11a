package parse

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"atelier/internal/diag"
	"atelier/internal/source"
)

// Bytes parses the content of a file. It accepts any bytes and never fails:
// what cannot be read becomes a finding in [Document.Problems], and such a
// document has no parts.
func Bytes(path string, content []byte) *Document {
	if len(content) > MaxFileSize {
		return Unreadable(path, "source/too-large",
			fmt.Sprintf("the file is %d bytes long; the bound is %d", len(content), MaxFileSize),
			"split it, or exclude it")
	}
	if at := source.Invalid(content); at >= 0 {
		what := "is not UTF-8"
		if content[at] == 0 {
			what = "looks like a binary file (a NUL byte)"
		}
		file := source.NewFile(path, bytes.ToValidUTF8(content[:at:at], nil))
		d := newDocument(source.NewFile(path, nil))
		d.Problems = append(d.Problems, &diag.Diagnostic{
			Rule: "source/invalid-utf8", Severity: diag.Error, File: file,
			Span:    source.Span{Start: len(file.Text), End: len(file.Text)},
			Message: fmt.Sprintf("the file %s: byte %d (0x%02x) cannot be text", what, at, content[at]),
			Hint:    "save it as UTF-8, or rename it so that it does not end in .md",
		})
		return d
	}
	return File(source.NewFile(path, content))
}

// Unreadable is the document of a file that could not be read: a finding and
// nothing else.
func Unreadable(path, rule, message, hint string) *Document {
	d := newDocument(source.NewFile(path, nil))
	d.problem(rule, source.Span{}, message, hint)
	return d
}

func newDocument(file *source.File) *Document {
	return &Document{File: file, Anchors: NewAnchors(), AST: ast.NewDocument()}
}

// File parses a file that is known to be text.
func File(file *source.File) *Document {
	d := newDocument(file)
	if at, rule, message := tooDeep(file.Text); rule != "" {
		d.problem(rule, at, message, "break the text up")
		return d
	}
	body := d.readFrontMatter()
	src := []byte(file.Text)
	reader := text.NewReader(src)
	reader.Advance(body)
	pc := parser.NewContext()
	d.AST = markdown.Parse(reader, parser.WithContext(pc))

	c := &collector{doc: d, src: src, tables: map[ast.Node]*Table{}}
	c.definitions(d.AST)
	c.children(d.AST, context{row: -1})
	c.finish()
	d.readAccidentalLists()
	d.readBrokenTables(c.tables)
	return d
}

// context is what surrounds a block during the walk.
type context struct {
	quote, quoteID int
	depth          int
	item           *Item
	table          *Table
	row, column    int
}

// collector walks goldmark's tree once and fills the document.
type collector struct {
	doc      *Document
	src      []byte
	section  *Section
	quotes   int
	comments []comment
	tables   map[ast.Node]*Table
	defs     map[string]*Link
	block    *Block // the block whose inlines are being walked
}

func (c *collector) children(n ast.Node, ctx context) {
	waiting := len(c.comments) // those from here on wait for the block after them
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if _, html := child.(*ast.HTMLBlock); html {
			c.node(child, ctx)
			continue
		}
		if waiting < len(c.comments) {
			after := c.nodeSpan(child)
			for i := range c.comments[waiting:] {
				c.comments[waiting+i].after = after
			}
		}
		c.node(child, ctx)
		waiting = len(c.comments)
	}
}

func (c *collector) node(n ast.Node, ctx context) {
	switch n := n.(type) {
	case *ast.Heading:
		c.heading(n, ctx)
	case *ast.Paragraph, *ast.TextBlock:
		c.paragraph(n, ctx)
	case *ast.Blockquote:
		ctx.quote++
		if ctx.quoteID == 0 {
			c.quotes++
			ctx.quoteID = c.quotes
		}
		c.children(n, ctx)
	case *ast.List:
		ctx.depth++
		c.children(n, ctx)
	case *ast.ListItem:
		item := &Item{Depth: ctx.depth}
		c.doc.Items = append(c.doc.Items, item)
		ctx.item = item
		c.children(n, ctx)
		item.Span = c.extent(n)
	case *extast.Table:
		c.table(n, ctx)
	case *ast.FencedCodeBlock:
		c.fence(n)
	case *ast.CodeBlock:
		c.doc.Fences = append(c.doc.Fences, &Fence{
			Span: linesSpan(n), TextSpan: linesSpan(n), Text: c.code(n), Section: c.section, Indented: true, Closed: true,
		})
	case *ast.HTMLBlock:
		c.htmlBlock(n)
	case *ast.LinkReferenceDefinition, *ast.ThematicBreak:
	default:
		c.children(n, ctx)
	}
}

// newBlock adds a block with the prose of n.
func (c *collector) newBlock(kind BlockKind, n ast.Node, span source.Span, ctx context) *Block {
	b := &Block{
		Kind: kind, Span: span, Section: c.section, Quote: ctx.quote, quoteID: ctx.quoteID,
		Item: ctx.item, Table: ctx.table, Row: ctx.row, Column: ctx.column,
	}
	c.block = b
	b.Prose = c.readProse(n)
	c.doc.Blocks = append(c.doc.Blocks, b)
	return b
}

func (c *collector) paragraph(n ast.Node, ctx context) {
	b := c.newBlock(ParagraphBlock, n, linesSpan(n), ctx)
	if ctx.item != nil && ctx.item.Block == nil {
		ctx.item.Block = b
	}
}

func (c *collector) heading(n *ast.Heading, ctx context) {
	s := &Section{Level: n.Level}
	c.section = s
	c.doc.Sections = append(c.doc.Sections, s)
	span := linesSpan(n)
	if n.Lines().Len() == 0 {
		span = source.Span{Start: max(n.Pos(), 0), End: max(n.Pos(), 0)}
	}
	s.Block = c.newBlock(HeadingBlock, n, span, ctx)
	s.Block.Section = s
	s.Span = span
	s.Text = s.Block.Prose.Text
	s.Setext = !atxHeading(c.doc.File.Text, n)
	start := max(n.Pos(), 0)
	if s.Setext {
		start = span.Start
	}
	s.Body.Start = c.doc.File.LineSpan(c.doc.File.Line(start)).Start
	s.Anchor = c.doc.Anchors.Heading(s.Text, span)
	if n.Level == 1 && c.doc.Title == "" {
		c.doc.Title, c.doc.TitleSpan = s.Text, span
	}
}

// atxHeading reports whether a heading is written with number signs.
func atxHeading(src string, n *ast.Heading) bool {
	at := n.Pos()
	return at >= 0 && at < len(src) && src[at] == '#'
}

func (c *collector) table(n *extast.Table, ctx context) {
	t := &Table{Section: c.section, Item: ctx.item, Quote: ctx.quote}
	c.doc.Tables = append(c.doc.Tables, t)
	c.tables[n] = t
	ctx.table = t
	at := -1
	for row := n.FirstChild(); row != nil; row = row.NextSibling() {
		ctx.row = at
		r := &Row{Table: t}
		line := source.Span{Start: -1}
		column := 0
		for cell := row.FirstChild(); cell != nil; cell = cell.NextSibling() {
			ctx.column = column
			column++
			span := linesSpan(cell)
			if cell.Lines().Len() == 0 {
				r.Missing++
				span = source.Span{Start: line.End, End: line.End}
			} else if line.Start < 0 {
				line = c.doc.File.LineSpan(c.doc.File.Line(span.Start))
			}
			r.Cells = append(r.Cells, c.newBlock(CellBlock, cell, span, ctx))
		}
		if line.Start < 0 {
			start := max(row.Pos(), 0)
			line = c.doc.File.LineSpan(c.doc.File.Line(start))
		}
		r.Span, r.Text = line, line
		if at >= 0 && row.Pos() >= line.Start {
			r.Text.Start = min(row.Pos(), line.End)
		}
		r.Text = rowLine(c.doc.File.Text, r.Text).Text
		r.restoreLastCell(c.doc.File)
		r.Lost = c.lostCells(r)
		r.Swallowed = at >= 0 && c.swallowed(t, r)
		if at < 0 {
			t.Header = r.Cells
			for _, cell := range r.Cells {
				t.names = append(t.names, strings.ToLower(strings.TrimSpace(cell.Prose.Text)))
			}
			t.Span.Start = line.Start
		} else {
			t.Rows = append(t.Rows, r)
		}
		t.Span.End = line.End
		at++
	}
	if len(t.Rows) == 0 {
		// The delimiter row is part of the table.
		next := c.doc.File.LineSpan(c.doc.File.Line(t.Span.End) + 1)
		t.Span.End = max(t.Span.End, next.End)
	}
}

// restoreLastCell counts the empty cell of a row that ends in two bars without a
// space between, which goldmark does not see.
func (r *Row) restoreLastCell(file *source.File) {
	text := file.Slice(r.Text)
	if r.Missing == 0 || !strings.HasSuffix(text, "||") || strings.HasSuffix(text, `\||`) {
		return
	}
	r.Cells[len(r.Cells)-r.Missing].Span = source.Span{Start: r.Text.End - 1, End: r.Text.End - 1}
	r.Missing--
}

// swallowed reports whether a row is text glued under the table: a line without
// any bar, or one that does not start with a bar as the header does and has not
// the header's number of cells, or goes on with such a text.
func (c *collector) swallowed(t *Table, r *Row) bool {
	line := c.doc.File.Slice(r.Text)
	if strings.Count(line, "|") <= strings.Count(line, `\|`) {
		return true
	}
	if strings.HasPrefix(line, "|") || !t.startsWithBar(c.doc.File) {
		return false
	}
	return r.Missing+r.Lost.Len() > 0 || len(t.Rows) > 0 && t.Rows[len(t.Rows)-1].Swallowed
}

// startsWithBar reports whether a bar stands before the first cell of a table's
// header.
func (t *Table) startsWithBar(file *source.File) bool {
	if len(t.Header) == 0 {
		return false
	}
	start := t.Header[0].Span.Start
	return strings.HasSuffix(strings.TrimRight(file.Text[:start], " \t"), "|")
}

// lostCells is the text of a row beyond its last cell: goldmark cuts cells over
// the header's count.
func (c *collector) lostCells(r *Row) source.Span {
	cells := r.Written(c.doc.File)
	if r.Missing > 0 || len(cells) <= len(r.Cells) {
		return source.Span{}
	}
	lost := source.Span{Start: cells[len(r.Cells)].Start, End: cells[len(cells)-1].End}
	text := c.doc.File.Slice(lost)
	if strings.Trim(text, " \t|") == "" {
		return lost
	}
	lost.Start += len(text) - len(strings.TrimLeft(text, " \t"))
	lost.End -= len(text) - len(strings.TrimRight(text, " \t"))
	return lost
}

func (c *collector) fence(n *ast.FencedCodeBlock) {
	f := &Fence{Section: c.section, Text: c.code(n), Closed: fenceClosed(n)}
	f.TextSpan = linesSpan(n)
	at := max(n.Pos(), 0)
	f.Span = c.doc.File.LineSpan(c.doc.File.Line(at))
	f.Span.Start = at
	if n.Info != nil {
		f.Info = source.Span{Start: n.Info.Segment.Start, End: n.Info.Segment.Stop}
		info := string(n.Info.Segment.Value(c.src))
		f.Language, _, _ = strings.Cut(strings.TrimSpace(info), " ")
	}
	last := c.doc.File.Line(at)
	if n.Lines().Len() > 0 {
		last = c.doc.File.Line(n.Lines().At(n.Lines().Len() - 1).Start)
	}
	if f.Closed {
		last++
	}
	f.Span.End = max(f.Span.End, c.doc.File.LineSpan(last).End)
	if n.Lines().Len() == 0 {
		f.TextSpan = source.Span{Start: f.Span.End, End: f.Span.End}
	}
	f.Marks = fenceMarks(c.doc.File.Text[f.Span.Start:])
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		if text := strings.TrimRight(string(line.Value(c.src)), " \n"); startsFence(text, f.Marks) {
			f.Inner = source.Span{Start: line.Stop - len(strings.TrimLeft(string(line.Value(c.src)), " ")), End: line.Start + len(text)}
			break
		}
	}
	c.doc.Fences = append(c.doc.Fences, f)
}

// fenceMarks are the marks that a line starts with.
func fenceMarks(line string) string {
	if line == "" {
		return ""
	}
	return line[:len(line)-len(strings.TrimLeft(line, line[:1]))]
}

// startsFence reports whether a line in a block with such marks would start a
// block of its own, and does not end it.
func startsFence(line, marks string) bool {
	const deepest = 3 // spaces before a fence
	text := strings.TrimLeft(line, " ")
	if len(line)-len(text) > deepest || marks == "" || !strings.HasPrefix(text, marks) {
		return false
	}
	info := strings.TrimLeft(text, marks[:1])
	return strings.TrimSpace(info) != "" && (marks[0] == '~' || !strings.Contains(info, "`"))
}

func (c *collector) code(n ast.Node) string {
	var b strings.Builder
	for i := range n.Lines().Len() {
		line := n.Lines().At(i)
		b.Write(line.Value(c.src))
	}
	return b.String()
}

// linesSpan is the source range of a block's lines, from the first byte of text
// to the last.
func linesSpan(n ast.Node) source.Span {
	lines := n.Lines()
	if lines == nil || lines.Len() == 0 {
		return source.Span{}
	}
	span := source.Span{Start: lines.At(0).Start, End: lines.At(lines.Len() - 1).Stop}
	return span
}

// extent is the source range of a block with its children.
func (c *collector) extent(n ast.Node) source.Span {
	span := source.Span{Start: -1}
	_ = ast.Walk(n, func(child ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || child.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		if own := linesSpan(child); own.Len() > 0 {
			if span.Start < 0 || own.Start < span.Start {
				span.Start = own.Start
			}
			span.End = max(span.End, own.End)
		}
		return ast.WalkContinue, nil
	})
	if at := n.Pos(); at >= 0 && (span.Start < 0 || at < span.Start) {
		span.Start = at
		span.End = max(span.End, at)
	}
	span.Start = max(span.Start, 0)
	span.End = span.Start + len(strings.TrimRight(c.doc.File.Slice(span), "\n "))
	return span
}

// finish derives what needs the whole file: the ends of sections, markers, and
// everything that is read from prose.
func (c *collector) finish() {
	d := c.doc
	for _, b := range d.Blocks {
		b.Span.End = b.Span.Start + len(strings.TrimRight(d.File.Slice(b.Span), "\n \t"))
		if b.Kind == HeadingBlock {
			b.Section.Span = b.Span
		}
	}
	// goldmark puts footnotes at the end.
	sort.SliceStable(d.Blocks, func(i, j int) bool { return d.Blocks[i].Span.Start < d.Blocks[j].Span.Start })
	if d.Title != "" {
		d.TitleSpan.End = d.TitleSpan.Start + len(strings.TrimRight(d.File.Slice(d.TitleSpan), "\n \t"))
	}
	endSections(d)
	d.readComments(c.comments)
	d.markGenerated()
	d.markHeader()
	for _, b := range d.Blocks {
		b.Mentions = scanMentions(b)
		d.Mentions = append(d.Mentions, b.Mentions...)
		if !b.Generated {
			loose, tags := b.LooseLinks(d.File)
			d.Loose, d.Tags = append(d.Loose, loose...), d.Tags+tags
		}
	}
	sort.SliceStable(d.Mentions, func(i, j int) bool { return d.Mentions[i].Span.Start < d.Mentions[j].Span.Start })
	seen := map[string]bool{}
	for i, m := range d.Mentions {
		m.Index = i
		if m.Kind == PathMention && !m.Block.Generated && !seen[m.Path] {
			seen[m.Path] = true
			d.Paths = append(d.Paths, m.Path)
		}
	}
	sort.SliceStable(d.Links, func(i, j int) bool { return d.Links[i].Span.Start < d.Links[j].Span.Start })
	for _, s := range d.Sections {
		readHeading(d, s)
	}
	d.readHeader()
	d.readDefinitions()
	d.readRelations()
	d.readClaims()
}

// endSections gives every section its end: the next heading of its level or a
// higher one.
func endSections(d *Document) {
	var open []*Section
	for _, s := range d.Sections {
		for len(open) > 0 && open[len(open)-1].Level >= s.Level {
			open[len(open)-1].Body.End = s.Body.Start
			open = open[:len(open)-1]
		}
		open = append(open, s)
	}
	for _, s := range open {
		s.Body.End = len(d.File.Text)
	}
}
