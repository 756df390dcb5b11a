package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var principleMalformedHeading = &check.Rule{
	Name:     "principle/malformed-heading",
	Severity: diag.Error,
	Summary:  "a heading that defines a principle has not the form “### P4. Title”",
	Run: func(p *check.Pass) {
		for _, book := range rulebooks(p.Corpus) {
			for _, def := range book.defs {
				if def.Malformed != "" {
					p.Report(book.malformed(def))
				}
			}
		}
	},
}

func (b *rulebook) malformed(def *parse.Definition) *diag.Diagnostic {
	line := headingLine(b.file, def)
	written := strings.TrimSpace(b.file.Slice(line))
	d := &diag.Diagnostic{
		File: b.file, Span: def.NumberSpan, Target: b.id(def.Number),
		Message: fmt.Sprintf("“%s” should read “### %s. %s”: %s", written, b.id(def.Number), def.Title, def.Malformed),
		Hint:    "write a level-3 heading: three number signs, a space, the number, a full stop, a space, the title",
		Fix:     b.rightForm(def, line),
		Breaks:  b.breaksNumbers(),
		Needs:   []diag.Fact{b.text()},
	}
	if def.Title == "" {
		d.Message = fmt.Sprintf("“%s” gives %s no title", written, b.id(def.Number))
		d.Hint = "name the principle behind its number"
	}
	if marks := headingMarks(b.file, line); marksAreWrong(def, marks, b.file) {
		d.Span = marks
	}
	return d
}

// headingLine is the first line of a heading.
func headingLine(file *source.File, def *parse.Definition) source.Span {
	return file.LineSpan(file.Line(def.Section.Body.Start))
}

// headingMarks is the run of number signs that a line starts with, empty for a
// heading that is underlined.
func headingMarks(file *source.File, line source.Span) source.Span {
	text := file.Slice(line)
	start := line.Start + len(text) - len(strings.TrimLeft(text, " \t"))
	rest := file.Text[start:line.End]
	return source.Span{Start: start, End: start + len(rest) - len(strings.TrimLeft(rest, "#"))}
}

// marksAreWrong reports whether it is the number signs that the heading has
// wrong: too few, too many, or no space behind them. The number is right then.
func marksAreWrong(def *parse.Definition, marks source.Span, file *source.File) bool {
	if marks.Len() == 0 || def.Title == "" {
		return false
	}
	behind := file.Text[marks.End:]
	unspaced := !strings.HasPrefix(behind, " ") && !strings.HasPrefix(behind, "\t")
	formed := strings.HasPrefix(file.Text[def.NumberSpan.End:], ". ") && file.Text[def.NumberSpan.Start] < 'a'
	return unspaced || formed && marks.Len() != 3
}

// separates reports whether a text between a number and a title is one mark at
// most. More of them, or one that stands at the title, may belong to the title.
func separates(text string) bool {
	mark := strings.TrimSpace(text)
	atTitle := strings.TrimRight(text, " \u00a0") == text && strings.TrimLeft(text, " \u00a0") != text
	return mark == "" || utf8.RuneCountInString(mark) == 1 && !atTitle
}

// rightForm rewrites what stands before the title. The title itself, with its
// code spans and emphasis, stays as it is.
func (b *rulebook) rightForm(def *parse.Definition, line source.Span) *diag.Fix {
	marks := headingMarks(b.file, line)
	before := b.file.Slice(source.Span{Start: marks.End, End: def.NumberSpan.Start})
	if def.Title == "" || strings.TrimSpace(before) != "" {
		return nil // emphasis around the number
	}
	rest := b.file.Slice(source.Span{Start: def.NumberSpan.End, End: line.End})
	title := strings.TrimLeft(rest, " .:—–-)\u00a0")
	start := line.End - len(title)
	fix := &diag.Fix{
		Title: fmt.Sprintf("write “### %s.” before the title", b.id(def.Number)), Safe: separates(rest[:len(rest)-len(title)]),
		Edits: []diag.Edit{{
			File: b.file, Span: source.Span{Start: marks.Start, End: start}, Text: fmt.Sprintf("### %s. ", b.id(def.Number)),
		}},
	}
	if def.Section.Setext {
		if b.file.Line(def.Section.Span.End) != b.file.Line(line.Start) {
			return nil // a title over several lines
		}
		underline := b.file.LineSpan(b.file.Line(line.Start) + 1)
		fix.Edits = append(fix.Edits, diag.Edit{File: b.file, Span: source.Span{Start: line.End, End: underline.End}})
	}
	return fix
}
