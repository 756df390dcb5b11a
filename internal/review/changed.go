package review

import (
	"slices"
	"strings"

	"atelier/internal/corpus"
)

// Changes are the documents, principles and items of a corpus that do not read
// as in an older one. Wrapping, markup and generated blocks are no text.
type Changes struct {
	// items are those that the older corpus had, by what they say.
	items     map[string]bool
	documents map[string]bool
	// principles are those of the new corpus, by name.
	principles map[string]bool
	// entries are the anti-patterns whose row in the register changed.
	entries map[string]bool
}

// Compare finds what changed since an older corpus; a nil one had nothing. A
// document that was only moved, and a principle that was only renumbered, keep
// their text and did not change; rename turns old names in a text into new ones,
// so that a text in which nothing else is new did not change either.
func Compare(old, now *corpus.Corpus, rename func(string) string) *Changes {
	ch := &Changes{items: map[string]bool{}, documents: map[string]bool{}, principles: map[string]bool{}, entries: map[string]bool{}}
	documents, principles, entries := map[string]bool{}, map[string]bool{}, map[string]bool{}
	had := func(in map[string]bool, text string) { in[text], in[rename(text)] = true, true }
	if old != nil {
		for _, i := range Items(old) {
			ch.items[i.meaning(same)], ch.items[i.meaning(rename)] = true, true
		}
		for _, d := range old.Documents {
			had(documents, documentText(d))
		}
		for _, d := range old.Domains {
			for _, p := range d.Principles {
				principles[principleText(p)], principles[renamedText(p, rename)] = true, true
			}
		}
		for _, a := range old.AntiPatterns {
			had(entries, entryText(a))
		}
	}
	for _, d := range now.Documents {
		ch.documents[d.Path] = d.Kind != corpus.KindGenerated && !documents[documentText(d)]
	}
	for _, d := range now.Domains {
		for _, p := range d.Principles {
			ch.principles[principleName(p)] = !principles[principleText(p)]
		}
	}
	for _, a := range now.AntiPatterns {
		ch.entries[a.ID] = !entries[entryText(a)]
	}
	return ch
}

// entryText is a row of the register of anti-patterns.
func entryText(a *corpus.AntiPattern) string {
	text := a.ID
	for _, cell := range a.Row.Cells {
		text += "\x00" + Normalise(cell.Prose.Text)
	}
	return text
}

// same renames nothing.
func same(text string) string { return text }

// renamedText is a principle's text with its own title and new names in the rest.
func renamedText(p *corpus.Principle, rename func(string) string) string {
	return p.Title + strings.TrimSpace(". "+rename(statementText(p)))
}

// meaning is what an item says: its text, and what the principles that it
// breaches say. Where it stands, and the names of domains, do not count.
func (i *Item) meaning(rename func(string) string) string {
	text := string(i.Kind) + "\x00" + rename(i.Text)
	for _, p := range i.breached() {
		text += "\x00" + renamedText(p, rename)
	}
	return text
}

// Keeps reports whether a document or a principle of an item changed, or the item
// by itself, such as a row that was moved to another domain and now breaches a
// principle there. A register counts by its rows, since it holds those of every
// domain.
func (ch *Changes) Keeps(i *Item) bool {
	if i.Kind != Duty && !ch.items[i.meaning(same)] {
		return true
	}
	if i.AntiPattern != "" && ch.entries[i.AntiPattern] || ch.documents[i.Document.Path] && i.Document.Domain != nil {
		return true
	}
	return slices.ContainsFunc(i.Sources, func(s Source) bool {
		return ch.documents[s.Path] && (i.AntiPattern == "" || !i.fromRegister(s.Path))
	}) || slices.ContainsFunc(i.breached(), func(p *corpus.Principle) bool { return ch.principles[principleName(p)] })
}

// fromRegister reports whether a source is outside of every domain, a register.
func (i *Item) fromRegister(path string) bool {
	return !slices.ContainsFunc(i.Domain.Documents, func(d *corpus.Document) bool { return d.Path == path })
}

// Touched is what the paths of a change select.
type Touched struct {
	domains   map[*corpus.Domain]bool
	documents map[string]bool
	// Unmapped are the paths that select nothing, in order.
	Unmapped []string
}

// Touch selects by paths: those of the corpus's own documents select the items
// of the document, that of first principles, and one that is gone, the whole
// domain; all others the domains that domainsOf gives for them. prefix is the corpus root's own path in
// the tree that the paths are relative to, "" or ending in "/".
func Touch(c *corpus.Corpus, paths []string, prefix string, domainsOf func(path string) []string) *Touched {
	t := &Touched{domains: map[*corpus.Domain]bool{}, documents: map[string]bool{}}
	for _, path := range paths {
		known := false
		if d := documentAt(c, path, prefix); d != nil {
			known = true
			if d.Kind == corpus.KindFirstPrinciples {
				t.domains[d.Domain] = true
			} else {
				t.documents[d.Path] = true
			}
		}
		if d := domainOfGone(c, path, prefix); d != nil {
			known, t.domains[d] = true, true
		}
		for _, name := range domainsOf(path) {
			if d := c.DomainByName(name); d != nil {
				known, t.domains[d] = true, true
			}
		}
		if !known {
			t.Unmapped = append(t.Unmapped, path)
		}
	}
	return t
}

// domainOfGone is the domain of a path that names no document: one that the change
// deleted or gave another name.
func domainOfGone(c *corpus.Corpus, path, prefix string) *corpus.Domain {
	name, ok := strings.CutPrefix(path, prefix)
	if !ok || !strings.HasSuffix(name, ".md") || c.Document(name) != nil {
		return nil
	}
	var found *corpus.Domain
	for _, d := range c.Domains { // the innermost
		if strings.HasPrefix(name, d.Path+"/") && (found == nil || len(d.Path) > len(found.Path)) {
			found = d
		}
	}
	return found
}

func documentAt(c *corpus.Corpus, path, prefix string) *corpus.Document {
	name, ok := strings.CutPrefix(path, prefix)
	if !ok {
		return nil
	}
	if d := c.Document(name); d != nil && d.Domain != nil {
		return d
	}
	return nil
}

// Keeps reports whether the paths select an item.
func (t *Touched) Keeps(i *Item) bool {
	if t.domains[i.Domain] {
		return true
	}
	for path := range t.documents {
		if i.standsIn(path) {
			return true
		}
	}
	return false
}
