package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var antiPatternUnused = &check.Rule{
	Name:     "anti-pattern/unused",
	Severity: diag.Info,
	Summary:  "no document of a domain names a registered anti-pattern",
	Run: func(p *check.Pass) {
		used := usedAntiPatterns(p.Corpus)
		for _, a := range p.Corpus.AntiPatterns {
			if a.ID == "" || used[a.ID] || p.Corpus.AntiPattern(a.ID) != a {
				continue
			}
			if a.Domain == nil {
				continue // planned, or a fault of its own: there is no document that could
			}
			found := &diag.Diagnostic{
				File: a.Document.File, Span: a.Span, Target: a.ID,
				Message: fmt.Sprintf("no document of a domain names “%s”", a.ID),
				Hint:    "name it where its failing form is shown, or drop the row",
				Needs:   []diag.Fact{check.RowFact(a.Document, a.Row)},
			}
			if a.Home != nil {
				found.Needs = append(found.Needs, check.TextOf(a.Home.Path))
				if home := a.Home.Target; home != nil {
					found.Related = []diag.Related{{File: home.File, Span: home.TitleSpan, Message: "its home document"}}
				}
			}
			p.Report(found)
		}
	},
}

// usedAntiPatterns are the ids that documents of domains name, a misspelt one
// as the one that was meant.
func usedAntiPatterns(c *corpus.Corpus) map[string]bool {
	used := map[string]bool{}
	for _, ref := range c.References {
		if ref.Kind != corpus.ToAntiPattern || ref.Generated || ref.From.Domain == nil {
			continue
		}
		used[ref.Text] = true
		if ref.Suggestion != "" {
			used[ref.Suggestion] = true
		}
	}
	return used
}
