package review

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/corpus"
)

// A Filter chooses items that every part of it allows; an empty part allows
// all.
type Filter struct {
	// Domains are names, Documents paths; Principles are P6 of every domain
	// chosen, or messaging/P6 of one.
	Domains, Documents, Principles []string
	// Keep are further conditions, such as those of [Changes] and [Touched].
	Keep []func(*Item) bool
}

// An UnknownError says that a name is not one of the corpus.
type UnknownError struct {
	What, Name string
	// Candidates are the names there are.
	Candidates []string
}

func (e *UnknownError) Error() string { return fmt.Sprintf("no %s is named %q", e.What, e.Name) }

// Apply keeps the items that the filter chooses. A name that the corpus does
// not have is an [UnknownError].
func (f Filter) Apply(c *corpus.Corpus, items []*Item) ([]*Item, error) {
	if err := f.known(c); err != nil {
		return nil, err
	}
	var out []*Item
	for _, item := range items {
		if f.chooses(item) {
			out = append(out, item)
		}
	}
	return out, nil
}

func (f Filter) chooses(item *Item) bool {
	if len(f.Domains) > 0 && !slices.ContainsFunc(f.Domains, item.belongsTo) {
		return false
	}
	if len(f.Documents) > 0 && !slices.ContainsFunc(f.Documents, item.standsIn) {
		return false
	}
	if len(f.Principles) > 0 && !slices.ContainsFunc(item.breached(), func(p *corpus.Principle) bool {
		return slices.ContainsFunc([]string{p.ID(), p.Domain.Short + "/" + p.ID(), principleName(p), p.Domain.Path + "/" + p.ID()}, func(name string) bool {
			return slices.Contains(f.Principles, name)
		})
	}) {
		return false
	}
	return !slices.ContainsFunc(f.Keep, func(keep func(*Item) bool) bool { return !keep(item) })
}

// belongsTo reports whether a name is that of an item's domain.
func (i *Item) belongsTo(name string) bool {
	return name == i.Domain.Name || name == i.Domain.Short || name == i.Domain.Path
}

// standsIn reports whether an item belongs to a document or comes from it.
func (i *Item) standsIn(path string) bool {
	return i.Document.Path == path || slices.ContainsFunc(i.Sources, func(s Source) bool { return s.Path == path })
}

// breached are all principles of an item.
func (i *Item) breached() []*corpus.Principle { return slices.Concat(i.Principles, i.Secondary) }

func (f Filter) known(c *corpus.Corpus) error {
	var domains, documents, principles []string
	short := map[string]bool{}
	for _, d := range c.Domains {
		domains = append(domains, d.Name)
		for _, p := range d.Principles {
			short[p.ID()] = true
			principles = append(principles, principleName(p))
		}
		for _, doc := range d.Documents {
			documents = append(documents, doc.Path)
		}
	}
	for _, name := range f.Domains {
		if c.DomainByName(name) == nil {
			return &UnknownError{"domain", name, domains}
		}
	}
	for _, name := range f.Documents {
		if d := c.Document(name); d == nil || d.Domain == nil {
			return &UnknownError{"document of a domain", name, documents}
		}
	}
	for _, name := range f.Principles {
		if !short[name] && !hasPrinciple(c, name) {
			return &UnknownError{"principle", name, principles}
		}
	}
	return nil
}

// hasPrinciple reports whether "messaging/P6" names a principle.
func hasPrinciple(c *corpus.Corpus, name string) bool {
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		return false
	}
	d := c.DomainByName(name[:i])
	return d != nil && slices.ContainsFunc(d.Principles, func(p *corpus.Principle) bool { return p.ID() == name[i+1:] })
}
