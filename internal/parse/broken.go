package parse

import (
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"atelier/internal/source"
)

// readBrokenTables finds the paragraphs that were meant as tables, and the rows
// that were cut off from one.
func (d *Document) readBrokenTables(tables map[ast.Node]*Table) {
	f := &tableFinder{doc: d, src: d.File.Text, tables: tables}
	f.children(d.AST)
}

// tableFinder walks goldmark's tree.
type tableFinder struct {
	doc    *Document
	src    string
	tables map[ast.Node]*Table
}

// above is what stands above a paragraph, within one container and under one
// heading.
type above struct {
	// table is the table that rows below may belong to, and end where it, or
	// the rows cut off from it so far, ends.
	table *Table
	end   int
	// broken says that it is a broken table: rows below are part of that
	// fault.
	broken bool
	// near says that no text stands in between, but for the comment.
	near    bool
	comment source.Span
	// lines are those of the paragraph right above.
	lines []RowLine
}

func (f *tableFinder) children(parent ast.Node) {
	var up above
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		switch n := n.(type) {
		case *ast.Heading:
			up = above{broken: f.underlined(n), near: true}
		case *extast.Table:
			t := f.tables[n]
			up = above{table: t, end: t.Span.End, near: true}
		case *ast.Paragraph, *ast.TextBlock:
			f.paragraph(n, &up)
		case *ast.HTMLBlock:
			if span := htmlSpan(n); strings.HasPrefix(strings.TrimLeft(f.src[span.Start:span.End], " "), "<!--") {
				up.comment = source.Span{Start: span.Start, End: span.Start + len(strings.TrimRight(f.src[span.Start:span.End], " \n"))}
			} else {
				up.near = false
			}
		case *ast.LinkReferenceDefinition:
		default:
			up.near = false
			f.children(n)
		}
	}
}

// paragraph reads one paragraph below what stands above it.
func (f *tableFinder) paragraph(n ast.Node, up *above) {
	lines := f.lines(n)
	switch {
	case len(lines) == 0:
		return
	case f.misdelimited(lines, *up), !f.cutOff(lines, up) && !up.broken && f.undelimited(lines):
		*up = above{broken: true, near: true}
	}
	if first := lines[0]; !first.framed(f.src) {
		up.near = false
	}
	up.lines = lines
}

func (f *tableFinder) lines(n ast.Node) []RowLine {
	segments := n.Lines()
	if segments == nil {
		return nil
	}
	out := make([]RowLine, segments.Len())
	for i := range out {
		out[i] = rowLine(f.src, source.Span{Start: segments.At(i).Start, End: segments.At(i).Stop})
	}
	return out
}

func (f *tableFinder) text(line RowLine) string { return f.src[line.Text.Start:line.Text.End] }

func (f *tableFinder) report(b *BrokenTable) bool {
	at := b.Header.Text.Start
	if b.Header.Text.Len() == 0 {
		at = b.Delimiter.Text.Start
	}
	if !f.doc.inGenerated(at) {
		f.doc.BrokenTables = append(f.doc.BrokenTables, b)
	}
	return true
}

// misdelimited finds a paragraph with a delimiter row that makes no table.
func (f *tableFinder) misdelimited(lines []RowLine, up above) bool {
	for i, line := range lines {
		text := f.text(line)
		n := DelimiterCells(text)
		fault := OtherCount
		if n < 2 && (n == 0 || !strings.HasPrefix(text, "|")) {
			near, plain := nearDelimiter(text)
			if i == 0 || near == 0 || !plain || !lines[i-1].framed(f.src) {
				continue
			}
			n, fault = near, BadDelimiter
		}
		b := &BrokenTable{Fault: fault, Delimiter: line, DelimiterCells: n, Rows: lines[i+1:]}
		switch {
		case i > 0 && strings.Contains(f.text(lines[i-1]), "|"):
			b.Header = lines[i-1]
			if len(b.Header.Cells) == n {
				b.Fault = BadDelimiter // it is indented too far
			}
		case i > 0 && n > 1:
			b.Fault = NoHeader
		case i == 0 && (len(lines) > 1 || f.headerAbove(up, n)):
			b.Fault = NoHeader
			if f.headerAbove(up, n) {
				b.Header = up.lines[len(up.lines)-1]
				f.dropCut(b.Header)
			}
		default:
			continue
		}
		return f.report(b)
	}
	return false
}

// headerAbove reports whether the paragraph right above is the header of a
// delimiter row that a blank line or comment has parted from it.
func (f *tableFinder) headerAbove(up above, cells int) bool {
	if len(up.lines) == 0 {
		return false
	}
	last := up.lines[len(up.lines)-1]
	return len(last.Cells) == cells && last.framed(f.src)
}

// dropCut takes a line back that was read as a row cut off.
func (f *tableFinder) dropCut(line RowLine) {
	if n := len(f.doc.CutRows); n > 0 {
		last := f.doc.CutRows[n-1]
		if last.Rows[len(last.Rows)-1].Text == line.Text {
			f.doc.CutRows = f.doc.CutRows[:n-1]
		}
	}
}

// undelimited finds the rows at the end of a paragraph under no table, whose delimiter
// row is missing or is none.
func (f *tableFinder) undelimited(lines []RowLine) bool {
	first := len(lines)
	for first > 0 && lines[first-1].framed(f.src) {
		first--
	}
	if f.drawn(lines[:first]) {
		return false
	}
	rows := lines[first:]
	if len(rows) < 2 || len(rows[0].Cells) != len(rows[1].Cells) || first > 0 && len(rows) == 2 && !f.spaced(rows) {
		return false
	}
	b := &BrokenTable{Fault: NoDelimiter, Header: rows[0], Rows: rows[1:]}
	if n, _ := nearDelimiter(f.text(rows[1])); n > 0 {
		b.Fault, b.Delimiter, b.DelimiterCells, b.Rows = BadDelimiter, rows[1], n, rows[2:]
	}
	return f.report(b)
}

// drawn reports whether one of some lines is the border of a table that is drawn with
// characters, "+---+---+".
func (f *tableFinder) drawn(lines []RowLine) bool {
	return slices.ContainsFunc(lines, func(line RowLine) bool { return strings.Trim(f.text(line), "+-=| ") == "" })
}

// spaced reports whether a space parts the words of each row from its outer bars: the
// formulas “|x| + |y|” right below a text are no rows.
func (f *tableFinder) spaced(rows []RowLine) bool {
	return !slices.ContainsFunc(rows, func(row RowLine) bool {
		text := f.text(row)
		return !strings.HasPrefix(text, "| ") || !strings.HasSuffix(text, " |")
	})
}

// underlined finds a header whose delimiter row is "---": the two are a heading.
func (f *tableFinder) underlined(n *ast.Heading) bool {
	lines := f.lines(n)
	if len(lines) == 0 || atxHeading(f.src, n) {
		return false
	}
	header := lines[len(lines)-1]
	if !header.framed(f.src) {
		return false
	}
	file := f.doc.File
	below := file.LineSpan(file.Line(header.Text.Start) + 1)
	stroke := strings.TrimLeft(f.src[below.Start:below.End], " \t>")
	below.Start = below.End - len(stroke)
	b := &BrokenTable{Fault: Underlined, Header: header, Delimiter: rowLine(f.src, below), DelimiterCells: 1}
	switch next := n.NextSibling().(type) {
	case *ast.Paragraph, *ast.TextBlock:
		b.Rows = f.lines(next)
	}
	return f.report(b)
}

// cutOff finds the rows in a paragraph that belong to the table above it.
func (f *tableFinder) cutOff(lines []RowLine, up *above) bool {
	if up.table == nil || up.broken {
		return false
	}
	cut := &CutRows{Table: up.table}
	columns := len(up.table.Header)
	bare := up.near && f.bareRows(lines, up.table)
	if !bare && f.anotherTable(lines, columns) {
		return false
	}
	first := 0
	for i, line := range lines {
		start, end := line.bars(f.src)
		fits := len(line.Cells) == columns && (columns > 1 || end)
		if bare || start && (fits || up.near && end && i == len(cut.Rows)) {
			if len(cut.Rows) == 0 {
				first = i
			}
			cut.Rows = append(cut.Rows, line)
		}
	}
	if len(cut.Rows) == 0 {
		return false
	}
	cut.Alone = len(cut.Rows) == len(lines)
	cut.Gap = source.Span{Start: up.end, End: cut.Rows[0].Text.Start}
	switch {
	case first > 0:
		cut.Cut, cut.By = CutByText, source.Span{Start: lines[0].Text.Start, End: lines[first-1].Text.End}
	case !up.near:
		cut.Cut, cut.By = CutByText, cut.Gap
		if n := len(up.lines); n > 0 {
			cut.By = up.lines[n-1].Text
		}
	case up.comment.Len() > 0:
		cut.Cut, cut.By = CutByComment, up.comment
	default:
		cut.By = cut.Gap
	}
	if !f.doc.inGenerated(cut.Rows[0].Text.Start) {
		f.doc.CutRows = append(f.doc.CutRows, cut)
	}
	up.end, up.comment = cut.Rows[len(cut.Rows)-1].Text.End, source.Span{}
	return true
}

// anotherTable reports whether lines agree in a number of cells that is not
// that of the table above.
func (f *tableFinder) anotherTable(lines []RowLine, columns int) bool {
	if len(lines) < 2 || len(lines[0].Cells) == columns {
		return false
	}
	for _, line := range lines {
		if !line.framed(f.src) || len(line.Cells) != len(lines[0].Cells) {
			return false
		}
	}
	return true
}

// bareRows reports whether all lines are rows in the style of a table whose rows
// do not start with a bar.
func (f *tableFinder) bareRows(lines []RowLine, t *Table) bool {
	if t.startsWithBar(f.doc.File) || len(t.Header) < 2 {
		return false
	}
	for _, line := range lines {
		if start, _ := line.bars(f.src); start || len(line.Cells) != len(t.Header) {
			return false
		}
	}
	return true
}
