package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var markdownBrokenTable = &check.Rule{
	Name:     "markdown/broken-table",
	Severity: diag.Error,
	Summary:  "lines that were meant as a table are none, for want of a fitting delimiter row",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, b := range d.BrokenTables {
				if len(b.Header.SplitCodes(d.File)) == 0 { // else markdown/unescaped-pipe says so
					p.Report(brokenTable(p.Corpus, d, b))
				}
			}
		}
	},
}

func brokenTable(c *corpus.Corpus, d *corpus.Document, b *parse.BrokenTable) *diag.Diagnostic {
	file := d.File
	header, delimiter := file.Slice(b.Header.Text), file.Slice(b.Delimiter.Text)
	found := &diag.Diagnostic{
		File: file, Span: b.Delimiter.Text, Target: header,
		Breaks: breaksTable(c, d, firstHeader(d, b), b.Rows),
		Fix:    delimiterFix(d, b),
	}
	if b.Header.Text.Len() > 0 && b.Fault != parse.NoDelimiter {
		found.Related = []diag.Related{{File: file, Span: b.Header.Text, Message: "the header, " + count(len(b.Header.Cells), "cell")}}
	}
	switch b.Fault {
	case parse.OtherCount:
		found.Message = fmt.Sprintf("the delimiter row has %s and the header %d, so this is no table", count(b.DelimiterCells, "cell"), len(b.Header.Cells))
		found.Hint = "give the two the same number of cells"
		if n := rowWidth(b); n == b.DelimiterCells {
			found.Hint = fmt.Sprintf("the rows have %d too: correct the header", n)
		}
	case parse.NoDelimiter:
		found.Span = b.Header.Text
		found.Message = "no delimiter row follows the header, so this is no table"
		found.Hint = fmt.Sprintf("put “%s” below it", delimiterRow(header, nil))
	case parse.BadDelimiter:
		found.Message = fmt.Sprintf("%s is no delimiter row, so this is no table", inQuotes(delimiter))
		found.Hint = "write it of bars, hyphens and colons alone: “|---|---|”"
		if parse.DelimiterCells(delimiter) > 0 {
			found.Message = "the delimiter row is indented too far, so this is no table"
			found.Hint = "start it where the header starts"
		}
	case parse.Underlined:
		found.Message = fmt.Sprintf("%s below the header makes it a heading, so this is no table", inQuotes(delimiter))
		found.Hint = fmt.Sprintf("write “%s”", delimiterRow(header, nil))
	case parse.NoHeader:
		found.Target = delimiter
		found.Message = "no header stands right above the delimiter row, so this is no table"
		found.Hint = "put a row of headings above it"
		if header != "" {
			found.Message = "the header does not stand right above its delimiter row, so this is no table"
			found.Hint = "remove what stands between the two"
		}
	}
	return found
}

// firstHeader is the first cell of a broken table's header.
func firstHeader(d *corpus.Document, b *parse.BrokenTable) string {
	if len(b.Header.Cells) == 0 {
		return ""
	}
	return d.File.Slice(b.Header.Cells[0])
}

// rowWidth is the number of cells that all rows of a broken table have, 0 where
// they differ or there are none.
func rowWidth(b *parse.BrokenTable) int {
	if len(b.Rows) == 0 {
		return 0
	}
	n := len(b.Rows[0].Cells)
	if slices.ContainsFunc(b.Rows, func(row parse.RowLine) bool { return len(row.Cells) != n }) {
		return 0
	}
	return n
}

// delimiterRow is a delimiter row in the style and width of a header. What the
// old one has is kept.
func delimiterRow(header string, old []string) string {
	columns := parse.SplitRow(header)
	cells := slices.Clone(old[:min(len(old), len(columns))])
	for _, column := range columns[len(cells):] {
		const least = 3
		cells = append(cells, strings.Repeat("-", max(least, utf8.RuneCountInString(header[column.Start:column.End]))))
	}
	row := strings.Join(cells, "|")
	if strings.HasPrefix(header, "|") {
		row = "|" + row
	}
	if closed(header) {
		row += "|"
	}
	return row
}

// delimiterFix writes a delimiter row that fits the header. That is certain
// where the rows fit the header too.
func delimiterFix(d *corpus.Document, b *parse.BrokenTable) *diag.Fix {
	file, columns := d.File, len(b.Header.Cells)
	header := file.Slice(b.Header.Text)
	fits := rowWidth(b) == columns
	edit := diag.Edit{File: file, Span: b.Delimiter.Text, Text: delimiterRow(header, nil)}
	switch b.Fault {
	case parse.OtherCount:
		if rowWidth(b) == b.DelimiterCells {
			return nil // the header is wrong
		}
		old := parse.DelimiterTexts(file.Slice(b.Delimiter.Text))
		aligned := slices.ContainsFunc(old, func(cell string) bool { return strings.Contains(cell, ":") })
		edit.Text = delimiterRow(header, old)
		return &diag.Fix{Title: "write “" + edit.Text + "”", Safe: fits && !aligned, Edits: []diag.Edit{edit}}
	case parse.NoDelimiter:
		lead := rowLead(file, file.LineSpan(file.Line(b.Rows[0].Text.Start)))
		edit.Span = source.Span{Start: b.Header.Text.End, End: b.Header.Text.End}
		edit.Text = "\n" + lead + edit.Text
		name := folded(firstHeader(d, b))
		return &diag.Fix{Title: "add a delimiter row", Safe: fits && (name == "p-rule" || name == "violation"), Edits: []diag.Edit{edit}}
	case parse.NoHeader:
		between := source.Span{Start: b.Header.Text.End, End: file.LineSpan(file.Line(b.Delimiter.Text.Start)).Start}
		if header == "" || strings.Trim(file.Slice(between), " \t\n>") != "" {
			return nil
		}
		return &diag.Fix{Title: "remove the blank lines between the two", Safe: true, Edits: []diag.Edit{{File: file, Span: between, Text: "\n"}}}
	case parse.BadDelimiter:
		if parse.DelimiterCells(file.Slice(b.Delimiter.Text)) > 0 {
			return outdent(d, b)
		}
	}
	return &diag.Fix{Title: "write “" + edit.Text + "”", Safe: fits, Edits: []diag.Edit{edit}}
}

// outdent moves a delimiter row below the start of its header.
func outdent(d *corpus.Document, b *parse.BrokenTable) *diag.Fix {
	file := d.File
	line := file.LineSpan(file.Line(b.Header.Text.Start))
	lead := rowLead(file, line)
	if line.Start+len(lead) != b.Header.Text.Start {
		return nil // a list item starts on the line of the header
	}
	below := file.LineSpan(file.Line(b.Delimiter.Text.Start))
	return &diag.Fix{
		Title: "indent it as the header is", Safe: true,
		Edits: []diag.Edit{{File: file, Span: source.Span{Start: below.Start, End: b.Delimiter.Text.Start}, Text: lead}},
	}
}
