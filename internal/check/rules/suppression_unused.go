package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
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
				if cutsTable(d, ig) || d.HidesText() {
					continue // markdown/orphan-rows says where it should stand; what is hidden raises nothing
				}
				p.Report(&diag.Diagnostic{
					File: d.File, Span: ig.RuleSpan, Target: ig.Rule,
					Message: fmt.Sprintf("this comment silences nothing: %s finds no fault in what it covers", ig.Rule),
					Hint:    "remove it, or move it right before the block that it is about",
					Fix: &diag.Fix{
						Title: "remove the comment", Safe: !partsBlocks(d.File, ig.Span),
						Edits: []diag.Edit{{File: d.File, Span: linesOf(d.File, ig.Span)}},
					},
				})
			}
		}
	},
}

// cutsTable reports whether a comment stands between the rows of a table.
func cutsTable(d *corpus.Document, ig *parse.Ignore) bool {
	return slices.ContainsFunc(d.CutRows, func(cut *parse.CutRows) bool { return cut.Gap.Encloses(ig.Span) })
}

// partsBlocks reports whether a comment may keep apart what stands around it: two
// lists, or a list and code.
func partsBlocks(file *source.File, span source.Span) bool {
	below := strings.TrimLeft(file.Text[span.End:], "\n")
	return below != "" && strings.ContainsRune(" \t-*+0123456789", rune(below[0]))
}

// linesOf is the lines of a span that is all they hold, with one blank line
// after them where another stands before; else the span.
func linesOf(file *source.File, span source.Span) source.Span {
	first, last := file.LineSpan(file.Line(span.Start)), file.LineSpan(file.Line(span.End))
	if first.Start != span.Start || last.End != span.End {
		return span
	}
	end := min(last.End+1, len(file.Text))
	above := strings.TrimSuffix(file.Text[:first.Start], "\n")
	if (above == "" || strings.HasSuffix(above, "\n")) && end < len(file.Text) && file.Text[end] == '\n' {
		end++
	}
	return source.Span{Start: first.Start, End: end}
}
