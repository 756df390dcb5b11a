// Package search makes the index of a site's search and ranks what a query
// finds in it. The browser's client, site/assets/search.js, has the same
// tokenizer and the same ranking; testdata/cases.json and the judged queries
// hold the two together.
//
// Everything is computed with integers: the same units give the same bytes and
// the same ranks on every machine and in every language.
package search

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// longestWord is the most letters that a joined word may have and still be a
// term of its own; of longer ones only the parts are.
const longestWord = 48

// Words are the words of a text, in order: runs of letters, marks and digits,
// joined by single characters of "-_.:/" between them. They are folded: NFC, and
// lower case character by character, without the rules of any language.
func Words(text string) []string {
	text = strings.ToLower(norm.NFC.String(text))
	var out []string
	start, end := -1, 0 // of the word that is read; start is -1 between words
	for i, r := range text {
		switch {
		case inWord(r):
			if start < 0 {
				start = i
			}
			end = i + utf8.RuneLen(r)
		case start >= 0 && !(joins(r) && end == i):
			out = append(out, text[start:end])
			start = -1
		}
	}
	if start >= 0 {
		out = append(out, text[start:end])
	}
	return out
}

// Parts are the joined parts of a word; a word without joints is its only part.
// Scripts that put no spaces between words say nowhere where a word begins: of
// their letters each two neighbours are a part.
func Parts(word string) []string {
	pieces := strings.FieldsFunc(word, joins)
	if !isUnspaced(word) {
		return pieces
	}
	var out []string
	for _, piece := range pieces {
		for _, run := range runs(piece) {
			if len(run) < 2 || !unspaced(run[0]) {
				out = append(out, string(run))
				continue
			}
			for i := range run[1:] {
				out = append(out, string(run[i:i+2]))
			}
		}
	}
	return out
}

// runs cuts text where letters of unspaced scripts and others meet.
func runs(text string) (out [][]rune) {
	for _, r := range text {
		if n := len(out); n > 0 && unspaced(out[n-1][0]) == unspaced(r) {
			out[n-1] = append(out[n-1], r)
		} else {
			out = append(out, []rune{r})
		}
	}
	return out
}

// unspaced reports whether a letter is of a script without spaces between words:
// Thai, Lao, Tibetan, Burmese, Khmer, Chinese, Japanese. Blocks, and not scripts, since
// these are the same in every version of Unicode.
func unspaced(r rune) bool {
	return r >= 0x0e00 && (r <= 0x109f || r >= 0x1780 && r <= 0x17ff ||
		r >= 0x2e80 && r <= 0x9fff || r >= 0xf900 && r <= 0xfaff || r >= 0x20000 && r <= 0x3ffff)
}

// isUnspaced reports whether a word has letters of a script without spaces.
func isUnspaced(word string) bool { return strings.IndexFunc(word, unspaced) >= 0 }

// Terms are the words of a text and the parts of the joined ones. The last letter of a run
// without spaces is a term too, so that every letter begins one.
func Terms(text string) []string {
	var out []string
	for _, word := range Words(text) {
		if isUnspaced(word) || strings.IndexFunc(word, joins) >= 0 {
			out = append(out, termsOf(word)...)
		} else {
			out = append(out, word) // its only part, as of most words
		}
	}
	return out
}

func termsOf(word string) (out []string) {
	parts := Parts(word)
	if !slices.Equal(parts, []string{word}) && utf8.RuneCountInString(word) <= longestWord {
		out = append(out, word)
	}
	out = append(out, parts...)
	for _, run := range runs(word) {
		if n := len(run); n > 1 && unspaced(run[0]) {
			out = append(out, string(run[n-1:]))
		}
	}
	return out
}

// The parts of Stem. The browser's client has the same patterns.
var (
	stemY = regexp.MustCompile(`([a-z]{3})ie[sd]?$`)
	// The first three families are those of evolve and evolution, of compatible, compatibly
	// and compatibility, and of idempotent and idempotency. Of other words an ending is taken
	// off where a vowel and another letter are left: string and need have none.
	stemEnding = regexp.MustCompile(`^(?:([a-z]*ol)(?:ve[sd]?|ving|utions?)|([a-z]+[ai]b)(?:l(?:es?|y)|ility)|([a-z]{3,}[ae]n)(?:t(?:s|ed|ing|ly)?|c(?:y|e[sd]?|ing))|([a-z]*?[aeiouy][a-z]+?)(?:e[sd]?|s|e?ing|ion(?:s|ed|ing)?)?)$`)
)

// Stem is what the inflections of an English word have in common: retry, retries,
// retried and retrying are all "retry", log and logging both "log". Two words
// with one stem start with its [root]. Words with anything but letters from a
// to z, and very short ones, are their own stems.
func Stem(word string) string {
	if strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
		return word
	}
	s := stemY.ReplaceAllString(word, "${1}y")
	s = stemEnding.ReplaceAllString(s, "$1$2$3$4")
	// Letters that an ending doubles; l only in longer words, so that fill is not file.
	if n := len(s); n >= 4 && s[n-1] == s[n-2] && (strings.IndexByte("bdgmnprst", s[n-1]) >= 0 || n >= 6 && s[n-1] == 'l') {
		s = s[:n-1]
	}
	if len(s) < 3 {
		return word
	}
	return s
}

// root is what all words with a stem start with.
func root(stem string) string {
	if len(stem) > 3 {
		return strings.TrimSuffix(stem, "y")
	}
	return stem
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) }

func joins(r rune) bool { return r == '-' || r == '_' || r == '.' || r == ':' || r == '/' }

// isCode reports whether a word has the form of an id: P4, C3, D-062. Such a
// word is found as it is or not at all: it has no prefix, no parts and no
// correction.
func isCode(word string) bool {
	name, number, joined := strings.Cut(word, "-")
	if !joined {
		if name = word[:1]; name != "p" && name != "c" {
			return false
		}
		number = word[1:]
	}
	return name != "" && number != "" && strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }) < 0 &&
		strings.Trim(number, "0123456789") == ""
}
