package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
)

var markdownFrontMatter = &check.Rule{
	Name:     "markdown/front-matter",
	Severity: diag.Error,
	Summary:  "the front matter does not parse",
	Run:      (*check.Pass).Forward,
}
