package review

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"atelier/internal/corpus"
)

// A group is the items of one primary principle, nil where they have none.
type group struct {
	principle *corpus.Principle
	items     []*Item
}

// byDomain parts items, which are in the order of domains, by domain.
func byDomain(items []*Item) [][]*Item {
	var out [][]*Item
	for i, start := 0, 0; i < len(items); i++ {
		if i+1 == len(items) || items[i+1].Domain != items[start].Domain {
			out = append(out, items[start:i+1])
			start = i + 1
		}
	}
	return out
}

// byDocument parts the items of a domain by their document, in the order of the
// domain's documents.
func byDocument(items []*Item) [][]*Item {
	var out [][]*Item
	place := map[*corpus.Document]int{}
	for _, d := range items[0].Domain.Documents {
		place[d] = len(out)
		out = append(out, nil)
	}
	for _, i := range items {
		at, ok := place[i.Document]
		if !ok { // the home of an anti-pattern may be anywhere
			at = len(out)
			place[i.Document] = at
			out = append(out, nil)
		}
		out[at] = append(out[at], i)
	}
	return out
}

// byPrinciple groups items by their primary principle: those of the domain in
// their order, then those of other domains, then none.
func byPrinciple(items []*Item) []group {
	var order []*corpus.Principle
	members := map[*corpus.Principle][]*Item{}
	for _, i := range items {
		var p *corpus.Principle
		if len(i.Principles) > 0 {
			p = i.Principles[0]
		}
		if members[p] == nil && p != nil && p.Domain != i.Domain {
			order = append(order, p)
		}
		members[p] = append(members[p], i)
	}
	var out []group
	for _, p := range append(append([]*corpus.Principle{}, items[0].Domain.Principles...), append(order, nil)...) {
		if len(members[p]) > 0 {
			out = append(out, group{p, members[p]})
		}
	}
	return out
}

// label is how a group is headed within a domain.
func (g group) label(d *corpus.Domain) string {
	switch {
	case g.principle == nil:
		return "Without a principle"
	case g.principle.Domain != d:
		return g.principle.Name() + " " + g.principle.Title
	}
	return g.principle.ID() + " " + g.principle.Title
}

// why is the reason that the trace table gives for a principle, or "".
func (g group) why() string {
	if g.principle == nil || g.principle.Row == nil {
		return ""
	}
	return Normalise(g.principle.Row.Why)
}

// heading is the name of a domain as its document titles it: "Messaging" of
// "Messaging — First Principles".
func heading(d *corpus.Domain) string {
	title, _, _ := strings.Cut(d.First.Title, " — ")
	if title == "" {
		return d.Name
	}
	return title
}

// also names the principles of an item beside the one it is grouped under:
// "also P2; then P3".
func (i *Item) also() string {
	name := func(p *corpus.Principle) string {
		if p.Domain != i.Domain {
			return p.Name()
		}
		return p.ID()
	}
	var first, then []string
	for n, p := range i.Principles {
		if n > 0 {
			first = append(first, name(p))
		}
	}
	for _, p := range i.Secondary {
		then = append(then, name(p))
	}
	var parts []string
	if len(first) > 0 {
		parts = append(parts, "also "+strings.Join(first, ", "))
	}
	if len(then) > 0 {
		parts = append(parts, "then "+strings.Join(then, ", "))
	}
	return strings.Join(parts, "; ")
}

// name is an item's id within its domain and principle.
func (i *Item) name() string { return strings.TrimPrefix(i.ID, i.prefix()) }

// agentLegend is what the lines of a list for a language model share, said once.
const agentLegend = "Ask “Is the change free of this?” of each line, unless it is a question. A sound change answers yes to all.\n" +
	"An item's id is its domain, its principle's number and its name, `domain/P1/name`; a name with a slash is a whole id.\n" +
	"One domain alone: `atelier review export --audience agent --domain NAME`.\n"

// agentList writes items for a language model: one line an item below its
// principle, and at the end the size of it all, where it does not stand before
// the first line that an edit changes.
func (m markup) agentList(b *strings.Builder, items []*Item, bullet string) {
	domains := byDomain(items)
	total, sizes := utf8.RuneCountInString(agentLegend), make([]string, len(domains))
	b.WriteString(agentLegend)
	for n, list := range domains {
		var part strings.Builder
		fmt.Fprintf(&part, "\n## %s\n", m.text(list[0].Domain.Name))
		for _, g := range byPrinciple(list) {
			fmt.Fprintf(&part, "\n**%s**\n\n", m.text(g.label(list[0].Domain)))
			for _, i := range g.items {
				m.agentItem(&part, i, bullet)
			}
		}
		b.WriteString(part.String())
		size := utf8.RuneCountInString(part.String())
		total += size
		sizes[n] = fmt.Sprintf("- %s: %s, %s", m.text(list[0].Domain.Name), count(len(list), "item"), count(size, "character"))
	}
	fmt.Fprintf(b, "\n## Size\n\n%s of %s, %s:\n\n%s\n", count(len(items), "item"), count(len(domains), "domain"), count(total, "character"), strings.Join(sizes, "\n"))
}

func (m markup) agentItem(b *strings.Builder, i *Item, bullet string) {
	fmt.Fprintf(b, "%s%s: %s", bullet, m.text(i.name()), m.phrase(i.free))
	if also := i.also(); also != "" {
		fmt.Fprintf(b, " [%s]", also)
	}
	b.WriteByte('\n')
}

// count is a number with its noun: "1 item", "12,345 items".
func count(n int, noun string) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if n != 1 {
		noun += "s"
	}
	return digits + " " + noun
}

// peerList writes items for people: by domain and document, below each principle
// why it holds.
func (m markup) peerList(b *strings.Builder, items []*Item, bullet string) {
	for n, list := range byDomain(items) {
		if n > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "## %s\n", m.text(heading(list[0].Domain)))
		for _, part := range byDocument(list) {
			if len(part) == 0 {
				continue
			}
			fmt.Fprintf(b, "\n### [%s](%s)\n", m.text(titleOf(part[0].Document)), m.link(part[0].Document.Path))
			for _, g := range byPrinciple(part) {
				fmt.Fprintf(b, "\n**%s**", m.text(g.label(list[0].Domain)))
				if why := g.why(); why != "" {
					fmt.Fprintf(b, ": %s", m.text(why))
				}
				b.WriteString("\n\n")
				for _, i := range g.items {
					m.peerItem(b, i, bullet)
				}
			}
		}
	}
}

func (m markup) peerItem(b *strings.Builder, i *Item, bullet string) {
	fmt.Fprintf(b, "%s%s", bullet, m.phrase(i.asked))
	if also := i.also(); also != "" {
		fmt.Fprintf(b, " (%s)", also)
	}
	if i.AntiPattern != "" {
		fmt.Fprintf(b, " %s", codeSpan(i.AntiPattern))
	}
	seen := map[string]bool{i.Document.Path: true}
	var others []string
	for _, s := range i.Sources {
		if !seen[s.Path] && !i.fromRegister(s.Path) {
			seen[s.Path] = true
			others = append(others, fmt.Sprintf("[%s](%s)", m.text(base(s.Path)), m.link(s.Path)))
		}
	}
	if len(others) > 0 {
		fmt.Fprintf(b, " See also %s.", strings.Join(others, ", "))
	}
	b.WriteByte('\n')
}

func titleOf(d *corpus.Document) string {
	if d.Title == "" {
		return d.Path
	}
	return Normalise(d.Title)
}
