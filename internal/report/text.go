package report

import (
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"atelier/internal/diag"
	"atelier/internal/source"
)

// The colours of the text format, as SGR codes.
const (
	bold    = "1"
	dim     = "2"
	red     = "1;31"
	yellow  = "1;33"
	blue    = "1;34"
	cyan    = "36"
	noColor = ""
)

// painter writes text in colour, or plain.
type painter struct {
	strings.Builder
	color bool
}

func (p *painter) paint(code, text string) {
	if !p.color || code == noColor || text == "" {
		p.WriteString(text)
		return
	}
	p.WriteString("\x1b[" + code + "m" + text + "\x1b[0m")
}

func severityColor(s diag.Severity) string {
	switch s {
	case diag.Error:
		return red
	case diag.Warning:
		return yellow
	}
	return blue
}

// text is the format for people: the place, what is wrong, the line with the
// part underlined, the other end, and what to do.
func text(w io.Writer, f *Findings, o Options) error {
	p := &painter{color: o.Color}
	open, _ := f.Open()
	for i, d := range open {
		if i > 0 {
			p.WriteByte('\n')
		}
		p.finding(d)
	}
	_, err := io.WriteString(w, p.String())
	return err
}

func (p *painter) finding(d *diag.Diagnostic) {
	at := d.Position()
	p.paint(bold, fmt.Sprintf("%s:%d:%d", printable(d.File.Path), at.Line, at.Column))
	p.WriteString(": ")
	p.paint(severityColor(d.Severity), d.Severity.String())
	p.WriteString("[" + d.Rule + "]: ")
	p.paint(bold, printable(d.Message))
	p.WriteByte('\n')

	margin := len(fmt.Sprint(at.Line))
	if last := lastLine(d.File, d.Span); last == at.Line+1 {
		margin = len(fmt.Sprint(last)) // both lines are shown
	}
	for _, r := range d.Related {
		if r.File == d.File {
			margin = max(margin, len(fmt.Sprint(r.File.Line(r.Span.Start))))
		}
	}
	p.excerpt(d.File, d.Span, margin, severityColor(d.Severity), '^', "")
	for _, r := range d.Related {
		if r.File != d.File || d.File.Text == "" {
			place := r.File.Position(r.Span.Start)
			p.paint(cyan, strings.Repeat(" ", margin)+"--> ")
			fmt.Fprintf(p, "%s:%d:%d\n", printable(r.File.Path), place.Line, place.Column)
		}
		p.excerpt(r.File, r.Span, margin, cyan, '-', printable(r.Message))
	}
	if d.Fix != nil {
		title := "fix"
		if !d.Fix.Safe {
			title = "possible fix"
		}
		p.note(margin, title, printable(d.Fix.Title))
	}
	if d.Hint != "" {
		p.note(margin, "help", printable(d.Hint))
	}
}

func (p *painter) note(margin int, label, message string) {
	p.paint(cyan, strings.Repeat(" ", margin)+" = ")
	p.paint(bold, label)
	p.WriteString(": " + message + "\n")
}

// lineWidth is the width, in terminal cells, that a line of an excerpt takes at
// most: a line that the terminal wraps has its mark in the wrong place.
const lineWidth = 80

// excerpt prints the line of a span with a mark under it. A span that goes on is
// marked on its second line too, or, where it has more, said to go on.
func (p *painter) excerpt(file *source.File, span source.Span, margin int, code string, mark byte, message string) {
	if file.Text == "" {
		if message != "" {
			p.note(margin, "note", message)
		}
		return
	}
	first := file.Excerpt(span)
	last := lastLine(file, span)
	if mark == '^' && last > first.Line+1 {
		message = fmt.Sprintf("… to line %d", last)
	}
	p.marked(first, margin, code, mark, message)
	if mark == '^' && last == first.Line+1 {
		rest := source.Span{Start: file.LineSpan(last).Start, End: span.End}
		rest.Start += len(file.Slice(rest)) - len(strings.TrimLeft(file.Slice(rest), " \t>"))
		if rest.Len() > 0 {
			p.marked(file.Excerpt(rest), margin, code, mark, "")
		}
	}
}

// lastLine is the line that a span ends in.
func lastLine(file *source.File, span source.Span) int {
	return file.Line(max(span.Start, span.End-1))
}

// marked prints a line and the mark under a part of it.
func (p *painter) marked(e source.Excerpt, margin int, code string, mark byte, message string) {
	e = cut(e, lineWidth-margin-len(" | "))
	p.paint(cyan, fmt.Sprintf("%*d | ", margin, e.Line))
	p.WriteString(printable(e.Text) + "\n")
	p.paint(cyan, strings.Repeat(" ", margin)+" | ")
	p.WriteString(pad(e.Text[:e.Start]))
	p.paint(code, strings.Repeat(string(mark), max(1, columns(e.Text[e.Start:e.End]))))
	if message != "" {
		p.paint(code, " "+message)
	}
	p.WriteByte('\n')
}

// cut shortens a line that does not fit around the part to underline, which
// itself is cut where it is longer.
func cut(e source.Excerpt, room int) source.Excerpt {
	if columns(e.Text) <= room {
		return e
	}
	room -= columns("……")
	start := back(e.Text, e.Start, room/3)
	end := forward(e.Text, start, room)
	if end == len(e.Text) {
		start = back(e.Text, end, room)
	}
	out := e
	out.Text = e.Text[start:end]
	out.Start, out.End = e.Start-start, min(e.End, end)-start
	if start > 0 {
		out.Text = "…" + out.Text
		out.Start += len("…")
		out.End += len("…")
	}
	if end < len(e.Text) {
		out.Text += "…"
	}
	return out
}

// back is the offset that lies at most so many cells before another.
func back(s string, at, cells int) int {
	for at > 0 {
		r, n := utf8.DecodeLastRuneInString(s[:at])
		if cells -= cellsOf(r); cells < 0 {
			break
		}
		at -= n
	}
	return at
}

// forward is the offset that lies at most so many cells behind another.
func forward(s string, at, cells int) int {
	for at < len(s) {
		r, n := utf8.DecodeRuneInString(s[at:])
		if cells -= cellsOf(r); cells < 0 {
			break
		}
		at += n
	}
	return at
}

// printable replaces control characters, which could move the cursor of a
// terminal or hide text, and tabs by a space.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return ' '
		case hidden(r):
			return '\uFFFD'
		}
		return r
	}, s)
}

// hidden reports whether a character could move the cursor or turn the direction
// of text round.
func hidden(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}

// columns is the number of terminal cells that text takes.
func columns(s string) int {
	n := 0
	for _, r := range s {
		n += cellsOf(r)
	}
	return n
}

// cellsOf is the number of terminal cells that a character takes: wide East Asian
// ones and emoji two, combining marks and joiners none. Control characters, which
// are printed as a sign for them, take one.
func cellsOf(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.Is(unicode.Cf, r) && !hidden(r):
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

func pad(s string) string { return strings.Repeat(" ", columns(s)) }
