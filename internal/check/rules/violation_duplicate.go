package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var violationDuplicate = &check.Rule{
	Name:     "violation/duplicate",
	Severity: diag.Warning,
	Summary:  "a table of violations says the same twice",
	Run: func(p *check.Pass) {
		eachViolationDocument(p.Corpus, func(d *corpus.Document) {
			for _, t := range violationTables(d) {
				seen := map[string]*corpus.Violation{}
				for _, v := range t.rows {
					key := foldedCell(v.Cells[0])
					first := seen[key]
					switch {
					case key == "":
					case first == nil:
						seen[key] = v
					default:
						p.Report(duplicateViolation(d, first, v))
					}
				}
			}
		})
	},
}

func duplicateViolation(d *corpus.Document, first, v *corpus.Violation) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: d.File, Span: v.Cells[0].Span, Target: v.Text,
		Message: fmt.Sprintf("the table already has the violation %s", inQuotes(first.Text)),
		Hint:    "say in one row all that it breaches",
		Related: []diag.Related{{File: d.File, Span: first.Cells[0].Span, Message: "its first row"}},
		Needs:   []diag.Fact{check.RowFact(d, first.Row), check.RowFact(d, v.Row)},
	}
	if a, b := cellWords(first.Row, 1), cellWords(v.Row, 1); folded(a) != folded(b) {
		found.Message += fmt.Sprintf(", which breaches %s there and %s here", inQuotes(a), inQuotes(b))
	}
	if sameCells(d.File, first.Row, v.Row) {
		found.Hint = "remove the second row, it repeats the first"
		found.Fix = &diag.Fix{Title: "remove the row", Safe: true, Edits: []diag.Edit{removeRow(d.File, v.Row)}}
	}
	return found
}
