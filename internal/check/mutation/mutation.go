// Package mutation injects faults into a sound corpus and holds the check to
// exactly one finding for each: the right rule, at the right line, and nothing
// else at error or warning level. It is a measure of the rules and
// is used by tests only.
package mutation

import (
	"maps"
	"math/rand/v2"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/source"
)

// A Mutant is a corpus with one fault.
type Mutant struct {
	// Rule is the rule that must find the fault, at Path and the line of the
	// offset At of the changed file.
	Rule, Path string
	At         int
	// Edits change files of the sound corpus, of which Gone is removed, "" for none.
	Edits []Edit
	Gone  string
}

// An Edit replaces a span of a file. Text may be any bytes.
type Edit struct {
	Path string
	source.Span
	Text string
}

// An Operator makes the mutants of one kind of fault. It lists every place at
// which the fault can be made; the caller draws from them.
type Operator struct {
	Rule   string
	Places func(*Sound) []Mutant
}

// Sound is the corpus that mutants are made from.
type Sound struct {
	*corpus.Corpus
	Random *rand.Rand
}

// Draw takes up to n mutants of an operator, without repeats, at random.
func (s *Sound) Draw(o Operator, n int) []Mutant {
	places := o.Places(s)
	s.Random.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	places = places[:min(n, len(places))]
	for i := range places {
		places[i].Rule = o.Rule
		if places[i].Path == "" {
			places[i].Path = places[i].Edits[0].Path
		}
	}
	return places
}

// Apply is the files of the corpus with the mutant's edits made.
func (m Mutant) Apply(files map[string][]byte) map[string][]byte {
	out := maps.Clone(files)
	delete(out, m.Gone)
	for _, e := range m.Edits {
		text := string(out[e.Path])
		out[e.Path] = []byte(text[:e.Start] + e.Text + text[e.End:])
	}
	return out
}

// Line is the line, from 1, of the finding that the mutant must give.
func (m Mutant) Line(files map[string][]byte) int {
	text := string(files[m.Path])
	return 1 + strings.Count(text[:min(m.At, len(text))], "\n")
}

// replace is the mutant that replaces a span; the finding belongs to its start.
func replace(d *corpus.Document, span source.Span, text string) Mutant {
	return Mutant{Path: d.Path, At: span.Start, Edits: []Edit{{d.Path, span, text}}}
}

// insert is the mutant that inserts text; the finding belongs to the first
// occurrence of mark in it.
func insert(d *corpus.Document, at int, text, mark string) Mutant {
	return Mutant{Path: d.Path, At: at + max(0, strings.Index(text, mark)), Edits: []Edit{{d.Path, source.Span{Start: at, End: at}, text}}}
}

// line is the whole line of an offset, with its line end.
func line(d *corpus.Document, offset int) source.Span {
	span := d.File.LineSpan(d.File.Line(offset))
	return source.Span{Start: span.Start, End: min(span.End+1, len(d.File.Text))}
}
