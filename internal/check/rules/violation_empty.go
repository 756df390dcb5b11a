package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var violationEmpty = &check.Rule{
	Name:     "violation/empty",
	Severity: diag.Error,
	Summary:  "a row of violations does not say what the violation is",
	Run: func(p *check.Pass) {
		eachViolationDocument(p.Corpus, func(d *corpus.Document) {
			for _, v := range d.Violations {
				if v.Text == "" {
					p.Report(emptyViolation(d, v))
				}
			}
		})
	},
}

func emptyViolation(d *corpus.Document, v *corpus.Violation) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: d.File, Span: cellPlace(d.File, v.Cells[0]), Target: cellWords(v.Row, 1),
		Message: "the row is empty",
		Hint:    "remove the row, or say what the violation is",
		Breaks:  []diag.Fact{check.RowFact(d, v.Row)},
		Needs:   raggedNeeds(d, v.Row),
	}
	if text := cellWords(v.Row, 1); text != "" {
		found.Message = fmt.Sprintf("the row says that %s is breached, and not by what: its first cell is empty", inQuotes(text))
		found.Hint = "say in the first cell what a reviewer would see"
		return found
	}
	if !slices.ContainsFunc(v.Row.Cells, func(cell *parse.Block) bool { return strings.TrimSpace(d.File.Slice(cell.Span)) != "" }) {
		found.Fix = &diag.Fix{Title: "remove the row", Safe: true, Edits: []diag.Edit{removeRow(d.File, v.Row)}}
	}
	return found
}
