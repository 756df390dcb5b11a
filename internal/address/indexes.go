package address

import (
	"path"
	"slices"
	"strings"

	"atelier/internal/corpus"
)

// Indexes are the pages that gather something from all documents. One that would
// gather nothing is "" and is not made.
type Indexes struct {
	Domains, Violations, Checklists string
	AntiPatterns, Decisions, IDs    string
	Phases, Comparisons, Examples   string
}

// indexesOf are the pages that gather something of a corpus.
func indexesOf(c *corpus.Corpus) Indexes {
	in := Indexes{}
	set := func(page *string, name string, wanted bool) {
		if wanted {
			*page = name
		}
	}
	violations, code := 0, 0
	for _, d := range c.Documents {
		violations += len(d.StatedViolations())
		if d.Domain != nil {
			code += len(d.Fences)
		}
	}
	decisions, others := 0, 0
	for _, r := range c.Registers {
		if r.Kind == corpus.Decisions {
			decisions += len(r.Entries)
		} else {
			others += len(r.Entries)
		}
	}
	set(&in.Domains, "domains.html", len(c.Domains) > 1)
	set(&in.Violations, "violations.html", violations > 0)
	set(&in.Checklists, path.Join(c.Config.Review, "checklists.html"), violations+len(c.AntiPatterns) > 0 && len(c.Domains) > 0)
	slugs, _ := c.Unregistered(corpus.ToAntiPattern)
	loose, _ := c.Unregistered(corpus.ToID)
	set(&in.AntiPatterns, "anti-patterns.html", len(c.AntiPatterns)+len(slugs) > 0)
	set(&in.Decisions, "decisions.html", decisions > 0)
	set(&in.IDs, "requirements.html", others+len(loose) > 0)
	set(&in.Phases, "phases.html", hasPhases(c))
	set(&in.Comparisons, "comparisons.html", slices.ContainsFunc(c.Documents, func(d *corpus.Document) bool {
		return slices.ContainsFunc(d.Tables, corpus.IsComparison)
	}))
	set(&in.Examples, "examples.html", code > 0)
	return in
}

// All are the pages that are made.
func (in Indexes) All() []string {
	return slices.DeleteFunc([]string{
		in.Domains, in.Violations, in.Checklists, in.AntiPatterns, in.Decisions, in.IDs, in.Phases, in.Comparisons, in.Examples,
	}, func(page string) bool { return page == "" })
}

// IsPhase reports whether a text names a phase, "v0.4 P2", and not a milestone alone.
func IsPhase(name string) bool {
	_, ok := corpus.ParseSince(name)
	return ok && strings.Contains(name, " ")
}

// hasPhases reports whether the roadmap, the manifest or a register names a phase.
func hasPhases(c *corpus.Corpus) bool {
	for _, d := range c.Documents {
		if d.Row != nil && IsPhase(d.Row.SinceText) {
			return true
		}
		for name := range d.RoadmapPhases() {
			if IsPhase(name) {
				return true
			}
		}
	}
	for _, r := range c.Registers {
		for _, e := range r.Entries {
			if IsPhase(strings.TrimSpace(e.Since)) {
				return true
			}
		}
	}
	return false
}
