package rules

import (
	"fmt"

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
			if !b.Stale() {
				continue
			}
			at, have, want := b.FirstDifference()
			message := fmt.Sprintf("the block “%s” is stale: its first differing row is “%s” and should be “%s”", b.Name, have, want)
			switch {
			case have == "":
				message = fmt.Sprintf("the block “%s” is stale: it lacks the row “%s”", b.Name, want)
			case want == "":
				message = fmt.Sprintf("the block “%s” is stale: the row “%s” is one too many", b.Name, have)
			}
			p.Report(&diag.Diagnostic{
				File: b.Document.File, Span: at, Target: b.Name, Message: message, Hint: "run atelier matrix",
				Fix: &diag.Fix{
					Title: "rewrite the block", Safe: true,
					Edits: []diag.Edit{{File: b.Document.File, Span: b.Span, Text: b.Want}},
				},
				Needs: []diag.Fact{check.Inputs()},
			})
		}
	},
}
