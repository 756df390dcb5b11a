package explain

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"atelier/internal/corpus"
	"atelier/internal/source"
)

// width is that of a terminal nobody has touched; only paths, tables and code
// may be wider.
const width = 80

// page collects the text of an explanation.
type page struct{ out strings.Builder }

// title opens the page: a name, what it stands for, and where that is said.
func (p *page) title(name, what string, file *source.File, span source.Span) {
	if what != "" {
		name += " — " + what
	}
	p.text("", name)
	p.line(at(file, span))
}

// part opens a part of the page.
func (p *page) part(heading string) { fmt.Fprintf(&p.out, "\n%s\n", heading) }

// counted opens a part that lists n things.
func (p *page) counted(heading string, n int) { p.part(fmt.Sprintf("%s (%d)", heading, n)) }

// line writes one line as it is.
func (p *page) line(text string) { p.out.WriteString(text + "\n") }

// text writes a paragraph, wrapped, behind an indent.
func (p *page) text(indent, text string) { p.hanging(indent, indent, text) }

// hanging is the same with another indent for the first line.
func (p *page) hanging(first, rest, text string) {
	column, start := utf8.RuneCountInString(first), true
	p.out.WriteString(first)
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case start:
		case column+1+n > width:
			p.out.WriteString("\n" + rest)
			column = utf8.RuneCountInString(rest)
		default:
			p.out.WriteByte(' ')
			column++
		}
		p.out.WriteString(word)
		column, start = column+n, false
	}
	p.out.WriteByte('\n')
}

// entry writes a place and what stands there.
func (p *page) entry(place, text string) {
	p.line("  " + place)
	if text != "" {
		p.text("      ", text)
	}
}

// at is "path:line" of a place.
func at(file *source.File, span source.Span) string {
	return fmt.Sprintf("%s:%d", file.Path, file.Line(span.Start))
}

// standing is the document's place in the manifest, or "".
func standing(c *corpus.Corpus, d *corpus.Document) string {
	if d.Row == nil {
		return ""
	}
	return fmt.Sprintf("%s (%s)", listed(d.Row.SinceText, d.Row.Status), at(c.Manifest.Document.File, d.Row.Row.Span))
}

// listed joins what is there with commas.
func listed(parts ...string) string {
	var there []string
	for _, part := range parts {
		if part != "" {
			there = append(there, part)
		}
	}
	return strings.Join(there, ", ")
}
