package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var violationConflictingPrinciple = &check.Rule{
	Name:     "violation/conflicting-principle",
	Severity: diag.Info,
	Summary:  "two documents of a domain let the same violation breach different principles",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Domains {
			byWords := map[string][]*corpus.Violation{}
			var order []string
			for _, doc := range violationDocuments(d) {
				for _, v := range doc.Violations {
					words := folded(beforeParenthesis(v.Text))
					if primary, _ := v.Breaches(); words == "" || len(primary) == 0 {
						continue
					}
					if byWords[words] == nil {
						order = append(order, words)
					}
					byWords[words] = append(byWords[words], v)
				}
			}
			for _, words := range order {
				if rows := byWords[words]; conflict(rows) {
					p.Report(conflictingPrinciple(d, rows))
				}
			}
		}
	},
}

// beforeParenthesis is the text of a violation without its explanation.
func beforeParenthesis(text string) string {
	text, _, _ = strings.Cut(text, "(")
	return strings.TrimSpace(text)
}

// conflict reports whether rows of two documents breach different principles. A
// secondary breach is a remark on the row, and no contradiction.
func conflict(rows []*corpus.Violation) bool {
	documents, sets := false, false
	for _, v := range rows[1:] {
		documents = documents || v.Document != rows[0].Document
		sets = sets || breachSet(v) != breachSet(rows[0])
	}
	return documents && sets
}

// breachSet is the primary breaches of a row in order of number: "P5 and P6".
func breachSet(v *corpus.Violation) string {
	primary, _ := v.Breaches()
	primary = slices.Clone(primary)
	slices.SortFunc(primary, func(a, b *corpus.Principle) int {
		if a.Domain != b.Domain {
			return strings.Compare(a.Domain.Path, b.Domain.Path)
		}
		return a.Number - b.Number
	})
	names := make([]string, len(primary))
	for i, p := range primary {
		names[i] = p.ID()
		if p.Domain != v.Document.Domain {
			names[i] = p.Name()
		}
	}
	return strings.Join(names, " and ")
}

func conflictingPrinciple(d *corpus.Domain, rows []*corpus.Violation) *diag.Diagnostic {
	first := rows[0]
	said := []string{fmt.Sprintf("%s here", breachSet(first))}
	found := &diag.Diagnostic{
		File: first.Document.File, Span: first.Cells[1].Span, Target: beforeParenthesis(first.Text),
		Hint:  "agree on what it breaches, or word the rows as different violations",
		Needs: append(violationFacts(first), check.NumbersOf(d)),
	}
	for _, v := range rows[1:] {
		found.Needs = append(found.Needs, violationFacts(v)...)
		said = append(said, fmt.Sprintf("%s in %s", breachSet(v), strings.TrimPrefix(v.Document.Path, d.Path+"/")))
		found.Related = append(found.Related, diag.Related{
			File: v.Document.File, Span: v.Cells[1].Span, Message: fmt.Sprintf("it breaches %s here", breachSet(v)),
		})
	}
	found.Message = fmt.Sprintf("%s breaches %s", inQuotes(beforeParenthesis(first.Text)), strings.Join(said, ", "))
	return found
}
