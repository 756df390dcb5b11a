package rules

import (
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

// violationDocuments are the documents of a domain that have a violation table
// by their kind: its first-principles and derived documents, not its pages.
func violationDocuments(d *corpus.Domain) []*corpus.Document {
	var out []*corpus.Document
	for _, doc := range d.Documents {
		if doc.Kind == corpus.KindFirstPrinciples || doc.Kind == corpus.KindDerived {
			out = append(out, doc)
		}
	}
	return out
}

// eachViolationDocument calls f for every such document of the corpus.
func eachViolationDocument(c *corpus.Corpus, f func(*corpus.Document)) {
	for _, d := range c.Domains {
		for _, doc := range violationDocuments(d) {
			f(doc)
		}
	}
}

// violationTable is the rows of one table of violations.
type violationTable struct {
	*parse.Table
	rows []*corpus.Violation
}

// violationTables are the tables of violations of a document, in order.
func violationTables(d *corpus.Document) []violationTable {
	out := make([]violationTable, len(d.ViolationTables))
	index := map[*parse.Table]int{}
	for i, t := range d.ViolationTables {
		out[i].Table = t
		index[t] = i
	}
	for _, v := range d.Violations {
		i := index[v.Table]
		out[i].rows = append(out[i].rows, v)
	}
	return out
}

// citesBreach reports whether a row says what it breaks: a principle, a core, or
// an anti-pattern, whose row in the register says it. A document or a register
// id says where to read on, not what is broken.
func citesBreach(c *corpus.Corpus, v *corpus.Violation) bool {
	if len(v.Principles)+len(v.Secondary)+len(v.Cores)+len(v.AntiPatterns) > 0 {
		return true
	}
	cell := cellOf(v.Row, 1)
	return cell != nil && slices.ContainsFunc(cell.Mentions, func(m *parse.Mention) bool {
		switch m.Kind {
		case parse.PathMention:
			return m.Principle > 0 // `domains/a/P9 Title`
		case parse.SlugMention:
			// Without a register nothing says whether the id exists.
			return len(c.AntiPatterns) == 0 && strings.HasPrefix(m.Text, v.Document.Domain.Short+"-")
		}
		return false
	})
}

// breachedBy are the principles that a row breaks, primarily or not. A row that
// names none of its own breaks those of its anti-patterns.
func breachedBy(v *corpus.Violation) []*corpus.Principle {
	primary, secondary := v.Breaches()
	all := append(primary, secondary...)
	for _, m := range v.Documents {
		if ref := v.Document.Reference(m); ref != nil && ref.Principle != nil {
			all = append(all, ref.Principle)
		}
	}
	if len(all) > 0 {
		return all
	}
	for _, ref := range v.AntiPatterns {
		if ref.AntiPattern == nil {
			continue
		}
		for _, breach := range slices.Concat(ref.AntiPattern.Breaches, ref.AntiPattern.Compounds) {
			if breach.Principle != nil {
				all = append(all, breach.Principle)
			}
		}
	}
	return all
}

// violationFacts are that a row, and the principles that it cites, are sound.
func violationFacts(v *corpus.Violation) []diag.Fact {
	facts := []diag.Fact{check.RowFact(v.Document, v.Row)}
	for _, m := range slices.Concat(v.Principles, v.Secondary) {
		facts = append(facts, check.MentionFact(v.Document, m))
	}
	return facts
}
