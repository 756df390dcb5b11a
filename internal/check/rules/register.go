package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

// idReferences calls report for every register id that documents and their front
// matter name, in order of path and offset.
func idReferences(c *corpus.Corpus, report func(*corpus.Reference)) {
	for _, d := range c.Documents {
		for _, ref := range slices.Concat(d.Requirements, d.References) {
			if ref.Kind == corpus.ToID && !ref.Generated {
				report(ref)
			}
		}
	}
}

// wrongRange says what is wrong with a range of ids by itself, whatever the
// registers hold; "" where nothing is, and for a single id.
func wrongRange(m *parse.Mention) string {
	switch {
	case m.RangeEnd == 0:
	case m.RangeEnd < m.Number:
		return "ends before it starts"
	case m.RangeEnd == m.Number:
		return "holds one id only"
	case m.RangeEnd-m.Number >= corpus.MaxRange:
		n := m.RangeEnd - m.Number + 1
		ids := fmt.Sprint(n)
		if n > 1_000_000 {
			ids = "over a million" // large numbers are not read to their ends
		}
		return fmt.Sprintf("spans %s ids, and a range names at most %d", ids, corpus.MaxRange)
	}
	return ""
}

// unread are the documents that could not be read as a whole, as facts. What
// looks for an id that nothing defines, or that nothing names, rests on them.
func unread(c *corpus.Corpus) []diag.Fact {
	var facts []diag.Fact
	for _, problem := range c.Problems() {
		if strings.HasPrefix(problem.Rule, "source/") {
			facts = append(facts, check.TextOf(problem.File.Path))
		}
	}
	return facts
}

// registerTables are that the registers are read as they were written.
func registerTables(c *corpus.Corpus) []diag.Fact {
	var facts []diag.Fact
	for _, r := range c.Registers {
		facts = append(facts, check.TablesOf(r.Document))
	}
	return facts
}

// atEntry is the row of a registered id as the other end of a finding.
func atEntry(e *corpus.Entry, message string) diag.Related {
	return diag.Related{File: e.Register.Document.File, Span: e.Mention.Span, Message: message}
}

// mostPlaces bounds the other places that one finding shows.
const mostPlaces = 10
