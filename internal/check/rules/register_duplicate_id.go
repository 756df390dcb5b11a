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

var registerDuplicateID = &check.Rule{
	Name:     "register/duplicate-id",
	Severity: diag.Error,
	Summary:  "an id is defined by two rows of the registers",
	Run: func(p *check.Pass) {
		for _, r := range p.Corpus.Registers {
			for _, e := range r.Entries {
				for _, id := range corpus.IDs(e.Mention) {
					if first := p.Corpus.Entry(id); first != e {
						p.Report(duplicateID(p.Corpus, e, first, id))
						break // of a range one id is enough
					}
				}
			}
		}
	},
}

func duplicateID(c *corpus.Corpus, e, first *corpus.Entry, id string) *diag.Diagnostic {
	doc := e.Register.Document
	found := &diag.Diagnostic{
		File: doc.File, Span: e.Mention.Span, Target: id,
		Message: fmt.Sprintf("“%s” is defined twice", id),
		Hint:    fmt.Sprintf("give one of the two rows an id of its own; %s is free", freeID(c, e)),
		Related: []diag.Related{atEntry(first, "defined first here")},
		Breaks:  []diag.Fact{check.RowFact(doc, e.Row)},
	}
	if meant := expectedID(c, e); meant != "" {
		found.Breaks = append(found.Breaks, check.IDFact(meant))
	}
	switch {
	case e.Title != "" && first.Title != "" && folded(e.Title) != folded(first.Title):
		found.Message = fmt.Sprintf("“%s” is defined twice: as %s and as %s", id, inQuotes(first.Title), inQuotes(e.Title))
	case e.Row.Table == first.Row.Table && sameCells(doc.File, e.Row, first.Row):
		found.Hint = "remove one of the two rows"
		found.Fix = &diag.Fix{Title: "remove the second row", Safe: true, Edits: []diag.Edit{removeRow(doc.File, e.Row)}}
	}
	if e.Row.Table != first.Row.Table {
		found.Hint += "; a table that only speaks of ids has another first header cell than a register"
	}
	return found
}

// expectedID is the id that a row would have in a register in sequence: the one
// after that of the row above, where nothing defines it; else "".
func expectedID(c *corpus.Corpus, e *corpus.Entry) string {
	i := slices.Index(e.Register.Entries, e)
	if i <= 0 {
		return ""
	}
	before := e.Register.Entries[i-1].Mention
	ids := corpus.IDs(before)
	if before.Prefix != e.Mention.Prefix || len(ids) == 0 {
		return ""
	}
	last := parse.ID(ids[len(ids)-1])
	next := fmt.Sprintf("%s-%0*d", last.Prefix, zeros(strings.TrimPrefix(last.Text, last.Prefix+"-")), last.Number+1)
	if c.Entry(next) != nil {
		return ""
	}
	return next
}

// freeID is the id after the last one with the prefix of an entry.
func freeID(c *corpus.Corpus, e *corpus.Entry) string {
	_, last := c.IDExtent(e.Mention.Prefix)
	m := parse.ID(last)
	return fmt.Sprintf("%s-%0*d", m.Prefix, zeros(strings.TrimPrefix(last, m.Prefix+"-")), m.Number+1)
}
