package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var markdownRaggedRow = &check.Rule{
	Name:     "markdown/ragged-row",
	Severity: diag.Error,
	Summary:  "a row has more or fewer cells than the header of its table",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, t := range d.Tables {
				if !t.Generated && len(t.HeaderLine(d.File).SplitCodes(d.File)) == 0 {
					raggedRows(p, d, t)
				}
			}
		}
	},
}

// raggedRows reports the rows of a table that do not fit its header; where none
// does, and all in the same way, it is the header that does not fit.
func raggedRows(p *check.Pass, d *corpus.Document, t *parse.Table) {
	rows := t.OwnRows()
	bad := map[*parse.Row]bool{}
	widths := map[int]bool{}
	for _, row := range rows {
		if ragged(row) && len(row.SplitCodes(d.File)) == 0 {
			bad[row] = true
			widths[len(row.Written(d.File))] = true
		}
	}
	if len(bad) > 1 && len(bad) == len(rows) && len(widths) == 1 && !wrapsRows(d, t) {
		p.Report(raggedTable(p.Corpus, d, t, rows))
		return
	}
	for i := 0; i < len(t.Rows); i++ {
		row := t.Rows[i]
		if last := wrappedRow(d, t, i); last > i {
			found := wrapped(d, t, i, last)
			for _, line := range t.Rows[i : last+1] {
				found.Breaks = append(found.Breaks, breaksRow(p.Corpus, d, line)...)
			}
			p.Report(found)
			i = last
			continue
		}
		if !bad[row] {
			continue
		}
		found := raggedRow(d, t, row)
		found.Breaks = breaksRow(p.Corpus, d, row)
		if row.Missing == 1 && (i > 0 && bad[t.Rows[i-1]] || i+1 < len(t.Rows) && (bad[t.Rows[i+1]] || t.Rows[i+1].Swallowed)) {
			found.Fix.Safe = false // its neighbour may be the rest of it
		}
		p.Report(found)
	}
}

// wrapsRows reports whether any row of a table was wrapped.
func wrapsRows(d *corpus.Document, t *parse.Table) bool {
	for i := range t.Rows {
		if wrappedRow(d, t, i) > i {
			return true
		}
	}
	return false
}

// raggedTable is the one finding for a table of which no row fits the header.
func raggedTable(c *corpus.Corpus, d *corpus.Document, t *parse.Table, rows []*parse.Row) *diag.Diagnostic {
	written, columns := len(rows[0].Written(d.File)), len(t.Header)
	header := t.HeaderLine(d.File)
	found := &diag.Diagnostic{
		File: d.File, Span: header.Text, Target: d.File.Slice(header.Text),
		Message: fmt.Sprintf("the header has %s and every row below it %d", count(columns, "cell"), written),
		Hint:    "give the header the cell that it lacks",
		Related: []diag.Related{{File: d.File, Span: rows[0].Text, Message: "the first of the rows"}},
	}
	if written > columns {
		found.Message += fmt.Sprintf(": what is beyond is lost, as %s", inQuotes(d.File.Slice(rows[0].Lost)))
	} else {
		found.Hint = "take the cell out of the header that the rows do not have, or give each row that cell"
	}
	for _, row := range rows {
		found.Breaks = append(found.Breaks, breaksRow(c, d, row)...)
	}
	return found
}

func raggedRow(d *corpus.Document, t *parse.Table, row *parse.Row) *diag.Diagnostic {
	file := d.File
	written, columns := row.Written(file), len(t.Header)
	found := &diag.Diagnostic{
		File: file, Span: row.Text, Target: file.Slice(row.Text),
		Related: []diag.Related{{File: file, Span: t.HeaderLine(file).Text, Message: "the header, " + count(columns, "cell")}},
	}
	if row.Missing > 0 {
		found.Message = fmt.Sprintf("the row has %s and the header %d: the last %s left empty", count(len(written), "cell"), columns, columnsAre(row.Missing))
		found.Hint = "add what is missing, or an empty cell"
		found.Fix = emptyCells(file, row)
		return found
	}
	extra := written[columns:]
	found.Span = row.Lost
	lost := strings.TrimSpace(file.Slice(row.Lost))
	if strings.Trim(lost, "| \t") == "" {
		found.Message = fmt.Sprintf("the row has %s and the header %d; what is too many is empty", count(len(written), "cell"), columns)
		found.Hint = "remove it"
		found.Fix = &diag.Fix{Title: "remove the empty cells", Safe: true, Edits: []diag.Edit{{
			File: file, Span: source.Span{Start: extra[0].Start, End: row.Text.End},
		}}}
		return found
	}
	found.Message = fmt.Sprintf("the row has %s and the header %d, so %s is lost: no reader sees it", count(len(written), "cell"), columns, inQuotes(lost))
	found.Hint = "escape a pipe that belongs to the text: “\\|”; else give the table one more column"
	bar := source.Span{Start: extra[0].Start - 1, End: extra[0].Start}
	found.Fix = &diag.Fix{Title: "keep the text in the cell before it"}
	for i := range extra {
		if i > 0 {
			bar = source.Span{Start: extra[i].Start - 1, End: extra[i].Start}
		}
		found.Fix.Edits = append(found.Fix.Edits, diag.Edit{File: file, Span: bar, Text: `\|`})
	}
	return found
}

// columnsAre is "column is" or "2 columns are".
func columnsAre(n int) string {
	if n == 1 {
		return "column is"
	}
	return fmt.Sprintf("%d columns are", n)
}

// emptyCells adds the cells that a row lacks, which changes nothing on the page.
// It is certain where it is one: more of them are a row that went wrong.
func emptyCells(file *source.File, row *parse.Row) *diag.Fix {
	text := strings.Repeat(" |", row.Missing)
	if !closed(file.Slice(row.Text)) {
		text = " |" + text
	}
	end := row.Text.End
	return &diag.Fix{
		Title: "add the empty " + plural(row.Missing, "cell"), Safe: row.Missing == 1,
		Edits: []diag.Edit{{File: file, Span: source.Span{Start: end, End: end}, Text: text}},
	}
}

// longestWrap is more than the lines that a row was ever wrapped onto.
const longestWrap = 20

// wrappedOpenRow is the same in a table whose header has no bar at its end: the
// rest of a row that ends within a cell, and lacks one, does not begin with the
// bar that the header begins with.
func wrappedOpenRow(d *corpus.Document, t *parse.Table, i int, header string) int {
	if t.Rows[i].Missing == 0 || closed(d.File.Slice(t.Rows[i].Text)) || !strings.HasPrefix(header, "|") {
		return i
	}
	for last := i + 1; last < min(len(t.Rows), i+longestWrap); last++ {
		if strings.HasPrefix(d.File.Slice(t.Rows[last].Text), "|") {
			break
		}
		if joinedWidth(d.File, t, i, last) == len(t.Header) {
			return last
		}
	}
	return i
}

// wrappedRow is the index of the line on which a row ends that was wrapped: it
// lacks the bar at its end that the header has, or a cell, and a line further
// down has it. Where it was not wrapped it is that of the row itself.
func wrappedRow(d *corpus.Document, t *parse.Table, i int) int {
	row := t.Rows[i]
	whole := closed(d.File.Slice(row.Text))
	if row.Swallowed || whole && row.Missing == 0 {
		return i
	}
	if header := d.File.Slice(t.HeaderLine(d.File).Text); !closed(header) {
		return wrappedOpenRow(d, t, i, header)
	}
	for last := i + 1; last < min(len(t.Rows), i+longestWrap); last++ {
		next := t.Rows[last]
		text := d.File.Slice(next.Text)
		goesOn := next.Swallowed || !whole && !strings.HasPrefix(text, "|")
		if !goesOn && (whole || next.Missing == 0) {
			break
		}
		fits := joinedWidth(d.File, t, i, last) == len(t.Header)
		if closed(text) && (fits || !whole && goesOn) {
			return last
		}
	}
	return i
}

// joinedWidth is the number of cells that some lines of a table have together.
func joinedWidth(file *source.File, t *parse.Table, first, last int) int {
	var joined strings.Builder
	for i := first; i <= last; i++ {
		joined.WriteString(file.Slice(t.Rows[i].Text) + " ")
	}
	return len(parse.SplitRow(strings.TrimRight(joined.String(), " ")))
}

// beginsRow reports whether one of some lines begins with a bar, as rows do.
func beginsRow(file *source.File, lines []*parse.Row) bool {
	return slices.ContainsFunc(lines, func(line *parse.Row) bool { return strings.HasPrefix(file.Slice(line.Text), "|") })
}

// wrapped is the finding for a row that was wrapped: its rest becomes a row of
// its own.
func wrapped(d *corpus.Document, t *parse.Table, first, last int) *diag.Diagnostic {
	file := d.File
	rest := source.Span{Start: t.Rows[first+1].Text.Start, End: t.Rows[last].Text.End}
	found := &diag.Diagnostic{
		File: file, Span: rest, Target: file.Slice(t.Rows[first].Text),
		Message: fmt.Sprintf("%s goes on with the row above it, but becomes a row of its own", inQuotes(file.Slice(t.Rows[first+1].Text))),
		Hint:    "write the row on one line",
		Related: []diag.Related{{File: file, Span: t.Rows[first].Text, Message: "the row that goes on"}},
		Fix:     &diag.Fix{Title: "join the lines of the row", Safe: joinedWidth(file, t, first, last) == len(t.Header) && !beginsRow(file, t.Rows[first+1:last+1])},
	}
	for i := first; i < last; i++ {
		gap := source.Span{Start: t.Rows[i].Text.End, End: t.Rows[i+1].Text.Start}
		found.Fix.Edits = append(found.Fix.Edits, diag.Edit{File: file, Span: gap, Text: " "})
	}
	return found
}
