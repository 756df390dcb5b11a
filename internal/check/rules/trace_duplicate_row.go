package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var traceDuplicateRow = &check.Rule{
	Name:     "trace/duplicate-row",
	Severity: diag.Error,
	Summary:  "a principle has two rows in its domain's trace table",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Domains {
			if d.Trace == nil {
				continue
			}
			rows := readTraceRows(d)
			for _, row := range rows.repeats {
				p.Report(duplicateRow(rows, row))
			}
		}
	},
}

func duplicateRow(rows *traceRows, row *corpus.TraceRow) *diag.Diagnostic {
	d, first := rows.domain, rows.own[row.Mention.Number]
	file := d.First.File
	found := &diag.Diagnostic{
		File: file, Span: row.Mention.Span, Target: row.Mention.Text,
		Message: fmt.Sprintf("%s already has a row in the trace table%s", row.Mention.Text, otherCores(first, row)),
		Hint:    "keep one row a principle",
		Related: []diag.Related{{File: file, Span: first.Mention.Span, Message: "its first row"}},
		Breaks:  breaksTrace(d, check.RowFact(d.First, row.Row), check.RowFact(d.First, first.Row)),
		// A row whose title is that of another principle has a wrong number.
		Needs: []diag.Fact{
			check.NumbersOf(d), check.MentionFact(d.First, row.Mention), check.MentionFact(d.First, first.Mention),
		},
	}
	if p := rows.meant[row]; p != nil {
		found.Hint = fmt.Sprintf("%s has no row: if this is its row, write its number", fullName(p))
		found.Related = append(found.Related, atHeading(p, "this principle has no row"))
	}
	if sameCells(file, first.Row, row.Row) {
		found.Hint = "remove the second row, it repeats the first"
		found.Fix = &diag.Fix{Title: "remove the row", Safe: true, Edits: []diag.Edit{removeRow(file, row.Row)}}
	}
	return found
}

// otherCores says what two rows of a principle disagree about.
func otherCores(first, second *corpus.TraceRow) string {
	a, b := coreList(first.Cores), coreList(second.Cores)
	if a == b || a == "" || b == "" {
		return ""
	}
	return fmt.Sprintf(", which says %s where this one says %s", a, b)
}
