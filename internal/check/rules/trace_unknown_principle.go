package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/source"
)

var traceUnknownPrinciple = &check.Rule{
	Name:     "trace/unknown-principle",
	Severity: diag.Error,
	Summary:  "a trace row names no principle that the domain defines",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Domains {
			switch {
			case d.Trace == nil || len(d.Trace.Rows) == 0:
			case len(d.Principles) == 0:
				p.Report(traceOfNothing(d))
			case tableFirstCellsEmpty(d):
				p.Report(namelessTable(d))
			default:
				rows := readTraceRows(d)
				for _, row := range rows.strays {
					p.Report(unknownPrinciple(rows, row))
				}
			}
		}
	},
}

func unknownPrinciple(rows *traceRows, row *corpus.TraceRow) *diag.Diagnostic {
	d, file := rows.domain, rows.domain.First.File
	found := &diag.Diagnostic{
		File: file, Target: cellWords(row.Row, 0),
		Breaks: breaksTrace(d, rowFacts(d, row)...),
		Needs:  append([]diag.Fact{check.NumbersOf(d)}, raggedNeeds(d.First, row.Row)...),
	}
	switch m := row.Mention; {
	case m == nil:
		found.Span, found.Message = namelessCell(file, row)
		found.Hint = fmt.Sprintf("start the row with one of %s, or remove it", definesList(d))
	case foreign(d, m):
		found.Span = d.First.Reference(m).Span
		found.Message = fmt.Sprintf("the row names “%s”, a principle of another domain than %s", d.First.Reference(m).Text, d.Short)
		found.Hint = fmt.Sprintf("trace only %s here", definesList(d))
	default:
		found.Span = m.Span
		found.Message = fmt.Sprintf("the row names %s, but %s defines %s", m.Text, d.Short, definesList(d))
		found.Hint = "write the number of the principle that the row is about, or remove the row"
	}
	p := rows.meant[row]
	if p == nil {
		last := d.Principles[len(d.Principles)-1]
		found.Related = []diag.Related{atHeading(last, "the last principle that is defined")}
		return found
	}
	found.Hint = fmt.Sprintf("did you mean %s? It has no row", fullName(p))
	found.Related = []diag.Related{atHeading(p, "this principle has no row")}
	if folded(rows.rowTitle(row)) == folded(p.Title) {
		found.Fix = &diag.Fix{Title: "write the number of the title", Safe: true, Edits: []diag.Edit{numberRow(file, row, p, found.Span)}}
	}
	return found
}

// numberRow gives a row the number of its title.
func numberRow(file *source.File, row *corpus.TraceRow, p *corpus.Principle, at source.Span) diag.Edit {
	if row.Mention == nil {
		return diag.Edit{File: file, Span: source.Span{Start: at.Start, End: at.Start}, Text: p.ID() + " "}
	}
	return diag.Edit{File: file, Span: at, Text: p.ID()}
}

// namelessCell is the place of a first cell without a principle, and what is
// wrong with it.
func namelessCell(file *source.File, row *corpus.TraceRow) (source.Span, string) {
	text := cellWords(row.Row, 0)
	if text == "" {
		return cellPlace(file, row.Cells[0]), "the row names no principle: its first cell is empty"
	}
	return row.Cells[0].Span, fmt.Sprintf("the row names no principle: its first cell says %s", inQuotes(text))
}

// traceOfNothing is the finding for a table whose document has no principle.
func traceOfNothing(d *corpus.Domain) *diag.Diagnostic {
	return &diag.Diagnostic{
		File: d.First.File, Span: d.Trace.Table.Header[0].Span,
		Message: "the trace table has rows, but the document defines no principle",
		Hint:    "define each principle under a heading such as “### P1. Title”",
		Related: []diag.Related{{File: d.First.File, Span: barOf(d.First.File, d.Trace.Rows[0].Row), Message: "its first row"}},
		Breaks:  breaksTrace(d, check.NumbersOf(d)),
		Needs:   []diag.Fact{check.NumbersOf(d), check.TextOf(d.First.Path)},
	}
}

// namelessTable is the one finding for a table in which no row names a
// principle. Where every row gives a title, its number is certain.
func namelessTable(d *corpus.Domain) *diag.Diagnostic {
	file, rows := d.First.File, readTraceRows(d)
	found := &diag.Diagnostic{
		File: file, Span: d.Trace.Table.Header[0].Span,
		Message: fmt.Sprintf("no row of the trace table names a principle in its first cell, and %s defines %s", d.Short, definesList(d)),
		Hint:    "start each row with the number of its principle, “P1 Title”",
		Related: []diag.Related{{File: file, Span: barOf(file, d.Trace.Rows[0].Row), Message: "its first row"}},
		Breaks:  breaksTrace(d),
		Needs:   []diag.Fact{check.NumbersOf(d)},
	}
	fix := &diag.Fix{Title: "write the numbers of the titles", Safe: true}
	for _, row := range d.Trace.Rows {
		p := rows.meant[row]
		if p == nil || folded(rows.rowTitle(row)) != folded(p.Title) {
			return found
		}
		fix.Edits = append(fix.Edits, numberRow(file, row, p, row.Cells[0].Span))
	}
	found.Fix = fix
	return found
}
