package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var antiPatternUndefined = &check.Rule{
	Name:     "anti-pattern/undefined",
	Severity: diag.Error,
	Summary:  "a document names an anti-pattern that the register does not have",
	Run: func(p *check.Pass) {
		lost := lostIDs(p.Corpus)
		for _, ref := range p.Corpus.References {
			if ref.Kind == corpus.ToAntiPattern && ref.Status == corpus.Dangling && !ref.Generated && !lost.has(ref.Text) {
				p.Report(undefinedAntiPattern(p.Corpus, ref))
			}
		}
	},
}

func undefinedAntiPattern(c *corpus.Corpus, ref *corpus.Reference) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: ref.From.File, Span: ref.Span, Target: ref.Text,
		Message: fmt.Sprintf("no register has the anti-pattern “%s”", ref.Text),
		Hint:    "add it to the register of anti-patterns, or name one that is there",
		Breaks:  []diag.Fact{check.MentionFact(ref.From, ref.Mention)},
	}
	if ref.Role == corpus.InViolation {
		found.Breaks = append(found.Breaks, check.ViolationsIn(ref.From))
	}
	register := c.AntiPatterns[0].Document
	if a := c.AntiPattern(ref.Suggestion); a != nil {
		found.Message = fmt.Sprintf("no register has the anti-pattern “%s”; it has “%s”", ref.Text, a.ID)
		found.Hint = fmt.Sprintf("write %s, or add a row of its own for this one", a.ID)
		found.Related = []diag.Related{{File: a.Document.File, Span: a.Span, Message: "the registered id"}}
		found.Needs = []diag.Fact{check.RowFact(a.Document, a.Row)}
		found.Fix = &diag.Fix{
			Title: "write " + a.ID, Safe: mistyped(ref.Text, a.ID),
			Edits: []diag.Edit{{File: ref.From.File, Span: ref.Span, Text: a.ID}},
		}
		return found
	}
	found.Related = []diag.Related{{File: register.File, Span: register.TitleSpan, Message: "the register"}}
	return found
}

// mistyped reports whether an id may be a misspelling of another: another digit,
// or one word more or fewer, makes another id.
func mistyped(id, other string) bool {
	digits := func(text string) string {
		return strings.Map(func(r rune) rune {
			if r < '0' || r > '9' {
				return -1
			}
			return r
		}, text)
	}
	return digits(id) == digits(other) && strings.Count(id, "-") == strings.Count(other, "-")
}
