package rules

import (
	"atelier/internal/block"
	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/review"
)

var reviewStale = &check.Rule{
	Name:     "review/stale",
	Severity: diag.Error,
	Summary:  "a checklist's block differs from what the corpus gives",
	Run: func(p *check.Pass) {
		if lostInputs(p.Corpus) {
			return // markdown/orphan-rows says what is not read
		}
		var needs []diag.Fact
		for _, b := range review.Blocks(p.Corpus) {
			if !b.Stale() {
				continue
			}
			if needs == nil {
				needs = checklistInputs(p.Corpus)
			}
			p.Report(staleBlock(b, "atelier review update", needs))
		}
	},
}

// checklistInputs is all that a checklist is made from: principles, every row of
// violations and of the register of anti-patterns, and the sign-offs.
func checklistInputs(c *corpus.Corpus) []diag.Fact {
	needs := []diag.Fact{check.Inputs(), check.Signoffs()}
	for _, domain := range c.Domains {
		needs = append(needs, check.NumbersOf(domain))
		for _, doc := range domain.Documents {
			needs = append(needs, check.ViolationsIn(doc), check.TextOf(doc.Path))
			for _, v := range doc.Violations {
				needs = append(needs, check.RowFact(doc, v.Row))
				for _, m := range v.Principles {
					needs = append(needs, check.MentionFact(doc, m))
				}
				for _, m := range v.Secondary {
					needs = append(needs, check.MentionFact(doc, m))
				}
			}
		}
	}
	for _, a := range c.AntiPatterns {
		needs = append(needs, check.RowFact(a.Document, a.Row))
	}
	return needs
}

// staleBlock is the finding of a block that differs from what it should be, at
// its first differing row.
func staleBlock(b *block.Block, command string, needs []diag.Fact) *diag.Diagnostic {
	at, have, want := b.FirstDifference()
	message := "the block “" + b.Name + "” is stale: its first differing row is “" + have + "” and should be “" + want + "”"
	switch {
	case have == want && have != "":
		message = "the block “" + b.Name + "” is stale: the row “" + have + "” has other blank lines before it"
	case have == want:
		message = "the block “" + b.Name + "” is stale: it ends in other blank lines"
	case have == "":
		message = "the block “" + b.Name + "” is stale: it lacks the row “" + want + "”"
	case want == "":
		message = "the block “" + b.Name + "” is stale: the row “" + have + "” is one too many"
	}
	return &diag.Diagnostic{
		File: b.Document.File, Span: at, Target: b.Name, Message: message, Hint: "run " + command,
		Fix: &diag.Fix{
			Title: "rewrite the block", Safe: true,
			Edits: []diag.Edit{{File: b.Document.File, Span: b.Span, Text: b.Want}},
		},
		Needs: needs,
	}
}
