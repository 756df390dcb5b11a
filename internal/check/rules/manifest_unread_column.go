package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var manifestUnreadColumn = &check.Rule{
	Name:     "manifest/unread-column",
	Severity: diag.Error,
	Summary:  "a column of the manifest has a name under which it is not read",
	Run: func(p *check.Pass) {
		m := p.Corpus.Manifest
		if m == nil {
			return
		}
		for _, t := range m.Document.Tables {
			if t.Generated {
				continue
			}
			if slices.Contains(m.Tables, t) {
				for _, column := range manifestColumns {
					if i := column.under(t); i >= 0 {
						p.Report(unreadColumn(p.Corpus, t, i, column.name))
					}
				}
			} else if i := unreadPaths(m, t); i >= 0 {
				p.Report(unreadColumn(p.Corpus, t, i, "Path"))
			}
		}
	},
}

// A manifestColumn is one that a table of documents may lack, with the names and texts
// that give it away under another name.
type manifestColumn struct {
	name     string
	synonyms []string
	holds    func(text string) bool
}

var manifestColumns = []manifestColumn{
	{"Since", []string{"introduced"}, func(text string) bool {
		_, ok := corpus.ParseSince(text)
		return ok && strings.Contains(text, " ") // a version alone may be the document's
	}},
	{"Status", []string{"state"}, func(text string) bool {
		return strings.EqualFold(text, statusComplete) || strings.EqualFold(text, "planned")
	}},
}

// under is the column of a table that was meant as this one, -1 where the table has it or
// was not meant to: one of nearly its name, or one in which nothing else stands than what
// it holds.
func (c manifestColumn) under(t *parse.Table) int {
	const slips = 1 // “Size” is two away
	want := strings.ToLower(c.name)
	if registerColumn(t, want) >= 0 {
		return -1
	}
	for i := 1; i < len(t.Header); i++ {
		name := t.Name(i)
		if name == "title" || slices.ContainsFunc(manifestColumns, func(other manifestColumn) bool { return strings.EqualFold(other.name, name) }) {
			continue
		}
		if slices.Contains(c.synonyms, name) || name != "" && corpus.EditDistance(name, want, slips) <= slips || c.fills(t, i) {
			return i
		}
	}
	return -1
}

// fills reports whether each text of a column, of which there is one at least, is one of
// this column.
func (c manifestColumn) fills(t *parse.Table, column int) bool {
	texts := 0
	for _, row := range t.OwnRows() {
		text := cellWords(row, column)
		if text == "" {
			continue
		}
		if texts++; !c.holds(text) {
			return false
		}
	}
	return texts > 0
}

// unreadPaths is the column with the paths in a table that was meant as one of documents
// and is none, since it does not start with a column named “Path”; else -1. Such a table
// has two of the other columns, and names documents that no row lists.
func unreadPaths(m *corpus.Manifest, t *parse.Table) int {
	others := 0
	for _, name := range []string{"title", "since", "status"} {
		if registerColumn(t, name) >= 0 {
			others++
		}
	}
	if others < 2 {
		return -1
	}
	for i := range t.Header {
		paths, rows := pathsInColumn(t, i), t.OwnRows()
		if len(rows) > 0 && len(paths) == len(rows) && !slices.ContainsFunc(paths, func(name string) bool { return m.RowOf(name) != nil }) {
			return i
		}
	}
	return -1
}

// pathsInColumn are the paths with which cells of a column begin, with their ending.
func pathsInColumn(t *parse.Table, column int) []string {
	var out []string
	for _, row := range t.OwnRows() {
		if column >= len(row.Cells) || len(row.Cells[column].Mentions) == 0 {
			continue
		}
		if m := row.Cells[column].Mentions[0]; m.Start == 0 && (m.Kind == parse.PathMention || m.Kind == parse.BareMention) {
			out = append(out, strings.TrimSuffix(m.Path, ".md")+".md")
		}
	}
	return out
}

func unreadColumn(c *corpus.Corpus, t *parse.Table, column int, name string) *diag.Diagnostic {
	m := c.Manifest
	file, cell := m.Document.File, t.Header[column]
	found := &diag.Diagnostic{
		File: file, Span: cell.Span, Target: name,
		Message: fmt.Sprintf("the column %s is not read: it should be named “%s”", inQuotes(cell.Prose.Text), name),
		Hint:    fmt.Sprintf("name it “%s”", name),
		Fix:     &diag.Fix{Title: fmt.Sprintf("write “%s”", name), Edits: []diag.Edit{intoCell(file, cell, name)}},
		// What is planned, in which order, and since when is not known.
		Breaks: []diag.Fact{check.TextOf(m.Document.Path), check.Inputs()},
		Needs:  []diag.Fact{check.TablesOf(m.Document)},
	}
	paths := pathsInColumn(t, column)
	if name == "Path" {
		found.Message = fmt.Sprintf("this table of documents is not read: its column %s should be named “Path”", inQuotes(cell.Prose.Text))
		if column > 0 {
			found.Message = fmt.Sprintf("this table of documents is not read: its first column is %s, and should be “Path”", inQuotes(t.Header[0].Prose.Text))
			found.Hint, found.Fix = "put the column with the paths first, and name it “Path”", nil
		}
	} else {
		paths = pathsInColumn(t, 0)
	}
	for _, name := range paths {
		found.Breaks = append(found.Breaks, check.PlaceOf(name), check.PlaceOf(path.Dir(name)), check.ListingOf(name))
		if c.Document(name) == nil {
			found.Breaks = append(found.Breaks, check.TextOf(name), check.TextOf(path.Dir(name)), check.TextOf(path.Dir(name)+".md"))
		}
	}
	return found
}
