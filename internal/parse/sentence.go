package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences are the sentences of a text. A full stop, a question or an
// exclamation mark ends one where white space and no lower-case letter follows,
// outside of the ranges of code and of parentheses that close.
func Sentences(text string, code []Range) []Range {
	closed := closedParentheses(text)
	var out []Range
	start, depth := 0, 0
	for i := 0; i < len(text); i++ {
		for len(code) > 0 && code[0].End <= i {
			code = code[1:]
		}
		if len(code) > 0 && code[0].Start <= i {
			i = code[0].End - 1
			continue
		}
		switch text[i] {
		case '(':
			if closed[i] {
				depth++
			}
		case ')':
			if closed[i] {
				depth--
			}
		case '.', '!', '?':
			if depth == 0 && stopsSentence(text, i) {
				out = append(out, Range{start, i + 1})
				start = i + 1
			}
		}
	}
	if start < len(text) {
		out = append(out, Range{start, len(text)})
	}
	return out
}

func stopsSentence(text string, at int) bool {
	const marks = "\"”’')*"
	rest := strings.TrimLeft(text[at+1:min(len(text), at+8)], marks)
	if rest == "" {
		return true
	}
	if rest[0] != ' ' || abbreviates(text[:at]) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[at+1:], marks+" "))
	return !unicode.IsLower(r)
}

func abbreviates(before string) bool {
	for _, a := range []string{"e.g", "i.e", " vs", " cf", " resp"} {
		if strings.HasSuffix(before, a) {
			return true
		}
	}
	return false
}

// closedParentheses are the offsets of the parentheses that have a partner.
func closedParentheses(text string) map[int]bool {
	closed := map[int]bool{}
	var open []int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(':
			open = append(open, i)
		case ')':
			if n := len(open); n > 0 {
				closed[open[n-1]], closed[i] = true, true
				open = open[:n-1]
			}
		}
	}
	return closed
}
