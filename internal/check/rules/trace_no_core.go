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

var traceNoCore = &check.Rule{
	Name:     "trace/no-core",
	Severity: diag.Error,
	Summary:  "a trace row names no core principle",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Domains {
			if d.Trace == nil || tableFirstCellsEmpty(d) {
				continue
			}
			if tableWithoutCores(d) {
				p.Report(corelessTable(d))
				continue
			}
			rows := readTraceRows(d)
			for _, row := range d.Trace.Rows {
				// A row about no principle is a fault of its own.
				if len(row.Cores) == 0 && !stray(d, row) {
					p.Report(noCore(rows, row))
				}
			}
		}
	},
}

func noCore(rows *traceRows, row *corpus.TraceRow) *diag.Diagnostic {
	d, file := rows.domain, rows.domain.First.File
	name := row.Mention.Text
	found := &diag.Diagnostic{
		File: file, Target: name,
		Hint:   "name its cores in the second cell, the primary first: “C1, C5”",
		Breaks: breaksTrace(d, check.RowFact(d.First, row.Row)),
		Needs:  raggedNeeds(d.First, row.Row),
	}
	found.Span = row.Mention.Span
	if cell := cellOf(row.Row, 1); cell != nil {
		found.Span = cellPlace(file, cell)
	}
	if rows.repeated[row.Mention.Number] {
		found.Needs = []diag.Fact{check.RowFact(d.First, row.Row)}
	}
	if text := cellWords(row.Row, 1); text != "" {
		found.Message = fmt.Sprintf("the trace row of %s says %s where its cores belong, and that names no core principle", name, inQuotes(text))
	} else {
		found.Message = fmt.Sprintf("the trace row of %s names no core principle: its second cell is empty", name)
	}
	p := d.Principle(row.Mention.Number)
	if cores := coreList(p.Definition.Cores); cores != "" {
		found.Hint = fmt.Sprintf("the prose derives it from %s: write the primary core first", cores)
		found.Related = []diag.Related{{File: file, Span: mentionsSpan(p.Definition.Cores), Message: "the prose derives from " + cores}}
		if cell := cellOf(row.Row, 1); cell != nil && !ragged(row.Row) {
			found.Fix = &diag.Fix{Title: "take the cores of the prose", Edits: []diag.Edit{fillCell(file, cell, cores)}}
		}
	}
	return found
}

// fillCell puts text into a cell.
func fillCell(file *source.File, cell *parse.Block, text string) diag.Edit {
	if cell.Span.Len() == 0 {
		text = " " + text + " "
	}
	return diag.Edit{File: file, Span: cellPlace(file, cell), Text: text}
}

// tableWithoutCores reports whether no row of a trace table with several rows
// names a core in its second cell: then the column is at fault, not each row.
func tableWithoutCores(d *corpus.Domain) bool {
	return len(d.Trace.Rows) > 1 && !slices.ContainsFunc(d.Trace.Rows, func(r *corpus.TraceRow) bool { return len(r.Cores) > 0 })
}

func corelessTable(d *corpus.Domain) *diag.Diagnostic {
	header := d.Trace.Table.Header
	found := &diag.Diagnostic{
		File: d.First.File, Span: header[0].Span,
		Message: "the trace table has no second column for the core principles",
		Hint:    "head the columns “P-rule”, “Core” and “Why”, with the cores of each principle in the second",
		Breaks:  breaksTrace(d),
		Needs:   []diag.Fact{check.TablesOf(d.First)},
	}
	if len(header) > 1 {
		found.Span = header[1].Span
		found.Message = fmt.Sprintf("no row of the trace table names a core principle in its second column, %s", inQuotes(header[1].Prose.Text))
	}
	for _, row := range d.Trace.Rows {
		if stray(d, row) {
			continue // unknown-principle speaks of it
		}
		found.Breaks = append(found.Breaks, check.RowFact(d.First, row.Row))
		found.Needs = append(found.Needs, raggedNeeds(d.First, row.Row)...)
	}
	return found
}
