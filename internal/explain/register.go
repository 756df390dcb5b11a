package explain

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// writeEntry writes what a register says of an id, and what names it.
func (e *explainer) writeEntry(entry *corpus.Entry, id string) {
	doc := entry.Register.Document
	e.title(id, entry.Title, doc.File, entry.Mention.Span)
	about := listed(string(entry.Register.Kind), entry.Status)
	if entry.Since != "" {
		about = listed(about, "since "+entry.Since)
	}
	e.line(about)
	told := e.tells(entry, id)
	if entry.Requires != "" {
		e.requirement(entry)
	}
	e.metBy(entry)
	e.citations(e.c.IDUses(id), nil, func(ref *corpus.Reference) bool { return ref.Mention == told })
}

// metBy lists the documents whose front matter names an id.
func (e *explainer) metBy(entry *corpus.Entry) {
	var places []string
	for _, d := range e.c.Documents {
		for _, ref := range d.Requirements {
			if slices.Contains(ref.Entries, entry) {
				places = append(places, at(d.File, ref.Span))
			}
		}
	}
	if len(places) > 0 {
		e.counted("Met by", len(places))
	}
	for _, place := range places {
		e.entry(place, "")
	}
}

// tells writes the paragraph of the register's document that opens with the id,
// as "**D-062.** …", and gives back the mention in it.
func (e *explainer) tells(entry *corpus.Entry, id string) *parse.Mention {
	doc := entry.Register.Document
	for _, m := range doc.Mentions {
		b := m.Block
		if m.Text != id || m.Start != 0 || b.Kind != parse.ParagraphBlock || b.Generated || !strings.HasPrefix(m.After(), ".") && !strings.HasPrefix(m.After(), ":") {
			continue
		}
		e.line("")
		e.paragraph(doc, b)
		return m
	}
	return nil
}

// requirement writes what sections annotated with an id must hold.
func (e *explainer) requirement(entry *corpus.Entry) {
	e.part("Requires")
	e.text("  ", fmt.Sprintf("%s in a section annotated with it", entry.Requires))
}

// writeUndefinedID writes what names an id that no register has.
func (e *explainer) writeUndefinedID(id string) {
	prefix, _, _ := strings.Cut(id, "-")
	why := "no register defines ids that start with " + prefix + "-"
	if e.c.Defines(prefix) {
		why = "no register defines it"
	}
	e.text("", id+" — "+why)
	e.citations(e.c.IDUses(id), nil, nil)
}

// writeAntiPattern writes what the register says of an anti-pattern, the
// violations that it stands for, and what names it.
func (e *explainer) writeAntiPattern(a *corpus.AntiPattern) {
	e.title(a.ID, a.Summary, a.Document.File, a.Span)
	e.principles("Breaches", a.Breaches)
	e.principles("Compounds", a.Compounds)
	if a.Home != nil {
		e.part("Described in")
		text := a.Home.Path
		if a.Home.Target != nil && a.Home.Target.Title != "" {
			text += ": " + a.Home.Target.Title
		}
		e.text("  ", text)
	}
	e.antiPatternUses(a.ID)
}

// writeUndefinedAntiPattern writes what names an anti-pattern that no register
// has.
func (e *explainer) writeUndefinedAntiPattern(id string) {
	e.text("", id+" — an anti-pattern that no register defines")
	e.antiPatternUses(id)
}

func (e *explainer) antiPatternUses(id string) {
	rows := map[*parse.Row]bool{}
	var violations []*corpus.Violation
	for _, d := range e.c.Documents {
		for _, v := range d.StatedViolations() {
			for _, ref := range v.AntiPatterns {
				if ref.Text == id && !rows[v.Row] {
					rows[v.Row] = true
					violations = append(violations, v)
				}
			}
		}
	}
	if len(violations) > 0 {
		e.counted("Violations", len(violations))
	}
	for _, v := range violations {
		e.entry(at(v.Document.File, v.Row.Span), quoted(rowText(v.Row.Cells[0])))
	}
	e.citations(e.c.AntiPatternUses(id), nil, func(ref *corpus.Reference) bool { return rows[rowOf(ref)] })
}

// principles lists the principles that cells of a register name.
func (e *explainer) principles(heading string, refs []*corpus.Reference) {
	open := false
	for _, ref := range refs {
		if ref.Kind != corpus.ToPrinciple {
			continue
		}
		if !open {
			open = true
			e.part(heading)
		}
		text := ref.Text
		if p := ref.Principle; p != nil {
			text = fmt.Sprintf("%s %s", p.Name(), p.Title)
		}
		e.text("  ", text)
	}
}
