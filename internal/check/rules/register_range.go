package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var registerRange = &check.Rule{
	Name:     "register/range",
	Severity: diag.Error,
	Summary:  "a range of ids runs backwards, holds one id, or spans too many",
	Run: func(p *check.Pass) {
		idReferences(p.Corpus, func(ref *corpus.Reference) {
			if fault := wrongRange(ref.Mention); fault != "" {
				p.Report(badRange(ref, fault))
			}
		})
	},
}

func badRange(ref *corpus.Reference, fault string) *diag.Diagnostic {
	m := ref.Mention
	found := &diag.Diagnostic{
		File: ref.From.File, Span: ref.Span, Target: ref.Text,
		Message: fmt.Sprintf("the range “%s” %s", ref.Text, fault),
		Hint:    "write the first and the last number of the ids that are meant",
		Breaks:  []diag.Fact{check.MentionFact(ref.From, m)},
	}
	first, last, _ := strings.Cut(strings.TrimPrefix(ref.Text, m.Prefix+"-"), "..")
	right := ""
	switch {
	case m.RangeEnd < m.Number:
		right = fmt.Sprintf("%s-%s..%s", m.Prefix, last, first)
	case m.RangeEnd == m.Number:
		right = m.Prefix + "-" + first
	default:
		return found
	}
	found.Message += fmt.Sprintf("; did you mean “%s”?", right)
	found.Fix = &diag.Fix{
		Title: fmt.Sprintf("write “%s”", right),
		Edits: []diag.Edit{{File: ref.From.File, Span: ref.Span, Text: right}},
	}
	return found
}
