package review

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// What follows knows just enough English to choose the frame of a question. It
// errs towards the frames that fit any text.

func set(words string) map[string]bool {
	out := map[string]bool{}
	for word := range strings.FieldsSeq(words) {
		out[word] = true
	}
	return out
}

var (
	// determiners start phrases that take neither an article nor "any".
	determiners = set("a an the this that these those one two three four five six seven eight nine ten half several some any all both " +
		"each every either neither no not only same most more many few fewer less much nothing nobody none its their his her " +
		"what when where whether if because how why who everything everybody anything too such")
	// superlatives are of one thing, and take neither "a" nor "any".
	superlatives = set("first last latest largest smallest highest lowest longest shortest fastest slowest oldest newest best worst nearest")
	// auxiliaries make a clause of what they stand in.
	auxiliaries = set("is are was were has have had does do did can cannot could may might must will would shall should")
	// verbs stand alone, and are hardly ever nouns.
	verbs = set("wins rises expires succeeds fails settles grows")
	// subordinators start a clause of their own within a noun phrase.
	subordinators = set("that which who whom whose where when while whenever because until unless if as so although though before after since whether than what nobody nothing")
	conjunctions  = set("and or")
	// clauses start a clause after a noun, and nothing shorter.
	clauses = set("that which who whom whose where when while because if")
	// prepositions end the head of a noun phrase.
	prepositions = set("for of on in per to at from by with without behind over under between among across within into onto before after " +
		"during against about above below beside beyond near through toward towards upon via as than around outside inside instead")
	// massNouns and countNouns are what the endings below tell wrongly.
	massNouns = set("backoff jitter consent evidence metadata data code access traffic feedback advice software hardware progress " +
		"money time space work authority notice paste management enforcement measurement retention order dedup ci ddl")
	countNouns = set("version option condition action question session connection partition decision exception assertion function region " +
		"subscription transaction position definition description expression section station warning setting binding mapping heading " +
		"meaning encoding string ceiling dimension instruction notification explanation migration reservation " +
		"precondition collection extension permission relation destination annotation application operation entity identity capacity quantity " +
		"priority policy dependency frequency body copy entry query key reference sequence difference instance distance " +
		"drawing opening building listing derivation")
)

// words are the words of a phrase in lower case, without the signs around them.
func wordsOf(phrase string) []string {
	fields := strings.Fields(strings.ToLower(phrase))
	for i, f := range fields {
		fields[i] = strings.Trim(f, ".,;:!?()\"“”")
	}
	return fields
}

func determined(phrase string) bool {
	first, _, _ := strings.Cut(phrase, " ")
	return isNumber(first) || determiners[strings.ToLower(strings.Trim(first, ",;:"))] || superlative(phrase)
}

// isNumber reports whether a word starts with a digit: "429", "10,000".
func isNumber(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsDigit(r)
}

func superlative(phrase string) bool {
	first, _, _ := strings.Cut(phrase, " ")
	return superlatives[strings.ToLower(first)]
}

// gerund reports whether a phrase is an act by its verb: "polling a flag".
func gerund(phrase string) bool {
	words := wordsOf(phrase)
	return len(words) > 1 && len(words[0]) > 5 && strings.HasSuffix(words[0], "ing") && opensObject(words[1])
}

// unquoted is a phrase in which a quotation is one word.
func unquoted(phrase string) string {
	var b strings.Builder
	open := false
	for _, r := range phrase {
		switch {
		case r == '“', r == '"' && !open:
			open = true
			b.WriteString("quotation")
		case r == '”', r == '"':
			open = false
		case !open:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// isList reports whether a phrase has parts, set apart by a comma, a semicolon or
// a colon. The comma within a number parts nothing.
func isList(phrase string) bool {
	phrase = unquoted(phrase)
	for i, c := range phrase {
		if c == ';' || c == ':' || c == ',' && (i+1 == len(phrase) || !unicode.IsDigit(rune(phrase[i+1]))) {
			return true
		}
	}
	return false
}

// relative is the offset of the blank before a relative clause, or -1.
func relative(phrase string) int {
	at := -1
	for _, pronoun := range []string{" that ", " which ", " whose ", " who ", " whom "} {
		if i := strings.Index(phrase, pronoun); i >= 0 && (at < 0 || i < at) {
			at = i
		}
	}
	return at
}

// longTail is the offset of the blank before the prepositions of a noun phrase,
// where they and what follows are more than three words, or -1.
func longTail(phrase string) int {
	words := strings.Split(phrase, " ")
	at := len(words[0])
	for i := 1; i < len(words); i++ {
		if prepositions[strings.ToLower(words[i])] {
			if len(words)-i > 3 {
				return at
			}
			return -1
		}
		at += 1 + len(words[i])
	}
	return -1
}

// finite is the verb of the main clause of a phrase that has one with a subject,
// so that it is a sentence; else "".
func finite(phrase string) string {
	phrase = unquoted(phrase)
	if i := strings.IndexAny(phrase, ",;"); i > 0 {
		phrase = phrase[:i]
	}
	words := wordsOf(phrase)
	for i, word := range words {
		switch {
		case i > 0 && subordinators[word]:
			return ""
		case i > 0 && auxiliaries[word], i > 0 && word == "both", i > 1 && word == "never", i > 1 && word == "always":
			return word
		case i > 0 && prepositions[words[i-1]]:
		case i > 0 && verbs[word], i > 0 && i+1 < len(words) && thirdPerson(word) && opensObject(words[i+1]):
			return word
		}
	}
	return ""
}

// plurals are verbs whose subject is plural, and so may stand without an article.
func pluralVerb(verb string) bool {
	return verb == "are" || verb == "were" || verb == "have" || verb == "do"
}

// nounFirst reports whether a text that may be a sentence is surely a noun phrase:
// a participle, a preposition or a relative pronoun follows its first words, none
// of which may be a verb.
func nounFirst(phrase string) bool {
	words := wordsOf(phrase)
	for i := 1; i < min(4, len(words)); i++ {
		switch word := words[i]; {
		case participle(word), prepositions[word], word == "that", word == "which", word == "whose":
			return true
		case thirdPerson(word), subordinators[word]:
			return false
		}
	}
	return false
}

// thirdPerson reports whether a word may be a verb like "reads".
func thirdPerson(word string) bool {
	return len(word) > 3 && strings.HasSuffix(word, "s") && !strings.HasSuffix(word, "ss") && !strings.HasSuffix(word, "us") && !strings.HasSuffix(word, "'s") && !strings.HasSuffix(word, "’s")
}

func opensObject(word string) bool {
	switch word {
	case "a", "an", "the", "its", "their", "no", "nothing", "it", "them", "each", "every", "all", "one", "nobody":
		return true
	}
	return false
}

// nominal reports whether a phrase is a plain noun phrase, from which a question
// can be built anew.
func nominal(phrase string) bool {
	if phrase == "" || strings.ContainsAny(phrase, ",;:—/\"“”()=<>{}[]#$&*+\\") || determined(phrase) && !startsArticle(phrase) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(phrase)
	if !unicode.IsLetter(r) && !isCode(r) {
		return false
	}
	words := wordsOf(phrase)
	for i, word := range words {
		switch {
		case i > 0 && (determiners[words[i-1]] || words[i-1] == "the" || prepositions[words[i-1]]) && i+1 < len(words): // "the exported metrics"
		case word == "and", word == "or", word == "nor", word == "but", word == "not", word == "then", subordinators[word], auxiliaries[word]:
			return false
		case i > 0 && participle(word):
			return false
		}
	}
	return true
}

// participle reports whether a word after the first may be one that turns a noun
// phrase into a shortened clause: "data counted as".
func participle(word string) bool {
	switch word {
	case "left", "held", "kept", "made", "set", "built", "read", "run", "written", "taken", "chosen", "given", "known", "shown", "sent", "put", "split", "cut", "shut":
		return true
	}
	return strings.HasSuffix(word, "ed") && len(word) > 4 && !strings.Contains(word, "-") && !strings.HasSuffix(word, "eed")
}

func startsArticle(phrase string) bool {
	first, _, _ := strings.Cut(phrase, " ")
	switch strings.ToLower(first) {
	case "a", "an", "the", "its", "their", "any", "each", "every", "one":
		return true
	}
	return false
}

// article adds "a" or "an" to a singular noun phrase that has none.
func article(phrase string) string {
	if startsArticle(phrase) {
		return lower(phrase)
	}
	head := headNoun(phrase)
	if plural(phrase) || !countable(head) {
		return lower(phrase)
	}
	if r, _ := utf8.DecodeRuneInString(phrase); isCode(r) {
		return string(anArticle) + " " + phrase
	}
	if vowelSound(phrase) {
		return "an " + lower(phrase)
	}
	return "a " + lower(phrase)
}

// countable reports whether a noun takes an article in the singular.
func countable(noun string) bool {
	noun = strings.ToLower(noun)
	if strings.ContainsFunc(noun, isCode) {
		return false
	}
	if i := strings.LastIndexByte(noun, '-'); i >= 0 && noun[i+1:] != "" {
		noun = noun[i+1:]
	}
	if massNouns[noun] {
		return false
	}
	if countNouns[noun] {
		return true
	}
	for _, ending := range []string{"ion", "ing", "ance", "ence", "ity", "ness", "ency", "ancy", "ship", "ism"} {
		if strings.HasSuffix(noun, ending) {
			return false
		}
	}
	return true
}

// vowelSound reports whether a phrase is spoken with a vowel first: acronyms by
// the name of their first letter.
func vowelSound(phrase string) bool {
	first, _, _ := strings.Cut(phrase, " ")
	first, _, _ = strings.Cut(first, "-")
	if len(first) > 1 && len(first) <= 4 && strings.ToUpper(first) == first {
		return strings.ContainsRune("AEFHILMNORSX", rune(first[0]))
	}
	word := strings.ToLower(first)
	for _, start := range []string{"uni", "use", "usa", "eu", "one", "once", "ut"} {
		if strings.HasPrefix(word, start) && !strings.HasPrefix(word, "unin") && !strings.HasPrefix(word, "unim") && !strings.HasPrefix(word, "utt") {
			return false
		}
	}
	if strings.HasPrefix(word, "hour") || strings.HasPrefix(word, "hono") || strings.HasPrefix(word, "hones") {
		return true
	}
	return word != "" && strings.ContainsRune("aeiou", rune(word[0]))
}

// headNoun is the last word of a noun phrase before its prepositions.
func headNoun(phrase string) string {
	head := ""
	for i, word := range strings.Fields(phrase) {
		if i > 0 && prepositions[strings.ToLower(word)] {
			break
		}
		head = strings.Trim(word, ".,;:!?\"“”")
	}
	return head
}

// plural reports whether a noun phrase looks plural.
func plural(phrase string) bool {
	head := headNoun(phrase)
	if strings.ToUpper(head) == head { // TLS, DNS
		return false
	}
	for _, singular := range []string{"ss", "us", "is", "'s", "’s"} {
		if strings.HasSuffix(head, singular) {
			return false
		}
	}
	switch strings.ToLower(head) {
	case "people", "criteria", "media":
		return true
	case "alias", "canvas", "lens", "news", "series", "kubernetes":
		return false
	}
	return strings.HasSuffix(head, "s")
}
