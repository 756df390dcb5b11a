package changes

import (
	"atelier/internal/corpus"
	"atelier/internal/source"
)

// A Target is what an impact is asked of: a principle, a core, an id of a
// register, an anti-pattern or a document. One of its fields is set.
type Target corpus.Named

// Name is the target's name: "messaging P6", "C3", an id, a path.
func (t Target) Name() string {
	switch {
	case t.Principle != nil:
		return t.Principle.Name()
	case t.Core != nil:
		return t.Core.ID()
	case t.Entry != nil:
		return t.Entry.ID
	case t.AntiPattern != nil:
		return t.AntiPattern.ID
	case t.Document != nil:
		return t.Document.Path
	}
	return ""
}

// title is what the target is called or says.
func (t Target) title() string {
	switch {
	case t.Principle != nil:
		return t.Principle.Title
	case t.Core != nil:
		return t.Core.Title
	case t.Entry != nil:
		return t.Entry.Title
	case t.AntiPattern != nil:
		return t.AntiPattern.Summary
	case t.Document != nil:
		return t.Document.Title
	}
	return ""
}

// place is where the target is defined.
func (t Target) place() (*corpus.Document, source.Span) {
	switch {
	case t.Principle != nil:
		return t.Principle.Domain.First, t.Principle.TitleSpan
	case t.Core != nil:
		return t.Core.Document, t.Core.TitleSpan
	case t.Entry != nil:
		return t.Entry.Register.Document, t.Entry.Mention.Span
	case t.AntiPattern != nil:
		return t.AntiPattern.Document, t.AntiPattern.Span
	}
	return t.Document, t.Document.TitleSpan
}

// kind is the kind of what can change that the target is; ids of registers are
// not compared.
func (t Target) kind() Kind {
	switch {
	case t.Principle != nil:
		return Principle
	case t.Core != nil:
		return Core
	case t.AntiPattern != nil:
		return AntiPattern
	}
	return Document
}

// side is the place of the target, and what is said of it there.
func (t Target) side(text string) *Side {
	d, span := t.place()
	return side(d, span, text)
}
