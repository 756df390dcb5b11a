package silence

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// A rewrite writes a document otherwise, so that it says the same.
type rewrite struct {
	name string
	// edits change the text of a document; bytes, where it is set, what of
	// it is written.
	edits func(*corpus.Document) []edit
	bytes func(string) string
	view
}

// A view is how a corpus is compared with its rewrite.
type view struct {
	// endings says that paths gain or lose their ending, which findings
	// and the model show as it is written.
	endings bool
	// moves says that text goes to another block or is written otherwise,
	// which fingerprints depend on.
	moves bool
}

type edit struct {
	source.Span
	text string
}

var rewrites = []rewrite{
	{name: "rewrapped at 60 columns", edits: rewrapped(60)},
	{name: "rewrapped at 72 columns", edits: rewrapped(72)},
	{name: "rewrapped at 100 columns", edits: rewrapped(100)},
	{name: "a line a paragraph", edits: rewrapped(1 << 20)},
	{name: "CRLF", bytes: func(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }},
	{name: "byte-order mark", bytes: func(text string) string { return source.BOM + text }},
	{name: "no final newline", bytes: func(text string) string { return strings.TrimRight(text, "\n") }},
	{name: "trailing spaces", edits: trailingSpaces},
	{name: "reference-style links", edits: referenceLinks, view: view{moves: true}},
	{name: "stars for hyphens", edits: stars},
	{name: "endings of paths added", edits: endingsAdded, view: view{endings: true, moves: true}},
	{name: "endings of paths dropped", edits: endingsDropped, view: view{endings: true, moves: true}},
	{name: "setext headings", edits: setext},
	{name: "tables padded", edits: tables(true)},
	{name: "tables compact", edits: tables(false), view: view{moves: true}},
}

// apply is the content of the document's file in this rewrite.
func (r rewrite) apply(d *corpus.Document) string {
	text := d.File.Text
	if r.edits != nil {
		text = apply(d, r.edits(d))
	}
	if r.bytes != nil {
		text = r.bytes(text)
	}
	return text
}

// apply is the text of a document with edits made.
func apply(d *corpus.Document, edits []edit) string {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.Start - b.Start })
	var b strings.Builder
	at := 0
	for _, e := range edits {
		if e.Start < at {
			panic(fmt.Sprintf("%s: overlapping edits at %d", d.Path, e.Start))
		}
		b.WriteString(d.File.Text[at:e.Start])
		b.WriteString(e.text)
		at = e.End
	}
	b.WriteString(d.File.Text[at:])
	return b.String()
}

// prefixOf is what stands before an offset on its line, and what the next line of
// the same block starts with: quote marks stay, list marks become spaces.
func prefixOf(d *corpus.Document, at int) (first, next string) {
	start := d.File.LineSpan(d.File.Line(at)).Start
	first = d.File.Text[start:at]
	next = strings.Map(func(r rune) rune {
		if r == '>' || r == '\t' {
			return r
		}
		return ' '
	}, first)
	return first, next
}

// untouchable says of each line, from 1, whether it belongs to code, to front
// matter or to a generated block, where every byte counts.
func untouchable(d *corpus.Document) map[int]bool {
	out := map[int]bool{}
	mark := func(s source.Span) {
		for line := d.File.Line(s.Start); line <= d.File.Line(max(s.Start, s.End-1)); line++ {
			out[line] = true
		}
	}
	for _, f := range d.Fences {
		mark(f.Span)
	}
	for _, g := range d.Generated {
		mark(g.Span)
	}
	if d.Front.Span.Len() > 0 {
		mark(d.Front.Span)
	}
	return out
}

// trailingSpaces ends every line with a space, but where two would be a break.
func trailingSpaces(d *corpus.Document) []edit {
	fixed := untouchable(d)
	var out []edit
	for n := 1; n <= d.File.Lines(); n++ {
		span := d.File.LineSpan(n)
		line := d.File.Slice(span)
		tooLong := len(line) > 1<<20 // its length is part of the finding
		if fixed[n] || tooLong || strings.HasSuffix(line, " ") || strings.HasSuffix(line, `\`) {
			continue
		}
		out = append(out, edit{source.Span{Start: span.End, End: span.End}, " "})
	}
	return out
}

// referenceLinks writes inline links and images by label.
func referenceLinks(d *corpus.Document) []edit {
	for _, f := range d.Fences {
		if !f.Closed {
			return nil
		}
	}
	var out []edit
	var definitions strings.Builder
	for i, l := range d.Links {
		if l.Generated || l.Kind == parse.ReferenceLink || l.Kind == parse.AutoLink || l.Span.Len() == 0 {
			continue
		}
		open := strings.LastIndexByte(d.File.Text[:l.Span.Start], '(')
		target := d.File.Text[open+1 : l.Whole.End-1]
		if d.File.Text[l.Whole.End-1] != ')' || d.File.Text[open-1] != ']' || strings.Contains(target, "\n") {
			continue
		}
		label := fmt.Sprintf("link %d", i)
		out = append(out, edit{source.Span{Start: open, End: l.Whole.End}, "[" + label + "]"})
		fmt.Fprintf(&definitions, "[%s]: %s\n", label, target)
	}
	if len(out) > 0 {
		end := len(d.File.Text)
		out = append(out, edit{source.Span{Start: end, End: end}, "\n\n" + definitions.String()})
	}
	return out
}

// stars are the marks of lists.
func stars(d *corpus.Document) []edit {
	accidental := map[int]bool{}
	for _, a := range d.AccidentalLists {
		accidental[a.Span.Start] = true
	}
	fixed := untouchable(d)
	var out []edit
	for _, item := range d.Items {
		at := item.Span.Start
		if at >= len(d.File.Text) || accidental[at] || fixed[d.File.Line(at)] {
			continue
		}
		switch d.File.Text[at] {
		case '*':
			return nil // the two marks tell lists apart
		case '-':
			out = append(out, edit{source.Span{Start: at, End: at + 1}, "*"})
		}
	}
	return out
}

// paths are the path references to documents, with the end of the path.
func paths(d *corpus.Document, change func(ref *corpus.Reference, at int) (edit, bool)) []edit {
	var out []edit
	for _, ref := range d.References {
		m := ref.Mention
		if m == nil || m.Kind != parse.PathMention || ref.Generated || m.Principle > 0 || strings.HasSuffix(m.Path, "/") {
			continue
		}
		at := m.Block.Prose.Span(m.Start, m.Start+len(m.Path)).End
		if e, ok := change(ref, at); ok {
			out = append(out, e)
		}
	}
	return out
}

func endingsAdded(d *corpus.Document) []edit {
	return paths(d, func(ref *corpus.Reference, at int) (edit, bool) {
		path := ref.Mention.Path
		toDocument := ref.Target != nil && ref.Path == path+".md" || ref.Target == nil && strings.HasSuffix(ref.Path, path+".md")
		return edit{source.Span{Start: at, End: at}, ".md"}, toDocument
	})
}

func endingsDropped(d *corpus.Document) []edit {
	return paths(d, func(ref *corpus.Reference, at int) (edit, bool) {
		written := strings.HasSuffix(d.File.Text[:at], ".md") && strings.HasSuffix(ref.Path, ref.Mention.Path)
		return edit{source.Span{Start: at - len(".md"), End: at}, ""}, written
	})
}

// setext underlines the headings of the first two levels.
func setext(d *corpus.Document) []edit {
	fixed := untouchable(d)
	var out []edit
	for _, s := range d.Sections {
		number := d.File.Line(s.Span.Start)
		line := d.File.LineSpan(number)
		marks := strings.Repeat("#", s.Level) + " "
		if s.Level > 2 || s.Setext || fixed[number] || s.Span.Len() == 0 || s.Span.Start != line.Start+len(marks) || !strings.HasPrefix(d.File.Slice(line), marks) {
			continue
		}
		if number > 1 && strings.TrimSpace(d.File.Slice(d.File.LineSpan(number-1))) != "" {
			continue
		}
		text := d.File.Slice(s.Span)
		if end := numbered.FindString(text); end != "" {
			text = text[:len(end)-1] + `\` + text[len(end)-1:]
		} else if startsBlock.MatchString(strings.Fields(text)[0]) {
			continue
		}
		under := strings.Repeat([]string{"=", "-"}[s.Level-1], max(3, utf8.RuneCountInString(text)))
		out = append(out, edit{line, text + "\n" + under})
	}
	return out
}

// numbered matches the number of a heading, which would open a list.
var numbered = regexp.MustCompile(`^\d+[.)]`)

// tables aligns the columns of tables, or takes all white space out of them.
func tables(padded bool) func(*corpus.Document) []edit {
	return func(d *corpus.Document) []edit {
		var out []edit
		for _, t := range d.Tables {
			if t.Generated || t.Item != nil || t.Quote > 0 || len(t.Rows) == 0 || cutsCode(d, t) {
				continue
			}
			last := len(t.Rows)
			for last > 0 && t.Rows[last-1].Swallowed {
				last--
			}
			end := t.Span.End
			if last < len(t.Rows) {
				end = t.Rows[last].Span.Start - 1
			}
			span := source.Span{Start: t.Span.Start, End: end}
			out = append(out, edit{span, realigned(d.File.Slice(span), padded)})
		}
		return out
	}
}

// cutsCode tells whether a cell of the table ends within a code span: what the
// span says then depends on the spaces at the pipe.
func cutsCode(d *corpus.Document, t *parse.Table) bool {
	return slices.ContainsFunc(t.OwnRows(), func(r *parse.Row) bool { return len(r.SplitCodes(d.File)) > 0 })
}

func realigned(table string, padded bool) string {
	lines := strings.Split(table, "\n")
	cells := make([][]string, len(lines))
	var widths []int
	for i, line := range lines {
		cells[i] = cellsOf(line)
		for j, cell := range cells[i] {
			if j == len(widths) {
				widths = append(widths, 3)
			}
			if i != 1 {
				widths[j] = max(widths[j], utf8.RuneCountInString(cell))
			}
		}
	}
	for i, row := range cells {
		for j, cell := range row {
			switch {
			case i == 1:
				dashes := strings.Trim(cell, ":")
				width := 1
				if padded {
					width = widths[j]
				}
				row[j] = strings.Replace(cell, dashes, strings.Repeat("-", max(1, width-(len(cell)-len(dashes)))), 1)
			case padded:
				row[j] = cell + strings.Repeat(" ", widths[j]-utf8.RuneCountInString(cell))
			}
		}
		glue := "|"
		if padded {
			glue = " | "
		}
		text := strings.Join(row, glue)
		if strings.HasPrefix(strings.TrimSpace(lines[i]), "|") {
			text = strings.TrimLeft(glue, " ") + text
		}
		if closed.MatchString(lines[i]) {
			text += strings.TrimRight(glue, " ")
		}
		lines[i] = text
	}
	return strings.Join(lines, "\n")
}

// closed matches a row that ends in a bar.
var closed = regexp.MustCompile(`[^\\]\|\s*$`)

// cellsOf are the cells of a row as they are written, trimmed.
func cellsOf(line string) []string {
	line = strings.TrimSpace(line)
	if closed.MatchString(line) {
		line = line[:len(line)-1]
	}
	line = strings.TrimPrefix(line, "|")
	var out []string
	start := 0
	for i := 0; i < len(line); i++ {
		if line[i] == '\\' {
			i++
		} else if line[i] == '|' {
			out = append(out, strings.TrimSpace(line[start:i]))
			start = i + 1
		}
	}
	return append(out, strings.TrimSpace(line[start:]))
}
