package explain

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// writeDomain writes the principles of a domain, its documents, what it leans on
// and what leans on it.
func (e *explainer) writeDomain(d *corpus.Domain) {
	e.title(d.Name, d.First.Title, d.First.File, d.First.TitleSpan)
	if s := standing(e.c, d.First); s != "" {
		e.line(s)
	}
	e.opening(d.First)
	if len(d.Principles) > 0 {
		e.counted("Principles", len(d.Principles))
	}
	for _, p := range d.Principles {
		text := fmt.Sprintf("%s %s", p.ID(), p.Title)
		if numbers := p.CoreNumbers(); len(numbers) > 0 {
			text += fmt.Sprintf(" (%s)", strings.Join(corpus.CoreIDs(numbers), ", "))
		}
		e.entry(at(d.First.File, p.Section.Span), text)
	}
	if len(d.Documents) > 1 {
		e.counted("Applied in", len(d.Documents)-1)
	}
	for _, doc := range d.Documents {
		if doc != d.First {
			e.entry(doc.Path, fmt.Sprintf("%s, with %s", doc.Title, counted(len(doc.StatedViolations()), "violation", "violations")))
		}
	}
	e.relations(d.First)
	e.violations(d.First)
	open := false
	for _, a := range e.c.AntiPatterns {
		if a.Domain != d {
			continue
		}
		if !open {
			open = true
			e.part("Anti-patterns")
		}
		e.entry(at(a.Document.File, a.Span), a.ID+": "+a.Summary)
	}
	e.linked(d.First)
}

// writeDocument writes what a document derives from and applies, what stands in
// it, and what names it.
func (e *explainer) writeDocument(d *corpus.Document) {
	title := d.Title
	if title == "" {
		title = path.Base(d.Path)
	}
	e.title(title, "", d.File, d.TitleSpan)
	e.line(listed(string(d.Kind), standing(e.c, d)))
	if d.Header != nil && d.Kind == corpus.KindDerived {
		e.header(d)
	} else {
		e.opening(d)
	}
	e.relations(d)
	e.outline(d)
	e.violations(d)
	e.defines(d)
	e.linked(d)
}

// header writes the derivation header of a document, principle by principle.
func (e *explainer) header(d *corpus.Document) {
	h := d.Header
	if h.Base != nil {
		e.part("Derives from")
		e.text("  ", h.Base.Text)
	}
	apply := func(heading string, mentions []*parse.Mention) {
		if len(mentions) > 0 {
			e.part(heading)
		}
		for _, m := range mentions {
			text := m.Text
			if ref := d.Reference(m); ref != nil && ref.Principle != nil {
				text += " " + ref.Principle.Title
			}
			e.text("  ", text)
		}
	}
	apply("Applies primarily", h.Primary)
	apply("Applies also", h.Also)
	if len(h.CrossLinks) > 0 {
		e.part("Cross-links")
	}
	for _, l := range h.CrossLinks {
		e.entry(l.Mention.Text, l.Purpose)
	}
}

// relations writes the relationship list of a document.
func (e *explainer) relations(d *corpus.Document) {
	if len(d.Relations) == 0 {
		return
	}
	e.counted("Leans on", len(d.Relations))
	for _, r := range d.Relations {
		var ids []string
		for _, m := range r.Principles {
			ids = append(ids, m.Text)
		}
		text := fmt.Sprintf("%s, for %s", r.Document.Text, strings.Join(ids, ", "))
		if len(ids) == 0 {
			text = r.Document.Text
		}
		if r.Reason != "" {
			text += ": " + r.Reason
		}
		e.entry(at(d.File, r.Span), text)
	}
}

// outline lists the sections of a document below its title.
func (e *explainer) outline(d *corpus.Document) {
	var sections []*parse.Section
	for _, s := range d.Sections {
		if s.Level > 1 && s.Level < 4 && !s.Block.Generated {
			sections = append(sections, s)
		}
	}
	if len(sections) == 0 {
		return
	}
	e.counted("Sections", len(sections))
	for _, s := range sections {
		number := fmt.Sprintf("%6d  %s", d.File.Line(s.Span.Start), strings.Repeat("  ", s.Level-2))
		e.hanging(number, strings.Repeat(" ", len(number)), s.Text)
	}
}

// violations lists the violation rows of a document, with what they breach.
func (e *explainer) violations(d *corpus.Document) {
	if len(d.StatedViolations()) == 0 {
		return
	}
	e.counted("Violations", len(d.StatedViolations()))
	for _, v := range d.StatedViolations() {
		var ids []string
		for _, m := range slices.Concat(v.Principles, v.Secondary) {
			ids = append(ids, m.Text)
		}
		text := v.Text
		if len(ids) > 0 {
			text = strings.Join(ids, ", ") + ": " + text
		}
		e.entry(at(d.File, v.Row.Span), text)
	}
}

// defines lists the ids that the registers of a document define.
func (e *explainer) defines(d *corpus.Document) {
	var places, texts []string
	for _, r := range e.c.Registers {
		if r.Document != d {
			continue
		}
		for _, entry := range r.Entries {
			places = append(places, at(d.File, entry.Mention.Span))
			texts = append(texts, fmt.Sprintf("%s %s", entry.ID, entry.Title))
		}
	}
	for _, a := range e.c.AntiPatterns {
		if a.Document == d {
			places, texts = append(places, at(d.File, a.Span)), append(texts, a.ID+": "+a.Summary)
		}
	}
	if len(places) > 0 {
		e.counted("Defines", len(places))
	}
	for i, place := range places {
		e.entry(place, texts[i])
	}
}

// linked lists what names a document from elsewhere, first the headers that
// derive from it.
func (e *explainer) linked(d *corpus.Document) {
	e.citations(e.c.ReferencesTo(d), nil, func(ref *corpus.Reference) bool { return ref.From == d })
}
