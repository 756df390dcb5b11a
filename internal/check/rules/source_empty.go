package rules

import (
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/source"
)

var sourceEmpty = &check.Rule{
	Name:     "source/empty",
	Severity: diag.Error,
	Summary:  "a document of a domain is empty",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			if (d.Kind == corpus.KindFirstPrinciples || d.Kind == corpus.KindDerived) && emptyText(d) {
				p.Report(emptyDocument(p.Corpus, d))
			}
		}
	},
}

// emptyText reports whether a document that was read holds nothing but front matter.
func emptyText(d *corpus.Document) bool {
	unread := slices.ContainsFunc(d.Problems, func(p *diag.Diagnostic) bool { return strings.HasPrefix(p.Rule, "source/") })
	return !unread && strings.TrimSpace(d.File.Text[d.Front.Span.End:]) == ""
}

func emptyDocument(c *corpus.Corpus, d *corpus.Document) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: d.File, Span: source.Span{Start: d.Front.Span.End, End: d.Front.Span.End}, Target: d.Path,
		Message: "the file is empty",
		Hint:    "write the document, or remove the file and mark its row in the manifest “planned”",
		Breaks:  breaksRest(c, d),
	}
	if d.Front.Span.Len() > 0 {
		found.Message = "the file is empty but for its front matter"
	}
	return found
}
