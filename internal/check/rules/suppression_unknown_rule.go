package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/diag"
)

var suppressionUnknownRule = &check.Rule{
	Name:     "suppression/unknown-rule",
	Severity: diag.Error,
	Summary:  "a suppression comment names a rule that does not exist",
	Run: func(p *check.Pass) {
		names := make([]string, len(p.Rules))
		for i, r := range p.Rules {
			names[i] = r.Name
		}
		for _, d := range p.Corpus.Documents {
			for _, ig := range d.Ignores {
				if p.Ran(ig.Rule) {
					continue
				}
				message := fmt.Sprintf("no rule is named “%s”%s", ig.Rule, check.DidYouMean(ig.Rule, names))
				if ig.Rule == "" {
					message = "the comment names no rule"
				}
				p.Report(&diag.Diagnostic{
					File: d.File, Span: ig.RuleSpan, Target: ig.Rule, Message: message,
					Hint:   "write <!-- atelier:ignore group/rule: reason -->; atelier rules lists the rules",
					Breaks: []diag.Fact{check.CommentFact(d, ig)},
				})
			}
		}
	},
}
