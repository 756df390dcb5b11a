package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/matrix"
	"atelier/internal/review"
)

var reviewUnknownBlock = &check.Rule{
	Name:     "review/unknown-block",
	Severity: diag.Error,
	Summary:  "a marker in the review folder names a block that atelier does not make",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			if !inReview(p, d.Path) {
				continue
			}
			for _, g := range d.Document.Generated {
				if review.Known(g.Name) || matrix.Known(g.Name) {
					continue
				}
				p.Report(&diag.Diagnostic{
					File: d.File, Span: nameSpan(d.File, g.Begin.Span, g.Name), Target: g.Name,
					Message: fmt.Sprintf("no generated block is named “%s”%s", g.Name, orNearest(g.Name, slices.Concat(review.Names, matrix.Names))),
					Hint:    "the blocks of checklists are " + strings.Join(review.Names, ", "),
				})
			}
		}
	},
}
