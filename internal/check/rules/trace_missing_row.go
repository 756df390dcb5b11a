package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/source"
)

var traceMissingRow = &check.Rule{
	Name:     "trace/missing-row",
	Severity: diag.Error,
	Summary:  "a principle has no row in its domain's trace table",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Domains {
			switch {
			case d.Trace == nil, tableFirstCellsEmpty(d):
				continue // trace/missing-table and unknown-principle say so once
			case len(d.Trace.Rows) == 0:
				if len(d.Principles) > 0 && len(cutOff(d.First, true, d.Trace.Table)) == 0 {
					p.Report(emptyTrace(d))
				}
				continue
			}
			rows := readTraceRows(d)
			cut := cutOff(d.First, true, d.Trace.Table)
			var after *corpus.TraceRow // the last row before, in the first table
			for _, principle := range d.Principles {
				row := rows.own[principle.Number]
				switch {
				case row != nil && row.Table == d.Trace.Table:
					after = row
				case row == nil && !cut[principle.Number]:
					p.Report(missingRow(rows, principle, after))
				}
			}
		}
	},
}

// emptyTrace is the one finding for a table that has a header and no rows.
func emptyTrace(d *corpus.Domain) *diag.Diagnostic {
	return &diag.Diagnostic{
		File: d.First.File, Span: d.Trace.Table.Header[0].Span,
		Message: fmt.Sprintf("the trace table has no rows, and %s defines %s", d.Short, definesList(d)),
		Hint:    "add a row for each principle: the principle, its cores with the primary first, and why",
		Related: []diag.Related{atHeading(d.Principles[0], "the first of the principles")},
		Breaks:  breaksTrace(d),
		Needs:   []diag.Fact{check.NumbersOf(d), check.TablesOf(d.First)},
	}
}

func missingRow(rows *traceRows, p *corpus.Principle, after *corpus.TraceRow) *diag.Diagnostic {
	d := p.Domain
	found := &diag.Diagnostic{
		File: d.First.File, Span: p.Section.Span, Target: p.ID(),
		Message: fmt.Sprintf("%s has no row in the trace table", fullName(p)),
		Hint:    "add its row: the principle, its cores with the primary first, and why",
		Related: []diag.Related{atTraceTable(d)},
		Fix: &diag.Fix{
			Title: "add the row with the cores of the prose",
			Edits: []diag.Edit{rowSkeleton(p, after)},
		},
		Breaks: breaksTrace(d),
		Needs:  append([]diag.Fact{check.NumbersOf(d), check.TablesOf(d.First)}, rows.explains(p)...),
	}
	if joint := rows.joint[p.Number]; joint.row != nil {
		found.Hint = "give each principle a row of its own"
		found.Related = append(found.Related, diag.Related{
			File: d.First.File, Span: joint.mention.Span, Message: fmt.Sprintf("this row names %s after another principle", p.ID()),
		})
		// What the joint row says of its cores follows from the fault.
		found.Breaks = append(found.Breaks, check.RowFact(d.First, joint.row.Row))
	}
	return found
}

// rowSkeleton puts the row of a principle behind that of the nearest principle
// before it, or before the first row.
func rowSkeleton(p *corpus.Principle, after *corpus.TraceRow) diag.Edit {
	d, file := p.Domain, p.Domain.First.File
	t := d.Trace.Table
	title := strings.ReplaceAll(fullName(p), "|", `\|`)
	text := fmt.Sprintf("| %s | %s |%s", title, coreList(p.Definition.Cores), strings.Repeat(" |", max(0, len(t.Header)-2)))
	switch {
	case after != nil:
		line := after.Span
		return diag.Edit{File: file, Span: source.Span{Start: line.End, End: line.End}, Text: "\n" + rowLead(file, line) + text}
	case len(t.Rows) > 0:
		line := t.Rows[0].Span
		return diag.Edit{File: file, Span: source.Span{Start: line.Start, End: line.Start}, Text: rowLead(file, line) + text + "\n"}
	}
	line := file.LineSpan(file.Line(t.Span.End))
	return diag.Edit{File: file, Span: source.Span{Start: line.End, End: line.End}, Text: "\n" + rowLead(file, line) + text}
}

// tableFirstCellsEmpty reports whether no row of a trace table with several rows
// names a principle: then the table as a whole is at fault.
func tableFirstCellsEmpty(d *corpus.Domain) bool {
	return len(d.Trace.Rows) > 1 && !slices.ContainsFunc(d.Trace.Rows, func(r *corpus.TraceRow) bool { return r.Mention != nil })
}
