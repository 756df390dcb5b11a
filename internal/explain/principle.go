package explain

import (
	"fmt"
	"slices"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// writePrinciple writes what a principle says, what it rests on, what breaches it
// and what names it.
func (e *explainer) writePrinciple(p *corpus.Principle) {
	d := p.Domain
	e.title(p.Name(), p.Title, d.First.File, p.Section.Span)
	e.statement(d.First, p.Statement)
	e.derivation(p)
	rows := map[*parse.Row]bool{}
	if p.Row != nil {
		rows[p.Row.Row] = true
	}
	e.breaches(p, rows)
	e.antiPatternsOf(p, rows)
	e.citations(e.c.Citations(p), applied, func(ref *corpus.Reference) bool { return rows[rowOf(ref)] })
}

// rowOf is the table row that a reference stands in, or nil.
func rowOf(ref *corpus.Reference) *parse.Row {
	if ref.Mention == nil || ref.Mention.Block == nil {
		return nil
	}
	return ref.Mention.Block.TableRow()
}

// derivation lists the cores of a principle and why.
func (e *explainer) derivation(p *corpus.Principle) {
	numbers := p.CoreNumbers()
	if len(numbers) == 0 {
		return
	}
	e.part("Derives from")
	for i, n := range numbers {
		name := fmt.Sprintf("C%d", n)
		if core := e.c.CoreByNumber(n); core != nil {
			name += " " + core.Title
		}
		if i == 0 && len(numbers) > 1 {
			name += " (primary)"
		}
		e.text("  ", name)
	}
	if p.Row != nil {
		e.entry(at(p.Domain.First.File, p.Row.Row.Span), quoted(p.Row.Why))
	}
}

func quoted(text string) string {
	if text == "" {
		return ""
	}
	return "“" + text + "”"
}

// breaches lists the violation rows that breach a principle, and marks them as
// shown.
func (e *explainer) breaches(p *corpus.Principle, rows map[*parse.Row]bool) {
	violations := e.c.ViolationsOf(p)
	if len(violations) == 0 {
		return
	}
	e.counted("Breached by", len(violations))
	for _, v := range violations {
		rows[v.Row] = true
		text := v.Text
		if primary, _ := v.Breaches(); !slices.Contains(primary, p) {
			text += " (secondary)"
		}
		e.entry(at(v.Document.File, v.Row.Span), text)
	}
}

// antiPatternsOf lists the registered anti-patterns that breach a principle or
// compound its breach, and marks their rows as shown.
func (e *explainer) antiPatternsOf(p *corpus.Principle, rows map[*parse.Row]bool) {
	names := func(refs []*corpus.Reference) bool {
		return slices.ContainsFunc(refs, func(ref *corpus.Reference) bool { return ref.Principle == p })
	}
	open := false
	for _, a := range e.c.AntiPatterns {
		how := ""
		switch {
		case names(a.Breaches):
			how = "breaches it"
		case names(a.Compounds):
			how = "compounds"
		default:
			continue
		}
		if !open {
			open = true
			e.part("Anti-patterns")
		}
		rows[a.Row] = true
		e.entry(at(a.Document.File, a.Span), fmt.Sprintf("%s (%s): %s", a.ID, how, a.Summary))
	}
}
