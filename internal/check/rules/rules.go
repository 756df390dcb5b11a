// Package rules holds every rule of the check, one file each, with its page in
// doc and its cases in testdata.
package rules

import (
	"embed"
	"strings"

	"atelier/internal/check"
)

//go:embed doc/*.md
var pages embed.FS

// All is the catalogue, sorted by name, each rule with its page.
func All() []*check.Rule {
	rules := make([]*check.Rule, len(catalogue))
	for i, r := range catalogue {
		rule := *r
		page, err := pages.ReadFile("doc/" + strings.ReplaceAll(r.Name, "/", "-") + ".md")
		if err == nil {
			rule.Page = string(page)
		}
		rules[i] = &rule
	}
	return rules
}
