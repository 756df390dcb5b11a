package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/diag"
)

var manifestMissing = &check.Rule{
	Name:     "manifest/missing",
	Severity: diag.Info,
	Summary:  "the corpus has domains and no manifest",
	Run: func(p *check.Pass) {
		c := p.Corpus
		switch {
		case len(c.Domains) == 0:
		case c.Manifest == nil:
			first := c.Domains[0].First
			p.Report(&diag.Diagnostic{
				File: first.File, Span: titleSpan(first), Target: c.Config.Manifest,
				Message: fmt.Sprintf("the corpus has no %s, so the order of authoring and what is planned are unknown", c.Config.Manifest),
				Hint:    "add one with a table | Path | Title | Since | Status |, a row for each document",
				Needs:   []diag.Fact{check.TextOf(c.Config.Manifest)},
			})
		case len(c.Manifest.Tables) == 0:
			m := c.Manifest.Document
			p.Report(&diag.Diagnostic{
				File: m.File, Span: titleSpan(m), Target: m.Path,
				Message: fmt.Sprintf("%s has no table of documents, so the order of authoring and what is planned are unknown", m.Path),
				Hint:    "give it a table | Path | Title | Since | Status |, a row for each document",
				Needs:   []diag.Fact{check.TextOf(m.Path)},
			})
		}
	},
}
