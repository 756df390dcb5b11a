package rules

import (
	"fmt"
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
	var bad []*parse.Row
	widths := map[int]bool{}
	for _, row := range rows {
		if ragged(row) && len(row.SplitCodes(d.File)) == 0 {
			bad = append(bad, row)
			widths[len(row.Written(d.File))] = true
		}
	}
	if len(bad) > 1 && len(bad) == len(rows) && len(widths) == 1 {
		p.Report(raggedTable(p.Corpus, d, t, bad))
		return
	}
	isBad := map[*parse.Row]bool{}
	for _, row := range bad {
		isBad[row] = true
	}
	for i, row := range t.Rows {
		if !isBad[row] {
			continue
		}
		found := raggedRow(d, t, row)
		found.Breaks = breaksRow(p.Corpus, d, row)
		if last := wrappedRow(d, t, i); last > i {
			joinRow(found, d, t, i, last)
		} else if row.Missing == 1 && (i > 0 && isBad[t.Rows[i-1]] || i+1 < len(t.Rows) && (isBad[t.Rows[i+1]] || t.Rows[i+1].Swallowed)) {
			found.Fix.Safe = false // its neighbour may be the rest of it
		}
		p.Report(found)
	}
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

// wrappedRow is the index of the line on which a row ends that was wrapped: it
// lacks the bar at its end that the header has, and a line further down has it.
// Where it was not wrapped it is that of the row itself.
func wrappedRow(d *corpus.Document, t *parse.Table, i int) int {
	if !closed(d.File.Slice(t.HeaderLine(d.File).Text)) || t.Rows[i].Swallowed || closed(d.File.Slice(t.Rows[i].Text)) {
		return i
	}
	for last := i + 1; last < len(t.Rows) && t.Rows[last].Swallowed; last++ {
		if closed(d.File.Slice(t.Rows[last].Text)) {
			return last
		}
	}
	return i
}

// joinRow makes a finding one about a row that was wrapped.
func joinRow(found *diag.Diagnostic, d *corpus.Document, t *parse.Table, first, last int) {
	file := d.File
	found.Hint = "write the row on one line"
	found.Fix = &diag.Fix{Title: "join the lines of the row"}
	joined := file.Slice(t.Rows[first].Text)
	for i := first; i < last; i++ {
		found.Related = append(found.Related, diag.Related{File: file, Span: t.Rows[i+1].Text, Message: "the row goes on here"})
		gap := source.Span{Start: t.Rows[i].Text.End, End: t.Rows[i+1].Text.Start}
		found.Fix.Edits = append(found.Fix.Edits, diag.Edit{File: file, Span: gap, Text: " "})
		joined += " " + file.Slice(t.Rows[i+1].Text)
	}
	found.Fix.Safe = len(parse.SplitRow(joined)) == len(t.Header)
}
