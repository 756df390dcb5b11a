package rules

import (
	"errors"

	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/review"
)

var reviewMalformedSignoffs = &check.Rule{
	Name:     "review/malformed-signoffs",
	Severity: diag.Error,
	Summary:  "the file of sign-offs cannot be read, or names an item twice",
	Run: func(p *check.Pass) {
		_, err := review.SignoffsOf(p.Corpus)
		var fault *review.SignoffsError
		if !errors.As(err, &fault) {
			return
		}
		p.Report(&diag.Diagnostic{
			File: fault.File, Span: fault.Span, Message: "the sign-offs cannot be read: " + fault.Message,
			Hint:   "the file is an object with one sign-off a line, as atelier review accept writes it; mend this line",
			Breaks: []diag.Fact{check.Signoffs()},
		})
	},
}
