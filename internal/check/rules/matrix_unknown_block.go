package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/matrix"
	"atelier/internal/review"
	"atelier/internal/source"
)

var matrixUnknownBlock = &check.Rule{
	Name:     "matrix/unknown-block",
	Severity: diag.Error,
	Summary:  "a marker names a block that atelier does not make",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			if inReview(p, d.Path) {
				continue
			}
			for _, g := range d.Document.Generated {
				if matrix.Known(g.Name) || review.Known(g.Name) {
					continue
				}
				p.Report(&diag.Diagnostic{
					File: d.File, Span: nameSpan(d.File, g.Begin.Span, g.Name), Target: g.Name,
					Message: fmt.Sprintf("no generated block is named “%s”%s", g.Name, orNearest(g.Name, matrix.Names)),
					Hint:    "the blocks are " + strings.Join(matrix.Names, ", "),
				})
			}
		}
	},
}

// nameSpan is the place of a block's name in its marker.
func nameSpan(file *source.File, marker source.Span, name string) source.Span {
	at := strings.LastIndex(file.Slice(marker), name)
	if name == "" || at < 0 {
		return marker
	}
	return source.Span{Start: marker.Start + at, End: marker.Start + at + len(name)}
}
