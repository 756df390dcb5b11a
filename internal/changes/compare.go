package changes

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/worddiff"
)

// compareDocuments reports documents that came, went, or have another path or
// title.
func (c *comparison) compareDocuments() {
	known := map[*corpus.Document]bool{}
	for _, before := range c.Old.Documents {
		after := c.documents[before]
		known[after] = true
		old, now := Target{Document: before}, Target{Document: after}
		switch {
		case after == nil:
			c.removed(old)
		case before.Path != after.Path:
			c.changed(Renamed, old, now, before.Title, after.Title)
		case normal(before.Title) != normal(after.Title):
			c.changed(Retitled, old, now, before.Title, after.Title)
		}
	}
	for _, after := range c.New.Documents {
		if !known[after] {
			c.added(Target{Document: after})
		}
	}
}

// compareCores reports the core principles, which are matched by number.
func (c *comparison) compareCores() {
	for _, before := range c.Old.Cores {
		if after := c.New.CoreByNumber(before.Number); after != nil {
			c.definitions(Target{Core: before}, Target{Core: after}, before.Definition, after.Definition)
		} else {
			c.removed(Target{Core: before})
		}
	}
	for _, after := range c.New.Cores {
		if c.Old.CoreByNumber(after.Number) == nil {
			c.added(Target{Core: after})
		}
	}
}

// comparePrinciples reports principles, and the trace rows of those that both
// revisions have.
func (c *comparison) comparePrinciples() {
	known := map[*corpus.Principle]bool{}
	for _, domain := range c.Old.Domains {
		for _, before := range domain.Principles {
			after := c.principles[before]
			if after == nil {
				c.removed(Target{Principle: before})
				continue
			}
			known[after] = true
			c.definitions(Target{Principle: before}, Target{Principle: after}, before.Definition, after.Definition)
			c.compareTrace(before, after)
		}
	}
	for _, domain := range c.New.Domains {
		for _, after := range domain.Principles {
			if !known[after] {
				c.added(Target{Principle: after})
			}
		}
	}
}

// definitions compares two definitions of one rule: its number, its title, and
// its statement.
func (c *comparison) definitions(old, now Target, before, after *parse.Definition) {
	if before.Number != after.Number {
		c.changed(Renamed, old, now, fmt.Sprintf("P%d %s", before.Number, before.Title), fmt.Sprintf("P%d %s", after.Number, after.Title))
	} else if normal(before.Title) != normal(after.Title) {
		c.changed(Retitled, old, now, before.Title, after.Title)
	}
	oldDoc, _ := old.place()
	newDoc, _ := now.place()
	was, is := statement(oldDoc, before), statement(newDoc, after)
	if c.rename(was) != is && was != is {
		c.changed(Reworded, old, now, was, is)
	}
}

// compareTrace compares the trace rows of one principle.
func (c *comparison) compareTrace(before, after *corpus.Principle) {
	change := &Change{Kind: Trace, Name: after.Name(), old: Target{Principle: before}, now: Target{Principle: after}}
	if before.Row != nil {
		change.Before = side(before.Domain.First, before.Row.Span, strings.Join(corpus.CoreIDs(before.Row.Numbers()), ", "))
	}
	if after.Row != nil {
		change.After = side(after.Domain.First, after.Row.Span, strings.Join(corpus.CoreIDs(after.Row.Numbers()), ", "))
	}
	switch {
	case before.Row == nil && after.Row == nil:
		return
	case before.Row == nil:
		change.Action = Added
	case after.Row == nil:
		change.Action = Removed
	case change.Before.Text != change.After.Text:
		change.Action = Changed
	default:
		old, now := normal(before.Row.Why), normal(after.Row.Why)
		if c.rename(old) == now || old == now {
			return
		}
		change.Action, change.Words = Reworded, worddiff.Compare(old, now)
		change.Before.Text, change.After.Text = old, now
	}
	c.add(change)
}

// compareViolations compares rows: those with the same words first, within their
// document, then reworded ones, then rows that moved within their domain.
func (c *comparison) compareViolations() {
	left := map[*corpus.Violation]bool{} // new rows without an old one
	var gone []*corpus.Violation
	for _, domain := range c.New.Domains {
		for _, d := range domain.Documents {
			for _, v := range d.StatedViolations() {
				left[v] = true
			}
		}
	}
	for _, domain := range c.Old.Domains {
		for _, d := range domain.Documents {
			after := c.documents[d]
			if after == nil {
				gone = append(gone, d.StatedViolations()...)
				continue
			}
			gone = append(gone, c.pairRows(d.StatedViolations(), after.StatedViolations(), left)...)
		}
	}
	var came []*corpus.Violation
	for _, domain := range c.New.Domains {
		for _, d := range domain.Documents {
			for _, v := range d.StatedViolations() {
				if left[v] {
					came = append(came, v)
				}
			}
		}
	}
	c.moveRows(gone, came)
}

// pairRows matches the rows of one document, those with the same words first, and
// gives the old ones that are left.
func (c *comparison) pairRows(before, after []*corpus.Violation, left map[*corpus.Violation]bool) []*corpus.Violation {
	match := func(old, now *corpus.Violation) {
		delete(left, now)
		c.row(old, now)
	}
	byText := map[string][]*corpus.Violation{}
	for _, v := range after {
		byText[normal(v.Text)] = append(byText[normal(v.Text)], v)
	}
	var gone, came []*corpus.Violation
	var olds, news []text
	for _, v := range before {
		renamed := c.rename(v.Text)
		if same := byText[normal(renamed)]; len(same) > 0 {
			byText[normal(renamed)] = same[1:]
			match(v, same[0])
		} else {
			gone, olds = append(gone, v), append(olds, newText(renamed))
		}
	}
	for _, v := range after {
		if left[v] {
			came, news = append(came, v), append(news, newText(v.Text))
		}
	}
	var pairs []pair
	for i := range gone {
		for j := range came {
			if likeness := similarity(olds[i], news[j]); likeness >= alike {
				pairs = append(pairs, pair{i, j, likeness})
			}
		}
	}
	best(pairs, func(i, j int) {
		match(gone[i], came[j])
		gone[i] = nil
	})
	return slices.DeleteFunc(gone, func(v *corpus.Violation) bool { return v == nil })
}

// row compares two rows of one violation.
func (c *comparison) row(before, after *corpus.Violation) {
	old, now := side(before.Document, before.Span, normal(before.Text)), side(after.Document, after.Span, normal(after.Text))
	if c.rename(old.Text) != now.Text && old.Text != now.Text {
		c.add(&Change{Kind: Violation, Action: Reworded, Name: after.Document.Path, Before: old, After: now, Words: worddiff.Compare(old.Text, now.Text)})
	}
	was, wasShown := c.breaches(before, true)
	is, isShown := c.breaches(after, false)
	if was != is {
		c.add(&Change{
			Kind: Violation, Action: Changed, Name: after.Document.Path,
			Before: &Side{old.Path, old.Line, old.Text + " — " + wasShown}, After: &Side{now.Path, now.Line, now.Text + " — " + isShown},
		})
	}
}

// identity is what a principle of either revision is called when two of them are
// compared: by its name in the new revision. One that is no more is nothing that
// the new revision has, even where another one has its number.
func (c *comparison) identity(p *corpus.Principle, old bool) string {
	former := ""
	if n := c.principles[p]; old && n != nil {
		p = n
	} else if old {
		former = "former "
	}
	return former + p.Domain.Path + " " + p.ID()
}

// breaches are the principles of a row for comparing, and for people.
func (c *comparison) breaches(v *corpus.Violation, old bool) (compared, shown string) {
	primary, secondary := v.Breaches()
	names := func(ps []*corpus.Principle) (compared, shown string) {
		var keys, titles []string
		for _, p := range ps {
			keys, titles = append(keys, c.identity(p, old)), append(titles, p.Name()+" "+p.Title)
		}
		slices.Sort(keys)
		return strings.Join(keys, ", "), strings.Join(titles, ", ")
	}
	compared, shown = names(primary)
	if len(secondary) > 0 {
		also, titles := names(secondary)
		compared, shown = compared+" ("+also+")", shown+" ("+titles+")"
	}
	return compared, shown
}

// moveRows reports the rows that are left: as moved where one of the same words
// came in another document of the same domain, else as removed and added.
func (c *comparison) moveRows(gone, came []*corpus.Violation) {
	byText := map[string][]*corpus.Violation{}
	key := func(domain *corpus.Domain, text string) string { return domain.Path + "\x00" + normal(text) }
	for _, v := range came {
		k := key(v.Document.Domain, v.Text)
		byText[k] = append(byText[k], v)
	}
	moved := map[*corpus.Violation]bool{}
	for _, v := range gone {
		old := side(v.Document, v.Span, normal(v.Text))
		k := c.rename(v.Document.Domain.Path) + "\x00" + normal(c.rename(v.Text))
		if list := byText[k]; len(list) > 0 {
			byText[k], moved[list[0]] = list[1:], true
			c.add(&Change{Kind: Violation, Action: Moved, Name: list[0].Document.Path, Before: old, After: side(list[0].Document, list[0].Span, normal(list[0].Text))})
			continue
		}
		if c.documents[v.Document] != nil { // what went with its document is said there
			c.add(&Change{Kind: Violation, Action: Removed, Name: v.Document.Path, Before: old})
		}
	}
	known := map[*corpus.Document]bool{}
	for _, d := range c.documents {
		known[d] = true
	}
	for _, v := range came {
		if !moved[v] && known[v.Document] {
			c.add(&Change{Kind: Violation, Action: Added, Name: v.Document.Path, After: side(v.Document, v.Span, normal(v.Text))})
		}
	}
}
