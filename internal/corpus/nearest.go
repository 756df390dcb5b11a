package corpus

import (
	"path"
)

// nearestAntiPattern is the registered id within two letters of a slug, and
// whether there is any; where two are equally near it names neither.
func (c *Corpus) nearestAntiPattern(slug string) (id string, found bool) {
	const bound = 2
	best := bound + 1
	for _, a := range c.AntiPatterns {
		switch d := distance(a.ID, slug, min(best, bound)); {
		case d < best:
			id, best = a.ID, d
		case d == best && d <= bound && a.ID != id:
			id = ""
		}
	}
	return id, best <= bound
}

// nearestPath is the document whose path is closest to a dangling one, or "".
// A path that is gone is often named in many places.
func (r *resolver) nearestPath(name string) string {
	near, ok := r.nearest[name]
	if !ok {
		near = r.searchNearest(name)
		r.nearest[name] = near
	}
	return near
}

// maxGuesses bounds the comparisons of one document that look for what was
// meant: each is cheap, but a document of broken links has as many as links
// times names.
const maxGuesses = 1 << 16

// guess is the distance of two names while guesses are left, more than bound
// afterwards.
func (r *resolver) guess(a, b string, bound int) int {
	if r.guesses == 0 {
		return bound + 1
	}
	r.guesses--
	return distance(a, b, bound)
}

func (r *resolver) searchNearest(name string) string {
	c := r.c
	best, bound := "", max(2, len(path.Base(name))/3)
	consider := func(candidate string) {
		if n := r.guess(candidate, name, bound); bound > 0 && n <= bound && candidate != name {
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
	for _, d := range c.Documents {
		if path.Base(d.Path) == path.Base(name) && path.Base(name) != "first-principles.md" && path.Base(name) != "README.md" {
			return d.Path
		}
	}
	return ""
}
