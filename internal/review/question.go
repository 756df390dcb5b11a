package review

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuestion is the length in characters that no question exceeds.
const maxQuestion = 220

// A Manner says how a text is written, as far as its words do not tell.
type Manner uint8

// The manners of texts.
const (
	// Row is the text of a violation row, mostly a noun phrase.
	Row Manner = iota
	// Code is that of one that starts with a code span.
	Code
	// Summary is what an anti-pattern's id labels, or its summary: as often a
	// sentence as a noun phrase, and not always with a capital.
	Summary
)

// Question puts a violation in review form, so that a sound change answers
// yes. docs/review.md gives the rules, one for each frame below.
func Question(text string, manner Manner) string {
	breach, aside := split(text, manner)
	if breach == "" {
		return "Is this ruled out: an entry without words?"
	}
	for _, frame := range []func(string, Manner) (question, lack string){verbatim, lacking, without, clausal, plain} {
		question, lack := frame(breach, manner)
		if question == "" {
			continue
		}
		if full := withAside(question, lack, aside); utf8.RuneCountInString(full) <= maxQuestion {
			return full
		}
		if utf8.RuneCountInString(question) <= maxQuestion {
			return question
		}
	}
	const frame = len("Is this ruled out: …?")
	return "Is this ruled out: " + cut(lower(breach), maxQuestion-frame) + "…?"
}

// withAside adds what the violation says in parentheses. After a question for
// what is lacking it is what follows from the lack; elsewhere it belongs to
// the breach.
func withAside(question, lack, aside string) string {
	switch {
	case aside == "":
		return question
	case lack != "":
		return question + " Without " + lack + ": " + strings.TrimRight(aside, ".?!") + "."
	}
	return strings.TrimSuffix(question, "?") + " (" + strings.TrimRight(aside, ".") + ")?"
}

// split parts a text into the breach and its aside: the parenthesis at its
// end, or of a summary what follows its first semicolon.
func split(text string, manner Manner) (breach, aside string) {
	text = strings.TrimRight(strings.Join(strings.Fields(text), " "), ".")
	if literal(text, manner) {
		return text, ""
	}
	if open := lastParenthesis(text); open > 1 && text[open-1] == ' ' {
		return strings.TrimSpace(text[:open]), text[open+1 : len(text)-1]
	}
	if head, rest, ok := strings.Cut(text, "; "); ok && balanced(head) && balanced(rest) {
		return head, rest
	}
	return text, ""
}

// lastParenthesis is the offset of the parenthesis that ends a text, or -1.
func lastParenthesis(text string) int {
	if !strings.HasSuffix(text, ")") {
		return -1
	}
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			depth++
		case '(':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// balanced reports whether parentheses and quotes in a text have their
// partners.
func balanced(text string) bool {
	depth, curly, straight := 0, 0, 0
	for _, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case '“':
			curly++
		case '”':
			curly--
		case '"':
			straight++
		}
		if depth < 0 || curly < 0 {
			return false
		}
	}
	return depth == 0 && curly == 0 && straight%2 == 0
}

// cut shortens a text at the end of a word, where nothing is left open, to at
// most limit characters.
func cut(text string, limit int) string {
	count, best := 0, ""
	for i, r := range text {
		if r == ' ' && count <= limit && balanced(text[:i]) {
			best = text[:i]
		}
		if count++; count > limit {
			break
		}
	}
	return strings.TrimRight(best, ",;: ")
}

// literal reports whether a text starts with code, or with a word that is written
// in lower case or with signs as only code is.
func literal(text string, manner Manner) bool {
	first, _, _ := strings.Cut(text, " ")
	r, _ := utf8.DecodeRuneInString(first)
	signs := strings.ContainsFunc(strings.TrimRight(first, ",;"), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-–/'’\"“”%", r)
	})
	ordinary := unicode.IsUpper(r) || unicode.IsDigit(r) || strings.ContainsRune("\"“", r) || manner == Summary
	return manner == Code || signs || !ordinary
}

// verbatim asks about a text that is not to be taken apart.
func verbatim(breach string, manner Manner) (string, string) {
	if !literal(breach, manner) {
		return "", ""
	}
	return "Is “" + breach + "” ruled out?", ""
}

// lacking asks whether what "No X" or "Missing X" names is in place.
func lacking(breach string, _ Manner) (string, string) {
	for _, word := range []string{"No ", "Missing "} {
		thing, ok := strings.CutPrefix(breach, word)
		switch {
		case !ok || !nominal(thing):
		case plural(thing):
			return "Are " + lower(thing) + " in place?", "them"
		default:
			return "Is " + article(thing) + " in place?", "it"
		}
	}
	return "", ""
}

// without asks whether "X with no Y" or "X without Y" has its Y.
func without(breach string, manner Manner) (string, string) {
	if manner == Summary {
		return "", ""
	}
	for _, word := range []string{" with no ", " without any ", " without "} {
		subject, lack, ok := strings.Cut(breach, word)
		if !ok || !nominal(subject) || !nominal(lack) || determined(subject) || strings.Contains(lack, " with") {
			continue
		}
		pronoun := "it"
		if plural(lack) {
			pronoun = "them"
		}
		if plural(subject) {
			return "Do all " + lower(subject) + " come with " + article(lack) + "?", pronoun
		}
		if countable(headNoun(subject)) {
			return "Does every " + lower(subject) + " come with " + article(lack) + "?", pronoun
		}
	}
	return "", ""
}

// clausal asks about texts that are more than a noun phrase: sentences, lists,
// and what starts with a determiner.
func clausal(breach string, manner Manner) (string, string) {
	asked := lower(breach)
	switch {
	case determined(breach) && finite(breach) && !strings.ContainsAny(breach, ":;"):
		return "Is it ruled out that " + asked + "?", ""
	case manner == Summary, determined(breach), finite(breach), strings.ContainsAny(breach, ",;:"):
		return "Is this ruled out: " + asked + "?", ""
	}
	return "", ""
}

// plain asks about a noun phrase. "any" fits singular, plural and what has no
// number, so that no article need be guessed.
func plain(breach string, _ Manner) (string, string) {
	return "Is the change free of any " + lower(breach) + "?", ""
}

// lower takes the capital off the first word, unless it is an acronym or a name
// that has more than one capital or a digit.
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
