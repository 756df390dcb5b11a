package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var traceMissingTable = &check.Rule{
	Name:     "trace/missing-table",
	Severity: diag.Error,
	Summary:  "a domain has principles but no trace table",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Domains {
			if d.Trace == nil && len(d.Principles) > 0 {
				p.Report(missingTrace(d))
			}
		}
	},
}

func missingTrace(d *corpus.Domain) *diag.Diagnostic {
	file := d.First.File
	found := &diag.Diagnostic{
		File: file, Span: missingTablePlace(d.First, "trace"),
		Message: fmt.Sprintf("%s defines %s and has no trace table that derives them from the core principles", d.Short, definesList(d)),
		Hint:    "add a table with the header “| P-rule | Core | Why |” and a row for each principle",
		Related: []diag.Related{atHeading(d.Principles[0], "the first of its principles")},
		Breaks:  breaksTrace(d),
		// What breaks the trace of a domain without a table is what hides it.
		Needs: []diag.Fact{check.TextOf(d.First.Path), check.TablesOf(d.First), check.TraceOf(d)},
	}
	if t := nearTable(d.First, "p-rule", "core"); t != nil {
		cell := t.Header[0]
		found.Span = cell.Span
		found.Message = fmt.Sprintf("the trace table of %s is not read: its first header cell is %s, not “P-rule”", d.Short, inQuotes(cell.Prose.Text))
		found.Hint = "head its first column “P-rule”"
		found.Fix = &diag.Fix{Title: "write “P-rule”", Safe: true, Edits: []diag.Edit{{File: file, Span: cell.Span, Text: "P-rule"}}}
	}
	return found
}
