package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
)

var suppressionMisplaced = &check.Rule{
	Name:     "suppression/misplaced",
	Severity: diag.Error,
	Summary:  "a suppression comment stands within a text, where it silences nothing",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, s := range d.Strays {
				if !s.Inline {
					continue
				}
				p.Report(&diag.Diagnostic{
					File: d.File, Span: s.Span, Target: d.File.Slice(s.Span),
					Message: "this comment stands within a text, where it silences nothing",
					Hint:    "put it on a line of its own, right before the paragraph, list or table that it is about",
				})
			}
		}
	},
}
