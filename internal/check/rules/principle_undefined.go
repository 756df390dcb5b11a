package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var principleUndefined = &check.Rule{
	Name:     "principle/undefined",
	Severity: diag.Error,
	Summary:  "a principle is cited by a number that its domain does not define",
	Run: func(p *check.Pass) {
		books := map[*corpus.Domain]*rulebook{}
		for _, book := range rulebooks(p.Corpus) {
			books[book.domain] = book
		}
		traced := subjectsOf(p.Corpus)
		for _, ref := range p.Corpus.References {
			book := books[ref.Domain]
			if !citesUndefined(ref, corpus.ToPrinciple) || ref.Domain == nil || book == nil || skipHeader(ref) {
				continue
			}
			rows := traced[ref.Domain]
			if rows.subject[ref.Mention] {
				continue // trace/unknown-principle
			}
			d := book.undefined(ref)
			if rows.number[ref.Mention.Number] {
				// The trace table has the principle too: it is the
				// definition that is gone, and the row says so once.
				d.Needs = append(d.Needs, check.TraceOf(ref.Domain))
			}
			d.Fix = renumber(ref)
			p.Report(d)
		}
	},
}

// tracedSubjects are what the rows of a trace table are about: the citations in
// their first cells, and the numbers.
type tracedSubjects struct {
	subject map[*parse.Mention]bool
	number  map[int]bool
}

func subjectsOf(c *corpus.Corpus) map[*corpus.Domain]tracedSubjects {
	out := map[*corpus.Domain]tracedSubjects{}
	for _, d := range c.Domains {
		rows := tracedSubjects{map[*parse.Mention]bool{}, map[int]bool{}}
		if d.Trace != nil {
			for _, row := range d.Trace.Rows {
				if row.Mention != nil {
					rows.subject[row.Mention] = true
					rows.number[row.Mention.Number] = true
				}
			}
		}
		out[d] = rows
	}
	return out
}

// renumber is the fix of a citation that also gives the title of a principle
// that is defined: the title says which number was meant. Where words follow it,
// they may be the rest of another title.
func renumber(ref *corpus.Reference) *diag.Fix {
	claim := ref.Claim
	if claim == nil || claim.Of == 0 {
		return nil
	}
	fix := &diag.Fix{
		Title: fmt.Sprintf("cite P%d, whose title this is", claim.Of), Safe: true,
		Edits: []diag.Edit{{File: ref.From.File, Span: ref.Mention.Span, Text: fmt.Sprintf("P%d", claim.Of)}},
	}
	if goesOn(ref.Mention.Block.Prose, claim) {
		fix.Title, fix.Safe = fmt.Sprintf("cite P%d, with whose title this begins", claim.Of), false
	}
	return fix
}
