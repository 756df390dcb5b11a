package rules

import (
	"fmt"
	"path"
	"strings"

	"atelier/internal/check"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/matrix"
	"atelier/internal/review"
)

var manifestMissingDocument = &check.Rule{
	Name:     "manifest/missing-document",
	Severity: diag.Error,
	Summary:  "the manifest lists a document as written that is not there",
	Run: func(p *check.Pass) {
		m := p.Corpus.Manifest
		if m == nil {
			return
		}
		meant := renamedDocuments(p.Corpus, m)
		for _, row := range m.Rows {
			if absentDocument(row) || namesNothing(row) {
				p.Report(missingDocument(p.Config, m, row, meant[row]))
			}
		}
	},
}

func missingDocument(cfg *config.Config, m *corpus.Manifest, row *corpus.ManifestRow, meant *corpus.Document) *diag.Diagnostic {
	file := m.Document.File
	found := &diag.Diagnostic{
		File: file, Span: manifestCell(row.Row, row.PathCell), Target: row.Path,
		Breaks: []diag.Fact{check.Inputs()},
		Needs:  []diag.Fact{check.TextOf(m.Document.Path), check.RowFact(m.Document, row.Row)},
	}
	if namesNothing(row) {
		found.Message = "the row names no document"
		found.Hint = "write the path of the document, or drop the row"
		return found
	}
	if path.Base(row.Path) == firstPrinciplesName {
		found.Needs = append(found.Needs, check.FirstPrinciplesOf(path.Dir(row.Path)))
	}
	// What refers to the document dangles for the same reason.
	found.Breaks = append(found.Breaks, check.TextOf(row.Path))
	written := strings.TrimSpace(row.PathCell.Prose.Text)
	found.Message = fmt.Sprintf("“%s” is listed, but there is no such file", written)
	if row.Status != "" {
		found.Message = fmt.Sprintf("“%s” is listed as “%s”, but there is no such file", written, row.Status)
	}
	if meant != nil {
		found.Message += fmt.Sprintf("; %s is there and has no row", meant.Path)
		found.Hint = fmt.Sprintf("list %s", meant.Path)
		found.Related = []diag.Related{{File: meant.File, Span: titleSpan(meant), Message: "the document that is not listed"}}
		found.Breaks = append(found.Breaks, check.ListingOf(meant.Path))
		// A file was renamed or moved; where both changed it may be another document.
		found.Fix = &diag.Fix{
			Title: "list " + meant.Path, Safe: path.Dir(meant.Path) == path.Dir(row.Path) || path.Base(meant.Path) == path.Base(row.Path),
			Edits: []diag.Edit{intoCell(file, row.PathCell, "`"+meant.Path+"`")},
		}
		return found
	}
	if command := makes(cfg, row.Path); command != "" {
		// Blocks are not made from it, so that they can be made.
		found.Breaks = []diag.Fact{check.TextOf(row.Path)}
		found.Hint = "run " + command + ", which makes it"
		return found
	}
	found.Hint = "write the document, mark the row “planned”, or drop it"
	if row.StatusCell != nil {
		found.Fix = &diag.Fix{Title: "mark it planned", Edits: []diag.Edit{intoCell(file, row.StatusCell, "planned")}}
	}
	return found
}

// makes is the command that makes a generated document, "" for any other.
func makes(cfg *config.Config, name string) string {
	for _, page := range matrix.Pages {
		if name == path.Join(cfg.Matrix, page.Name) {
			return "atelier matrix"
		}
	}
	for _, page := range review.Pages {
		if name == path.Join(cfg.Review, page.Name) {
			return "atelier review update"
		}
	}
	return ""
}

// namesNothing reports whether the path of a row is empty.
func namesNothing(row *corpus.ManifestRow) bool {
	return row.PathCell == nil || strings.TrimSpace(row.PathCell.Prose.Text) == ""
}
