package rules

import (
	"fmt"
	"path"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var antiPatternMalformed = &check.Rule{
	Name:     "anti-pattern/malformed",
	Severity: diag.Error,
	Summary:  "a row of the register of anti-patterns has a wrong id, breach or home document",
	Run: func(p *check.Pass) {
		columns := map[*parse.Table]bool{}
		seen := map[string]*corpus.AntiPattern{}
		for _, a := range p.Corpus.AntiPatterns {
			if !columns[a.Table] {
				columns[a.Table] = true
				missingColumns(p, a)
			}
			// What a ragged row says stands in the wrong cells.
			if a.Missing > 0 || a.Lost.Len() > 0 {
				continue
			}
			malformedID(p, a, seen[a.ID])
			malformedPrinciples(p, a, "breaches", a.Breaches)
			malformedPrinciples(p, a, "compounds", a.Compounds)
			malformedHome(p, a)
			if seen[a.ID] == nil {
				seen[a.ID] = a
			}
		}
	},
}

// missingColumns reports a register without one of its columns, once and not
// for each row.
func missingColumns(p *check.Pass, a *corpus.AntiPattern) {
	for _, name := range []string{"Breaches", "Document"} {
		if registerColumn(a.Table, strings.ToLower(name)) >= 0 {
			continue
		}
		p.Report(&diag.Diagnostic{
			File: a.Document.File, Span: a.Table.Header[0].Span, Target: name,
			Message: fmt.Sprintf("the register of anti-patterns has no column “%s”", name),
			Hint:    "the columns are Anti-pattern, Breaches, Compounds, Document, Summary",
		})
	}
}

// registerColumn is the column of a table with that header, in lower case, or -1.
func registerColumn(t *parse.Table, name string) int {
	for i, cell := range t.Header {
		if strings.EqualFold(strings.TrimSpace(cell.Prose.Text), name) {
			return i
		}
	}
	return -1
}

func malformedRow(a *corpus.AntiPattern, span source.Span, target string) *diag.Diagnostic {
	return &diag.Diagnostic{
		File: a.Document.File, Span: span, Target: target,
		Breaks: []diag.Fact{check.RowFact(a.Document, a.Row)},
		Needs:  []diag.Fact{check.TextOf(a.Document.Path)},
	}
}

func malformedID(p *check.Pass, a, first *corpus.AntiPattern) {
	found := malformedRow(a, a.Span, a.ID)
	switch domain := p.Corpus.SlugDomain(a.ID); {
	case a.ID == "":
		found.Span = a.Cells[0].Span
		found.Message = "the row has no id"
		found.Hint = "give it one of the form <domain>-<slug>"
	case first != nil:
		found.Message = fmt.Sprintf("“%s” is registered twice", a.ID)
		found.Hint = "drop one of the rows, or give it an id of its own"
		found.Related = []diag.Related{{File: first.Document.File, Span: first.Span, Message: "registered first here"}}
	case !isAntiPatternID(a.ID):
		found.Message = fmt.Sprintf("“%s” is no anti-pattern id: it is not lower-case words joined by hyphens", a.ID)
		found.Hint = "write it as <domain>-<slug>, as in messaging-unbounded-retry"
	case domain == "":
		first, _, _ := strings.Cut(a.ID, "-")
		found.Message = fmt.Sprintf("“%s” does not start with the name of a domain%s", a.ID, orNearest(first, domainNames(p.Corpus)))
		found.Hint = "write it as <domain>-<slug>, with a domain that exists or that the manifest plans"
		for _, unread := range check.Shared(p, unreadDomains) {
			if strings.HasPrefix(a.ID, path.Base(unread.folder)+"-") {
				found.Needs = append(found.Needs, check.TextOf(unread.folder))
			}
		}
	default:
		return
	}
	p.Report(found)
}

// domainNames are the names by which ids begin: the last parts of those of domains.
func domainNames(c *corpus.Corpus) []string {
	names := make([]string, len(c.Domains))
	for i, d := range c.Domains {
		names[i] = d.Short
	}
	return names
}

// isAntiPatternID reports whether an id is lower-case words joined by hyphens.
func isAntiPatternID(id string) bool {
	words := strings.Split(id, "-")
	for _, word := range words {
		if word == "" || strings.ContainsFunc(word, func(r rune) bool { return (r < 'a' || r > 'z') && (r < '0' || r > '9') }) {
			return false
		}
	}
	return len(words) > 1
}

// malformedPrinciples reports a cell that names no principle, which only that of
// the breach must, or one that its domain does not have.
func malformedPrinciples(p *check.Pass, a *corpus.AntiPattern, column string, refs []*corpus.Reference) {
	i := registerColumn(a.Table, column)
	if i < 0 || i >= len(a.Cells) {
		return
	}
	cell := a.Cells[i]
	named := false
	for _, ref := range refs {
		if ref.Kind != corpus.ToPrinciple {
			continue
		}
		named = true
		if ref.Status != corpus.Dangling || ref.Domain == nil || ref.Mention.Kind != parse.PrincipleMention {
			continue // a path that leads nowhere is link/missing-anchor's
		}
		found := malformedRow(a, ref.Span, ref.Text)
		found.Message = fmt.Sprintf("“%s” %s “%s”, but %s has no such principle", a.ID, column, ref.Text, ref.Domain.Name)
		found.Hint = fmt.Sprintf("name one of %s", ref.Domain.First.Path)
		found.Related = []diag.Related{{File: ref.Domain.First.File, Span: ref.Domain.First.TitleSpan, Message: "the principles of " + ref.Domain.Name}}
		found.Breaks = append(found.Breaks, check.MentionFact(a.Document, ref.Mention))
		found.Needs = append(found.Needs, check.NumbersOf(ref.Domain), check.TextOf(ref.Domain.First.Path))
		p.Report(found)
	}
	text := strings.TrimSpace(cell.Prose.Text)
	switch {
	case named:
	case text != "":
		found := malformedRow(a, cell.Span, text)
		found.Needs = append(found.Needs, textsOfDomains(p.Corpus, cell)...)
		found.Message = fmt.Sprintf("“%s” names no principle of a domain that is known here", text)
		found.Hint = "write the domain and the number, as in messaging P5"
		found.Fix = domainBefore(p.Corpus, a, cell)
		p.Report(found)
	case column == "breaches":
		found := malformedRow(a, cell.Span, column)
		found.Message = fmt.Sprintf("the row of “%s” does not say which principle it breaches", a.ID)
		found.Hint = "write the domain and the number, as in messaging P5"
		p.Report(found)
	}
}

// domainBefore completes "P5" with the domain of the id.
func domainBefore(c *corpus.Corpus, a *corpus.AntiPattern, cell *parse.Block) *diag.Fix {
	if len(cell.Mentions) != 1 || a.Domain == nil {
		return nil
	}
	m := cell.Mentions[0]
	if m.Kind != parse.PrincipleMention || m.Start != 0 || a.Domain.Principle(m.Number) == nil {
		return nil
	}
	return &diag.Fix{
		Title: "name the domain of the id",
		Edits: []diag.Edit{{File: a.Document.File, Span: source.Span{Start: m.Span.Start, End: m.Span.Start}, Text: a.Domain.Short + " "}},
	}
}

func malformedHome(p *check.Pass, a *corpus.AntiPattern) {
	i := registerColumn(a.Table, "document")
	if i < 0 || i >= len(a.Cells) || a.Home != nil {
		return // a home that is not there is link/dangling's
	}
	cell := a.Cells[i]
	text := strings.TrimSpace(cell.Prose.Text)
	found := malformedRow(a, cell.Span, "document")
	found.Message = fmt.Sprintf("the row of “%s” names no home document", a.ID)
	if text != "" {
		found.Message = fmt.Sprintf("“%s” is no document: the row of “%s” has no home", text, a.ID)
	}
	found.Hint = "name the document that shows the failing form and the remedy, as `domains/…/….md`"
	p.Report(found)
}

// textsOfDomains are the facts that the domains named in a cell were read: the
// principles of one that was not are unknown.
func textsOfDomains(c *corpus.Corpus, cell *parse.Block) []diag.Fact {
	var facts []diag.Fact
	for _, m := range cell.Mentions {
		if d := c.DomainByName(m.Domain); d != nil {
			facts = append(facts, check.TextOf(d.First.Path), check.NumbersOf(d))
		}
	}
	return facts
}
