// Package worddiff says what changed from one text to another by words. It is apart
// since sign-offs and the diff of a corpus both show it.
package worddiff

import (
	"strings"
	"unicode"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// An Op says which side a segment stands on.
type Op string

// The operations of a word diff.
const (
	Equal  Op = "equal"
	Delete Op = "delete"
	Insert Op = "insert"
)

// A Segment is a run of words that both sides have, or one of them.
type Segment struct {
	Op   Op     `json:"op"`
	Text string `json:"text"`
}

// Compare is the difference of two texts by words: no word is cut. White space
// between words counts as one space.
func Compare(before, after string) []Segment {
	table := newWordTable()
	a, b := table.encode(before), table.encode(after)
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // a result must not depend on the clock
	diffs := d.DiffMainRunes(a, b, false)
	var out []Segment
	for _, diff := range diffs {
		op := Equal
		switch diff.Type {
		case diffmatchpatch.DiffDelete:
			op = Delete
		case diffmatchpatch.DiffInsert:
			op = Insert
		}
		out = append(out, Segment{op, table.decode(diff.Text)})
	}
	return out
}

// A wordTable gives each word and each space a rune of its own, since go-diff
// compares runes.
type wordTable struct {
	runes map[string]rune
	words map[rune]string
	next  rune
}

func newWordTable() *wordTable {
	return &wordTable{runes: map[string]rune{}, words: map[rune]string{}, next: 1}
}

func (t *wordTable) encode(text string) []rune {
	var out []rune
	for _, token := range tokens(strings.Join(strings.Fields(text), " ")) {
		r, ok := t.runes[token]
		if !ok {
			if t.next == 0xD800 { // surrogates are no runes of a string
				t.next = 0xE000
			}
			r = t.next
			t.next++
			t.runes[token], t.words[r] = r, token
		}
		out = append(out, r)
	}
	return out
}

func (t *wordTable) decode(text string) string {
	var b strings.Builder
	for _, r := range text {
		b.WriteString(t.words[r])
	}
	return b.String()
}

// tokens cuts a text into words, and single characters that are no letters.
func tokens(text string) []string {
	var out []string
	start := -1
	for i, r := range text {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '\'' || r == '’' {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 {
			out = append(out, text[start:i])
			start = -1
		}
		out = append(out, string(r))
	}
	if start >= 0 {
		out = append(out, text[start:])
	}
	return out
}

// contextWords is how much of an unchanged run is shown beside a change.
const contextWords = 8

// Shorten cuts long unchanged runs down to the words next to the changes.
func Shorten(segments []Segment) []Segment {
	out := make([]Segment, 0, len(segments))
	for i, s := range segments {
		words := strings.Fields(s.Text)
		first, last := i == 0, i == len(segments)-1
		keep := 2 * contextWords
		if first || last {
			keep = contextWords
		}
		if s.Op != Equal || len(words) <= keep+2 {
			out = append(out, s)
			continue
		}
		text := ""
		if !first {
			text = strings.Join(words[:contextWords], " ") + " "
			if strings.HasPrefix(s.Text, " ") {
				text = " " + text
			}
		}
		text += "…"
		if !last {
			text += " " + strings.Join(words[len(words)-contextWords:], " ")
			if strings.HasSuffix(s.Text, " ") {
				text += " "
			}
		}
		out = append(out, Segment{Equal, text})
	}
	return out
}

// Text shows segments as plain text: [-gone-] and {+new+}.
func Text(segments []Segment) string {
	var b strings.Builder
	for _, s := range segments {
		switch s.Op {
		case Delete:
			b.WriteString("[-" + s.Text + "-]")
		case Insert:
			b.WriteString("{+" + s.Text + "+}")
		default:
			b.WriteString(s.Text)
		}
	}
	return b.String()
}
