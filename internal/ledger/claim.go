package ledger

import (
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// A Claim is prose of a phase's row that counts: "+20 mappings, 170→190", "16
// derived docs".
type Claim struct {
	// Noun is what is counted, one of the values of nouns.
	Noun string
	// Written is the noun as the row writes it.
	Written string
	// Delta is how many were added, Total how many there are said to be, and
	// From and To the counts before and after; nil where the claim has none.
	Delta, Total, From, To *Count
}

// A Count is a number and its place.
type Count struct {
	Number int
	Span   source.Span
}

// nouns are the words for what can be counted, the longer first.
var nouns = []struct{ word, noun string }{
	{"derived documents", "derived documents"}, {"derived document", "derived documents"},
	{"derived docs", "derived documents"}, {"derived doc", "derived documents"},
	{"anti-patterns", "anti-patterns"}, {"anti-pattern", "anti-patterns"},
	{"mappings", "mappings"}, {"mapping", "mappings"},
	{"principles", "principles"}, {"principle", "principles"},
	{"languages", "languages"}, {"language", "languages"},
	{"decisions", "decisions"}, {"decision", "decisions"},
	{"domains", "domains"}, {"domain", "domains"},
}

// nounAt is the noun that a text starts with.
func nounAt(text string) (noun, written string) {
	lower := strings.ToLower(text)
	for _, n := range nouns {
		if strings.HasPrefix(lower, n.word) && (len(lower) == len(n.word) || !isWord(lower[len(n.word)])) {
			return n.noun, text[:len(n.word)]
		}
	}
	return "", ""
}

// arrows part the counts before and after.
var arrows = []string{"→", "->", "=>", "⟶"}

// claims are the counts that a cell claims.
func claims(b *parse.Block) []*Claim {
	text := b.Prose.Text
	var out []*Claim
	clause := 0 // the start of the sentence that an arrow's noun may stand in
	for i := 0; i < len(text); {
		switch {
		case text[i] == ';' || text[i] == '.' && i+1 < len(text) && text[i+1] == ' ':
			clause = i
		case isDigit(text[i]) && startsNumber(text, i):
			if _, ok := b.Prose.InCode(i); !ok {
				i = claimAt(b, i, clause, &out)
				continue
			}
		}
		i++
	}
	return out
}

// startsNumber reports whether a digit starts a number of its own, which one in
// an id, a version or a decimal does not.
func startsNumber(text string, at int) bool {
	if at == 0 {
		return true
	}
	c := text[at-1]
	return c < 128 && !isWord(c) && !strings.ContainsRune("-./#", rune(c)) || strings.HasSuffix(text[:at], "→")
}

// claimAt reads the claim at a number and gives the offset after it.
func claimAt(b *parse.Block, at, clause int, out *[]*Claim) int {
	text := b.Prose.Text
	first, end := count(b, at)
	if first == nil {
		return end
	}
	rest := strings.TrimLeft(text[end:], " ")
	for _, arrow := range arrows {
		after, ok := strings.CutPrefix(rest, arrow)
		after = strings.TrimLeft(after, " ")
		if !ok || after == "" || !isDigit(after[0]) {
			continue
		}
		second, stop := count(b, len(text)-len(after))
		if second == nil {
			return stop
		}
		noun, written := nounAt(strings.TrimLeft(text[stop:], " "))
		if last := lastClaim(*out); noun == "" && last != nil && last.Delta != nil && last.To == nil && last.Delta.Span.Start >= b.Prose.Span(clause, clause+1).Start {
			last.From, last.To = first, second
			return stop
		}
		if noun == "" {
			noun, written = lastNoun(text[clause:at])
		}
		if noun != "" {
			*out = append(*out, &Claim{Noun: noun, Written: written, From: first, To: second})
		}
		return stop
	}
	noun, written := nounAt(rest)
	if noun == "" || rest == text[end:] {
		return end
	}
	c := &Claim{Noun: noun, Written: written, Total: first}
	if at > 0 && text[at-1] == '+' {
		c.Delta, c.Total = first, nil
	}
	*out = append(*out, c)
	return end
}

func lastClaim(claims []*Claim) *Claim {
	if len(claims) == 0 {
		return nil
	}
	return claims[len(claims)-1]
}

// lastNoun is the noun nearest to the end of a text.
func lastNoun(text string) (noun, written string) {
	for i := range len(text) {
		if i > 0 && isWord(text[i-1]) {
			continue
		}
		if n, w := nounAt(text[i:]); n != "" {
			noun, written = n, w
		}
	}
	return noun, written
}

// count is the whole number at an offset, nil where it is part of something
// else, and the offset after it.
func count(b *parse.Block, at int) (*Count, int) {
	text, n, end := b.Prose.Text, 0, at
	for end < len(text) && isDigit(text[end]) && end-at < 9 {
		n = 10*n + int(text[end]-'0')
		end++
	}
	if end < len(text) && (isWord(text[end]) || text[end] == '%' || text[end] == '.' && end+1 < len(text) && isDigit(text[end+1])) {
		for end < len(text) && (isWord(text[end]) || text[end] == '.' && end+1 < len(text) && isDigit(text[end+1])) {
			end++
		}
		return nil, end
	}
	return &Count{n, b.Prose.Span(at, end)}, end
}

// languages is the folder of the collection that the matrix leaves out.
const languages = "languages"

// A thing is something that can be counted: where it belongs in the order of
// authoring, and whether it belongs to a language. Of one that the manifest does
// not place it is not known.
type thing struct {
	since    corpus.Since
	language bool
	unplaced bool
}

// things are what a noun counts.
func (l *Ledger) things(noun string) []thing {
	var out []thing
	add := func(d *corpus.Document, language bool) {
		t := thing{language: language, unplaced: d.Row == nil}
		if d.Row != nil {
			t.since = d.Row.Since
		}
		out = append(out, t)
	}
	switch noun {
	case "anti-patterns":
		for _, a := range l.Corpus.AntiPatterns {
			if a.Domain != nil {
				add(a.Domain.First, a.Domain.Collection == languages)
			}
		}
		return out
	case "decisions":
		for _, register := range l.Corpus.Registers {
			for _, e := range register.Entries {
				if register.Kind == corpus.Decisions {
					since, ok := corpus.ParseSince(e.Since)
					out = append(out, thing{since: since, unplaced: !ok})
				}
			}
		}
		return out
	}
	for _, d := range l.Corpus.Domains {
		language := d.Collection == languages
		switch noun {
		case "domains", "languages":
			if language == (noun == "languages") {
				add(d.First, language)
			}
		case "mappings", "principles":
			for range d.Principles {
				if !language || noun == "principles" {
					add(d.First, language)
				}
			}
		case "derived documents":
			for _, doc := range d.Documents {
				if doc.Kind == corpus.KindDerived {
					add(doc, language)
				}
			}
		}
	}
	return out
}
