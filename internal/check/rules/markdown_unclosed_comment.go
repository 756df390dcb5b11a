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

var markdownUnclosedComment = &check.Rule{
	Name:     "markdown/unclosed-comment",
	Severity: diag.Error,
	Summary:  "a comment has no end, and takes in what follows it",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, comment := range d.OpenComments {
				if !inGenerated(d, comment.Span.Start) {
					p.Report(unclosedComment(p.Corpus, d, comment))
				}
			}
		}
	},
}

func unclosedComment(c *corpus.Corpus, d *corpus.Document, comment parse.OpenComment) *diag.Diagnostic {
	file := d.File
	first := file.LineSpan(file.Line(comment.Span.Start))
	opening := source.Span{Start: comment.Span.Start, End: comment.Span.Start + len(strings.TrimRight(file.Text[comment.Span.Start:first.End], " \t"))}
	found := &diag.Diagnostic{
		File: file, Span: opening, Target: file.Slice(opening),
		Message: fmt.Sprintf("the comment that %s opens has no end", inQuotes(file.Slice(opening))),
		Hint:    "end it with “-->”",
		Breaks:  breaksRest(c, d),
		Fix:     closeComment(file, comment, opening),
	}
	if comment.Inner.Len() > 0 {
		found.Message += fmt.Sprintf(" before %s, which would open another", inQuotes(file.Slice(comment.Inner)))
		found.Related = []diag.Related{{File: file, Span: comment.Inner, Message: "this line stands in the comment"}}
	} else if n := hiddenLines(file, comment); n > 0 {
		found.Message += fmt.Sprintf(": %s below it %s in it", count(n, "line"), isOrAre(n))
	}
	if comment.Near.Len() > 0 {
		found.Related = append(found.Related, diag.Related{File: file, Span: comment.Near, Message: "this does not end it"})
	}
	return found
}

func isOrAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// hiddenLines is the number of lines below the one that opens a comment, without the
// blank ones.
func hiddenLines(file *source.File, comment parse.OpenComment) int {
	n := 0
	for number := file.Line(comment.Span.Start) + 1; number <= file.Line(comment.Span.End); number++ {
		if !blankLine(file, number) {
			n++
		}
	}
	return n
}

// blankLine reports whether nothing but the marks of quotes stands on a line.
func blankLine(file *source.File, number int) bool {
	return strings.Trim(file.Slice(file.LineSpan(number)), " \t>") == ""
}

// closeComment mends what was meant as the end of a comment, or else ends it at the
// end of its paragraph. Where nothing stands below, nothing changes on the page, and
// that is certain.
func closeComment(file *source.File, comment parse.OpenComment, opening source.Span) *diag.Fix {
	last := file.Line(comment.Span.Start)
	end := file.Line(max(comment.Span.Start, comment.Hidden().End-1))
	at := comment.Near
	fix := &diag.Fix{Title: "write “-->”"}
	text := "-->"
	if at.Len() == 0 {
		for last < end && !blankLine(file, last+1) && !startsBlock(file.Slice(file.LineSpan(last+1))) {
			last++
		}
		if last == file.Line(comment.Span.Start) && opening.Len() == len("<!--") {
			return nil // what it was to hold cannot be told
		}
		line := file.LineSpan(last)
		at.Start = line.Start + len(strings.TrimRight(file.Slice(line), " \t"))
		at.End = at.Start
		fix.Title, text = "end the comment here", " -->"
	}
	below := file.Text[at.End:]
	fix.Safe = strings.TrimSpace(below) == "" && !holdsRows(file.Slice(comment.Span))
	fix.Edits = []diag.Edit{{File: file, Span: at, Text: text}}
	return fix
}

// startsBlock reports whether a line in a comment looks like a heading, a row of a
// table or a code block, which the comment was hardly to hold.
func startsBlock(line string) bool {
	line = strings.TrimLeft(line, " \t>")
	return strings.HasPrefix(line, "#") || strings.HasPrefix(line, "|") || strings.HasPrefix(line, "```")
}
