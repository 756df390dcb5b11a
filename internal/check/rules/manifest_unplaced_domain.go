package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/diag"
)

var manifestUnplacedDomain = &check.Rule{
	Name:     "manifest/unplaced-domain",
	Severity: diag.Error,
	Summary:  "the manifest gives a domain no place, since it does not list its first-principles",
	Run: func(p *check.Pass) {
		m := readableManifest(p.Corpus)
		if m == nil {
			return
		}
		rows := newRowWriter(m)
		lost := lostRows(m.Document)
		for _, domain := range p.Corpus.Domains {
			first := domain.First
			if first.Row != nil || lost[first.Path] {
				continue
			}
			p.Report(&diag.Diagnostic{
				File: first.File, Span: titleSpan(first), Target: domain.Path,
				Message: fmt.Sprintf("%s does not list %s, so the domain %s has no place in the order", m.Document.Path, first.Path, domain.Name),
				Hint:    "add a row for each of its documents, in the order of authoring",
				Related: []diag.Related{{File: m.Document.File, Span: m.Tables[0].Header[0].Span, Message: "the table of documents"}},
				Fix:     rows.fix(first),
				Breaks:  []diag.Fact{check.PlaceOf(domain.Path), check.Inputs()},
				Needs:   []diag.Fact{check.TextOf(m.Document.Path), check.ListingOf(first.Path)},
			})
		}
	},
}
