package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

const statusComplete = "complete"

var manifestStaleStatus = &check.Rule{
	Name:     "manifest/stale-status",
	Severity: diag.Warning,
	Summary:  "the manifest does not say of a document that is there that it is complete",
	Run: func(p *check.Pass) {
		m := p.Corpus.Manifest
		if m == nil {
			return
		}
		for _, row := range m.Rows {
			if row.Exists && row.StatusCell != nil && row.Status != statusComplete {
				p.Report(staleStatus(m, row))
			}
		}
	},
}

func staleStatus(m *corpus.Manifest, row *corpus.ManifestRow) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: m.Document.File, Span: manifestCell(row.Row, row.StatusCell), Target: row.Path,
		Hint: "write “complete”: the document is there",
		Fix: &diag.Fix{
			Title: "mark it complete", Safe: (row.Status == "" || row.Status == "planned") && !holdsRemark(m.Document.File, row.StatusCell),
			Edits: []diag.Edit{intoCell(m.Document.File, row.StatusCell, statusComplete)},
		},
		Needs: []diag.Fact{check.TextOf(m.Document.Path), check.RowFact(m.Document, row.Row)},
	}
	switch row.Status {
	case "":
		found.Message = fmt.Sprintf("the row of %s has no status; it should be “complete”", row.Path)
	case "planned":
		found.Message = fmt.Sprintf("%s is listed as “planned”, but it is there: it should be “complete”", row.Path)
	default:
		found.Message = fmt.Sprintf("“%s” is no status; that of %s, which is there, is “complete”", row.Status, row.Path)
	}
	return found
}
