package rules

import (
	"fmt"
	"slices"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var registerUnmetDuty = &check.Rule{
	Name:     "register/unmet-duty",
	Severity: diag.Warning,
	Summary:  "an id requires a table or a fence, and no section annotated with it has one",
	Run: func(p *check.Pass) {
		c := p.Corpus
		sections := annotatedSections(c)
		near := misspelt(c)
		needs := slices.Concat(unread(c), registerTables(c), hiding(c))
		for _, r := range c.Registers {
			for _, e := range r.Entries {
				if c.Entry(e.ID) != e || ragged(e.Row) || !owed(c, e) {
					continue // of two rows with one id the first counts
				}
				known, _ := requirement(e)
				for _, duty := range known {
					met := slices.ContainsFunc(sections[e], func(s corpus.AnnotatedSection) bool { return holds(s, duty) })
					if met {
						continue
					}
					found := unmetDuty(c, e, duty, sections[e])
					found.Needs = slices.Concat(found.Needs, needs, near[e.ID])
					p.Report(found)
				}
			}
		}
	},
}

func unmetDuty(c *corpus.Corpus, e *corpus.Entry, duty string, sections []corpus.AnnotatedSection) *diag.Diagnostic {
	doc := e.Register.Document
	found := &diag.Diagnostic{
		File: doc.File, Span: requiresCell(e), Target: e.ID + " " + duty,
		Message: fmt.Sprintf("“%s” requires a %s, and no section is annotated with it", e.ID, duty),
		Hint:    fmt.Sprintf("write (%s) behind the heading of the section that has the %s, or take the duty out of the register", e.ID, duty),
		Needs:   []diag.Fact{check.RowFact(doc, e.Row), check.TextOf(doc.Path)},
	}
	if len(sections) == 0 {
		found.Related = citedInProse(c, e)
		return found
	}
	found.Hint = fmt.Sprintf("add the %s to a section that the id stands for, or take the duty out of the register", duty)
	found.Message = fmt.Sprintf("“%s” requires a %s, and none of the %d sections annotated with it has one", e.ID, duty, len(sections))
	if len(sections) == 1 {
		found.Message = fmt.Sprintf("“%s” requires a %s, and the one section annotated with it, %s, has none", e.ID, duty, inQuotes(sections[0].Title))
	}
	for _, s := range sections {
		found.Needs = append(found.Needs, check.TextOf(s.Document.Path), check.TablesOf(s.Document))
		if len(found.Related) < mostPlaces {
			found.Related = append(found.Related, diag.Related{
				File: s.Document.File, Span: s.Annotation, Message: fmt.Sprintf("annotated with %s, and there is no %s below", e.ID, duty),
			})
		}
	}
	return found
}

// citedInProse are the first places at which documents of domains speak of an
// id: one of them may be the section that lacks the annotation.
func citedInProse(c *corpus.Corpus, e *corpus.Entry) []diag.Related {
	var out []diag.Related
	for _, ref := range c.EntryUses(e) {
		if ref.From.Domain != nil && len(out) < mostPlaces {
			out = append(out, diag.Related{File: ref.From.File, Span: ref.Span, Message: "cited here"})
		}
	}
	return out
}

// hiding are the documents of which a code block or comment without an end hides a
// part, and those that are empty: a section that is not seen may stand in one.
func hiding(c *corpus.Corpus) []diag.Fact {
	var facts []diag.Fact
	for _, d := range c.Documents {
		if d.HidesText() || emptyText(d) {
			facts = append(facts, check.TablesOf(d))
		}
	}
	return facts
}
