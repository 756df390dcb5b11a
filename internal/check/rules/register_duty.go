package rules

import (
	"slices"
	"sort"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// duties are what a row of a register can require of a section.
var duties = []string{"table", "fence"}

// requirement splits the Requires cell of an entry into its duties, and the
// words that are none.
func requirement(e *corpus.Entry) (known, unknown []string) {
	for word := range strings.FieldsFuncSeq(e.Requires, func(r rune) bool { return strings.ContainsRune(" ,;+&", r) }) {
		switch {
		case word == "and" || word == "a" || strings.Trim(word, "-–—") == "" || word == "none":
		case slices.Contains(duties, word):
			known = append(known, word)
		default:
			unknown = append(unknown, word)
		}
	}
	return known, unknown
}

// requiresCell is the place of the Requires cell of an entry.
func requiresCell(e *corpus.Entry) source.Span {
	i := registerColumn(e.Row.Table, "requires")
	if cell := cellOf(e.Row, max(i, 0)); i >= 0 && cell != nil {
		return cellPlace(e.Register.Document.File, cell)
	}
	return e.Mention.Span
}

// notInForce are the standings of an id that binds nobody: not yet, or no more.
var notInForce = []string{"planned", "pending", "proposed", "draft", "rejected", "superseded", "withdrawn", "deprecated", "retired"}

// owed reports whether a duty is due: its id is in force, and the manifest has
// written documents of its Since or later. Until then nobody had an occasion.
func owed(c *corpus.Corpus, e *corpus.Entry) bool {
	standing, _, _ := strings.Cut(folded(e.Status), " ")
	if slices.Contains(notInForce, strings.Trim(standing, ",;:")) {
		return false
	}
	since, ok := corpus.ParseSince(e.Since)
	if !ok || c.Manifest == nil {
		return true
	}
	return slices.ContainsFunc(c.Manifest.Rows, func(r *corpus.ManifestRow) bool {
		_, dated := corpus.ParseSince(r.SinceText)
		return dated && !r.Planned && r.Since.Compare(since) >= 0
	})
}

// annotatedSections are the sections whose headings name an id in their
// parenthesis, by entry.
func annotatedSections(c *corpus.Corpus) map[*corpus.Entry][]corpus.AnnotatedSection {
	out := map[*corpus.Entry][]corpus.AnnotatedSection{}
	for _, d := range c.Documents {
		for _, s := range d.Sections {
			if s.Block.Generated {
				continue
			}
			for _, m := range s.IDs {
				ref := d.Reference(m)
				if ref == nil {
					continue
				}
				for _, e := range ref.Entries {
					out[e] = append(out[e], corpus.AnnotatedSection{Document: d, Section: s})
				}
			}
		}
	}
	return out
}

// holds reports whether a section, or one below it, has what a duty asks for.
func holds(s corpus.AnnotatedSection, duty string) bool {
	if duty == "table" {
		tables := s.Document.Tables
		i := sort.Search(len(tables), func(i int) bool { return tables[i].Span.Start >= s.Body.Start })
		return i < len(tables) && tables[i].Span.Start < s.Body.End
	}
	fences := s.Document.Fences
	i := sort.Search(len(fences), func(i int) bool { return fences[i].Span.Start >= s.Body.Start })
	return slices.ContainsFunc(fences[i:], func(f *parse.Fence) bool {
		return !f.Indented && f.Span.Start < s.Body.End
	})
}

// misspelt are the ids in headings that no register defines and that most likely
// mean another: by the id that they mean, as facts.
func misspelt(c *corpus.Corpus) map[string][]diag.Fact {
	out := map[string][]diag.Fact{}
	idReferences(c, func(ref *corpus.Reference) {
		if ref.Role == corpus.InHeading && ref.Suggestion != "" {
			out[ref.Suggestion] = append(out[ref.Suggestion], check.MentionFact(ref.From, ref.Mention))
		}
	})
	return out
}
