package rules

import (
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// ragged reports whether cells of a row are lost or missing. Its cells may then
// stand in the wrong columns, which is a fault of its own.
func ragged(row *parse.Row) bool { return row.Missing > 0 || row.Lost.Len() > 0 }

// raggedNeeds is the fact that a finding about the cells of a row rests on,
// where the row is ragged or a bar cuts code in it.
func raggedNeeds(d *corpus.Document, row *parse.Row) []diag.Fact {
	if !ragged(row) && len(row.SplitCodes(d.File)) == 0 {
		return nil
	}
	return []diag.Fact{check.RowFact(d, row)}
}

// cellOf is a cell of a row, nil where the table has no such column.
func cellOf(row *parse.Row, column int) *parse.Block {
	if column >= len(row.Cells) {
		return nil
	}
	return row.Cells[column]
}

// cellPlace is the text of a cell, or the blank between the bars of an empty one.
func cellPlace(file *source.File, cell *parse.Block) source.Span {
	span := cell.Span
	if span.Len() == 0 {
		before := file.Text[:span.Start]
		span.Start = len(strings.TrimRight(before, " \t"))
	}
	return span
}

// cellWords is the text of a cell, "" where there is none.
func cellWords(row *parse.Row, column int) string {
	if cell := cellOf(row, column); cell != nil {
		return strings.Join(strings.Fields(cell.Prose.Text), " ")
	}
	return ""
}

// barOf is the place of the whole row without the marks of quotes and lists
// around it.
func barOf(file *source.File, row *parse.Row) source.Span {
	line := file.Slice(row.Span)
	start := row.Span.Start + len(line) - len(strings.TrimLeft(line, " \t>"))
	return source.Span{Start: start, End: row.Span.Start + len(strings.TrimRight(line, " \t"))}
}

// sameCells reports whether two rows of a file are written the same in every cell
// but for spaces, and for backticks around all of it, so that nothing is lost with
// one of them.
func sameCells(file *source.File, a, b *parse.Row) bool {
	if len(a.Cells) != len(b.Cells) || ragged(a) || ragged(b) {
		return false
	}
	written := func(cell *parse.Block) string {
		text := strings.Join(strings.Fields(file.Slice(cell.Span)), " ")
		if inner := strings.Trim(text, "`"); strings.Count(text, "`") == 2 && "`"+inner+"`" == text {
			return inner
		}
		return text
	}
	for i := range a.Cells {
		if written(a.Cells[i]) != written(b.Cells[i]) {
			return false
		}
	}
	return true
}

// foldedCell is what a cell says with single spaces, in lower case but for code:
// there case makes a difference.
func foldedCell(cell *parse.Block) string {
	var b strings.Builder
	at := 0
	for _, in := range cell.Prose.Inlines {
		if in.Kind == parse.CodeSpan && in.Start >= at {
			b.WriteString(strings.ToLower(cell.Prose.Text[at:in.Start]))
			b.WriteString(cell.Prose.Text[in.Start:in.End])
			at = in.End
		}
	}
	b.WriteString(strings.ToLower(cell.Prose.Text[at:]))
	return strings.Join(strings.Fields(b.String()), " ")
}

// folded is text with single spaces and in lower case.
func folded(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), " ")) }

// removeRow is the edit that takes the line of a row out.
func removeRow(file *source.File, row *parse.Row) diag.Edit {
	span := row.Span
	if span.End < len(file.Text) {
		span.End++
	} else if span.Start > 0 {
		span.Start--
	}
	return diag.Edit{File: file, Span: span}
}

// rowLead is what stands before the first bar of a row: the marks of a quote, or
// the indent of a list.
func rowLead(file *source.File, line source.Span) string {
	text := file.Slice(line)
	return text[:len(text)-len(strings.TrimLeft(text, " \t>"))]
}

// cutOff are the principles that stand in rows which a comment, a blank line or a
// line of text has cut off from one of the tables; with firstCell only those of
// the rows' first cells. The warning that rows are cut off is another rule's.
func cutOff(d *corpus.Document, firstCell bool, tables ...*parse.Table) map[int]bool {
	out := map[int]bool{}
	for _, cut := range d.CutRows {
		if !slices.Contains(tables, cut.Table) {
			continue
		}
		for _, m := range d.Mentions {
			line := lineAt(cut.Rows, m.Span.Start)
			if line != nil && m.Kind == parse.PrincipleMention && (!firstCell || m.Span.Start < line.Cells[0].End) {
				out[m.Number] = true
			}
		}
	}
	return out
}

// nearTable is a table that was meant to be known by its first header cell, but
// has that cell spelt another way; the second one gives it away.
func nearTable(d *corpus.Document, first, second string) *parse.Table {
	for _, t := range d.Tables {
		if t.Generated || len(t.Header) < 2 {
			continue
		}
		name := folded(t.Header[0].Prose.Text)
		if name != first && check.Nearest(name, []string{first}) != "" && strings.HasPrefix(folded(t.Header[1].Prose.Text), second) {
			return t
		}
	}
	return nil
}

// missingTablePlace is where a document should have a table: the section whose
// heading speaks of it, else the title.
func missingTablePlace(d *corpus.Document, words ...string) source.Span {
	for _, s := range d.Sections {
		if s.Level != 2 {
			continue
		}
		for _, word := range words {
			if strings.Contains(folded(s.Text), word) {
				return s.Span
			}
		}
	}
	return d.TitleSpan
}
