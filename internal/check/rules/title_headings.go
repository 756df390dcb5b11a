package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/diag"
)

// vote finds the title that most citations give, where none agrees with the
// heading and no other title has as many.
func (x *titled) vote() {
	x.votes = map[string]int{}
	for _, c := range x.wrong {
		x.votes[titleKey(c.Text)]++
	}
	if x.agree > 0 {
		return
	}
	best, tie := "", false
	for _, c := range x.wrong {
		key := titleKey(c.Text)
		switch n := x.votes[key]; {
		case n > x.voters:
			best, x.voters, tie = key, n, false
		case n == x.voters && key != best:
			tie = true
		}
	}
	if tie {
		x.voters = 0
		return
	}
	for _, c := range x.wrong {
		if titleKey(c.Text) == best && (x.consensus == "" || c.row != nil) {
			x.consensus = c.Text // the row writes it as a title
		}
	}
}

// overruled reports whether the heading is wrong and not its citations: two
// agree against it, or one that is surely a title where the heading has that of
// another principle.
func (b *titleBook) overruled(x *titled) bool {
	if x.voters == 0 {
		return false
	}
	if x.voters > 1 {
		return true
	}
	said := x.wrong[0].row != nil || x.wrong[0].gloss
	return said && b.shared[titleKey(x.Title)] && b.byTitle[titleKey(x.consensus)] == nil
}

// report reports the headings that are wrong, then the citations that are.
func (b *titleBook) report(p *check.Pass) {
	done := map[*titled]bool{}
	var left []*titleCitation
	for _, x := range b.titled {
		if done[x] {
			continue
		}
		if ring := b.headingRing(x); len(ring) > 1 {
			for _, y := range ring {
				done[y] = true
			}
			p.Report(b.exchangedHeadings(ring))
			continue
		}
		if b.overruled(x) {
			p.Report(b.wrongHeading(x))
		}
		for _, c := range x.wrong {
			if !b.overruled(x) || titleKey(c.Text) != titleKey(x.consensus) {
				left = append(left, c)
			}
		}
	}
	for _, ring := range exchanges(left) {
		if len(ring) > 1 {
			p.Report(b.exchangedCitations(ring))
		} else {
			p.Report(b.wrongCitation(ring[0]))
		}
	}
}

// headingRing are the principles whose headings have each other's titles,
// starting with x: the citations of each call it what the next is headed.
func (b *titleBook) headingRing(x *titled) []*titled {
	ring := []*titled{x}
	sure := b.overruled(x)
	for at := x; len(ring) <= len(b.titled); {
		next := b.byTitle[titleKey(at.consensus)]
		if at.consensus == "" || next == nil || next.voters == 0 || next.voters < len(next.wrong) {
			return nil
		}
		if next == x {
			if !sure {
				return nil
			}
			return ring
		}
		sure = sure || b.overruled(next)
		ring = append(ring, next)
		at = next
	}
	return nil
}

// rightTitle is the title that a citation should give: the heading's, unless
// the other citations overrule it.
func (b *titleBook) rightTitle(x *titled) string {
	if b.overruled(x) {
		return x.consensus
	}
	return x.Title
}

func (b *titleBook) wrongHeading(x *titled) *diag.Diagnostic {
	id := b.id(x.Number)
	count := fmt.Sprintf("%d citations call", x.voters)
	switch {
	case x.voters == 1 && x.wrong[0].row != nil:
		count = "its trace row calls"
	case x.voters == 1:
		count = "its citation calls"
	}
	d := &diag.Diagnostic{
		File: b.file, Span: x.TitleSpan, Target: id + " " + x.consensus,
		Message: fmt.Sprintf("the heading calls %s “%s”, while %s it “%s”", id, x.Title, count, x.consensus),
		Hint:    "give the heading its title back, or change the citations with it",
		Breaks:  b.breaks(b.defined(x.Number)),
		Needs:   []diag.Fact{b.numbers(), b.text()},
		Fix: &diag.Fix{
			Title: "take the title of the citations",
			Edits: []diag.Edit{{File: b.file, Span: x.TitleSpan, Text: x.consensus}},
		},
	}
	d.Related = x.citedAs()
	return d
}

// citedAs are the places that give the title the citations agree on.
func (x *titled) citedAs() []diag.Related {
	var out []diag.Related
	for _, c := range x.wrong {
		if titleKey(c.Text) == titleKey(x.consensus) {
			out = append(out, diag.Related{File: c.ref.From.File, Span: c.Span, Message: fmt.Sprintf("cited as “%s”", c.Text)})
		}
	}
	return out
}

func (b *titleBook) exchangedHeadings(ring []*titled) *diag.Diagnostic {
	x := ring[0]
	d := &diag.Diagnostic{
		File: b.file, Span: x.TitleSpan, Target: b.ids(ring),
		Message: fmt.Sprintf("the headings of %s have each other's titles: the citations call %s “%s”", b.ids(ring), b.id(x.Number), x.consensus),
		Hint:    "exchange the titles of the headings",
		Breaks:  b.breaks(),
		Needs:   []diag.Fact{b.numbers(), b.text()},
		Fix:     &diag.Fix{Title: "take the titles of the citations"},
	}
	for _, y := range ring {
		d.Breaks = append(d.Breaks, b.defined(y.Number))
		d.Fix.Edits = append(d.Fix.Edits, diag.Edit{File: b.file, Span: y.TitleSpan, Text: y.consensus})
		if y != x {
			d.Related = append(d.Related, diag.Related{
				File: b.file, Span: y.TitleSpan, Message: fmt.Sprintf("the citations call %s “%s”", b.id(y.Number), y.consensus),
			})
		}
	}
	d.Related = append(d.Related, x.citedAs()...)
	return d
}

// ids is "P3 and P4" or "P3, P4 and P5".
func (b *titleBook) ids(list []*titled) string {
	var names []string
	list = slices.Clone(list)
	slices.SortFunc(list, func(x, y *titled) int { return x.Number - y.Number })
	for _, x := range list {
		names = append(names, b.id(x.Number))
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
