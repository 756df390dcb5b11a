package review

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Question puts a violation in review form, so that a sound change answers
// yes. The rules, in order:
//
//   - "No X (why)", "Missing X": "Is X in place? Otherwise: why.", or "Are"
//   - "X with no Y (why)", "X without Y": "Does every X come with Y? …"
//   - anything else: "Does the change avoid X? Otherwise: why."
//
// The parenthesis of the violation, its consequence, becomes the second
// sentence.
func Question(violation string) string {
	breach, consequence := strings.TrimSpace(violation), ""
	if i := strings.Index(breach, " ("); i > 0 && strings.HasSuffix(breach, ")") {
		consequence = strings.TrimSpace(breach[i+2 : len(breach)-1])
		breach = breach[:i]
	}
	breach = strings.TrimRight(breach, ".")
	question := ask(breach)
	if consequence != "" {
		question += " Otherwise: " + consequence + "."
	}
	return question
}

func ask(breach string) string {
	for _, word := range []string{"No ", "Missing "} {
		if rest, ok := strings.CutPrefix(breach, word); ok && !clause(rest) {
			if plural(rest) {
				return "Are " + lower(rest) + " in place?"
			}
			return "Is " + article(rest) + " in place?"
		}
	}
	for _, word := range []string{" with no ", " without any ", " without a ", " without an ", " without "} {
		thing, lack, ok := strings.Cut(breach, word)
		if !ok || clause(thing) || clause(lack) || strings.Contains(lack, " with") {
			continue
		}
		return "Does every " + lower(thing) + " come with " + article(lack) + "?"
	}
	return "Does the change avoid " + lower(breach) + "?"
}

// clause reports whether a phrase holds more than a noun phrase, so that a
// question built from it would not read.
func clause(phrase string) bool {
	if strings.ContainsAny(phrase, ",;:—") {
		return true
	}
	for word := range strings.FieldsSeq(phrase) {
		switch word {
		case "that", "which", "and", "or", "when", "while", "until", "is", "are", "has", "so":
			return true
		}
	}
	return false
}

// article adds "a" or "an" to a singular noun phrase without one.
func article(phrase string) string {
	phrase = lower(phrase)
	first, _, _ := strings.Cut(phrase, " ")
	switch first {
	case "a", "an", "the", "any", "its", "their", "one", "each", "every":
		return phrase
	}
	head := headNoun(phrase)
	if plural(phrase) || strings.HasSuffix(head, "ing") || strings.HasSuffix(head, "ion") {
		return phrase
	}
	if strings.ContainsRune("aeiouAEIO", rune(phrase[0])) {
		return "an " + phrase
	}
	return "a " + phrase
}

// headNoun is the part of a noun phrase before its prepositions.
func headNoun(phrase string) string {
	for _, word := range []string{" for ", " of ", " on ", " in ", " per ", " to ", " at ", " from ", " by ", " with ", " behind "} {
		phrase, _, _ = strings.Cut(phrase, word)
	}
	return phrase
}

// plural reports whether a noun phrase looks plural.
func plural(phrase string) bool {
	head := headNoun(phrase)
	return strings.HasSuffix(head, "s") && !strings.HasSuffix(head, "ss") && !strings.HasSuffix(head, "us") && !strings.HasSuffix(head, "is")
}

// lower takes the capital off the first word, unless the word is an acronym or
// a name that has more than one capital or a digit.
func lower(phrase string) string {
	first, _, _ := strings.Cut(phrase, " ")
	capitals := 0
	for _, r := range first {
		if unicode.IsUpper(r) || unicode.IsDigit(r) {
			capitals++
		}
	}
	r, n := utf8.DecodeRuneInString(phrase)
	if capitals > 1 || n == 0 {
		return phrase
	}
	return string(unicode.ToLower(r)) + phrase[n:]
}
