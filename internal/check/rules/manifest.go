package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"atelier/internal/block"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// readableManifest is the manifest where its silence on a document means
// something: it has a table of documents, and nothing swallows the rest.
func readableManifest(c *corpus.Corpus) *corpus.Manifest {
	if m := c.Manifest; m != nil && len(m.Tables) > 0 && !m.Document.HidesText() {
		return m
	}
	return nil
}

// mustBeListed reports whether the manifest should list a document: all of a domain
// and core but its plain pages, and what stands outside of collections, but not
// the files that speak of the corpus as a whole.
func mustBeListed(c *corpus.Corpus, d *corpus.Document) bool {
	switch d.Kind {
	case corpus.KindManifest, corpus.KindRoadmap:
		return false
	case corpus.KindPage:
		return !c.InCollection(d.Path) && d.Path != "PERSONAS.md"
	}
	return true
}

// unlistedDocuments are the documents that no row names, by path. Rows that are
// plain text, since their table is broken or has lost them, count: that is one
// fault already. A file that cannot be read is no document yet.
func unlistedDocuments(c *corpus.Corpus, m *corpus.Manifest) []*corpus.Document {
	lost := lostRows(m.Document)
	var out []*corpus.Document
	for _, d := range c.Documents {
		if d.Row == nil && mustBeListed(c, d) && !lost[d.Path] && !unreadable(d) {
			out = append(out, d)
		}
	}
	return out
}

func unreadable(d *corpus.Document) bool {
	return slices.ContainsFunc(d.Problems, func(problem *diag.Diagnostic) bool { return problem.Rule == sourceUnreadable.Name })
}

// lostRows are the paths in rows that belong to no table.
func lostRows(d *corpus.Document) map[string]bool { return pathsIn(d, lostLines(d)) }

// renamedDocuments finds, for rows of documents that are not there, the unlisted
// document that each must mean: one of the same title, of the same path but for
// case, or the first-principles of the folder that the row names.
func renamedDocuments(c *corpus.Corpus, m *corpus.Manifest) map[*corpus.ManifestRow]*corpus.Document {
	byTitle, byPath := map[string][]*corpus.Document{}, map[string]*corpus.Document{}
	for _, d := range unlistedDocuments(c, m) {
		if d.Title != "" {
			byTitle[d.Title] = append(byTitle[d.Title], d)
		}
		byPath[strings.ToLower(d.Path)] = d
	}
	out := map[*corpus.ManifestRow]*corpus.Document{}
	taken := map[*corpus.Document]bool{}
	for _, row := range m.Rows {
		if !absentDocument(row) {
			continue
		}
		d := byPath[strings.ToLower(row.Path)]
		if d == nil {
			d = byPath[path.Join(strings.ToLower(strings.TrimSuffix(row.Path, ".md")), "first-principles.md")]
		}
		if same := byTitle[row.Title]; d == nil && len(same) == 1 {
			d = same[0]
		}
		if d != nil && !taken[d] {
			taken[d] = true
			out[row] = d
		}
	}
	return out
}

// absentDocument reports whether a row lists a document that is not there and does not
// say that it is planned.
func absentDocument(row *corpus.ManifestRow) bool { return !row.Exists && !row.Planned }

// titleSpan is the title of a document, or where it would stand.
func titleSpan(d *corpus.Document) source.Span {
	if d.Title != "" {
		return d.TitleSpan
	}
	return source.Span{Start: d.Front.Span.End, End: d.Front.Span.End}
}

// manifestCell is the text of a cell of a row; the whole row where it lacks the
// cell, and where the text would stand in an empty one.
func manifestCell(row *parse.Row, cell *parse.Block) source.Span {
	switch {
	case cell == nil:
		return row.Span
	case cell.Prose.Text == "":
		return cell.Span
	}
	return cell.Prose.Span(0, len(cell.Prose.Text))
}

// holdsRemark reports whether more stands in a cell than its words: a comment, a
// link, code or a picture, which is lost with another text.
func holdsRemark(file *source.File, cell *parse.Block) bool {
	return strings.ContainsAny(file.Slice(cell.Span), "<[`")
}

// intoCell is the edit that gives a cell another text.
func intoCell(file *source.File, cell *parse.Block, text string) diag.Edit {
	if cell.Span.Len() == 0 {
		text += " "
	}
	return diag.Edit{File: file, Span: cell.Span, Text: text}
}

// cellMarkdown is a title as a table cell holds it: on one line, with its pipes
// escaped. Of a title with links, comments or tags it is what a reader sees: a
// link leads elsewhere from another file, and a comment speaks to its own.
func cellMarkdown(d *corpus.Document) string {
	text := strings.Join(strings.Fields(d.File.Slice(d.TitleSpan)), " ")
	if strings.ContainsAny(text, "<[") {
		return block.Escape(d.Title)
	}
	var out strings.Builder
	for i := 0; i < len(text); i++ {
		if text[i] == '|' && (i == 0 || text[i-1] != '\\') {
			out.WriteByte('\\')
		}
		out.WriteByte(text[i])
	}
	return out.String()
}

// frontMatterText is a key of the front matter as text, "" where there is none. A
// value of another type is a fault of its own.
func frontMatterText(d *corpus.Document, key string) string {
	switch value := d.Front.Values[key].(type) {
	case string, int, float64:
		return strings.TrimSpace(fmt.Sprint(value))
	}
	return ""
}
