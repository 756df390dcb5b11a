package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var markdownUnescapedPipe = &check.Rule{
	Name:     "markdown/unescaped-pipe",
	Severity: diag.Error,
	Summary:  "a bare pipe in a code span cuts a table cell in two",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, t := range d.Tables {
				if !t.Generated {
					pipesInTable(p, d, t)
				}
			}
			for _, b := range d.BrokenTables {
				if codes := b.Header.SplitCodes(d.File); len(codes) > 0 {
					found := unescapedPipe(d, codes, len(b.Header.Cells), b.DelimiterCells)
					found.Breaks = breaksTable(p.Corpus, d, firstHeader(d, b), b.Rows)
					p.Report(found)
				}
			}
		}
	},
}

func pipesInTable(p *check.Pass, d *corpus.Document, t *parse.Table) {
	if codes := t.HeaderLine(d.File).SplitCodes(d.File); len(codes) > 0 {
		found := unescapedPipe(d, codes, len(t.Header), 0)
		found.Breaks = breaksTable(p.Corpus, d, t.Header[0].Prose.Text, nil)
		p.Report(found)
		return // the rows are held to a header that is wrong
	}
	for _, row := range t.OwnRows() {
		if codes := row.SplitCodes(d.File); len(codes) > 0 {
			found := unescapedPipe(d, codes, len(row.Written(d.File)), len(t.Header))
			found.Breaks = breaksRow(p.Corpus, d, row)
			p.Report(found)
		}
	}
}

// unescapedPipe is the finding for a row whose code spans are cut. The row has
// cells now, and should have columns.
func unescapedPipe(d *corpus.Document, codes []parse.SplitCode, cells, columns int) *diag.Diagnostic {
	first := codes[0]
	written := d.File.Slice(first.Span)
	found := &diag.Diagnostic{
		File: d.File, Span: first.Bars[0], Target: written,
		Message: fmt.Sprintf("the pipe in %s cuts the cell in two: in a table a pipe ends its cell, in a code span too", inQuotes(written)),
		Hint:    "escape the pipe: “\\|”",
	}
	fix := &diag.Fix{Title: "escape the pipe"}
	for _, code := range codes {
		cells -= len(code.Bars)
		for _, bar := range code.Bars {
			fix.Edits = append(fix.Edits, diag.Edit{File: d.File, Span: bar, Text: `\|`})
			if bar != first.Bars[0] {
				found.Related = append(found.Related, diag.Related{File: d.File, Span: bar, Message: "this one too"})
			}
		}
	}
	fix.Safe = cells == columns
	found.Fix = fix
	return found
}
