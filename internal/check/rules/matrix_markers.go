package rules

import (
	"strings"

	"atelier/internal/check"
	"atelier/internal/diag"
)

var matrixMarkers = &check.Rule{
	Name:     "matrix/markers",
	Severity: diag.Error,
	Summary:  "the markers of generated blocks lack an end, are nested, or name a block twice",
	Run: func(p *check.Pass) {
		for _, problem := range p.Corpus.Problems() {
			if problem.Rule == "markers" && !inReview(p, problem.File.Path) {
				d := *problem
				d.Needs = []diag.Fact{check.TextOf(problem.File.Path)}
				p.Report(&d)
			}
		}
	},
}

// inReview reports whether a file belongs to the folder of checklists, whose
// blocks are another group's business.
func inReview(p *check.Pass, path string) bool {
	return strings.HasPrefix(path, p.Config.Review+"/")
}
