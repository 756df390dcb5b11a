package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var suppressionUnknownDirective = &check.Rule{
	Name:     "suppression/unknown-directive",
	Severity: diag.Error,
	Summary:  "a comment is meant for atelier, which does not read it",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, s := range d.Strays {
				near := check.Nearest(s.Word, []string{"ignore", "begin", "end"})
				if s.Inline || near != "ignore" && hasMarkerFault(d) {
					continue // a marker that is missed is told by its other half
				}
				found := &diag.Diagnostic{
					File: d.File, Span: s.WordSpan, Target: s.Word,
					Message: fmt.Sprintf("“%s” is nothing that a comment can ask of atelier", s.Word),
					Hint:    "write <!-- atelier:ignore group/rule: reason -->, or the markers of a generated block",
				}
				switch {
				case strings.HasPrefix(s.Word, "ignore"):
					found.Message = "atelier reads comments that start with “atelier:ignore” and a space, and this one does not"
				case near != "" && !strings.EqualFold(near, s.Word):
					found.Message += fmt.Sprintf("; did you mean “%s”?", near)
				case near != "":
					found.Message = fmt.Sprintf("atelier reads comments that start with “atelier:%s” and a space, and this one does not", near)
				}
				p.Report(found)
			}
		}
	},
}

// hasMarkerFault reports whether the markers of a document's blocks are reported.
func hasMarkerFault(d *corpus.Document) bool {
	return slices.ContainsFunc(d.Problems, func(problem *diag.Diagnostic) bool { return problem.Rule == "markers" })
}
