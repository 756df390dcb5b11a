// Package review turns the violations and anti-patterns of a corpus into review
// items: questions that a reviewer, a person or a program, can answer for a
// change, each with the principle it rests on and the place it comes from.
package review

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// An Item is one question of a checklist.
type Item struct {
	// ID is stable while the first words of the violation and its primary
	// principle are: "messaging/P6/unbounded-prefetch".
	ID       string
	Domain   *corpus.Domain
	Document *corpus.Document
	// Principles are the primary breaches, Secondary those that follow.
	Principles, Secondary []*corpus.Principle
	// Question is the violation in review form: a sound change answers yes.
	Question string
	// Violation is the text of the row.
	Violation string
	// AntiPattern is set for items of the anti-patterns register and for
	// rows that name one.
	AntiPattern string
	// Sources are the places the item comes from, the first its own.
	Sources []Source
	// Remark says where the documents that hold the item differ.
	Remark string
}

// A Source is a place in a document.
type Source struct {
	Path string
	Line int
}

// String is "path#line".
func (s Source) String() string { return fmt.Sprintf("%s#%d", s.Path, s.Line) }

// Items are the items of a corpus: violations in domain and document order,
// then the anti-patterns that no row names. A violation that stands in several
// documents of a domain is one item with all its sources.
func Items(c *corpus.Corpus) []*Item {
	var items []*Item
	byKey := map[string]*Item{}
	ids := map[string]bool{}
	named := map[string]bool{}
	for _, d := range c.Domains {
		for _, doc := range d.Documents {
			for _, v := range doc.Violations {
				key := d.Path + "\x00" + words(v.Text)
				if item := byKey[key]; item != nil {
					item.merge(v)
					continue
				}
				item := newItem(d, v, ids)
				for _, a := range v.AntiPatterns {
					named[a.Text] = true
				}
				byKey[key] = item
				items = append(items, item)
			}
		}
	}
	for _, a := range c.AntiPatterns {
		if item := fromAntiPattern(a, ids); item != nil && !named[a.ID] {
			items = append(items, item)
		}
	}
	place := map[*corpus.Domain]int{}
	for i, d := range c.Domains {
		place[d] = i
	}
	slices.SortStableFunc(items, func(a, b *Item) int { return place[a.Domain] - place[b.Domain] })
	return items
}

// words is a violation's text before its parenthesis, normalised: what makes
// two rows the same violation.
func words(text string) string {
	if i := strings.Index(text, " ("); i > 0 {
		text = text[:i]
	}
	return strings.ToLower(strings.Join(strings.Fields(text), " "))
}

func newItem(d *corpus.Domain, v *corpus.Violation, ids map[string]bool) *Item {
	primary, secondary := v.Breaches()
	item := &Item{
		Domain: d, Document: v.Document, Principles: primary, Secondary: secondary,
		Violation: v.Text, Question: Question(v.Text), Sources: []Source{source(v)},
	}
	if len(v.AntiPatterns) > 0 {
		item.AntiPattern = v.AntiPatterns[0].Text
	}
	item.ID = identify(d.Name, primary, words(v.Text), v.Document.Path, ids)
	return item
}

func source(v *corpus.Violation) Source {
	return Source{v.Document.Path, v.Document.File.Line(v.Row.Span.Start)}
}

// identify makes an id and tells it apart from those given, by the document.
func identify(domain string, principles []*corpus.Principle, text, path string, ids map[string]bool) string {
	principle := "-"
	if len(principles) > 0 {
		principle = principles[0].ID()
	}
	id := fmt.Sprintf("%s/%s/%s", domain, principle, strings.Trim(parse.Slug(text), "-"))
	if ids[id] {
		base := path[strings.LastIndexByte(path, '/')+1:]
		id += "@" + strings.TrimSuffix(base, ".md")
	}
	for n, stem := 2, id; ids[id]; n++ {
		id = fmt.Sprintf("%s-%d", stem, n)
	}
	ids[id] = true
	return id
}

// merge adds the same violation of another document: its source, its
// principles, and a remark where they are not the same.
func (i *Item) merge(v *corpus.Violation) {
	i.Sources = append(i.Sources, source(v))
	primary, secondary := v.Breaches()
	if !slices.Equal(primary, i.Principles) {
		i.remark(fmt.Sprintf("%s says %s", source(v), list(primary)))
	}
	for _, p := range primary {
		if !slices.Contains(i.Principles, p) {
			i.Principles = append(i.Principles, p)
		}
	}
	for _, p := range secondary {
		if !slices.Contains(i.Secondary, p) && !slices.Contains(i.Principles, p) {
			i.Secondary = append(i.Secondary, p)
		}
	}
	if i.AntiPattern == "" && len(v.AntiPatterns) > 0 {
		i.AntiPattern = v.AntiPatterns[0].Text
	}
}

func (i *Item) remark(text string) {
	if i.Remark != "" {
		text = i.Remark + "; " + text
	}
	i.Remark = text
}

func list(principles []*corpus.Principle) string {
	if len(principles) == 0 {
		return "no principle"
	}
	ids := make([]string, len(principles))
	for i, p := range principles {
		ids[i] = p.ID()
	}
	return strings.Join(ids, ", ")
}

// fromAntiPattern is the item of a registered anti-pattern, nil where its
// domain is not part of the corpus.
func fromAntiPattern(a *corpus.AntiPattern, ids map[string]bool) *Item {
	if a.Domain == nil {
		return nil
	}
	item := &Item{Domain: a.Domain, Document: a.Document, Violation: a.Summary, AntiPattern: a.ID}
	if a.Home != nil && a.Home.Target != nil {
		item.Document = a.Home.Target
	}
	for _, ref := range a.Breaches {
		if ref.Principle != nil {
			item.Principles = append(item.Principles, ref.Principle)
		}
	}
	for _, ref := range a.Compounds {
		if ref.Principle != nil {
			item.Secondary = append(item.Secondary, ref.Principle)
		}
	}
	item.Question = Question(a.Summary)
	item.Sources = []Source{{a.Document.Path, a.Document.File.Line(a.Row.Span.Start)}}
	item.ID = identify(a.Domain.Name, item.Principles, strings.TrimPrefix(a.ID, a.Domain.Short+"-"), a.Document.Path, ids)
	return item
}
