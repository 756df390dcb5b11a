package review

import (
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// Normalise is a text without regard to wrapping and spaces.
func Normalise(text string) string { return strings.Join(strings.Fields(text), " ") }

// textWithin is what a reader sees in a part of a document, normalised block by
// block: prose, cells and code. Wrapping, markup, comments and generated blocks
// do not count, and neither do the tables to leave out.
func textWithin(d *corpus.Document, within source.Span, without ...*parse.Table) string {
	type part struct {
		at   int
		text string
	}
	var parts []part
	for _, b := range d.Blocks {
		if !b.Generated && (b.Table == nil || !slices.Contains(without, b.Table)) && within.Start <= b.Span.Start && b.Span.Start < within.End {
			parts = append(parts, part{b.Span.Start, Normalise(b.Prose.Text)})
		}
	}
	for _, f := range d.Fences {
		if within.Start <= f.Span.Start && f.Span.Start < within.End {
			parts = append(parts, part{f.Span.Start, Normalise(f.Text)})
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return a.at - b.at })
	var texts []string
	for _, p := range parts {
		if p.text != "" {
			texts = append(texts, p.text)
		}
	}
	return strings.Join(texts, " ")
}

// documentText is the text of a whole document.
func documentText(d *corpus.Document) string {
	return textWithin(d, source.Span{Start: 0, End: len(d.File.Text)})
}

// principleText is the title and the statement of a principle.
func principleText(p *corpus.Principle) string { return renamedText(p, same) }

// statementText is the statement of a principle. The tables of the domain, which
// stand below its last principle where no heading parts them, are none of it.
func statementText(p *corpus.Principle) string {
	tables := slices.Clone(p.Domain.First.ViolationTables)
	if p.Domain.Trace != nil {
		tables = append(tables, p.Domain.Trace.Table)
	}
	return textWithin(p.Domain.First, p.Statement, tables...)
}

// principleName is a principle's name within the corpus, "messaging/P6".
func principleName(p *corpus.Principle) string { return p.Domain.Name + "/" + p.ID() }
