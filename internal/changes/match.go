package changes

import (
	"cmp"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// A text is a bag of words, for telling how much of two texts is the same.
type text struct {
	words map[string]int
	size  int
}

func newText(s string) text {
	t := text{words: map[string]int{}}
	for word := range strings.FieldsSeq(strings.ToLower(s)) {
		t.words[strings.Trim(word, ".,;:()`*_|")]++
		t.size++
	}
	return t
}

// similarity is the share of words that two texts have in common, from 0 to 1.
func similarity(a, b text) float64 {
	if a.size+b.size == 0 {
		return 0
	}
	common := 0
	for word, n := range a.words {
		common += min(n, b.words[word])
	}
	return 2 * float64(common) / float64(a.size+b.size)
}

// alike is the similarity from which two texts are one that was reworded.
const alike = 0.5

// A pair is two things that may be the same, and how alike they are.
type pair struct {
	before, after int
	likeness      float64
}

// best picks pairs, the most alike first, each thing once. Where two pairs are
// equally alike, the one that comes first wins.
func best(pairs []pair, take func(before, after int)) {
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.likeness, a.likeness) })
	befores, afters := map[int]bool{}, map[int]bool{}
	for _, p := range pairs {
		if !befores[p.before] && !afters[p.after] {
			befores[p.before], afters[p.after] = true, true
			take(p.before, p.after)
		}
	}
}

// matchDocuments finds the new document of each old one: the one of its path, or
// else, among those that are left, one with its title or most of its words.
func (c *comparison) matchDocuments() {
	var gone, came []*corpus.Document
	for _, d := range c.Old.Documents {
		if n := c.New.Document(d.Path); n != nil {
			c.documents[d] = n
		} else {
			gone = append(gone, d)
		}
	}
	for _, d := range c.New.Documents {
		if c.Old.Document(d.Path) == nil {
			came = append(came, d)
		}
	}
	texts := func(ds []*corpus.Document) []text {
		out := make([]text, len(ds))
		for i, d := range ds {
			out[i] = newText(d.File.Text)
		}
		return out
	}
	old, now := texts(gone), texts(came)
	var pairs []pair
	for i, a := range gone {
		for j, b := range came {
			likeness := similarity(old[i], now[j])
			if a.Title != "" && a.Title == b.Title {
				likeness++
			}
			if likeness >= alike && a.Kind == b.Kind {
				pairs = append(pairs, pair{i, j, likeness})
			}
		}
	}
	best(pairs, func(i, j int) { c.documents[gone[i]] = came[j] })
}

// RenamedPaths are the paths that documents had in an older revision, by the path that
// they have now, of those that were renamed.
func RenamedPaths(before, after *corpus.Corpus) map[string]string {
	c := &comparison{Diff: &Diff{Old: before, New: after}, documents: map[*corpus.Document]*corpus.Document{}}
	c.matchDocuments()
	out := map[string]string{}
	for old, now := range c.documents {
		if old.Path != now.Path {
			out[now.Path] = old.Path
		}
	}
	return out
}

// matchPrinciples finds the new principle of each old one, within the document
// that its document has become: of its number and title; of its title; of its
// number, with a statement that is alike; of another number, with a statement
// that is nearly the same.
func (c *comparison) matchPrinciples() {
	domains := map[*corpus.Document]*corpus.Domain{}
	for _, d := range c.New.Domains {
		domains[d.First] = d
	}
	for _, before := range c.Old.Domains {
		after := domains[c.documents[before.First]]
		if after == nil {
			continue
		}
		olds, news := make([]text, len(before.Principles)), make([]text, len(after.Principles))
		for i, p := range before.Principles {
			olds[i] = newText(statement(p.Domain.First, p.Definition))
		}
		for j, p := range after.Principles {
			news[j] = newText(statement(p.Domain.First, p.Definition))
		}
		var pairs []pair
		for i, a := range before.Principles {
			for j, b := range after.Principles {
				if likeness := likeness(a.Definition, b.Definition, similarity(olds[i], news[j])); likeness > 0 {
					pairs = append(pairs, pair{i, j, likeness})
				}
			}
		}
		best(pairs, func(i, j int) { c.principles[before.Principles[i]] = after.Principles[j] })
	}
}

// likeness ranks how surely two definitions are of the same rule, 0 where they
// are not.
func likeness(a, b *parse.Definition, similar float64) float64 {
	sameTitle, sameNumber := strings.EqualFold(normal(a.Title), normal(b.Title)), a.Number == b.Number
	switch {
	case sameTitle && sameNumber:
		return 4 + similar
	case sameTitle:
		return 3 + similar
	case sameNumber && (similar >= alike || corpus.NearTitle(a.Title, b.Title)):
		return 1 + similar
	case similar >= nearlySame:
		return similar
	}
	return 0
}

// nearlySame is the similarity from which a statement under another number and
// title is the same rule.
const nearlySame = 0.8

// statement is the text under the heading of a definition as a reader sees it,
// however it is wrapped: prose and code, without generated blocks, and without the
// tables that are compared row by row.
func statement(d *corpus.Document, def *parse.Definition) string {
	type part struct {
		span source.Span
		text string
	}
	var parts []part
	for _, b := range d.Blocks {
		if !b.Generated && def.Statement.Encloses(b.Span) && b.Kind != parse.HeadingBlock && !ownTable(b.Table) {
			parts = append(parts, part{b.Span, b.Prose.Text})
		}
	}
	for _, f := range d.Fences {
		if def.Statement.Encloses(f.Span) {
			parts = append(parts, part{f.Span, f.Text})
		}
	}
	slices.SortStableFunc(parts, func(a, b part) int { return a.span.Start - b.span.Start })
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = p.text
	}
	return normal(strings.Join(texts, "\n"))
}

// ownTable reports whether a table is one of traces or violations, which follows
// the last principle where no heading parts them.
func ownTable(t *parse.Table) bool {
	return t != nil && (t.Name(0) == "p-rule" || t.Name(0) == "violation")
}

// normal is a text with single spaces.
func normal(text string) string { return strings.Join(strings.Fields(text), " ") }

// Renames is the function that turns the names of an older revision in a text into
// those of a newer one.
func Renames(before, after *corpus.Corpus) func(string) string {
	c := newComparison(before, after)
	return c.rename
}

// renames makes the function that turns old names into new ones: the paths of
// documents and folders, with their collection or without, the domains of
// citations, the titles of principles, and the ids of anti-patterns, so that a text
// in which only they changed is the same text. Longer names go first.
func (c *comparison) renames() {
	var names [][2]string
	add := func(before, after string) {
		if before != after && len(before) >= 4 {
			names = append(names, [2]string{before, after})
		}
	}
	path := func(before, after string) {
		add(before, after)
		_, was, nested := strings.Cut(before, "/")
		_, is, nestedToo := strings.Cut(after, "/")
		if nested && nestedToo && strings.Contains(was, "/") { // "messaging/queues"
			add(was, is)
		}
	}
	for before, after := range c.documents {
		path(strings.TrimSuffix(before.Path, ".md"), strings.TrimSuffix(after.Path, ".md"))
		if before.Domain != nil && after.Domain != nil {
			add(before.Domain.Path, after.Domain.Path)
			for _, mark := range []string{" P", "/P"} { // "messaging P6"
				if before.Domain.Short != after.Domain.Short {
					names = append(names, [2]string{before.Domain.Short + mark, after.Domain.Short + mark})
				}
			}
		}
	}
	for before, after := range c.patterns {
		add(before.ID, after.ID)
	}
	for before, after := range c.principles {
		add(before.Title, after.Title)
	}
	slices.SortFunc(names, func(a, b [2]string) int {
		return cmp.Or(len(b[0])-len(a[0]), strings.Compare(a[0]+a[1], b[0]+b[1]))
	})
	var pairs []string
	for _, n := range slices.Compact(names) {
		pairs = append(pairs, n[0], n[1])
	}
	c.rename = strings.NewReplacer(pairs...).Replace
}
