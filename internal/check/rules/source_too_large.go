package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
)

var sourceTooLarge = &check.Rule{
	Name:     "source/too-large",
	Severity: diag.Error,
	Summary:  "a file or a line of it is larger than the bound",
	Run:      func(p *check.Pass) { forwardUnread(p, "source/too-large") },
}
