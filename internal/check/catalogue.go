package check

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"atelier/internal/config"
	"atelier/internal/diag"
)

// Sections are the headings every rule page has, in this order; Fix only where
// the rule has one.
var Sections = []string{"What it flags", "Why", "Example", "Use instead"}

// Validate checks a catalogue of rules: names in order and by convention, each
// with a summary, a severity, a function, and a page that has the sections.
func Validate(rules []*Rule) error {
	var faults []error
	fault := func(r *Rule, format string, args ...any) {
		faults = append(faults, fmt.Errorf("rule %s: %s", r.Name, fmt.Sprintf(format, args...)))
	}
	if !slices.IsSortedFunc(rules, func(a, b *Rule) int { return strings.Compare(a.Name, b.Name) }) {
		faults = append(faults, errors.New("the rules are not sorted by name"))
	}
	seen := map[string]bool{}
	for _, r := range rules {
		if seen[r.Name] {
			fault(r, "is listed twice")
		}
		seen[r.Name] = true
		if !validName(r.Name) {
			fault(r, "the name is not group/what-it-flags in lower-case words")
		}
		if r.Severity == diag.Off {
			fault(r, "has no severity")
		}
		if r.Summary == "" || strings.HasSuffix(r.Summary, ".") {
			fault(r, "needs a summary without a full stop")
		}
		if r.Run == nil {
			fault(r, "has no function")
		}
		if !strings.HasPrefix(r.Page, "# "+r.Name+"\n") {
			fault(r, "has no page that starts with its name")
			continue
		}
		at := 0
		for _, section := range Sections {
			i := strings.Index(r.Page[at:], "\n## "+section+"\n")
			if i < 0 {
				fault(r, "the page lacks the section “%s”, or has it out of order", section)
				break
			}
			at += i
		}
	}
	return errors.Join(faults...)
}

func validName(name string) bool {
	group, what, ok := strings.Cut(name, "/")
	if !ok || group == "" || what == "" {
		return false
	}
	for _, r := range name {
		if !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r == '/') {
			return false
		}
	}
	return strings.Count(name, "/") == 1
}

// Select picks the rules that names or groups choose, all where none is given.
// An unknown name is an error that offers the nearest one.
func Select(rules []*Rule, selected, ignored []string) ([]*Rule, error) {
	for _, name := range slices.Concat(selected, ignored) {
		if !known(rules, name) {
			return nil, fmt.Errorf("no rule or group is named %q%s", name, DidYouMean(name, ruleNames(rules)))
		}
	}
	var out []*Rule
	for _, r := range rules {
		if len(selected) > 0 && !covers(selected, r) || covers(ignored, r) {
			continue
		}
		out = append(out, r)
	}
	return out, nil
}

// KnownNames are the names of rules and groups, for reading a configuration.
func KnownNames(rules []*Rule) config.Known {
	return config.Known{Rules: ruleNames(rules), DidYouMean: DidYouMean}
}

func known(rules []*Rule, name string) bool {
	return slices.ContainsFunc(rules, func(r *Rule) bool { return r.Name == name || r.Group() == name })
}

func covers(names []string, r *Rule) bool {
	return slices.Contains(names, r.Name) || slices.Contains(names, r.Group())
}

func ruleNames(rules []*Rule) []string {
	var names []string
	for _, r := range rules {
		if !slices.Contains(names, r.Group()) {
			names = append(names, r.Group())
		}
		names = append(names, r.Name)
	}
	return names
}

// DidYouMean is "; did you mean X?" with the candidate nearest to name, or ""
// where none comes near.
func DidYouMean(name string, candidates []string) string {
	if near := Nearest(name, candidates); near != "" {
		return fmt.Sprintf("; did you mean %q?", near)
	}
	return ""
}

// Nearest is the candidate within a third of name's letters in edits, or "". Of
// a short name two letters may differ, but never all.
func Nearest(name string, candidates []string) string {
	letters := utf8.RuneCountInString(name)
	best, bound := "", min(max(2, letters/3)+1, letters)
	for _, c := range candidates {
		if d := Distance(strings.ToLower(name), strings.ToLower(c)); d < bound {
			best, bound = c, d
		}
	}
	return best
}

// Distance is the number of letters to add, drop or replace that makes one text of
// another.
func Distance(a, b string) int {
	ra, rb := []rune(a), []rune(b)
	row := make([]int, len(rb)+1)
	for j := range row {
		row[j] = j
	}
	for i, ca := range ra {
		previous := row[0]
		row[0] = i + 1
		for j, cb := range rb {
			cost := previous
			if ca != cb {
				cost++
			}
			previous = row[j+1]
			row[j+1] = min(cost, row[j]+1, previous+1)
		}
	}
	return row[len(rb)]
}
