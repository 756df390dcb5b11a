package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/diag"
)

var suppressionNoReason = &check.Rule{
	Name:     "suppression/no-reason",
	Severity: diag.Error,
	Summary:  "a suppression comment gives no reason",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, ig := range d.Ignores {
				if ig.Reason != "" {
					continue
				}
				p.Report(&diag.Diagnostic{
					File: d.File, Span: ig.Span, Target: ig.Rule,
					Message: fmt.Sprintf("this comment silences “%s” and does not say why, so it silences nothing", ig.Rule),
					Hint:    "add the reason behind a colon: <!-- atelier:ignore " + ig.Rule + ": reason -->",
					Needs:   []diag.Fact{check.CommentFact(d, ig)},
				})
			}
		}
	},
}
