package rules

import (
	"fmt"
	"slices"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var markdownOrphanRows = &check.Rule{
	Name:     "markdown/orphan-rows",
	Severity: diag.Warning,
	Summary:  "rows are cut off from their table, and read as plain text",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for i := 0; i < len(d.CutRows); {
				first := i
				for i < len(d.CutRows) && d.CutRows[i].Table == d.CutRows[first].Table {
					i++
				}
				p.Report(orphanRows(d, d.CutRows[first:i]))
			}
		}
	},
}

// orphanRows is the finding for all rows that one table has lost.
func orphanRows(d *corpus.Document, cuts []*parse.CutRows) *diag.Diagnostic {
	file, first := d.File, cuts[0]
	rows := 0
	for _, cut := range cuts {
		rows += len(cut.Rows)
	}
	what, hint := cutBy(first)
	found := &diag.Diagnostic{
		File: file, Span: first.Rows[0].Text, Target: file.Slice(first.Rows[0].Text),
		Message: fmt.Sprintf("this row is cut off from its table by %s, and reads as plain text", what),
		Hint:    hint,
		Related: []diag.Related{{File: file, Span: first.Table.HeaderLine(file).Text, Message: "the table"}},
		Fix:     joinTable(file, cuts),
	}
	if rows > 1 {
		found.Message = fmt.Sprintf("%d rows are cut off from their table by %s, and read as plain text", rows, what)
	}
	if first.Cut != parse.CutByBlank {
		found.Related = append(found.Related, diag.Related{File: file, Span: first.By, Message: "what cuts it"})
	}
	for _, cut := range cuts[1:] {
		found.Related = append(found.Related, diag.Related{File: file, Span: cut.Rows[0].Text, Message: "more of its rows"})
	}
	return found
}

func cutBy(cut *parse.CutRows) (what, hint string) {
	switch cut.Cut {
	case parse.CutByComment:
		return "a comment", "move the comment before the table"
	case parse.CutByText:
		return "the text above it", "move the text below the table, or before it"
	}
	return "a blank line", "remove the blank line"
}

// joinTable joins a table with its rows. Where nothing but blank lines stands in
// between and each row fits, that is certain.
func joinTable(file *source.File, cuts []*parse.CutRows) *diag.Fix {
	first := cuts[0]
	fix := &diag.Fix{Title: "remove the blank lines", Safe: true}
	for _, cut := range cuts {
		if cut.Cut != first.Cut || cut.Cut == parse.CutByText || !cut.Alone {
			return nil
		}
		columns := len(cut.Table.Header)
		if slices.ContainsFunc(cut.Rows, func(row parse.RowLine) bool { return len(row.Cells) != columns }) {
			fix.Safe = false
		}
		start := file.LineSpan(file.Line(cut.Rows[0].Text.Start)).Start
		fix.Edits = append(fix.Edits, diag.Edit{File: file, Span: source.Span{Start: cut.Gap.Start, End: start}, Text: "\n"})
	}
	if first.Cut == parse.CutByBlank {
		return fix
	}
	header := first.Table.HeaderLine(file).Text
	if line := file.LineSpan(file.Line(header.Start)); len(cuts) > 1 || line.Start != header.Start {
		return nil // one by one, and not within quotes and lists
	}
	fix.Title, fix.Safe = "move the comment before the table", false
	at := source.Span{Start: header.Start, End: header.Start}
	fix.Edits = append(fix.Edits, diag.Edit{File: file, Span: at, Text: file.Slice(first.By) + "\n"})
	return fix
}
