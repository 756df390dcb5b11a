package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var derivationUndeclaredPrinciple = &check.Rule{
	Name:     "derivation/undeclared-principle",
	Severity: diag.Info,
	Summary:  "a document applies a principle that its derivation header does not name",
	Run: func(p *check.Pass) {
		uses := check.Shared(p, usesInBodies)
		for _, d := range derivedDocuments(p.Corpus) {
			h := derivationHeader(d)
			if h == nil {
				continue
			}
			declared := declaredPrinciples(d)
			for _, principle := range d.Domain.Principles {
				if ref := uses[d].first[principle]; ref != nil && !declared[principle] {
					p.Report(undeclaredPrinciple(d, h, principle, ref))
				}
			}
		}
	},
}

// declaredPrinciples are those that the header names outside of parentheses,
// in whichever sentence; a gloss declares nothing.
func declaredPrinciples(d *corpus.Document) map[*corpus.Principle]bool {
	declared := map[*corpus.Principle]bool{}
	for _, ref := range d.References {
		if ref.Role != corpus.InHeader || ref.Mention == nil || ref.Mention.InParentheses() {
			continue
		}
		for _, p := range principlesAt(d, ref.Mention) {
			declared[p] = true
		}
	}
	return declared
}

func undeclaredPrinciple(d *corpus.Document, h *parse.Header, p *corpus.Principle, ref *corpus.Reference) *diag.Diagnostic {
	return &diag.Diagnostic{
		File: d.File, Span: ref.Span, Target: p.Name(),
		Message: fmt.Sprintf("the document applies %s %s, but its header does not say so", p.ID(), p.Title),
		Hint:    fmt.Sprintf("add %s to the header, after “with” where it is applied in passing", p.ID()),
		Related: []diag.Related{{File: d.File, Span: h.Span, Message: "the derivation header"}},
		Needs: []diag.Fact{
			check.HeaderOf(d), check.NumbersOf(p.Domain), check.MentionFact(d, ref.Mention),
		},
	}
}
