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
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // a result must not depend on the clock
	// go-diff compares lines as a whole: each token stands on one.
	lines := func(text string) string {
		return strings.Join(append(tokens(strings.Join(strings.Fields(text), " ")), ""), "\n")
	}
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
