package rules

import (
	"strings"

	"atelier/internal/check"
	"atelier/internal/diag"
)

var sourceCaseCollision = &check.Rule{
	Name:     "source/case-collision",
	Severity: diag.Error,
	Summary:  "two paths differ by upper and lower case only",
	Run: func(p *check.Pass) {
		for _, problem := range p.Corpus.Problems() {
			if problem.Rule != "source/case-collision" {
				continue
			}
			d := *problem
			// One of the two is there by mistake, so that it has no row.
			d.Breaks = []diag.Fact{check.Inputs()}
			folded := strings.ToLower(problem.Target)
			for _, doc := range p.Corpus.Documents {
				if path := strings.ToLower(doc.Path); path == folded || strings.HasPrefix(path, folded+"/") {
					d.Breaks = append(d.Breaks, check.ListingOf(doc.Path))
				}
			}
			p.Report(&d)
		}
	},
}
