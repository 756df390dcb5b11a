package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/source"
)

var traceMissingRow = &check.Rule{
	Name:     "trace/missing-row",
	Severity: diag.Error,
	Summary:  "a principle has no row in its domain's trace table",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Domains {
			if d.Trace == nil {
				continue // trace/missing-table says so once
			}
			file := d.First.File
			for _, principle := range d.Principles {
				if principle.Row != nil || principle.Malformed != "" {
					continue
				}
				at := source.Span{Start: d.Trace.Table.Span.End, End: d.Trace.Table.Span.End}
				if rows := d.Trace.Table.Rows; len(rows) > 0 {
					at = source.Span{Start: rows[len(rows)-1].Span.End, End: rows[len(rows)-1].Span.End}
				}
				p.Report(&diag.Diagnostic{
					File: file, Span: principle.Section.Span, Target: principle.ID(),
					Message: fmt.Sprintf("%s %s has no row in the trace table", principle.ID(), principle.Title),
					Hint:    "add its row: the principle, its cores with the primary first, and why",
					Related: []diag.Related{{File: file, Span: d.Trace.Table.Header[0].Span, Message: "the trace table"}},
					Fix: &diag.Fix{
						Title: "add the row with the cores of the prose",
						Edits: []diag.Edit{{File: file, Span: at, Text: fmt.Sprintf("\n| %s %s | %s | |", principle.ID(), principle.Title, coreList(principle.Definition.Cores))}},
					},
					Breaks: []diag.Fact{check.TraceOf(d), check.Inputs()},
					Needs:  []diag.Fact{check.NumbersOf(d)},
				})
			}
		}
	},
}
