package review

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxQuestion is the length in characters that no question exceeds.
const maxQuestion = 220

// A manner says how a text is written, as far as its words do not tell.
type manner uint8

// The manners of texts.
const (
	// row is the text of a violation row, mostly a noun phrase.
	row manner = iota
	// summary is what an anti-pattern's id labels, or its summary: as often a
	// sentence as a noun phrase, and not always with a capital.
	summary
)

// frames are the forms of a question, in the order in which they are tried. Those
// that are free ask whether the breach itself is not there, the others whether
// what the breach lacks is.
var frames = []struct {
	free bool
	make func(breach string, how manner, bare bool) (question, lack string)
}{{true, verbatim}, {true, coded}, {false, lacking}, {false, without}, {true, clausal}, {true, plain}}

// question puts a violation in review form, so that a sound change answers yes;
// docs/review.md gives the rules, one for each frame. free is what the change must
// be free of, in a list that asks so once; where the question asks for something
// else it is the question.
func question(p phrase, how manner) (asked, free phrase) {
	breach, aside := split(p.text, how)
	if breach == "" {
		none := phrase{text: "an entry without words"}
		return phrase{text: "Is this ruled out: " + none.text + "?"}, none
	}
	ask := func(text string) phrase { return phrase{p.withArticles(text), p.code} }
	fits := func(text string) bool { return utf8.RuneCountInString(ask(text).String()) <= maxQuestion }
	for _, frame := range frames {
		question, lack := frame.make(breach, how, aside == "")
		if question == "" {
			continue
		}
		for _, aside := range []string{aside, ""} {
			text := withAside(question, lack, aside)
			switch {
			case !fits(text):
			case !frame.free:
				return ask(text), ask(text)
			default:
				return ask(text), ask(strings.TrimSuffix(withAside(lower(breach)+"?", "", aside), "?"))
			}
		}
	}
	for limit := maxQuestion; ; limit -= 10 {
		part := cut(lower(breach), limit-len("Is this ruled out: …?")) + "…"
		if text := "Is this ruled out: " + part + "?"; fits(text) {
			return ask(text), ask(part)
		}
	}
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
// end, or what follows its first semicolon.
func split(text string, how manner) (breach, aside string) {
	text = strings.TrimRight(strings.Join(strings.Fields(text), " "), ".")
	if odd(text, how) {
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

// odd reports whether a text starts in lower case or with signs though it is not
// marked as code: it is not to be taken apart.
func odd(text string, how manner) bool {
	first, _, _ := strings.Cut(text, " ")
	r, _ := utf8.DecodeRuneInString(first)
	if isCode(r) || isNumber(first) {
		return false
	}
	signs := strings.ContainsFunc(strings.TrimRight(first, ",;"), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !isCode(r) && !strings.ContainsRune("-–/'’\"“”%", r)
	})
	ordinary := unicode.IsUpper(r) || unicode.IsDigit(r) || strings.ContainsRune("\"“", r) || how == summary
	return signs || !ordinary
}

// verbatim asks about a text that is not to be taken apart.
func verbatim(breach string, how manner, _ bool) (string, string) {
	if !odd(breach, how) {
		return "", ""
	}
	return "Is “" + breach + "” ruled out?", ""
}

// coded asks about what starts with code, where what follows is added to it and is
// no noun that belongs to it.
func coded(breach string, _ manner, bare bool) (string, string) {
	r, _ := utf8.DecodeRuneInString(breach)
	words := wordsOf(breach)
	if !isCode(r) || len(words) > 1 && !participle(words[1]) && !prepositions[words[1]] && !clauses[words[1]] && !conjunctions[words[1]] && !isList(breach) {
		return "", ""
	}
	if !bare || isList(breach) || finite(breach) != "" || slices.ContainsFunc(words, func(word string) bool { return clauses[word] || word == "and" }) {
		return "Is this ruled out: " + breach + "?", ""
	}
	return "Is " + breach + " ruled out?", ""
}

// lacking asks whether what "No X" or "Missing X" names is in place.
func lacking(breach string, _ manner, _ bool) (string, string) {
	for _, word := range []string{"No ", "Missing ", "no ", "missing "} {
		thing, ok := strings.CutPrefix(breach, word)
		if !ok {
			continue
		}
		head, rest := thing, ""
		if at := relative(thing); at > 0 && !isList(thing) { // "a query in place that names the revision"
			head, rest = thing[:at], thing[at:]
		} else if at := longTail(thing); at > 0 {
			head, rest = thing[:at], thing[at:]
		}
		switch {
		case !nominal(head) || strings.HasPrefix(strings.TrimSpace(word), "Missing") && rest != "":
		case rest != "" && relative(rest) < 0 && !nominal(thing):
		case plural(head):
			return "Are " + lower(head) + " in place" + rest + "?", "them"
		default:
			return "Is " + article(head) + " in place" + rest + "?", "it"
		}
	}
	return "", ""
}

// without asks whether "X with no Y" or "X without Y" has its Y. Where the lack may
// belong to a part of X it does not ask so.
func without(breach string, how manner, _ bool) (string, string) {
	if how == summary {
		return "", ""
	}
	for _, word := range []string{" with no ", " without any ", " without "} {
		subject, lack, ok := strings.Cut(breach, word)
		if !ok || !nominal(subject) || !nominal(lack) || determined(subject) || strings.Contains(lack, " with") || strings.HasPrefix(lack, "the ") || nested(subject) {
			continue
		}
		pronoun := "it"
		if plural(lack) {
			pronoun = "them"
		}
		if single, ok := strings.CutPrefix(lack, "a single "); ok {
			lack = "at least one " + single
		} else {
			lack = article(lack)
		}
		switch {
		case plural(subject):
			return "Do all " + lower(subject) + " come with " + lack + "?", pronoun
		case countable(headNoun(subject)):
			return "Does every " + lower(subject) + " come with " + lack + "?", pronoun
		}
	}
	return "", ""
}

// nested reports whether a noun phrase holds another one with a determiner of its
// own: "wait on a condition", "requeue on every error".
func nested(phrase string) bool {
	return slices.ContainsFunc(wordsOf(phrase)[1:], func(word string) bool { return determiners[word] })
}

// clausal asks about texts that are more than a noun phrase: sentences, lists,
// and what starts with a determiner.
func clausal(breach string, how manner, _ bool) (string, string) {
	asked, verb := lower(breach), finite(breach)
	clause := verb != "" && !strings.ContainsAny(breach, ":;")
	switch {
	case clause && (determined(breach) && !superlative(breach) || pluralVerb(verb) && !isList(breach)):
		return "Is it ruled out that " + asked + "?", ""
	case verb != "", determined(breach), gerund(breach), isList(breach), how == summary && !nounFirst(breach):
		return "Is this ruled out: " + asked + "?", ""
	}
	return "", ""
}

// plain asks about a noun phrase. "any" fits singular, plural and what has no
// number, so that no article need be guessed.
func plain(breach string, _ manner, _ bool) (string, string) {
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
