package corpus

import (
	"fmt"
	"path"
	"strconv"
	"strings"

	"atelier/internal/parse"
)

// A Named is what a person's name for a part of the corpus means. One of its
// fields is set; a domain is its first-principles document.
type Named struct {
	Principle   *Principle
	Core        *Core
	Entry       *Entry
	AntiPattern *AntiPattern
	Document    *Document
}

// Lookup finds what a name means, in any case: "messaging P4" or "messaging/P4",
// with or without its title, "P4" where one domain alone has it, "C3", an id of a
// register, an anti-pattern, a domain, or the path of a document or the end of
// it. It gives an empty [Named] where nothing has the name, and an error where the
// name says what there is none of (a number, a title or an id), or where several
// have it.
func (c *Corpus) Lookup(name string) (Named, error) {
	name = strings.Join(strings.Fields(strings.ReplaceAll(name, "`", "")), " ")
	name = strings.Trim(strings.TrimPrefix(name, "./"), "/")
	for _, look := range []func(string) (Named, error){c.lookupCore, c.lookupPrinciple, c.lookupID} {
		if found, err := look(name); err != nil || found != (Named{}) {
			return found, err
		}
	}
	if a := c.antiByID[strings.ToLower(name)]; a != nil {
		return Named{AntiPattern: a}, nil
	}
	if c.Core != nil && c.namesCore(name) {
		return Named{Document: c.Core}, nil
	}
	d, err := c.lookupDomain(name, "")
	if err != nil {
		return Named{}, err
	}
	if d != nil {
		return Named{Document: d.First}, nil
	}
	document, err := c.lookupDocument(name)
	return Named{Document: document}, err
}

// NumberedName splits "messaging P4 Title", "messaging/P4" or "C3" at the number
// behind a letter.
func NumberedName(name string, letter byte) (before string, number int, after string, ok bool) {
	for i := 0; i < len(name); i++ {
		if name[i]|0x20 != letter|0x20 || i > 0 && name[i-1] != ' ' && name[i-1] != '/' {
			continue
		}
		rest := strings.TrimLeft(name[i+1:], "0123456789")
		digits := name[i+1 : len(name)-len(rest)]
		if digits == "" || len(digits) > 4 || rest != "" && rest[0] != ' ' {
			continue
		}
		number, _ = strconv.Atoi(digits)
		return strings.Trim(name[:i], " /"), number, strings.TrimSpace(rest), true
	}
	return "", 0, "", false
}

func (c *Corpus) lookupCore(name string) (Named, error) {
	before, number, title, ok := NumberedName(name, 'C')
	if !ok || before != "" && !c.namesCore(before) || c.Core == nil {
		return Named{}, nil
	}
	core := c.CoreByNumber(number)
	if core == nil {
		first, last := c.Cores[0].Number, c.Cores[0].Number
		for _, core := range c.Cores {
			first, last = min(first, core.Number), max(last, core.Number)
		}
		return Named{}, fmt.Errorf("there is no C%d: %s has C%d to C%d", number, c.Core.Path, first, last)
	}
	return Named{Core: core}, sameTitle(core.ID(), core.Title, title)
}

// namesCore reports whether a name is that of the core document or its folder.
func (c *Corpus) namesCore(name string) bool {
	if c.Core == nil {
		return name == "core"
	}
	folder := path.Dir(c.Core.Path)
	return name == c.Core.Path || name == folder || name == path.Base(folder)
}

// sameTitle holds a title that was copied along with a number against the real
// one.
func sameTitle(id, title, given string) error {
	if given == "" || strings.EqualFold(strings.Trim(given, ".() "), title) {
		return nil
	}
	return fmt.Errorf("%s is “%s”, not “%s”", id, title, given)
}

func (c *Corpus) lookupPrinciple(name string) (Named, error) {
	before, number, title, ok := NumberedName(name, 'P')
	if !ok {
		return Named{}, nil
	}
	if before == "" {
		return c.lookupPrincipleAnywhere(number)
	}
	d, err := c.lookupDomain(before, fmt.Sprintf(" P%d", number))
	if d == nil {
		return Named{}, err
	}
	p := d.Principle(number)
	if p == nil {
		return Named{}, fmt.Errorf("%s has no P%d: %s", d.Name, number, d.extent())
	}
	return Named{Principle: p}, sameTitle(p.Name(), p.Title, title)
}

func (c *Corpus) lookupPrincipleAnywhere(number int) (Named, error) {
	var found []*Principle
	for _, d := range c.Domains {
		if p := d.Principle(number); p != nil {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 0:
		return Named{}, fmt.Errorf("no domain has a P%d", number)
	case 1:
		return Named{Principle: found[0]}, nil
	}
	return Named{}, fmt.Errorf("%d domains have a P%d: say which, as in %q", len(found), number, found[0].Name())
}

func (d *Domain) extent() string {
	if len(d.Principles) == 0 {
		return d.First.Path + " defines no principle"
	}
	first, last := d.Principles[0].Number, d.Principles[0].Number
	for _, p := range d.Principles {
		first, last = min(first, p.Number), max(last, p.Number)
	}
	return fmt.Sprintf("its principles run from P%d to P%d", first, last)
}

// lookupDomain is the domain of a name or folder, in any case. A name that several
// domains have is an error with the names to choose from, each with the rest of
// what was asked for.
func (c *Corpus) lookupDomain(name, rest string) (*Domain, error) {
	for _, name := range []string{name, strings.ToLower(name)} {
		if named := c.DomainsNamed(name); len(named) > 1 {
			var choices []string
			for _, d := range named {
				choices = append(choices, strconv.Quote(d.Path+rest))
			}
			return nil, fmt.Errorf("%d domains are named %q: say which, as in %s", len(named), name, strings.Join(choices, " or "))
		}
		if d := c.DomainByName(name); d != nil {
			return d, nil
		}
	}
	return nil, nil
}

func (c *Corpus) lookupID(name string) (Named, error) {
	id := strings.ToUpper(name)
	m := parse.ID(id)
	if m == nil {
		return Named{}, nil
	}
	if e := c.Entry(id); e != nil {
		return Named{Entry: e}, nil
	}
	if !c.Defines(m.Prefix) {
		return Named{}, nil
	}
	first, last := c.IDExtent(m.Prefix)
	if near := c.NearestID(m); near != "" && m.RangeEnd == 0 {
		return Named{}, fmt.Errorf("no register defines %s; did you mean %q? The ids run from %s to %s", id, near, first, last)
	}
	return Named{}, fmt.Errorf("no register defines %s; the ids run from %s to %s", id, first, last)
}

// lookupDocument is the document at a path, with or without its ending, from the
// root or below a folder; of several paths that end so it is an error.
func (c *Corpus) lookupDocument(name string) (*Document, error) {
	for _, at := range []string{name, name + ".md"} {
		if d := c.byPath[at]; d != nil {
			return d, nil
		}
	}
	var found []*Document
	for _, d := range c.Documents {
		if strings.HasSuffix(d.Path, "/"+name) || strings.HasSuffix(d.Path, "/"+name+".md") {
			found = append(found, d)
		}
	}
	switch len(found) {
	case 0:
		return nil, nil
	case 1:
		return found[0], nil
	}
	return nil, fmt.Errorf("%d documents are named so: say which, as in %q or %q", len(found), found[0].Path, found[1].Path)
}

// Names are the names that the corpus knows, for suggestions.
func (c *Corpus) Names() []string {
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
			out = append(out, IDs(e.Mention)...)
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
