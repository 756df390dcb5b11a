package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/diag"
)

var manifestUnlistedDocument = &check.Rule{
	Name:     "manifest/unlisted-document",
	Severity: diag.Error,
	Summary:  "a document has no row in the manifest",
	Run: func(p *check.Pass) {
		m := readableManifest(p.Corpus)
		if m == nil {
			return
		}
		rows := newRowWriter(m)
		for _, d := range unlistedDocuments(p.Corpus, m) {
			found := &diag.Diagnostic{
				File: d.File, Span: titleSpan(d), Target: d.Path,
				Message: fmt.Sprintf("%s does not list %s", m.Document.Path, d.Path),
				Hint:    "add its row: path, title, the milestone and phase it was written in, and “complete”",
				Related: []diag.Related{{File: m.Document.File, Span: m.Tables[0].Header[0].Span, Message: "the table of documents"}},
				Fix:     rows.fix(d),
				Breaks:  []diag.Fact{check.PlaceOf(d.Path)},
				Needs:   []diag.Fact{check.TextOf(m.Document.Path), check.ListingOf(d.Path)},
			}
			if d.Domain != nil {
				found.Needs = append(found.Needs, check.PlaceOf(d.Domain.Path))
			}
			p.Report(found)
		}
	},
}
