package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var linkOneEndedAcknowledgement = &check.Rule{
	Name:     "link/one-ended-acknowledgement",
	Severity: diag.Warning,
	Summary:  "an acknowledged back-link is missing from the relationship list of its target's domain",
	Run: func(p *check.Pass) {
		for _, a := range acknowledgements(p.Corpus) {
			link := linkTo(a.from, a.to.Path)
			if link == nil || a.to.Domain == nil || related(a.to.Domain, a.From) {
				continue
			}
			first := a.to.Domain.First
			p.Report(&diag.Diagnostic{
				File: p.Corpus.Manifest.Document.File, Span: firstCell(a.Row), Target: a.From + " " + a.To,
				Message: fmt.Sprintf("the link from “%s” to “%s” is acknowledged, and the relationship list of “%s” does not name “%s”", a.From, a.To, first.Path, a.From),
				Hint:    "name the document that links in the relationship list, with the principles it leans on",
				Related: []diag.Related{
					relationshipList(first),
					{File: a.from.File, Span: link.Span, Message: "the link that is acknowledged"},
				},
				Needs: []diag.Fact{check.TextOf(first.Path)},
			})
		}
	},
}

// related reports whether the relationship list of a domain names a document.
func related(d *corpus.Domain, name string) bool {
	for _, r := range d.First.Relations {
		if ref := d.First.Reference(r.Document); ref != nil && (ref.Path == name || ref.Suggestion == name) {
			return true
		}
	}
	return false
}

// relationshipList is the list of a document as the other end of a finding, its
// title where it has none.
func relationshipList(d *corpus.Document) diag.Related {
	if n := len(d.Relations); n > 0 {
		return diag.Related{File: d.File, Span: d.Relations[n-1].Document.Span, Message: "the last entry of the list"}
	}
	return shownTitle(d, "the document has no relationship list")
}
