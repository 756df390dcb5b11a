package corpus

import (
	"path"
	"unicode/utf8"
)

// nearestAntiPattern is the registered id within two letters of a slug, and
// whether there is any; where two are equally near it names neither.
func (c *Corpus) nearestAntiPattern(slug string) (id string, found bool) {
	const bound = 2
	best := bound + 1
	for _, a := range c.AntiPatterns {
		switch d := EditDistance(a.ID, slug, min(best, bound)); {
		case d < best:
			id, best = a.ID, d
		case d == best && d <= bound && a.ID != id:
			id = ""
		}
	}
	return id, best <= bound
}

// guesses bounds the comparisons that look for what was meant: each is cheap, but
// a tree of broken links has as many as links times names.
type guesses int

// The guesses of a document, about ids and anchors, and of a run, about paths.
const (
	guessesOfDocument guesses = 1 << 16
	guessesOfRun      guesses = 1 << 19
)

// distance is that of two names while guesses are left, more than bound afterwards.
func (g *guesses) distance(a, b string, bound int) int {
	if *g == 0 {
		return bound + 1
	}
	*g--
	return EditDistance(a, b, bound)
}

// suggestPaths gives references to nothing the document whose path is closest. A
// path that is gone is often named in many places, so this is done once for all
// documents, in their order.
func (c *Corpus) suggestPaths(lost []*Reference) {
	near, left := map[string]string{}, guessesOfRun
	for _, ref := range lost {
		suggestion, ok := near[ref.Path]
		if !ok {
			suggestion = c.nearestPath(ref.Path, &left)
			near[ref.Path] = suggestion
		}
		ref.Suggestion = suggestion
	}
}

// nearestPath is the document whose path is closest to one that is gone, within a
// fifth of its name in edits; or else the only one of the same name in another
// folder, or "".
func (c *Corpus) nearestPath(name string, left *guesses) string {
	best, bound := "", max(2, utf8.RuneCountInString(path.Base(name))/5)
	consider := func(candidate string) {
		if n := left.distance(candidate, name, bound); bound > 0 && n <= bound && candidate != name {
			best, bound = candidate, n-1
		}
	}
	for _, d := range c.Documents {
		consider(d.Path)
	}
	if c.Manifest != nil {
		for _, row := range c.Manifest.Rows {
			consider(row.Path)
		}
	}
	if best != "" {
		return best
	}
	if base := path.Base(name); base != "first-principles.md" && base != "README.md" {
		for _, d := range c.Documents {
			switch {
			case path.Base(d.Path) != base:
			case best != "":
				return "" // any of them may be meant
			default:
				best = d.Path
			}
		}
	}
	return best
}
