package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var registerUnknownDuty = &check.Rule{
	Name:     "register/unknown-duty",
	Severity: diag.Warning,
	Summary:  "the Requires cell of a register names something that cannot be checked",
	Run: func(p *check.Pass) {
		for _, r := range p.Corpus.Registers {
			for _, e := range r.Entries {
				if _, unknown := requirement(e); len(unknown) > 0 && !ragged(e.Row) {
					p.Report(unknownDuty(e, unknown))
				}
			}
		}
	},
}

func unknownDuty(e *corpus.Entry, unknown []string) *diag.Diagnostic {
	doc := e.Register.Document
	found := &diag.Diagnostic{
		File: doc.File, Span: requiresCell(e), Target: e.ID,
		Message: fmt.Sprintf("“%s” requires “%s”, which is not checked: a duty is table or fence", e.ID, e.Requires),
		Hint:    "write table or fence, or leave the cell empty and say it in the title",
		Needs:   []diag.Fact{check.RowFact(doc, e.Row), check.TextOf(doc.Path)},
	}
	if near := check.Nearest(unknown[0], duties); len(unknown) == 1 && near != "" {
		text := strings.Replace(e.Requires, unknown[0], near, 1)
		found.Message = fmt.Sprintf("“%s” requires “%s”, which is not checked; did you mean “%s”?", e.ID, e.Requires, text)
		found.Fix = &diag.Fix{
			Title: fmt.Sprintf("write “%s”", text),
			Edits: []diag.Edit{{File: doc.File, Span: requiresCell(e), Text: text}},
		}
	}
	return found
}
