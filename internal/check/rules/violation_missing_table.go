package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var violationMissingTable = &check.Rule{
	Name:     "violation/missing-table",
	Severity: diag.Warning,
	Summary:  "a document of a domain has no table of violations",
	Run: func(p *check.Pass) {
		eachViolationDocument(p.Corpus, func(d *corpus.Document) {
			switch {
			case len(d.ViolationTables) == 0:
				p.Report(missingViolations(d))
			case len(d.Violations) == 0 && len(cutOff(d, false, d.ViolationTables...)) == 0:
				p.Report(emptyViolations(d))
			}
		})
	},
}

// violationHeader is the header that a document's table of violations has.
func violationHeader(d *corpus.Document) string {
	if d.Kind == corpus.KindFirstPrinciples {
		return "| Violation | Principle Breached |"
	}
	return "| Violation | Principle |"
}

func missingViolations(d *corpus.Document) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: d.File, Span: missingTablePlace(d, "violat"),
		Message: fmt.Sprintf("%s has no table of violations", inQuotes(titleOrPath(d))),
		Hint:    fmt.Sprintf("end it with a table “%s” that says which breach breaks which principle", violationHeader(d)),
		Needs:   []diag.Fact{check.TextOf(d.Path), check.TablesOf(d), check.ViolationsIn(d)},
	}
	if t := nearTable(d, "violation", "principle"); t != nil {
		cell := t.Header[0]
		found.Span = cell.Span
		found.Message = fmt.Sprintf("the table of violations is not read: its first header cell is %s, not “Violation”", inQuotes(cell.Prose.Text))
		found.Hint = "head its first column “Violation”"
		found.Fix = &diag.Fix{Title: "write “Violation”", Safe: true, Edits: []diag.Edit{{File: d.File, Span: cell.Span, Text: "Violation"}}}
	}
	return found
}

// emptyViolations is the finding for a document whose tables have no rows.
func emptyViolations(d *corpus.Document) *diag.Diagnostic {
	return &diag.Diagnostic{
		File: d.File, Span: d.ViolationTables[0].Header[0].Span,
		Message: fmt.Sprintf("the table of violations of %s has no rows", inQuotes(titleOrPath(d))),
		Hint:    "add a row for each breach that a reviewer should look for",
		Needs:   []diag.Fact{check.TablesOf(d), check.ViolationsIn(d)},
	}
}

func titleOrPath(d *corpus.Document) string {
	if d.Title != "" {
		return d.Title
	}
	return d.Path
}
