package rules

import (
	"cmp"
	"fmt"
	"slices"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/source"
)

var manifestDuplicateRow = &check.Rule{
	Name:     "manifest/duplicate-row",
	Severity: diag.Error,
	Summary:  "the manifest lists a document twice",
	Run: func(p *check.Pass) {
		m := p.Corpus.Manifest
		if m == nil {
			return
		}
		rows := slices.Clone(m.Rows)
		slices.SortFunc(rows, func(a, b *corpus.ManifestRow) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
		first := map[string]*corpus.ManifestRow{}
		for _, row := range rows {
			switch {
			case row.Path == "." || row.PathCell == nil:
			case first[row.Path] == nil:
				first[row.Path] = row
			default:
				p.Report(repeatedManifestRow(p.Corpus, m, first[row.Path], row))
			}
		}
	},
}

func repeatedManifestRow(c *corpus.Corpus, m *corpus.Manifest, first, row *corpus.ManifestRow) *diag.Diagnostic {
	file := m.Document.File
	found := &diag.Diagnostic{
		File: file, Span: manifestCell(row.Row, row.PathCell), Target: row.Path,
		Message: fmt.Sprintf("%s is listed twice", row.Path),
		Hint:    "keep the row whose milestone and phase are right",
		Related: []diag.Related{{File: file, Span: manifestCell(first.Row, first.PathCell), Message: "listed first here"}},
		Breaks:  []diag.Fact{check.RowFact(m.Document, row.Row), check.Inputs()},
		Needs:   []diag.Fact{check.TextOf(m.Document.Path)},
	}
	if first.SinceText != row.SinceText {
		found.Message = fmt.Sprintf("%s is listed twice, as of “%s” and of “%s”", row.Path, first.SinceText, row.SinceText)
		// Nobody can say which of the two places counts.
		if folder := c.DomainFolder(row.Path); folder != "" {
			found.Breaks = append(found.Breaks, check.PlaceOf(folder))
		}
	}
	if file.Slice(first.Span) == file.Slice(row.Span) {
		found.Hint = "drop one of the two rows"
		found.Fix = &diag.Fix{
			Title: "drop the second row", Safe: true,
			Edits: []diag.Edit{{File: file, Span: source.Span{Start: row.Span.Start - 1, End: row.Span.End}}},
		}
	}
	return found
}
