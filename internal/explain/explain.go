// Package explain says what a name of a corpus means: the definition of a
// principle, a core, a register id, an anti-pattern, a domain or a document, what
// it rests on, what breaches it, and everything that names it.
package explain

import (
	"fmt"
	"slices"
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
	if e.ids(name) {
		return e.out.String(), nil
	}
	named, err := c.Lookup(name)
	switch d := named.Document; {
	case err != nil:
		return "", err
	case named.Core != nil:
		e.writeCore(named.Core)
	case named.Principle != nil:
		e.writePrinciple(named.Principle)
	case named.AntiPattern != nil:
		e.writeAntiPattern(named.AntiPattern)
	case d == nil:
		if !e.undefined(name) {
			if list := Group(rules, name); list != "" {
				return list, nil
			}
			return "", unknown(name, slices.Concat(check.KnownNames(rules).Rules, c.Names()))
		}
	case d == c.Core:
		e.writeCores()
	case d.Domain != nil && d == d.Domain.First:
		e.writeDomain(d.Domain)
	default:
		e.writeDocument(d)
	}
	return e.out.String(), nil
}

// NoRule is the error for a name that no rule has, where there is no corpus to
// look it up in and why says so.
func NoRule(rules []*check.Rule, name string, why error) error {
	if near := nearest(name, check.KnownNames(rules).Rules); near != "" {
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

// explainer looks a name up and writes its page.
type explainer struct {
	page
	c *corpus.Corpus
}

// ids explains a register id, or each of a range, registered or only named.
func (e *explainer) ids(name string) bool {
	m := parse.ID(strings.ToUpper(name))
	if m == nil {
		return false
	}
	ids := corpus.IDs(m)
	if !slices.ContainsFunc(ids, func(id string) bool { return e.c.Entry(id) != nil || len(e.c.IDUses(id)) > 0 }) {
		return false
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
	return true
}

// undefined explains what documents name and nothing defines: a core without a
// core document, an anti-pattern without a register.
func (e *explainer) undefined(name string) bool {
	if before, number, _, ok := corpus.NumberedName(name, 'C'); ok && (before == "" || before == "core") {
		return e.writeUndefinedCore(number)
	}
	id := strings.ToLower(strings.Trim(name, "`"))
	if len(e.c.AntiPatternUses(id)) == 0 {
		return false
	}
	e.writeUndefinedAntiPattern(id)
	return true
}
