package rules

import (
	"fmt"
	"slices"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var markdownHeadingJump = &check.Rule{
	Name:     "markdown/heading-jump",
	Severity: diag.Info,
	Summary:  "a heading leaves out a level",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			var above *parse.Section
			for _, s := range d.Sections {
				if s.Block.Generated || s.Block.Quote > 0 {
					continue // a quote brings its own levels
				}
				// The level of a principle is given, whatever stands above it.
				if above != nil && s.Level > above.Level+1 && definedBy(d, s) == nil {
					p.Report(headingJump(d, above, s))
				}
				above = s
			}
		}
	},
}

func headingJump(d *corpus.Document, above, s *parse.Section) *diag.Diagnostic {
	return &diag.Diagnostic{
		File: d.File, Span: s.Span, Target: s.Text,
		Message: fmt.Sprintf("a heading of level %d stands below one of level %d", s.Level, above.Level),
		Hint:    fmt.Sprintf("make it one of level %d, or add the heading in between", above.Level+1),
		Related: []diag.Related{{File: d.File, Span: above.Span, Message: "the heading above it"}},
	}
}

// definedBy is the principle or core that a heading defines, or nil.
func definedBy(d *corpus.Document, s *parse.Section) *parse.Definition {
	for _, defs := range [][]*parse.Definition{d.Principles, d.Cores} {
		if i := slices.IndexFunc(defs, func(def *parse.Definition) bool { return def.Section == s }); i >= 0 {
			return defs[i]
		}
	}
	return nil
}
