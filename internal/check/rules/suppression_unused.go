package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/source"
)

var suppressionUnused = &check.Rule{
	Name:     "suppression/unused",
	Severity: diag.Warning,
	Summary:  "a suppression comment silences nothing",
	Late:     true,
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, ig := range d.Ignores {
				if ig.Reason == "" || p.Silences(ig) || !p.Ran(ig.Rule) {
					continue // a comment with a fault has that finding, and one for a rule that did not run is none
				}
				p.Report(&diag.Diagnostic{
					File: d.File, Span: ig.RuleSpan, Target: ig.Rule,
					Message: fmt.Sprintf("this comment silences nothing: %s finds no fault in what it covers", ig.Rule),
					Hint:    "remove it, or move it right before the block that it is about",
					Fix: &diag.Fix{
						Title: "remove the comment", Safe: true,
						Edits: []diag.Edit{{File: d.File, Span: linesOf(d.File, ig.Span)}},
					},
				})
			}
		}
	},
}

// linesOf is the lines of a span that is all they hold, with one blank line
// after them; else the span.
func linesOf(file *source.File, span source.Span) source.Span {
	first, last := file.LineSpan(file.Line(span.Start)), file.LineSpan(file.Line(span.End))
	if first.Start != span.Start || last.End != span.End {
		return span
	}
	end := min(last.End+1, len(file.Text))
	if end < len(file.Text) && file.Text[end] == '\n' {
		end++
	}
	return source.Span{Start: first.Start, End: end}
}
