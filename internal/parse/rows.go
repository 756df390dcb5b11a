package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"atelier/internal/source"
)

// SplitRow is the range of each cell of a table row as GFM parts them: at every
// bar that no backslash stands before, in code spans too. The row is given
// without spaces around it.
func SplitRow(row string) []source.Span {
	at, end := 0, len(row)
	if strings.HasPrefix(row, "|") {
		at++
	}
	if end > 0 && row[end-1] == '|' {
		end--
	}
	var cells []source.Span
	for at < end {
		stop := at
		for stop < end && (row[stop] != '|' || stop > 0 && row[stop-1] == '\\') {
			stop++
		}
		cells = append(cells, source.Span{Start: at, End: stop})
		at = stop + 1
	}
	return cells
}

// Written are the cells of a row as they stand in the source, those included
// that are lost.
func (r *Row) Written(file *source.File) []source.Span {
	cells := SplitRow(file.Slice(r.Text))
	for i := range cells {
		cells[i].Start += r.Text.Start
		cells[i].End += r.Text.Start
	}
	return cells
}

// A RowLine is a line that reads like the row of a table.
type RowLine struct {
	// Text is the line without spaces and the marks of containers around it.
	Text  source.Span
	Cells []source.Span
}

// rowLine reads a line, given without the marks of containers.
func rowLine(src string, line source.Span) RowLine {
	body := src[line.Start:line.End]
	start := line.Start + len(body) - len(strings.TrimLeft(body, " \t\n"))
	row := RowLine{Text: source.Span{Start: start, End: max(start, line.Start+len(strings.TrimRight(body, " \t\n")))}}
	for _, cell := range SplitRow(src[row.Text.Start:row.Text.End]) {
		row.Cells = append(row.Cells, source.Span{Start: start + cell.Start, End: start + cell.End})
	}
	return row
}

// bars says whether a line starts and ends with a bar.
func (r RowLine) bars(src string) (start, end bool) {
	line := src[r.Text.Start:r.Text.End]
	return strings.HasPrefix(line, "|"), len(line) > 1 && strings.HasSuffix(line, "|") && !strings.HasSuffix(line, `\|`)
}

// framed reports whether a line stands between bars and has two cells at least.
func (r RowLine) framed(src string) bool {
	start, end := r.bars(src)
	return start && end && len(r.Cells) > 1
}

// DelimiterCells is the number of cells of a delimiter row such as "|---|:-:|",
// 0 where the line is none.
func DelimiterCells(line string) int {
	if strings.Trim(line, "-") == "" || strings.Trim(line, "|:- \t\n") != "" {
		return 0
	}
	cells := DelimiterTexts(line)
	for _, cell := range cells {
		dashes := strings.TrimSpace(cell)
		dashes = strings.TrimSuffix(strings.TrimPrefix(dashes, ":"), ":")
		if dashes == "" || strings.Trim(dashes, "-") != "" {
			return 0
		}
	}
	return len(cells)
}

// DelimiterTexts are the texts between the bars of a delimiter row.
func DelimiterTexts(line string) []string {
	cells := strings.Split(line, "|")
	if strings.TrimSpace(cells[0]) == "" {
		cells = cells[1:]
	}
	if n := len(cells); n > 0 && strings.TrimSpace(cells[n-1]) == "" {
		cells = cells[:n-1]
	}
	return cells
}

// nearDelimiter is the number of cells of a line that was meant as a delimiter
// row and is none: bars and the strokes that people draw lines with. plain says
// that it can hardly be a row of dashes. It is 0 for any other line.
func nearDelimiter(line string) (cells int, plain bool) {
	if strings.Trim(line, "|+:*-=_–—─━┼│ \t") != "" || !strings.ContainsAny(line, "|+│┼") {
		return 0, false
	}
	parts := strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune("|+│┼", r) })
	plain = true
	for _, part := range parts {
		if part = strings.Trim(part, ": *\t"); part == "" {
			return 0, false
		}
		plain = plain && utf8.RuneCountInString(part) > 1
	}
	return len(parts), plain
}

// gfmTables makes tables of paragraphs as GFM does, which takes no header with
// fewer cells than its delimiter row: goldmark would fill it up.
type gfmTables struct{ parser.ParagraphTransformer }

func (g gfmTables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, src := node.Lines(), reader.Source()
	for i := 1; i < lines.Len(); i++ {
		segment := lines.At(i)
		if n := DelimiterCells(string(segment.Value(src))); n > 0 {
			header := lines.At(i - 1)
			if len(SplitRow(strings.TrimSpace(string(header.Value(src))))) < n {
				return
			}
			break // what stands below are rows
		}
	}
	g.ParagraphTransformer.Transform(node, reader, pc)
}

// A TableFault says why a text that was meant as a table is none.
type TableFault uint8

// The faults that leave no table at all.
const (
	// OtherCount is a delimiter row with another number of cells than the
	// header has.
	OtherCount TableFault = iota
	// NoDelimiter is that none stands below the header.
	NoDelimiter
	// BadDelimiter is one that is none, such as "|===|===|".
	BadDelimiter
	// Underlined is a header with "---" below, which makes it a heading.
	Underlined
	// NoHeader is a delimiter row with nothing above it.
	NoHeader
)

// A BrokenTable is a text that was meant as a table and is none.
type BrokenTable struct {
	Fault TableFault
	// Header is the header row, and Delimiter the row below it, empty where
	// there is none.
	Header, Delimiter RowLine
	// DelimiterCells is the number of cells that the delimiter row was
	// meant to have.
	DelimiterCells int
	// Rows are the lines below the two.
	Rows []RowLine
}

// A Cut says what stands between a table and the rows cut off from it.
type Cut uint8

// The kinds of cuts.
const (
	CutByBlank Cut = iota
	CutByComment
	CutByText
)

// CutRows are lines with rows that something has cut off from the table above
// them, so that they read as plain text.
type CutRows struct {
	Table *Table
	Rows  []RowLine
	Cut   Cut
	// Gap is all between the table, or the rows before, and these rows, and
	// By the comment or text in it that cuts.
	Gap, By source.Span
	// Alone says that nothing else stands in the paragraph of the rows.
	Alone bool
}

// HeaderLine is the header row of a table.
func (t *Table) HeaderLine(file *source.File) RowLine {
	line := file.LineSpan(file.Line(t.Span.Start))
	if len(t.Header) > 0 {
		// The marks of quotes and lists stand before the first cell.
		before := strings.TrimRight(file.Text[line.Start:max(line.Start, min(t.Header[0].Span.Start, line.End))], " \t")
		if !strings.HasSuffix(before, "|") {
			line.Start = min(t.Header[0].Span.Start, line.End)
		} else {
			line.Start += len(before) - 1
		}
	}
	return rowLine(file.Text, line)
}
