package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/diag"
)

var linkUnencoded = &check.Rule{
	Name:     "link/unencoded",
	Severity: diag.Warning,
	Summary:  "a destination with a space makes no link, so the reader sees its source",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, l := range d.LooseLinks {
				if l.Destination == "" {
					continue
				}
				right := strings.NewReplacer(" ", "%20", "(", "%28", ")", "%29").Replace(l.Destination)
				p.Report(&diag.Diagnostic{
					File: d.File, Span: l.Span, Target: l.Destination,
					Message: fmt.Sprintf("“%s” holds a space, so this is no link; write “%s”", l.Destination, right),
					Hint:    "encode the space as %20, or put the destination in pointy brackets",
					Fix: &diag.Fix{
						Title: fmt.Sprintf("write “%s”", right),
						// That a link was meant is certain where the file is there.
						Safe:  l.Exists,
						Edits: []diag.Edit{{File: d.File, Span: l.Span, Text: right}},
					},
				})
			}
		}
	},
}
