package rules

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// coreList is "C1, C2" for core mentions, without repeats.
func coreList(mentions []*parse.Mention) string {
	return coreNumberList(corpus.CoreNumbers(mentions))
}

func coreNumberList(numbers []int) string {
	ids := make([]string, len(numbers))
	for i, n := range numbers {
		ids[i] = fmt.Sprintf("C%d", n)
	}
	return strings.Join(ids, ", ")
}

// inQuotes is text as messages quote it: on one line, between quote marks, and
// cut behind a word where it is long.
func inQuotes(text string) string {
	const longest = 80 // runes; a message is read in one glance
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > longest {
		text = string([]rune(text)[:longest])
		if i := strings.LastIndexByte(text, ' '); i > 0 {
			text = text[:i]
		}
		text += " …"
	}
	return "“" + text + "”"
}

// count is "1 cell" or "3 cells".
func count(n int, noun string) string { return fmt.Sprintf("%d %s", n, plural(n, noun)) }

// plural is a noun in the form that a number of things has.
func plural(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}

// orNearest is "; did you mean “X”?" with the candidate nearest to a name, or ""
// where none comes near. Two edits make anything of a very short name.
func orNearest(name string, candidates []string) string {
	const shortest = 4
	if near := check.Nearest(name, candidates); near != "" && len(name) >= shortest {
		return fmt.Sprintf("; did you mean “%s”?", near)
	}
	return ""
}
