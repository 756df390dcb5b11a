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

var traceProseMismatch = &check.Rule{
	Name:     "trace/prose-mismatch",
	Severity: diag.Error,
	Summary:  "the prose of a principle derives it from other cores than its trace row",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Domains {
			if d.Trace == nil {
				continue
			}
			rows := readTraceRows(d)
			for _, principle := range d.Principles {
				row := rows.own[principle.Number]
				// Where one end says nothing there is nothing to compare, and a
				// core that does not exist is a finding of its own.
				if row == nil || len(row.Cores) == 0 || len(principle.Definition.Cores) == 0 || undefinedCore(d.First, principle.Definition.Cores) {
					continue
				}
				prose, traced := corpus.CoreNumbers(principle.Definition.Cores), row.Numbers()
				if left, right := without(prose, traced), without(traced, prose); len(left)+len(right) > 0 {
					p.Report(proseMismatch(rows, principle, row, left, right))
				}
			}
		}
	},
}

// proseMismatch is the finding for a principle whose prose alone names onlyProse
// and whose row alone names onlyRow.
func proseMismatch(rows *traceRows, p *corpus.Principle, row *corpus.TraceRow, onlyProse, onlyRow []int) *diag.Diagnostic {
	d, file := rows.domain, rows.domain.First.File
	prose := p.Definition.Cores
	found := &diag.Diagnostic{
		File: file, Span: row.Cells[1].Span, Target: p.ID(),
		Message: fmt.Sprintf("the trace row of %s says %s, its prose derives from %s", p.ID(), coreList(row.Cores), coreList(prose)),
		Hint:    mismatchHint(onlyProse, onlyRow),
		Related: []diag.Related{{File: file, Span: mentionsSpan(prose), Message: fmt.Sprintf("the prose of %s derives from %s", p.ID(), coreList(prose))}},
		Breaks:  breaksTrace(d),
		Needs:   append(rowFacts(d, row), check.NumbersOf(d)),
	}
	found.Needs = append(found.Needs, coreFacts(d.First, row.Cores)...)
	found.Needs = append(found.Needs, coreFacts(d.First, prose)...)
	if onlyCores(row.Cells[1]) {
		numbers := append(without(row.Numbers(), onlyRow), onlyProse...)
		found.Fix = &diag.Fix{
			Title: "let the row say what the prose says",
			Edits: []diag.Edit{{File: file, Span: row.Cells[1].Span, Text: coreNumberList(numbers)}},
		}
	}
	return found
}

func mismatchHint(onlyProse, onlyRow []int) string {
	switch {
	case len(onlyRow) == 0:
		return fmt.Sprintf("add %s to the row, or take it out of the sentence that says “derives from”", coreNumberList(onlyProse))
	case len(onlyProse) == 0:
		return fmt.Sprintf("take %s out of the row, or name it in the sentence that says “derives from”", coreNumberList(onlyRow))
	}
	return fmt.Sprintf("only the prose has %s, only the row has %s: let both say the same", coreNumberList(onlyProse), coreNumberList(onlyRow))
}

// without are the numbers that are not among others, in their order.
func without(numbers, others []int) []int {
	return slices.DeleteFunc(slices.Clone(numbers), func(n int) bool { return slices.Contains(others, n) })
}

// onlyCores reports whether a cell holds nothing but core numbers, so that it
// can be written anew.
func onlyCores(cell *parse.Block) bool {
	rest, at := strings.Builder{}, 0
	for _, m := range cell.Mentions {
		rest.WriteString(cell.Prose.Text[at:m.Start])
		at = m.End
		if m.Kind != parse.CoreMention {
			return false
		}
	}
	rest.WriteString(cell.Prose.Text[at:])
	return strings.Trim(rest.String(), " ,–-/") == "" && len(cell.Prose.Inlines) == 0
}

// mentionsSpan is the place of mentions: from the first to the last of those that
// stand in the block of the first.
func mentionsSpan(mentions []*parse.Mention) source.Span {
	span := mentions[0].Span
	for _, m := range mentions {
		if m.Block == mentions[0].Block {
			span.End = max(span.End, m.Span.End)
		}
	}
	return span
}
