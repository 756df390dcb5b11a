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
		"what when where whether if because how why who everything everybody anything")
	// auxiliaries make a clause of what they stand in.
	auxiliaries = set("is are was were has have had does do did can cannot could may might must will would shall should")
	// subordinators start a clause of their own within a noun phrase.
	subordinators = set("that which who whom whose where when while whenever because until unless if as so although though before after since whether than what nobody nothing")
	// prepositions end the head of a noun phrase.
	prepositions = set("for of on in per to at from by with without behind over under between among across within into onto before after " +
		"during against about above below beside beyond near through toward towards upon via as than around outside inside instead")
	// massNouns and countNouns are what the endings below tell wrongly.
	massNouns = set("backoff jitter consent evidence metadata data code access traffic feedback advice software hardware progress " +
		"money time space work authority notice paste management enforcement measurement retention order")
	countNouns = set("version option condition action question session connection partition decision exception assertion function region " +
		"subscription transaction position definition description expression section station warning setting binding mapping heading " +
		"meaning encoding string ceiling dimension instruction notification explanation migration reservation " +
		"precondition collection extension permission relation destination annotation application operation entity identity capacity quantity " +
		"priority policy dependency frequency body copy entry query key reference sequence difference instance distance " +
		"drawing opening building listing")
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
	r, _ := utf8.DecodeRuneInString(first)
	return unicode.IsDigit(r) || determiners[strings.ToLower(strings.Trim(first, ",;:"))]
}

// finite reports whether the main clause of a phrase has a verb with a subject,
// so that it is a sentence.
func finite(phrase string) bool {
	if i := strings.IndexAny(phrase, ",;"); i > 0 {
		phrase = phrase[:i]
	}
	words := wordsOf(phrase)
	for i, word := range words {
		switch {
		case i > 0 && subordinators[word]:
			return false
		case i > 0 && auxiliaries[word], i > 0 && word == "both", i > 1 && word == "never", i > 1 && word == "always":
			return true
		case i > 0 && i+1 < len(words) && thirdPerson(word) && !prepositions[words[i-1]] && opensObject(words[i+1]):
			return true
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
	if !unicode.IsLetter(r) {
		return false
	}
	for i, word := range wordsOf(phrase) {
		switch {
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
	if vowelSound(phrase) {
		return "an " + lower(phrase)
	}
	return "a " + lower(phrase)
}

// countable reports whether a noun takes an article in the singular.
func countable(noun string) bool {
	noun = strings.ToLower(noun)
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
