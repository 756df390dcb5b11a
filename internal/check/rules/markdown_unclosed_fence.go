package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var markdownUnclosedFence = &check.Rule{
	Name:     "markdown/unclosed-fence",
	Severity: diag.Error,
	Summary:  "a code block has no end, and takes in what follows it",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for i, f := range d.Fences {
				if !f.Open() || inGenerated(d, f.Span.Start) {
					continue
				}
				// The last mark of a pair whose first one a block before has taken.
				if i > 0 && f.Info.Len() == 0 && d.Fences[i-1].Inner.Len() > 0 {
					continue
				}
				p.Report(unclosedFence(p.Corpus, d, f))
			}
		}
	},
}

func unclosedFence(c *corpus.Corpus, d *corpus.Document, f *parse.Fence) *diag.Diagnostic {
	file := d.File
	opening := openingLine(file, f)
	found := &diag.Diagnostic{
		File: file, Span: opening, Target: file.Slice(opening),
		Message: fmt.Sprintf("the code block that %s opens has no end: %s in it", inQuotes(file.Slice(opening)), takesIn(f)),
		Hint:    fmt.Sprintf("end it with “%s” on a line of its own", f.Marks),
		Breaks:  breaksRest(c, d),
		Fix:     closeFence(file, f),
	}
	if f.Inner.Len() > 0 {
		found.Message = fmt.Sprintf("the code block that %s opens has no end before %s, which would open another", inQuotes(file.Slice(opening)), inQuotes(file.Slice(f.Inner)))
		found.Hint = fmt.Sprintf("end it with “%s” on a line of its own; if the other one is part of its text, open it with more marks", f.Marks)
		found.Related = []diag.Related{{File: file, Span: f.Inner, Message: "this line stands in the block"}}
		return found
	}
	if f.Info.Len() == 0 {
		found.Hint += "; if this line was meant to end a block, the block before it has no end"
	}
	if near, why := nearlyCloses(file, f); near.Len() > 0 {
		found.Related = []diag.Related{{File: file, Span: near, Message: "this line does not end it, " + why}}
	}
	return found
}

// openingLine is the line that opens a block.
func openingLine(file *source.File, f *parse.Fence) source.Span {
	line := file.LineSpan(file.Line(f.Span.Start))
	text := strings.TrimRight(file.Text[f.Span.Start:line.End], " \t")
	return source.Span{Start: f.Span.Start, End: f.Span.Start + len(text)}
}

// takesIn says what stands in a block without an end.
func takesIn(f *parse.Fence) string {
	switch n := strings.Count(strings.TrimRight(f.Text, "\n"), "\n") + 1; {
	case strings.TrimSpace(f.Text) == "":
		return "nothing is"
	case n == 1:
		return "1 line is"
	default:
		return fmt.Sprintf("%d lines are", n)
	}
}

// nearlyCloses is a line in a block that was probably meant to end it.
func nearlyCloses(file *source.File, f *parse.Fence) (source.Span, string) {
	marks := f.Marks
	if marks == "" {
		return source.Span{}, ""
	}
	for number := file.Line(f.Span.Start) + 1; number <= file.Line(f.Span.End); number++ {
		line := file.LineSpan(number)
		text := strings.Trim(file.Slice(line), " \t>")
		if len(text) < 2 || text[0] != '`' && text[0] != '~' {
			continue
		}
		rest := strings.TrimLeft(text, text[:1])
		length := len(text) - len(rest)
		span := source.Span{Start: line.End - len(strings.TrimLeft(file.Slice(line), " \t>")), End: line.End}
		switch {
		case text[0] != marks[0] && length > 2 && rest == "":
			return span, "it has other marks"
		case text[0] == marks[0] && length < len(marks) && rest == "":
			return span, "it has fewer marks"
		case text[0] == marks[0] && length >= len(marks) && rest == "":
			return span, "it is indented too far"
		}
	}
	return source.Span{}, ""
}

// closeFence ends a block before the first blank line in it, or before the line
// that would open another. Where there is none nothing changes on the page, and
// that is certain.
func closeFence(file *source.File, f *parse.Fence) *diag.Fix {
	if f.Marks == "" || strings.TrimSpace(f.Text) == "" {
		return nil
	}
	opening := file.LineSpan(file.Line(f.Span.Start))
	last, end := file.Line(f.Span.Start), file.Line(max(f.Span.Start, f.Span.End-1))
	if f.Inner.Len() > 0 {
		end = file.Line(f.Inner.Start) - 1
	}
	for last < end && strings.Trim(file.Slice(file.LineSpan(last+1)), " \t>") != "" {
		last++
	}
	if last == file.Line(f.Span.Start) {
		return nil
	}
	lead := file.Text[opening.Start:f.Span.Start]
	if strings.Trim(lead, " \t>") != "" {
		lead = strings.Repeat(" ", len(lead)) // the mark of a list item
	}
	at := file.LineSpan(last).End
	return &diag.Fix{
		Title: "end the block here", Safe: at >= f.Span.End-1 && strings.TrimSpace(file.Text[at:]) == "" && !holdsRows(f.Text),
		Edits: []diag.Edit{{File: file, Span: source.Span{Start: at, End: at}, Text: "\n" + lead + f.Marks}},
	}
}

// holdsRows reports whether a line of a block starts like the row of a table, which
// it may have been before the block took it in.
func holdsRows(text string) bool {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(strings.TrimLeft(line, " \t>"), "|") {
			return true
		}
	}
	return false
}

// breaksRest are the facts that text puts in doubt which a block without an end
// hides.
func breaksRest(c *corpus.Corpus, d *corpus.Document) []diag.Fact {
	facts := []diag.Fact{check.TextOf(d.Path), check.TablesOf(d), check.HeaderOf(d), check.ViolationsIn(d), check.Inputs()}
	if d.Domain != nil && d == d.Domain.First {
		facts = append(facts, check.NumbersOf(d.Domain), check.TraceOf(d.Domain))
	}
	if d == c.Core {
		facts = append(facts, check.CoreNumbers())
	}
	return facts
}
