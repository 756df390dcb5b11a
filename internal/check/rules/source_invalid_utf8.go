package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
)

var sourceInvalidUTF8 = &check.Rule{
	Name:     "source/invalid-utf8",
	Severity: diag.Error,
	Summary:  "a file is not UTF-8 text",
	Run:      func(p *check.Pass) { forwardUnread(p, "source/invalid-utf8") },
}
