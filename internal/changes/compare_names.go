package changes

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/corpus"
)

// matchAntiPatterns finds the new entry of each old one: that of the same id, then,
// among those that are left, one whose summary is nearly the same.
func (c *comparison) matchAntiPatterns() {
	var gone, came []*corpus.AntiPattern
	for _, a := range c.Old.AntiPatterns {
		if b := c.New.AntiPattern(a.ID); b != nil {
			c.patterns[a] = b
		} else {
			gone = append(gone, a)
		}
	}
	for _, b := range c.New.AntiPatterns {
		if c.Old.AntiPattern(b.ID) == nil {
			came = append(came, b)
		}
	}
	summaries := make([]text, len(came))
	for j, b := range came {
		summaries[j] = newText(b.Summary)
	}
	var pairs []pair
	for i, a := range gone {
		summary := newText(a.Summary)
		for j := range came {
			if n := similarity(summary, summaries[j]); n >= nearlySame {
				pairs = append(pairs, pair{i, j, n})
			}
		}
	}
	best(pairs, func(i, j int) { c.patterns[gone[i]] = came[j] })
}

// compareAntiPatterns reports the entries of the registers.
func (c *comparison) compareAntiPatterns() {
	known := map[*corpus.AntiPattern]bool{}
	for _, a := range c.Old.AntiPatterns {
		b := c.patterns[a]
		if b == nil {
			c.removed(Target{AntiPattern: a})
			continue
		}
		known[b] = true
		if a.ID != b.ID {
			c.changed(Renamed, Target{AntiPattern: a}, Target{AntiPattern: b}, a.ID, b.ID)
		}
		c.antiPattern(a, b)
	}
	for _, b := range c.New.AntiPatterns {
		if !known[b] {
			c.added(Target{AntiPattern: b})
		}
	}
}

// antiPattern compares two entries of one anti-pattern.
func (c *comparison) antiPattern(a, b *corpus.AntiPattern) {
	old, now := Target{AntiPattern: a}, Target{AntiPattern: b}
	if before, after := normal(a.Summary), normal(b.Summary); before != after && c.rename(before) != after {
		c.changed(Reworded, old, now, before, after)
	}
	was, wasShown := c.breachList(a, true)
	is, isShown := c.breachList(b, false)
	if was != is {
		c.changed(Changed, old, now, wasShown, isShown)
	}
}

// breachList is what an anti-pattern breaches, for comparing and for people.
func (c *comparison) breachList(a *corpus.AntiPattern, old bool) (compared, shown string) {
	names := func(refs []*corpus.Reference) (compared, shown string) {
		var keys, texts []string
		for _, ref := range refs {
			if p := ref.Principle; p != nil {
				keys, texts = append(keys, c.identity(p, old)), append(texts, p.Name())
			} else {
				keys, texts = append(keys, ref.Text), append(texts, ref.Text)
			}
		}
		slices.Sort(keys)
		return strings.Join(keys, ", "), strings.Join(texts, ", ")
	}
	compared, shown = names(a.Breaches)
	shown = "breaches " + shown
	if len(a.Compounds) > 0 {
		also, texts := names(a.Compounds)
		compared, shown = compared+" ("+also+")", shown+"; compounds "+texts
	}
	return compared, shown
}

// compareReferences compares, document by document, what is named in it: how
// often, and in which words, does not count. What a trace or a violation row
// names is compared there. Of documents that came or went all references did.
func (c *comparison) compareReferences() {
	known := map[*corpus.Document]*corpus.Document{}
	for before, after := range c.documents {
		known[after] = before
	}
	for _, after := range c.New.Documents {
		before := known[after]
		if before == nil {
			continue
		}
		old, now := c.named(before, true), c.named(after, false)
		for _, key := range keysOf(old, now) {
			a, b := old[key], now[key]
			switch {
			case a != nil && b == nil:
				c.add(&Change{Kind: Reference, Action: Removed, Name: before.Path, Before: side(before, a.Span, shown(a))})
			case a == nil && b != nil:
				c.add(&Change{Kind: Reference, Action: Added, Name: after.Path, After: side(after, b.Span, shown(b))})
			}
		}
	}
}

func keysOf(maps ...map[string]*corpus.Reference) []string {
	seen := map[string]bool{}
	var out []string
	for _, m := range maps {
		for key := range m {
			if !seen[key] {
				seen[key] = true
				out = append(out, key)
			}
		}
	}
	slices.Sort(out)
	return out
}

// named are the first references of a document to each thing it names, by what
// that thing is called in the new revision.
func (c *comparison) named(d *corpus.Document, old bool) map[string]*corpus.Reference {
	out := map[string]*corpus.Reference{}
	for _, ref := range d.References {
		if ref.Generated || ref.InLink {
			continue
		}
		switch ref.Role {
		case corpus.Defines, corpus.InTrace, corpus.InRegister:
			continue
		case corpus.InViolation:
			if ref.Principle != nil {
				continue
			}
		}
		if key := c.target(ref, old); out[key] == nil {
			out[key] = ref
		}
	}
	return out
}

// target is what a reference names.
func (c *comparison) target(ref *corpus.Reference, old bool) string {
	switch {
	case ref.Principle != nil:
		return "principle " + c.identity(ref.Principle, old)
	case ref.Core != nil:
		return "core " + ref.Core.ID()
	case ref.Target != nil && ref.Kind != corpus.ToID:
		target := ref.Target
		if n := c.documents[target]; old && n != nil {
			target = n
		}
		return "document " + target.Path + qualifier(ref)
	}
	text := ref.Text
	if old {
		text = c.rename(text)
	}
	return string(ref.Kind) + " " + text
}

// shown is a reference for people: what it names.
func shown(ref *corpus.Reference) string {
	switch {
	case ref.Principle != nil:
		return ref.Principle.Name() + " " + ref.Principle.Title
	case ref.Core != nil:
		return ref.Core.ID() + " " + ref.Core.Title
	case ref.Target != nil && ref.Kind != corpus.ToID:
		return ref.Target.Path + qualifier(ref)
	}
	return normal(ref.Text)
}

// qualifier is what narrows a reference to a part of a document by number, " §4"
// or " Pattern 5".
func qualifier(ref *corpus.Reference) string {
	switch m := ref.Mention; {
	case m == nil:
		return ""
	case m.Pattern != nil:
		return fmt.Sprintf(" Pattern %d", m.Pattern.Number)
	case m.Section != nil:
		return fmt.Sprintf(" §%d", m.Section.Number)
	}
	return ""
}
