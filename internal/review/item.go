// Package review turns the violations and anti-patterns of a corpus into review
// items: questions that a reviewer, a person or a program, can answer for a
// change, each with the principle it rests on and the place it comes from. It
// makes checklists of them and keeps account of what was accepted.
package review

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// A Kind says what an item was made from.
type Kind string

// The kinds of items.
const (
	Violation   Kind = "violation"
	AntiPattern Kind = "anti-pattern"
	Duty        Kind = "duty"
)

// An Item is one question of a checklist.
type Item struct {
	// ID is made from the domain, the primary principle and the first words of
	// the violation ("messaging/P6/unbounded-prefetch"), or kept from a
	// sign-off; Alias is the former where the two differ, else "".
	ID, Alias string
	Kind      Kind
	Domain    *corpus.Domain
	Document  *corpus.Document
	// Principles are the primary breaches, Secondary those that follow.
	Principles, Secondary []*corpus.Principle
	// Question is the text in review form, what is code in the corpus between
	// backticks: a sound change answers yes.
	Question string
	// Text is the violation, the summary of the anti-pattern, or the sentence
	// of the duty, with its lines joined.
	Text string
	// AntiPattern is the id of the anti-pattern that the item is, or "".
	AntiPattern string
	// Sources are the places the item comes from, the first its own.
	Sources []Source
	// Remark says where the documents that hold the item differ.
	Remark string

	stem string // what identifies the item within its principle
	// asked is the question, free what a list says that asks once for all.
	asked, free phrase
}

// Parts are the pieces of the question, in order: words, and code.
func (i *Item) Parts() []Part { return i.asked.parts() }

// ask sets the question.
func (i *Item) ask(asked, free phrase) { i.asked, i.free, i.Question = asked, free, asked.String() }

// A Source is a place in a document.
type Source struct {
	Path string
	Line int
}

// String is "path#line".
func (s Source) String() string { return fmt.Sprintf("%s#%d", s.Path, s.Line) }

// Items are the violations and anti-patterns of a corpus as items, in the order
// of domains, documents and rows. A violation that stands in several documents
// of a domain is one item with all its sources, and so is an anti-pattern with
// the rows that name it. An item that was accepted has the id of its sign-off.
func Items(c *corpus.Corpus) []*Item {
	var items []*Item
	byKey := map[string]*Item{}
	for _, d := range c.Domains {
		for _, doc := range d.Documents {
			for _, v := range doc.StatedViolations() {
				if item := newItem(c, d, v); byKey[item.key()] == nil {
					byKey[item.key()] = item
					items = append(items, item)
				} else {
					byKey[item.key()].merge(item)
				}
			}
		}
	}
	for _, a := range c.AntiPatterns {
		item := fromAntiPattern(a)
		if item == nil {
			continue
		}
		if row := byKey[item.key()]; row != nil {
			row.Kind = AntiPattern
			row.Sources = append(row.Sources, item.Sources...)
			continue
		}
		byKey[item.key()] = item
		items = append(items, item)
	}
	Arrange(c, items)
	identify(c, items)
	return items
}

// Arrange orders items by domain, and leaves their order within one.
func Arrange(c *corpus.Corpus, items []*Item) []*Item {
	place := map[*corpus.Domain]int{}
	for i, d := range c.Domains {
		place[d] = i
	}
	slices.SortStableFunc(items, func(a, b *Item) int { return place[a.Domain] - place[b.Domain] })
	return items
}

// key is what two rows share that say the same: the anti-pattern they name, or
// their words before the parenthesis.
func (i *Item) key() string {
	if i.AntiPattern != "" {
		return i.Domain.Path + "\x00id\x00" + i.AntiPattern
	}
	return i.Domain.Path + "\x00" + leading(i.Text)
}

// leading is a violation's text before its parenthesis, without regard to case
// and spaces.
func leading(text string) string {
	if i := strings.Index(text, " ("); i > 0 {
		text = text[:i]
	}
	return strings.ToLower(strings.Join(strings.Fields(text), " "))
}

func newItem(c *corpus.Corpus, d *corpus.Domain, v *corpus.Violation) *Item {
	primary, secondary := v.Breaches()
	item := &Item{
		Kind: Violation, Domain: d, Document: v.Document, Principles: primary, Secondary: secondary, Text: Normalise(v.Text),
		Sources: []Source{{v.Document.Path, v.Document.File.Line(v.Row.Span.Start)}},
	}
	item.stem = leading(item.Text)
	var words phrase
	if len(v.Row.Cells) > 0 {
		words = phraseOf(v.Row.Cells[0].Prose, 0, len(v.Row.Cells[0].Prose.Text))
	}
	how := row
	// A row belongs to the one anti-pattern of its domain that it names.
	if len(v.AntiPatterns) == 1 && c.DomainByName(c.SlugDomain(v.AntiPatterns[0].Text)) == d {
		item.AntiPattern = v.AntiPatterns[0].Text
		item.stem = strings.TrimPrefix(item.AntiPattern, d.Short+"-")
		var labelled bool
		if words, labelled = words.unlabelled(item.AntiPattern); labelled {
			how = summary
		}
	}
	item.ask(question(words, how))
	return item
}

// merge adds the same violation of another document: its sources, its
// principles, and a remark where the two are not the same.
func (i *Item) merge(other *Item) {
	if !slices.Equal(other.Principles, i.Principles) || !slices.Equal(other.Secondary, i.Secondary) {
		i.remark(fmt.Sprintf("%s breaches %s", other.Sources[0], breaches(other)))
	}
	if Normalise(other.Text) != Normalise(i.Text) {
		i.remark(fmt.Sprintf("%s says “%s”", other.Sources[0], other.Text))
	}
	i.Sources = append(i.Sources, other.Sources...)
	for _, p := range other.Principles {
		if !slices.Contains(i.Principles, p) {
			i.Principles = append(i.Principles, p)
		}
	}
	i.Secondary = slices.DeleteFunc(append(i.Secondary, other.Secondary...), func(p *corpus.Principle) bool { return slices.Contains(i.Principles, p) })
	i.Secondary = unique(i.Secondary)
}

func unique(principles []*corpus.Principle) []*corpus.Principle {
	var out []*corpus.Principle
	for _, p := range principles {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	return out
}

func (i *Item) remark(text string) {
	if i.Remark != "" {
		text = i.Remark + "; " + text
	}
	i.Remark = text
}

// breaches are an item's principles for people: "P5, P6 and then P3".
func breaches(i *Item) string {
	text := strings.Join(ids(i.Principles), ", ")
	if text == "" {
		text = "no principle"
	}
	if len(i.Secondary) > 0 {
		text += " and then " + strings.Join(ids(i.Secondary), ", ")
	}
	return text
}

func ids(principles []*corpus.Principle) []string {
	out := make([]string, len(principles))
	for i, p := range principles {
		out[i] = p.ID()
	}
	return out
}

// fromAntiPattern is the item of a registered anti-pattern, nil where its
// domain is not part of the corpus.
func fromAntiPattern(a *corpus.AntiPattern) *Item {
	if a.Domain == nil {
		return nil
	}
	item := &Item{
		Kind: AntiPattern, Domain: a.Domain, Document: a.Document, Text: Normalise(a.Summary), AntiPattern: a.ID,
		Principles: targets(a.Breaches), Secondary: targets(a.Compounds),
		Sources: []Source{{a.Document.Path, a.Document.File.Line(a.Row.Span.Start)}},
		stem:    strings.TrimPrefix(a.ID, a.Domain.Short+"-"),
	}
	if a.Home != nil && a.Home.Target != nil {
		item.Document = a.Home.Target
	}
	words := phrase{text: withoutCode(item.Text)}
	for _, cell := range a.Row.Cells {
		if cell.Prose.Text == a.Summary {
			words = phraseOf(cell.Prose, 0, len(cell.Prose.Text))
		}
	}
	item.ask(question(words, summary))
	return item
}

func targets(refs []*corpus.Reference) []*corpus.Principle {
	var out []*corpus.Principle
	for _, ref := range refs {
		if ref.Principle != nil {
			out = append(out, ref.Principle)
		}
	}
	return unique(out)
}

// slugWords is how many words of a violation its id holds.
const slugWords = 6

// identify gives every item its id. Items that would share one are told apart by
// their document, all of them, so that the order of documents does not matter;
// within one document by all their words. One that was accepted keeps the id of
// its sign-off.
func identify(c *corpus.Corpus, items []*Item) {
	for _, i := range items {
		i.ID = i.prefix() + slug(i.stem, slugWords)
	}
	apart(items, func(i *Item) string { return i.ID + "@" + base(i.Document.Path) })
	apart(items, func(i *Item) string { return i.prefix() + slug(i.stem, len(i.stem)) + "@" + base(i.Document.Path) })
	seen := map[string]int{}
	for _, i := range items {
		if seen[i.ID]++; seen[i.ID] > 1 {
			i.ID = fmt.Sprintf("%s-%d", i.ID, seen[i.ID])
		}
	}
	if signoffs, err := SignoffsOf(c); err == nil { // else review/malformed-signoffs says what is wrong
		signoffs.adopt(c, items)
	}
}

// apart renames the items that share their id.
func apart(items []*Item, rename func(*Item) string) {
	count := map[string]int{}
	for _, i := range items {
		count[i.ID]++
	}
	shared := slices.DeleteFunc(slices.Clone(items), func(i *Item) bool { return count[i.ID] < 2 })
	for _, i := range shared {
		i.ID = rename(i)
	}
}

func base(path string) string {
	return strings.TrimSuffix(path[strings.LastIndexByte(path, '/')+1:], ".md")
}

// prefix is the part of an id before its words.
func (i *Item) prefix() string {
	principle := "-"
	if len(i.Principles) > 0 {
		principle = i.Principles[0].ID()
		if d := i.Principles[0].Domain; d != i.Domain {
			principle = d.Short + "-" + principle
		}
	}
	prefix := i.Domain.Name + "/" + principle + "/"
	if i.Kind == Duty {
		prefix += "duty-"
	}
	return prefix
}

// trailing are words that an id does not end in, where it is cut.
var trailing = set("after and apart as at before but by for from if in into is no not of on only or over than to until when where while whose with without")

// slug joins the first words of a text for an id; articles and relatives are
// left out, since they come and go as a sentence is polished.
func slug(text string, most int) string {
	out := make([]string, 0, min(most, 16))
	for word := range strings.FieldsSeq(text) {
		switch word {
		case "a", "an", "the", "that", "which":
			continue
		}
		if word = strings.Trim(parse.Slug(word), "-_"); word == "" {
			continue
		}
		if out = append(out, word); len(out) == most {
			break
		}
	}
	for len(out) > 2 && trailing[out[len(out)-1]] {
		out = out[:len(out)-1]
	}
	if len(out) == 0 {
		return "item"
	}
	return strings.Join(out, "-")
}
