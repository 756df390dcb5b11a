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

var registerUnreadTable = &check.Rule{
	Name:     "register/unread-table",
	Severity: diag.Error,
	Summary:  "a table is written as a register, and its first header cell is none of one",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, t := range d.Tables {
				if name := unreadRegister(p.Corpus, d, t); name != "" {
					p.Report(unreadTable(d, t, name))
				}
			}
		}
	},
}

// registerHeads are the first header cells of registers, each with other columns that
// such a table has.
var registerHeads = []struct {
	name, letters string
	others        []string
}{
	{"Decision", "decision", []string{"title", "status", "since", "phase", "requires"}},
	{"Requirement", "requirement", []string{"title", "summary", "status", "since", "phase", "requires"}},
	{"Idea", "idea", []string{"title", "summary", "status", "since", "phase"}},
	{"Anti-pattern", "antipattern", []string{"breaches", "compounds"}},
}

// unreadRegister is the first header cell that a table was meant to have, "" where it
// was meant as no register: only in a corpus are tables registers, and only ids that
// nothing else defines are meant to be defined by one.
func unreadRegister(c *corpus.Corpus, d *corpus.Document, t *parse.Table) string {
	if d.Domain != nil || d == c.Core || t.Generated || len(t.Header) < 2 {
		return ""
	}
	if c.Core == nil && len(c.Domains) == 0 {
		return ""
	}
	letters := lettersOf(t.Name(0))
	for _, head := range registerHeads {
		slips := min(2, len(head.letters)/4)
		if t.Name(0) == strings.ToLower(head.name) || corpus.EditDistance(letters, head.letters, slips) > slips {
			continue
		}
		if slices.ContainsFunc(head.others, func(name string) bool { return registerColumn(t, name) > 0 }) && definesNewIDs(c, t, head.name == "Anti-pattern") {
			return head.name
		}
	}
	return ""
}

// definesNewIDs reports whether the first cells of a table are ids, none of which is
// registered.
func definesNewIDs(c *corpus.Corpus, t *parse.Table, antiPatterns bool) bool {
	found := false
	for _, row := range t.OwnRows() {
		if len(row.Cells) == 0 {
			continue
		}
		text := strings.TrimSpace(row.Cells[0].Prose.Text)
		switch m := row.Cells[0].Mentions; {
		case antiPatterns:
			if c.AntiPattern(text) != nil {
				return false
			}
			found = found || isAntiPatternID(text)
		case len(m) > 0 && m[0].Kind == parse.IDMention && m[0].Start == 0:
			if c.Entry(m[0].Text) != nil {
				return false
			}
			found = true
		}
	}
	return found
}

func unreadTable(d *corpus.Document, t *parse.Table, name string) *diag.Diagnostic {
	cell := t.Header[0]
	return &diag.Diagnostic{
		File: d.File, Span: cell.Span, Target: name,
		Message: fmt.Sprintf("the register is not read: its first header cell is %s, not “%s”", inQuotes(cell.Prose.Text), name),
		Hint:    fmt.Sprintf("head its first column “%s”", name),
		Fix:     &diag.Fix{Title: fmt.Sprintf("write “%s”", name), Edits: []diag.Edit{intoCell(d.File, cell, name)}},
		Needs:   []diag.Fact{check.TextOf(d.Path)},
	}
}
