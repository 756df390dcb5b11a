package changes

import (
	"strings"
	"time"
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

// Words is the difference of two texts by words: no word is cut. White space
// between words counts as one space.
func Words(before, after string) []Segment {
	table := newWordTable()
	a, b := table.encode(before), table.encode(after)
	d := diffmatchpatch.New()
	d.DiffTimeout = time.Duration(0) // a result must not depend on the clock
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
