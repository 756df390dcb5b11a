package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/matrix"
)

var matrixStale = &check.Rule{
	Name:     "matrix/stale",
	Severity: diag.Error,
	Summary:  "a generated block differs from what the corpus gives",
	Run: func(p *check.Pass) {
		if lostInputs(p.Corpus) {
			return // markdown/orphan-rows says what is not read
		}
		for _, b := range matrix.Blocks(p.Corpus) {
			if b.Stale() {
				p.Report(staleBlock(b, "atelier matrix", []diag.Fact{check.Inputs()}))
			}
		}
	},
}
