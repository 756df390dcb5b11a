package rules

import (
	"path"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

// inGenerated reports whether an offset lies between the markers of a generated
// block, which is not written by hand.
func inGenerated(d *corpus.Document, at int) bool {
	return slices.ContainsFunc(d.Generated, func(g *parse.Generated) bool { return g.Span.Contains(at) })
}

// breaksTable are the facts that a table which is none puts in doubt. Its header
// says what it was meant to be.
func breaksTable(c *corpus.Corpus, d *corpus.Document, header string, rows []parse.RowLine) []diag.Fact {
	facts := []diag.Fact{check.TablesOf(d)}
	facts = append(facts, breaksNamed(d, header)...)
	if d.Kind == corpus.KindManifest {
		facts = append(facts, check.TextOf(d.Path), check.Inputs())
		for name := range pathsIn(d, rows) {
			facts = append(facts, check.AcknowledgementsOf(name))
		}
	}
	return facts
}

// breaksRow are the facts that a row puts in doubt whose cells are not those
// that its author meant.
func breaksRow(c *corpus.Corpus, d *corpus.Document, row *parse.Row) []diag.Fact {
	facts := []diag.Fact{check.RowFact(d, row)}
	if len(row.Table.Header) > 0 {
		facts = append(facts, breaksNamed(d, row.Table.Header[0].Prose.Text)...)
	}
	if d.Kind != corpus.KindManifest || c.Manifest == nil {
		return facts
	}
	facts = append(facts, check.Inputs())
	for _, cell := range row.Cells {
		for _, m := range cell.Mentions {
			if m.Kind == parse.PathMention {
				name := strings.TrimSuffix(m.Path, ".md") + ".md"
				facts = append(facts, check.ListingOf(name), check.PlaceOf(name), check.PlaceOf(path.Dir(name)))
			}
		}
	}
	for _, r := range c.Manifest.Rows {
		if r.Row == row {
			facts = append(facts, check.ListingOf(r.Path), check.PlaceOf(r.Path), check.PlaceOf(path.Dir(r.Path)))
		}
	}
	for _, a := range c.Manifest.Acks {
		if a.Row == row {
			facts = append(facts, check.AcknowledgementsOf(a.From), check.AcknowledgementsOf(a.To))
		}
	}
	return facts
}

// breaksNamed are the facts about the tables of a domain's documents that are
// known by the first cell of their header.
func breaksNamed(d *corpus.Document, header string) []diag.Fact {
	switch name := folded(header); {
	case d.Domain == nil:
	case name == "p-rule" && d == d.Domain.First:
		return []diag.Fact{check.TraceOf(d.Domain), check.Inputs()}
	case name == "violation":
		return []diag.Fact{check.ViolationsIn(d), check.Inputs()}
	}
	return nil
}

// lostLines are the lines of a document that were meant as rows of a table and
// are plain text, in order.
func lostLines(d *corpus.Document) []parse.RowLine {
	var lines []parse.RowLine
	for _, b := range d.BrokenTables {
		lines = append(lines, b.Rows...)
	}
	for _, cut := range d.CutRows {
		lines = append(lines, cut.Rows...)
	}
	slices.SortFunc(lines, func(a, b parse.RowLine) int { return a.Text.Start - b.Text.Start })
	return lines
}

// lineAt is the one of some lines that holds an offset, nil where none does.
func lineAt(lines []parse.RowLine, at int) *parse.RowLine {
	i, found := slices.BinarySearchFunc(lines, at, func(line parse.RowLine, at int) int {
		switch {
		case line.Text.End <= at:
			return -1
		case line.Text.Start > at:
			return 1
		}
		return 0
	})
	if !found {
		return nil
	}
	return &lines[i]
}

// pathsIn are the paths that lines name, with their ending.
func pathsIn(d *corpus.Document, lines []parse.RowLine) map[string]bool {
	paths := map[string]bool{}
	if len(lines) == 0 {
		return paths
	}
	for _, m := range d.Mentions {
		if (m.Kind == parse.PathMention || m.Kind == parse.BareMention) && lineAt(lines, m.Span.Start) != nil {
			paths[strings.TrimSuffix(m.Path, ".md")+".md"] = true
		}
	}
	return paths
}

// lastByte is the last byte of a text, 0 where it is empty.
func lastByte(text string) byte {
	if text == "" {
		return 0
	}
	return text[len(text)-1]
}

// closed reports whether a bar ends a row.
func closed(row string) bool { return lastByte(row) == '|' && !strings.HasSuffix(row, `\|`) }

// lostInputs reports whether generated blocks would be made of less than is
// written: where a comment has cut rows off from a trace table or a table of
// violations of a domain, from the manifest or from a register. That is a
// warning, and withholds nothing by itself.
func lostInputs(c *corpus.Corpus) bool {
	return slices.ContainsFunc(c.Documents, func(d *corpus.Document) bool {
		return slices.ContainsFunc(d.CutRows, func(cut *parse.CutRows) bool {
			return d.Domain == nil || len(breaksNamed(d, cut.Table.Header[0].Prose.Text)) > 0
		})
	})
}

// A lostNames is what lines name that were meant as rows of a table and are plain
// text, or that a block without an end hides.
type lostNames struct {
	names map[string]bool
	// hidden is the text that such blocks hide.
	hidden string
}

// has reports whether a path or id is among them.
func (l lostNames) has(name string) bool {
	return l.names[name] || l.hidden != "" && strings.Contains(l.hidden, strings.TrimSuffix(name, ".md"))
}

// add takes in the name that a mention is, of a range of ids each of them.
func (l lostNames) add(m *parse.Mention) {
	l.names[m.Text] = true
	if m.Kind == parse.IDMention {
		for _, id := range corpus.IDs(m) {
			l.names[id] = true
		}
	}
}

// hiddenText is the text of a document that code blocks and comments without an
// end hide.
func hiddenText(d *corpus.Document) string {
	var hidden strings.Builder
	for _, f := range d.Fences {
		if f.Open() {
			hidden.WriteString(f.Text)
		}
	}
	for _, comment := range d.OpenComments {
		hidden.WriteString(d.File.Slice(comment.Hidden()) + "\n")
	}
	return hidden.String()
}

// lostPlans are the documents that the manifest may plan in such lines.
func lostPlans(c *corpus.Corpus) lostNames {
	if c.Manifest == nil {
		return lostNames{}
	}
	return lostNames{names: lostRows(c.Manifest.Document), hidden: hiddenText(c.Manifest.Document)}
}

// lostAcknowledgement reports whether such a line of the manifest names both ends
// of a link.
func lostAcknowledgement(m *corpus.Manifest, from, to string) bool {
	names := func(line string) bool {
		return strings.Contains(line, strings.TrimSuffix(from, ".md")) && strings.Contains(line, strings.TrimSuffix(to, ".md"))
	}
	for _, line := range lostLines(m.Document) {
		if names(m.Document.File.Slice(line.Text)) {
			return true
		}
	}
	for line := range strings.Lines(hiddenText(m.Document)) {
		if names(line) {
			return true
		}
	}
	return false
}

// lostIDs are the ids that registers may define in such lines, in rows whose cells are
// not those that were meant, or in tables whose head is not.
func lostIDs(c *corpus.Corpus) lostNames {
	ids := lostNames{names: map[string]bool{}}
	for _, d := range c.Documents {
		if d.Domain != nil {
			continue
		}
		ids.hidden += hiddenText(d)
		for _, t := range d.Tables {
			unread := unreadRegister(c, d, t) != ""
			for _, row := range t.Rows {
				if unread || ragged(row) || len(row.SplitCodes(d.File)) > 0 {
					for _, m := range row.Cells[0].Mentions {
						ids.add(m)
					}
				}
			}
		}
		lines := lostLines(d)
		if len(lines) == 0 {
			continue
		}
		for _, m := range d.Mentions {
			if line := lineAt(lines, m.Span.Start); line != nil && m.Span.Start < line.Cells[0].End {
				ids.add(m)
			}
		}
	}
	return ids
}
