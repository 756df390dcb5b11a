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
	p.paint(bold, fmt.Sprintf("%s:%d:%d", d.File.Path, at.Line, at.Column))
	p.WriteString(": ")
	p.paint(severityColor(d.Severity), d.Severity.String())
	p.WriteString("[" + d.Rule + "]: ")
	p.paint(bold, printable(d.Message))
	p.WriteByte('\n')

	margin := len(fmt.Sprint(at.Line))
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
			fmt.Fprintf(p, "%s:%d:%d\n", r.File.Path, place.Line, place.Column)
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

// longestExcerpt is the width, in code points, to which a line is cut around
// the part that is underlined.
const longestExcerpt = 120

// excerpt prints the line of a span with a mark under it.
func (p *painter) excerpt(file *source.File, span source.Span, margin int, code string, mark byte, message string) {
	if file.Text == "" {
		if message != "" {
			p.note(margin, "note", message)
		}
		return
	}
	e := cut(file.Excerpt(span))
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

// cut shortens a long line around the part to underline.
func cut(e source.Excerpt) source.Excerpt {
	if utf8.RuneCountInString(e.Text) <= longestExcerpt {
		return e
	}
	start := back(e.Text, e.Start, longestExcerpt/3)
	end := forward(e.Text, max(start, e.Start), longestExcerpt*2/3)
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

func back(s string, at, runes int) int {
	for ; at > 0 && runes > 0; runes-- {
		_, n := utf8.DecodeLastRuneInString(s[:at])
		at -= n
	}
	return at
}

func forward(s string, at, runes int) int {
	for ; at < len(s) && runes > 0; runes-- {
		_, n := utf8.DecodeRuneInString(s[at:])
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
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return '\uFFFD'
		}
		return r
	}, s)
}

// columns is the number of terminal cells that text takes: wide East Asian
// characters take two, combining marks none.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case wide(r):
			n += 2
		default:
			n++
		}
	}
	return n
}

func wide(r rune) bool {
	kind := width.LookupRune(r).Kind()
	return kind == width.EastAsianWide || kind == width.EastAsianFullwidth
}

func pad(s string) string { return strings.Repeat(" ", columns(s)) }
