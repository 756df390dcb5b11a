package explain

import (
	"sort"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// passage is a part of a statement: its place, and how it is written.
type passage struct {
	start int
	write func(*page)
}

// statement writes what a document says within a span: paragraphs as in the
// source, their lines joined; tables and code as they stand.
func (p *page) statement(d *corpus.Document, span source.Span) {
	var parts []passage
	for _, b := range d.Blocks {
		if b.Kind == parse.CellBlock || !span.Contains(b.Span.Start) || b.Prose.Text == "" {
			continue
		}
		parts = append(parts, passage{b.Span.Start, func(p *page) { p.paragraph(d, b) }})
	}
	for _, t := range d.Tables {
		if span.Contains(t.Span.Start) {
			parts = append(parts, passage{t.Span.Start, func(p *page) { p.verbatim(d.File.Slice(t.Span)) }})
		}
	}
	for _, f := range d.Fences {
		if span.Contains(f.Span.Start) {
			parts = append(parts, passage{f.Span.Start, func(p *page) { p.verbatim(d.File.Slice(f.Span)) }})
		}
	}
	sort.SliceStable(parts, func(i, j int) bool { return parts[i].start < parts[j].start })
	for _, part := range parts {
		p.out.WriteByte('\n')
		part.write(p)
	}
}

func (p *page) paragraph(d *corpus.Document, b *parse.Block) {
	text := joined(d.File.Slice(b.Span))
	switch {
	case b.Kind == parse.HeadingBlock:
		p.text("  ", b.Prose.Text)
	case b.Item == nil:
		p.text("  ", text)
	case b.Item.Block == b:
		indent := strings.Repeat("  ", max(b.Item.Depth, 1))
		p.hanging(indent+"- ", indent+"  ", text)
	default:
		p.text(strings.Repeat("  ", max(b.Item.Depth, 1)+1), text)
	}
}

// verbatim writes lines as they are.
func (p *page) verbatim(text string) {
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		p.line(strings.TrimRight("  "+line, " "))
	}
}

// joined is the source of a paragraph on one line, with its marks: what a line
// break stands for depends on what it parts.
func joined(raw string) string {
	var out strings.Builder
	for line := range strings.SplitSeq(raw, "\n") {
		line = strings.TrimSpace(strings.TrimLeft(line, " \t>"))
		before := out.String()
		switch {
		case before == "" || line == "":
		case strings.Count(before, "`")%2 == 1:
			if !parse.JoinsCode(before) {
				out.WriteByte(' ')
			}
		case !parse.JoinsLines(before, line):
			out.WriteByte(' ')
		}
		out.WriteString(line)
	}
	return out.String()
}
