// Package search makes the index of a site's search and ranks what a query
// finds in it. The browser's client, site/assets/search.js, has the same
// tokenizer and the same ranking; testdata/cases.json and the judged queries
// hold the two together.
//
// Everything is computed with integers: the same units give the same bytes and
// the same ranks on every machine and in every language.
package search

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// longestWord is the most letters that a joined word may have and still be a
// term of its own; of longer ones only the parts are.
const longestWord = 48

// Words are the words of a text, in order: runs of letters, marks and digits,
// joined by single characters of "-_.:/" between them. They are folded: NFC, and
// lower case character by character, without the rules of any language.
func Words(text string) []string {
	runes := []rune(norm.NFC.String(text))
	var out []string
	for i := 0; i < len(runes); {
		if !inWord(runes[i]) {
			i++
			continue
		}
		start := i
		for i < len(runes) && (inWord(runes[i]) || joins(runes[i]) && i+1 < len(runes) && inWord(runes[i+1])) {
			runes[i] = unicode.ToLower(runes[i])
			i++
		}
		out = append(out, string(runes[start:i]))
	}
	return out
}

// Parts are what the joined parts of a word are; a word without joints is its
// only part.
func Parts(word string) []string { return strings.FieldsFunc(word, joins) }

// Terms are the words of a text and the parts of the joined ones.
func Terms(text string) []string {
	var out []string
	for _, word := range Words(text) {
		parts := Parts(word)
		if len(parts) > 1 && len([]rune(word)) <= longestWord {
			out = append(out, word)
		}
		out = append(out, parts...)
	}
	return out
}

func inWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) }

func joins(r rune) bool { return r < 0x80 && strings.ContainsRune("-_.:/", r) }

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
