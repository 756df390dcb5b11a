package review

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/corpus"
)

// A Filter chooses items; an empty list chooses all.
type Filter struct {
	// Domains are names, Documents paths; Principles are P6 of every domain
	// chosen, or messaging/P6 of one.
	Domains, Documents, Principles []string
}

// An UnknownError says that a filter names something the corpus has not.
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
	if len(f.Domains) > 0 && !slices.Contains(f.Domains, item.Domain.Name) && !slices.Contains(f.Domains, item.Domain.Short) {
		return false
	}
	if len(f.Documents) > 0 && !slices.ContainsFunc(item.Sources, func(s Source) bool { return slices.Contains(f.Documents, s.Path) }) &&
		!slices.Contains(f.Documents, item.Document.Path) {
		return false
	}
	if len(f.Principles) == 0 {
		return true
	}
	for _, p := range slices.Concat(item.Principles, item.Secondary) {
		if slices.Contains(f.Principles, p.ID()) || slices.Contains(f.Principles, p.Domain.Short+"/"+p.ID()) || slices.Contains(f.Principles, p.Domain.Name+"/"+p.ID()) {
			return true
		}
	}
	return false
}

func (f Filter) known(c *corpus.Corpus) error {
	var domains, documents, principles []string
	for _, d := range c.Domains {
		domains = append(domains, d.Name)
		for _, p := range d.Principles {
			if !slices.Contains(principles, p.ID()) {
				principles = append(principles, p.ID())
			}
			principles = append(principles, d.Name+"/"+p.ID())
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
		if !slices.Contains(documents, name) {
			return &UnknownError{"document of a domain", name, documents}
		}
	}
	for _, name := range f.Principles {
		if slices.Contains(principles, name) {
			continue
		}
		if domain, id, ok := strings.Cut(name, "/"); ok {
			if d := c.DomainByName(domain); d != nil && slices.ContainsFunc(d.Principles, func(p *corpus.Principle) bool { return p.ID() == id }) {
				continue
			}
		}
		return &UnknownError{"principle", name, principles}
	}
	return nil
}
