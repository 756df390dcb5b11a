package changes

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

// Words is the difference of two texts by words: no word is cut. White space
// between words counts as one space.
func Words(before, after string) []Segment {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // a result must not depend on the clock
	// go-diff compares lines as a whole: each token stands on one.
	lines := func(text string) string { return strings.Join(append(tokens(normal(text)), ""), "\n") }
	a, b, table := d.DiffLinesToChars(lines(before), lines(after))
	var out []Segment
	for _, part := range d.DiffCharsToLines(d.DiffMain(a, b, false), table) {
		op := Equal
		switch part.Type {
		case diffmatchpatch.DiffDelete:
			op = Delete
		case diffmatchpatch.DiffInsert:
			op = Insert
		}
		out = append(out, Segment{op, strings.ReplaceAll(part.Text, "\n", "")})
	}
	return out
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
