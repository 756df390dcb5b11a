package explain

import (
	"fmt"
	"slices"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// writeCore writes what a core principle says, what derives from it, and what
// names it otherwise.
func (e *explainer) writeCore(core *corpus.Core) {
	e.title(core.ID(), core.Title, core.Document.File, core.Section.Span)
	e.statement(core.Document, core.Statement)
	derived := e.derivedFrom(core.Number)
	e.citations(e.c.CoreCitations(core), nil, derived)
}

// writeUndefinedCore writes what names a core in a corpus without a core
// document.
func (e *explainer) writeUndefinedCore(number int) bool {
	var refs []*corpus.Reference
	for _, ref := range e.c.References {
		if ref.Kind == corpus.ToCore && ref.Mention != nil && ref.Mention.Number == number && !ref.Generated {
			refs = append(refs, ref)
		}
	}
	if len(refs) == 0 {
		return false
	}
	e.text("", fmt.Sprintf("C%d — no core document defines it", number))
	e.citations(refs, nil, e.derivedFrom(number))
	return true
}

// derivedFrom lists the principles that derive from a core. What it gives back
// tells the citations that say the same: the trace rows, and the sentences of the
// statements that derive.
func (e *explainer) derivedFrom(number int) func(*corpus.Reference) bool {
	shown := map[*parse.Mention]bool{}
	rows := map[*parse.Row]bool{}
	var places, texts []string
	for _, d := range e.c.Domains {
		for _, p := range d.Principles {
			numbers := p.CoreNumbers()
			i := slices.Index(numbers, number)
			if i < 0 {
				continue
			}
			for _, m := range p.Definition.Cores {
				shown[m] = true
			}
			text, place := fmt.Sprintf("%s %s", p.Name(), p.Title), at(d.First.File, p.Section.Span)
			if i == 0 {
				text += " (primary)"
			}
			if p.Row != nil {
				rows[p.Row.Row] = true
				place = at(d.First.File, p.Row.Row.Span)
				if p.Row.Why != "" {
					text += ": " + p.Row.Why
				}
			}
			places, texts = append(places, place), append(texts, text)
		}
	}
	if len(places) > 0 {
		e.counted("Derived from it", len(places))
	}
	for i, place := range places {
		e.entry(place, texts[i])
	}
	return func(ref *corpus.Reference) bool { return shown[ref.Mention] || rows[rowOf(ref)] }
}

// writeCores writes what the core document defines.
func (e *explainer) writeCores() {
	d := e.c.Core
	e.title("core", d.Title, d.File, d.TitleSpan)
	if s := standing(e.c, d); s != "" {
		e.line(s)
	}
	e.opening(d)
	e.counted("Core principles", len(e.c.Cores))
	for _, core := range e.c.Cores {
		derived := len(e.c.DerivedFrom(core))
		e.entry(at(d.File, core.Section.Span), fmt.Sprintf("%s %s, from which %s", core.ID(), core.Title, counted(derived, "principle derives", "principles derive")))
	}
	e.citations(e.c.ReferencesTo(d), nil, nil)
}

func counted(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// opening is the first paragraph of a document below its title, where no section
// comes before.
func (e *explainer) opening(d *corpus.Document) {
	for _, b := range d.Blocks {
		if b.Span.Start < d.TitleSpan.End {
			continue
		}
		if b.Kind == parse.ParagraphBlock && !b.Generated {
			e.line("")
			e.paragraph(d, b)
		}
		return
	}
}
