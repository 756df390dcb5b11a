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

var traceOrder = &check.Rule{
	Name:     "trace/order",
	Severity: diag.Warning,
	Summary:  "the rows of a trace table are not in the order of the principles",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Domains {
			for _, rows := range traceTables(d) {
				if at := slices.IndexFunc(rows, outOfOrder(rows)); at > 0 {
					p.Report(rowsOutOfOrder(d, rows, at))
				}
			}
		}
	},
}

// traceTables are the rows of each trace table of a domain that name a
// principle.
func traceTables(d *corpus.Domain) [][]*corpus.TraceRow {
	if d.Trace == nil {
		return nil
	}
	var out [][]*corpus.TraceRow
	var last *parse.Table
	for _, row := range d.Trace.Rows {
		if row.Mention == nil {
			continue
		}
		if row.Table != last {
			out = append(out, nil)
			last = row.Table
		}
		out[len(out)-1] = append(out[len(out)-1], row)
	}
	return out
}

// outOfOrder tells, row by row, whether one names a lower number than a row
// above it.
func outOfOrder(rows []*corpus.TraceRow) func(*corpus.TraceRow) bool {
	highest := 0
	return func(row *corpus.TraceRow) bool {
		if row.Mention.Number < highest {
			return true
		}
		highest = row.Mention.Number
		return false
	}
}

func rowsOutOfOrder(d *corpus.Domain, rows []*corpus.TraceRow, at int) *diag.Diagnostic {
	file, row, before := d.First.File, rows[at], rows[at-1]
	found := &diag.Diagnostic{
		File: file, Span: row.Mention.Span, Target: row.Mention.Text,
		Message: fmt.Sprintf("the trace row of %s stands below that of %s", row.Mention.Text, before.Mention.Text),
		Hint:    "put the rows in the order of the principles",
		Related: []diag.Related{{File: file, Span: before.Mention.Span, Message: before.Mention.Text + " stands above it"}},
		Needs:   []diag.Fact{check.NumbersOf(d), check.TraceOf(d)},
		Fix:     &diag.Fix{Title: "sort the rows", Safe: true, Edits: []diag.Edit{sortRows(file, rows)}},
	}
	for _, r := range rows {
		found.Needs = append(found.Needs, rowFacts(d, r)...)
	}
	return found
}

// sortRows is one edit of the lines from the first to the last of the rows, in
// which the rows change places and other lines keep theirs.
func sortRows(file *source.File, rows []*corpus.TraceRow) diag.Edit {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b *corpus.TraceRow) int { return a.Mention.Number - b.Mention.Number })
	span := source.Span{Start: rows[0].Span.Start, End: rows[len(rows)-1].Span.End}
	var text strings.Builder
	at := span.Start
	for i, row := range rows {
		text.WriteString(file.Slice(source.Span{Start: at, End: row.Span.Start}))
		text.WriteString(file.Slice(sorted[i].Span))
		at = row.Span.End
	}
	return diag.Edit{File: file, Span: span, Text: text.String()}
}
