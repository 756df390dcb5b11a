package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/source"
)

var violationNoPrinciple = &check.Rule{
	Name:     "violation/no-principle",
	Severity: diag.Error,
	Summary:  "a row of violations does not say which principle it breaches",
	Run: func(p *check.Pass) {
		eachViolationDocument(p.Corpus, func(d *corpus.Document) {
			for _, t := range violationTables(d) {
				var silent []*corpus.Violation
				for _, v := range t.rows {
					// A row without text is a fault of its own.
					if v.Text != "" && !citesBreach(p.Corpus, v) {
						silent = append(silent, v)
					}
				}
				if len(silent) > 1 && len(silent) == len(t.rows) {
					p.Report(silentTable(d, t))
					continue
				}
				for _, v := range silent {
					p.Report(noPrinciple(d, v))
				}
			}
		})
	},
}

func noPrinciple(d *corpus.Document, v *corpus.Violation) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: d.File, Span: v.Cells[0].Span, Target: v.Text,
		Message: fmt.Sprintf("%s breaches no principle: the second cell is empty", inQuotes(v.Text)),
		Hint:    "name the principle that it breaches, “P4 Title”",
		Breaks:  []diag.Fact{check.ViolationsIn(d), check.RowFact(d, v.Row)},
		Needs:   raggedNeeds(d, v.Row),
	}
	cell := cellOf(v.Row, 1)
	if cell == nil {
		return found
	}
	found.Span = cellPlace(d.File, cell)
	text := cellWords(v.Row, 1)
	if text == "" {
		return found
	}
	found.Message = fmt.Sprintf("%s breaches no principle: the second cell says %s", inQuotes(v.Text), inQuotes(text))
	for _, p := range d.Domain.Principles {
		if folded(p.Title) == folded(text) {
			found.Hint = fmt.Sprintf("write the number too: “%s”", fullName(p))
			found.Related = []diag.Related{atHeading(p, "the principle of that title")}
			found.Fix = &diag.Fix{
				Title: "write the number of the title", Safe: true,
				Edits: []diag.Edit{{File: d.File, Span: source.Span{Start: cell.Span.Start, End: cell.Span.Start}, Text: p.ID() + " "}},
			}
			found.Needs = append(found.Needs, check.NumbersOf(d.Domain))
			break
		}
	}
	return found
}

// silentTable is the one finding for a table of which no row names a principle:
// the column is at fault, not each row.
func silentTable(d *corpus.Document, t violationTable) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: d.File, Span: t.Header[0].Span,
		Message: "the table of violations has no second column for the principles",
		Hint:    fmt.Sprintf("head the columns “%s” and name a principle in each row", violationHeader(d)),
		Breaks:  []diag.Fact{check.ViolationsIn(d)},
		Needs:   []diag.Fact{check.TablesOf(d)},
	}
	if len(t.Header) > 1 {
		found.Span = t.Header[1].Span
		found.Message = fmt.Sprintf("no row of the table of violations names a principle in its second column, %s", inQuotes(t.Header[1].Prose.Text))
	}
	for _, v := range t.rows {
		found.Breaks = append(found.Breaks, check.RowFact(d, v.Row))
		found.Needs = append(found.Needs, raggedNeeds(d, v.Row)...)
	}
	return found
}
