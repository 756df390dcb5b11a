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

var markdownSwallowedParagraph = &check.Rule{
	Name:     "markdown/swallowed-paragraph",
	Severity: diag.Warning,
	Summary:  "text right below a table becomes a row of it",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, t := range d.Tables {
				if !t.Generated {
					swallowedText(p, d, t)
				}
			}
		}
	},
}

// swallowedText reports each run of lines that a table swallowed.
func swallowedText(p *check.Pass, d *corpus.Document, t *parse.Table) {
	for i := 0; i < len(t.Rows); i++ {
		if !t.Rows[i].Swallowed {
			i = wrappedRow(d, t, i) // markdown/ragged-row speaks of the rest of a row
			continue
		}
		first := i
		for i+1 < len(t.Rows) && t.Rows[i+1].Swallowed {
			i++
		}
		p.Report(swallowed(d, t, first, i))
	}
}

func swallowed(d *corpus.Document, t *parse.Table, first, last int) *diag.Diagnostic {
	file := d.File
	span := source.Span{Start: t.Rows[first].Text.Start, End: t.Rows[last].Text.End}
	text := file.Slice(t.Rows[first].Text)
	found := &diag.Diagnostic{
		File: file, Span: span, Target: text,
		Message: fmt.Sprintf("%s stands right below a table and becomes a row of it", inQuotes(text)),
		Hint:    "put a blank line between the two",
		Related: []diag.Related{{File: file, Span: t.HeaderLine(file).Text, Message: "the table"}},
	}
	if last+1 < len(t.Rows) {
		found.Message = fmt.Sprintf("%s stands between the rows of a table and becomes one of them", inQuotes(text))
		found.Hint = "move it below the table, or above it"
		return found
	}
	line := file.LineSpan(file.Line(span.Start))
	lead := rowLead(file, line)
	if line.Start+len(lead) == span.Start {
		// It may be the rest of a row that lacks a cell or its last bar, and what is
		// indented would become code.
		safe := len(lead) < 4
		if first > 0 {
			above := t.Rows[first-1]
			safe = safe && above.Missing == 0 && (closed(file.Slice(above.Text)) || !closed(file.Slice(t.HeaderLine(file).Text)))
		}
		found.Fix = &diag.Fix{Title: "put a blank line before it", Safe: safe, Edits: []diag.Edit{{
			File: file, Span: source.Span{Start: line.Start, End: line.Start}, Text: strings.TrimRight(lead, " \t") + "\n",
		}}}
	}
	return found
}
