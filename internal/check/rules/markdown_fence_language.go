package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/diag"
)

var markdownFenceLanguage = &check.Rule{
	Name:     "markdown/fence-language",
	Severity: diag.Info,
	Summary:  "a code block does not say in which language it is",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, f := range d.Fences {
				if f.Indented || f.Open() || f.Language != "" || inGenerated(d, f.Span.Start) {
					continue // what has no end is a fault of its own
				}
				line, _, _ := strings.Cut(strings.TrimLeft(f.Text, "\n"), "\n")
				p.Report(&diag.Diagnostic{
					File: d.File, Span: openingLine(d.File, f), Target: line,
					Message: "the code block does not say in which language it is",
					Hint:    fmt.Sprintf("name it behind the marks, “%sgo”; for output and diagrams “%stext”", f.Marks, f.Marks),
				})
			}
		}
	},
}
