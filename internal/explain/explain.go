// Package explain says what a name of a corpus means: the definition of a
// principle, a core, a register id, an anti-pattern, a domain or a document, what
// it rests on, what breaches it, and everything that names it.
package explain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// Rule is the page of the rule of that name, "" where there is none.
func Rule(rules []*check.Rule, name string) string {
	for _, r := range rules {
		if r.Name == name {
			return fmt.Sprintf("%s\n(%s by default)\n", strings.TrimRight(r.Page, "\n"), r.Severity)
		}
	}
	return ""
}

// Group lists the rules of a group, "" where there is none.
func Group(rules []*check.Rule, name string) string {
	var p page
	for _, r := range rules {
		if r.Group() == name {
			p.hanging("", "    ", fmt.Sprintf("%s (%s): %s", r.Name, r.Severity, r.Summary))
		}
	}
	return p.out.String()
}

// Name says what a name means in a corpus. An unknown name is an error that
// offers the nearest one, rules included.
func Name(c *corpus.Corpus, rules []*check.Rule, name string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	e := &explainer{c: c}
	for _, look := range []func(string) (bool, error){e.core, e.principle, e.id, e.antiPattern, e.place} {
		found, err := look(name)
		if err != nil {
			return "", err
		}
		if found {
			return e.out.String(), nil
		}
	}
	if list := Group(rules, name); list != "" {
		return list, nil
	}
	return "", unknown(name, slices.Concat(ruleNames(rules), names(c)))
}

// NoRule is the error for a name that no rule has, where there is no corpus to
// look it up in and why says so.
func NoRule(rules []*check.Rule, name string, why error) error {
	if near := nearest(name, ruleNames(rules)); near != "" {
		return fmt.Errorf("no rule is named %q%s", name, near)
	}
	return fmt.Errorf("no rule is named %q, and there is no corpus to look it up in: %w", name, why)
}

// unknown is the error for a name that nothing has.
func unknown(name string, known []string) error {
	if near := nearest(name, known); near != "" {
		return fmt.Errorf("nothing is named %q%s", name, near)
	}
	return fmt.Errorf("nothing is named %q: a name is a rule (link/dangling), a principle (messaging P4), a core (C3), a register id (D-062), an anti-pattern, a domain, or the path of a document", name)
}

// nearest offers the known name that comes nearest; two edits make anything of a
// very short one.
func nearest(name string, known []string) string {
	if len(name) < 4 {
		return ""
	}
	return check.DidYouMean(name, known)
}

// ruleNames are the names of rules and groups.
func ruleNames(rules []*check.Rule) []string {
	var out []string
	for _, r := range rules {
		if !slices.Contains(out, r.Group()) {
			out = append(out, r.Group())
		}
		out = append(out, r.Name)
	}
	return out
}

// names are the names that a corpus knows, for suggestions.
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
			out = append(out, corpus.IDs(e.Mention)...)
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

// explainer looks a name up and writes its page.
type explainer struct {
	page
	c *corpus.Corpus
}

// numbered splits "messaging P4 Title", "messaging/P4" or "C3" at its number.
func numbered(name string, letter byte) (before string, number int, after string, ok bool) {
	for i := 0; i < len(name); i++ {
		if name[i]|0x20 != letter|0x20 || i > 0 && name[i-1] != ' ' && name[i-1] != '/' {
			continue
		}
		digits := name[i+1:]
		end := 0
		for end < len(digits) && digits[end] >= '0' && digits[end] <= '9' {
			end++
		}
		if end == 0 || end > 4 || end < len(digits) && digits[end] != ' ' {
			continue
		}
		number, _ = strconv.Atoi(digits[:end])
		return strings.Trim(name[:i], " /"), number, strings.TrimSpace(digits[end:]), true
	}
	return "", 0, "", false
}

// core explains "C3", also without a core document where documents cite it.
func (e *explainer) core(name string) (bool, error) {
	before, number, title, ok := numbered(name, 'C')
	if !ok || before != "" && !e.isCore(before) {
		return false, nil
	}
	core := e.c.CoreByNumber(number)
	switch {
	case core != nil:
		if err := sameTitle(core.ID(), core.Title, title); err != nil {
			return false, err
		}
		e.writeCore(core)
		return true, nil
	case e.c.Core != nil:
		return false, fmt.Errorf("there is no C%d: %s has %s", number, e.c.Core.Path, coreExtent(e.c))
	}
	return e.writeUndefinedCore(number), nil
}

// isCore reports whether a name is that of the core document or its folder.
func (e *explainer) isCore(name string) bool {
	if e.c.Core == nil {
		return name == "core"
	}
	path := e.c.Core.Path
	folder := path[:max(strings.LastIndexByte(path, '/'), 0)]
	return name == path || name == folder || name == folder[strings.LastIndexByte(folder, '/')+1:]
}

func coreExtent(c *corpus.Corpus) string {
	first, last := c.Cores[0].Number, c.Cores[0].Number
	for _, core := range c.Cores {
		first, last = min(first, core.Number), max(last, core.Number)
	}
	return fmt.Sprintf("C%d to C%d", first, last)
}

// sameTitle holds a title that was copied along with a number against the real
// one.
func sameTitle(id, title, given string) error {
	if given == "" || strings.EqualFold(strings.Trim(given, ".() "), title) {
		return nil
	}
	return fmt.Errorf("%s is “%s”, not “%s”", id, title, given)
}

// principle explains "messaging P4", and "P4" where one domain alone has it.
func (e *explainer) principle(name string) (bool, error) {
	before, number, title, ok := numbered(name, 'P')
	if !ok {
		return false, nil
	}
	if before == "" {
		return e.principleAnywhere(number)
	}
	d := e.domain(before)
	if d == nil {
		return false, nil
	}
	if err := e.ambiguous(before, fmt.Sprintf(" P%d", number)); err != nil {
		return false, err
	}
	p := d.Principle(number)
	if p == nil {
		return false, fmt.Errorf("%s has no P%d: %s", d.Name, number, extentOf(d))
	}
	if err := sameTitle(p.Name(), p.Title, title); err != nil {
		return false, err
	}
	e.writePrinciple(p)
	return true, nil
}

func (e *explainer) principleAnywhere(number int) (bool, error) {
	var found []*corpus.Principle
	for _, d := range e.c.Domains {
		if p := d.Principle(number); p != nil {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 0:
		return false, nil
	case 1:
		e.writePrinciple(found[0])
		return true, nil
	}
	return false, fmt.Errorf("%d domains have a P%d: say which, as in %q", len(found), number, found[0].Name())
}

func extentOf(d *corpus.Domain) string {
	if len(d.Principles) == 0 {
		return d.First.Path + " defines no principle"
	}
	first, last := d.Principles[0].Number, d.Principles[0].Number
	for _, p := range d.Principles {
		first, last = min(first, p.Number), max(last, p.Number)
	}
	return fmt.Sprintf("its principles run from P%d to P%d", first, last)
}

// domain is the domain of a name or folder, in any case.
func (e *explainer) domain(name string) *corpus.Domain {
	name = strings.Trim(strings.TrimPrefix(name, "./"), "/")
	if d := e.c.DomainByName(name); d != nil {
		return d
	}
	return e.c.DomainByName(strings.ToLower(name))
}

// ambiguous is the error for the name of a domain that another domain has too.
func (e *explainer) ambiguous(name, rest string) error {
	named := e.c.DomainsNamed(name)
	if len(named) < 2 {
		return nil
	}
	var choices []string
	for _, d := range named {
		choices = append(choices, strconv.Quote(d.Path+rest))
	}
	return fmt.Errorf("%d domains are named %q: say which, as in %s", len(named), name, strings.Join(choices, " or "))
}

// id explains a register id, or each of a range.
func (e *explainer) id(name string) (bool, error) {
	m := parse.ID(strings.ToUpper(name))
	if m == nil {
		return false, nil
	}
	ids := corpus.IDs(m)
	if !slices.ContainsFunc(ids, func(id string) bool { return e.c.Entry(id) != nil || len(e.c.IDUses(id)) > 0 }) {
		if e.c.Defines(m.Prefix) {
			return false, e.undefinedID(m, name)
		}
		return false, nil
	}
	for i, id := range ids {
		if i > 0 {
			e.line("")
		}
		if entry := e.c.Entry(id); entry != nil {
			e.writeEntry(entry, id)
		} else {
			e.writeUndefinedID(id)
		}
	}
	return true, nil
}

// undefinedID is the error for an id that no register has and nothing names.
func (e *explainer) undefinedID(m *parse.Mention, name string) error {
	m.Text = strings.ToUpper(name)
	first, last := e.c.IDExtent(m.Prefix)
	if near := e.c.NearestID(m); near != "" && m.RangeEnd == 0 {
		return fmt.Errorf("no register defines %s; did you mean %q? The ids run from %s to %s", m.Text, near, first, last)
	}
	return fmt.Errorf("no register defines %s; the ids run from %s to %s", m.Text, first, last)
}

// antiPattern explains the id of an anti-pattern.
func (e *explainer) antiPattern(name string) (bool, error) {
	name = strings.ToLower(strings.Trim(name, "`"))
	switch a := e.c.AntiPattern(name); {
	case a != nil:
		e.writeAntiPattern(a)
	case len(e.c.AntiPatternUses(name)) > 0:
		e.writeUndefinedAntiPattern(name)
	default:
		return false, nil
	}
	return true, nil
}

// place explains a domain, the core document, or the document at a path.
func (e *explainer) place(name string) (bool, error) {
	name = strings.Trim(strings.TrimPrefix(strings.Trim(name, "`"), "./"), "/")
	if e.c.Core != nil && e.isCore(name) {
		e.writeCores()
		return true, nil
	}
	if d := e.domain(name); d != nil {
		if err := e.ambiguous(name, ""); err != nil {
			return false, err
		}
		e.writeDomain(d)
		return true, nil
	}
	d, others := e.document(name)
	switch {
	case len(others) > 0:
		return false, fmt.Errorf("%d documents are named so: say which, as in %q or %q", len(others), others[0].Path, others[1].Path)
	case d == nil:
		return false, nil
	case d == e.c.Core:
		e.writeCores()
	case d.Domain != nil && d == d.Domain.First:
		e.writeDomain(d.Domain)
	default:
		e.writeDocument(d)
	}
	return true, nil
}

// document is the document at a path, with or without its ending, from the root
// or below a collection; or the only one whose path ends so. Of several that do
// it gives all.
func (e *explainer) document(name string) (only *corpus.Document, several []*corpus.Document) {
	for _, path := range []string{name, name + ".md"} {
		if d := e.c.Document(path); d != nil {
			return d, nil
		}
	}
	var found []*corpus.Document
	for _, d := range e.c.Documents {
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
	return nil, found
}
