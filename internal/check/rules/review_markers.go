package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
)

var reviewMarkers = &check.Rule{
	Name:     "review/markers",
	Severity: diag.Error,
	Summary:  "the markers of a checklist's blocks lack an end, are nested, or name a block twice",
	Run: func(p *check.Pass) {
		for _, problem := range p.Corpus.Problems() {
			if problem.Rule == "markers" && inReview(p, problem.File.Path) {
				d := *problem
				d.Needs = []diag.Fact{check.TextOf(problem.File.Path)}
				p.Report(&d)
			}
		}
	},
}
