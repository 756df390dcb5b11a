package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var principleDuplicateTitle = &check.Rule{
	Name:     "principle/duplicate-title",
	Severity: diag.Warning,
	Summary:  "two principles of one domain have the same title",
	Run: func(p *check.Pass) {
		for _, book := range rulebooks(p.Corpus) {
			first := map[string]*parse.Definition{}
			for _, def := range book.defs {
				key := titleKey(def.Title)
				if key == "" {
					continue // principle/malformed-heading says so
				}
				other := first[key]
				if other == nil {
					first[key] = def
					continue
				}
				p.Report(book.sameTitle(def, other))
			}
		}
	},
}

func (b *rulebook) sameTitle(def, other *parse.Definition) *diag.Diagnostic {
	return &diag.Diagnostic{
		File: b.file, Span: def.TitleSpan, Target: b.id(def.Number),
		Message: fmt.Sprintf("%s has the title of %s, “%s”", b.id(def.Number), b.id(other.Number), other.Title),
		Hint:    "give each principle a title of its own: a citation by title must name one",
		Related: []diag.Related{{File: b.file, Span: other.TitleSpan, Message: b.id(other.Number) + " is defined here"}},
		Needs:   []diag.Fact{b.numbers(), b.defined(def.Number), b.defined(other.Number), b.text()},
	}
}
