package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
)

var sourceCaseCollision = &check.Rule{
	Name:     "source/case-collision",
	Severity: diag.Error,
	Summary:  "two paths differ by upper and lower case only",
	Run:      (*check.Pass).Forward,
}
