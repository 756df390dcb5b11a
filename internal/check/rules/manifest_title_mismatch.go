package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var manifestTitleMismatch = &check.Rule{
	Name:     "manifest/title-mismatch",
	Severity: diag.Warning,
	Summary:  "the manifest gives a document another title than it has",
	Run: func(p *check.Pass) {
		m := p.Corpus.Manifest
		if m == nil {
			return
		}
		for _, row := range m.Rows {
			d := p.Corpus.Document(row.Path)
			if d == nil || d.Title == "" || row.TitleCell == nil || row.Title == d.Title {
				continue
			}
			p.Report(titleInManifest(m, row, d))
		}
	},
}

func titleInManifest(m *corpus.Manifest, row *corpus.ManifestRow, d *corpus.Document) *diag.Diagnostic {
	return &diag.Diagnostic{
		File: m.Document.File, Span: manifestCell(row.Row, row.TitleCell), Target: row.Path,
		Message: fmt.Sprintf("%s is listed as “%s”, but its title is “%s”", row.Path, row.Title, d.Title),
		Hint:    "copy the title of the document into the row",
		Related: []diag.Related{{File: d.File, Span: d.TitleSpan, Message: "the title"}},
		Fix: &diag.Fix{
			Title: "write the document's title", Safe: !holdsRemark(m.Document.File, row.TitleCell) && !strings.HasPrefix(folded(row.Title), folded(d.Title)),
			Edits: []diag.Edit{intoCell(m.Document.File, row.TitleCell, cellMarkdown(d))},
		},
		Needs: []diag.Fact{check.TextOf(m.Document.Path), check.TextOf(d.Path), check.RowFact(m.Document, row.Row)},
	}
}
