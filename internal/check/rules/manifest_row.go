package rules

import (
	"fmt"
	"path"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/source"
)

// rowWriter writes rows for documents that a manifest lacks.
type rowWriter struct {
	manifest *corpus.Manifest
	// last is the last row, as they stand, of each folder and of all that is
	// below it.
	last map[string]*corpus.ManifestRow
}

func newRowWriter(m *corpus.Manifest) *rowWriter {
	w := &rowWriter{manifest: m, last: map[string]*corpus.ManifestRow{}}
	for _, row := range m.Rows {
		for dir := path.Dir(row.Path); ; dir = path.Dir(dir) {
			if old := w.last[dir]; old == nil || old.Span.Start < row.Span.Start {
				w.last[dir] = row
			}
			if dir == "." || dir == "/" {
				break
			}
		}
	}
	return w
}

// fix adds a row for a document behind the last one of its folder. Its phase is
// that of its neighbour unless its front matter says another, so that whoever
// applies it has to look.
func (w *rowWriter) fix(d *corpus.Document) *diag.Fix {
	table := w.manifest.Tables[len(w.manifest.Tables)-1]
	at, since := table.Span, ""
	for dir := path.Dir(d.Path); ; dir = path.Dir(dir) {
		if row := w.last[dir]; row != nil {
			table, at, since = row.Table, row.Span, row.SinceText
			break
		}
		if dir == "." {
			break
		}
	}
	if value := frontMatterText(d, "since"); value != "" {
		since = value
	}
	values := map[string]string{"path": "`" + d.Path + "`", "title": cellMarkdown(d), "since": since, "status": statusComplete}
	var text strings.Builder
	text.WriteString("\n|")
	for _, cell := range table.Header {
		fmt.Fprintf(&text, " %s |", values[strings.ToLower(strings.TrimSpace(cell.Prose.Text))])
	}
	return &diag.Fix{
		Title: "add its row to the manifest",
		Edits: []diag.Edit{{File: w.manifest.Document.File, Span: source.Span{Start: at.End, End: at.End}, Text: text.String()}},
	}
}
