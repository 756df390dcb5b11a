package changes

import (
	"fmt"
	"strconv"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/source"
)

// A Target is what an impact is asked of: a principle, a core, an id of a
// register, an anti-pattern or a document. One of its fields is set.
type Target struct {
	Principle   *corpus.Principle
	Core        *corpus.Core
	Entry       *corpus.Entry
	AntiPattern *corpus.AntiPattern
	Document    *corpus.Document
}

// Name is the target's name: "messaging P6", "C3", an id, a path.
func (t Target) Name() string {
	switch {
	case t.Principle != nil:
		return t.Principle.Name()
	case t.Core != nil:
		return t.Core.ID()
	case t.Entry != nil:
		return t.Entry.ID
	case t.AntiPattern != nil:
		return t.AntiPattern.ID
	case t.Document != nil:
		return t.Document.Path
	}
	return ""
}

// title is what the target is called or says.
func (t Target) title() string {
	switch {
	case t.Principle != nil:
		return t.Principle.Title
	case t.Core != nil:
		return t.Core.Title
	case t.Entry != nil:
		return t.Entry.Title
	case t.AntiPattern != nil:
		return t.AntiPattern.Summary
	case t.Document != nil:
		return t.Document.Title
	}
	return ""
}

// place is where the target is defined.
func (t Target) place() (*corpus.Document, source.Span) {
	switch {
	case t.Principle != nil:
		return t.Principle.Domain.First, t.Principle.TitleSpan
	case t.Core != nil:
		return t.Core.Document, t.Core.TitleSpan
	case t.Entry != nil:
		return t.Entry.Register.Document, t.Entry.Mention.Span
	case t.AntiPattern != nil:
		return t.AntiPattern.Document, t.AntiPattern.Span
	}
	return t.Document, t.Document.TitleSpan
}

// kind is the kind of what can change that the target is; ids of registers are
// not compared.
func (t Target) kind() Kind {
	switch {
	case t.Principle != nil:
		return Principle
	case t.Core != nil:
		return Core
	case t.AntiPattern != nil:
		return AntiPattern
	}
	return Document
}

// side is the place of the target, and what is said of it there.
func (t Target) side(text string) *Side {
	d, span := t.place()
	return side(d, span, text)
}

// An UnknownError says that a name means nothing in the corpus.
type UnknownError struct {
	Name string
	// Why says more, where there is more to say.
	Why string
	// Candidates are the names there are.
	Candidates []string
}

func (e *UnknownError) Error() string {
	if e.Why != "" {
		return fmt.Sprintf("%q %s", e.Name, e.Why)
	}
	return fmt.Sprintf("nothing in the corpus is named %q", e.Name)
}

// Resolve finds what a name means: messaging P6 or messaging/P6, C3, D-062, an
// anti-pattern, a domain, or the path of a document.
func Resolve(c *corpus.Corpus, name string) (Target, error) {
	name = strings.Join(strings.Fields(name), " ")
	if n, ok := numbered(name, 'C'); ok {
		if core := c.CoreByNumber(n); core != nil {
			return Target{Core: core}, nil
		}
	}
	if _, ok := numbered(name, 'P'); ok {
		return Target{}, &UnknownError{Name: name, Why: "is a principle of no domain: write messaging " + strings.ToUpper(name), Candidates: nil}
	}
	if e := c.Entry(strings.ToUpper(name)); e != nil {
		return Target{Entry: e}, nil
	}
	if a := c.AntiPattern(name); a != nil {
		return Target{AntiPattern: a}, nil
	}
	if i := strings.LastIndexAny(name, " /"); i > 0 {
		if n, ok := numbered(name[i+1:], 'P'); ok {
			if d := c.DomainByName(name[:i]); d != nil {
				if p := d.Principle(n); p != nil {
					return Target{Principle: p}, nil
				}
				return Target{}, &UnknownError{Name: name, Why: fmt.Sprintf("is no principle: %s has %d", d.Name, len(d.Principles))}
			}
		}
	}
	path := strings.TrimSuffix(name, "/")
	for _, candidate := range []string{path, path + ".md", path + "/first-principles.md"} {
		if d := c.Document(candidate); d != nil {
			return Target{Document: d}, nil
		}
	}
	if d := c.DomainByName(path); d != nil {
		return Target{Document: d.First}, nil
	}
	return Target{}, &UnknownError{Name: name, Candidates: names(c)}
}

// numbered reads "C3" with the given letter, in either case.
func numbered(name string, letter byte) (int, bool) {
	if len(name) < 2 || name[0]&^0x20 != letter {
		return 0, false
	}
	n, err := strconv.Atoi(name[1:])
	return n, err == nil && n > 0
}

// names are all names of a corpus.
func names(c *corpus.Corpus) []string {
	var out []string
	for _, core := range c.Cores {
		out = append(out, core.ID())
	}
	for _, d := range c.Domains {
		out = append(out, d.Name)
		for _, p := range d.Principles {
			out = append(out, p.Name())
		}
	}
	for _, r := range c.Registers {
		for _, e := range r.Entries {
			out = append(out, e.ID)
		}
	}
	for _, a := range c.AntiPatterns {
		out = append(out, a.ID)
	}
	for _, d := range c.Documents {
		out = append(out, d.Path)
	}
	return out
}
