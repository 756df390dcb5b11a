package rules

import (
	"fmt"
	"slices"
	"strings"

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
				message, hint := unknownRule(p, ig.Rule, names)
				p.Report(&diag.Diagnostic{
					File: d.File, Span: ig.RuleSpan, Target: ig.Rule, Message: message, Hint: hint,
					Breaks: []diag.Fact{check.CommentFact(d, ig)},
				})
			}
		}
	},
}

// unknownRule says what stands in the place of a rule's name.
func unknownRule(p *check.Pass, name string, names []string) (message, hint string) {
	hint = "write <!-- atelier:ignore group/rule: reason -->; atelier rules lists the rules"
	first, _, _ := strings.Cut(name, ",")
	switch {
	case name == "":
		return "the comment names no rule", hint
	case p.Ran(strings.TrimSpace(first)):
		return fmt.Sprintf("“%s” is more than one rule, and a comment silences one", name), "write a comment for each rule, one below the other"
	case slices.ContainsFunc(p.Rules, func(r *check.Rule) bool { return r.Group() == name }):
		return fmt.Sprintf("“%s” is a group, and a comment silences one rule", name), "name the rule whose finding it is about; atelier explain " + name + " lists them"
	}
	return fmt.Sprintf("no rule is named “%s”%s", name, orNearest(name, names)), hint
}
