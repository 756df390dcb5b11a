package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
)

var sourceTooDeep = &check.Rule{
	Name:     "source/too-deep",
	Severity: diag.Error,
	Summary:  "quotes, lists or brackets are nested deeper than the bound",
	Run:      func(p *check.Pass) { forwardUnread(p, "source/too-deep") },
}
