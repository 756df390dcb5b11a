package parse

import (
	"iter"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Sentences are the sentences of the prose, found when they are first asked for.
func (p *Prose) Sentences() []Range {
	p.once.Do(func() { p.sentences = Sentences(p.Text, p.code) })
	return p.sentences
}

// Sentence is the sentence that a joined offset stands in.
func (p *Prose) Sentence(offset int) Range {
	sentences := p.Sentences()
	i := sort.Search(len(sentences), func(i int) bool { return sentences[i].End > offset })
	if i == len(sentences) {
		return Range{len(p.Text), len(p.Text)}
	}
	return sentences[i]
}

// Sentences are the sentences of a text. A full stop, a question or an
// exclamation mark ends one where white space and no lower-case letter follows,
// outside of the ranges of code and of parentheses that close.
func Sentences(text string, code []Range) []Range {
	closed := closedParentheses(text, code)
	var out []Range
	start, depth := 0, 0
	for i, c := range outside(text, code) {
		switch {
		case c == '(' && closed[i]:
			depth++
		case c == ')' && closed[i]:
			depth--
		case (c == '.' || c == '!' || c == '?') && depth == 0:
			if end := sentenceEnd(text, i); end > 0 {
				out = append(out, Range{start, end})
				start = len(text) - len(strings.TrimLeft(text[end:], " "))
			}
		}
	}
	if start < len(text) {
		out = append(out, Range{start, len(text)})
	}
	return out
}

// outside are the bytes of a text that lie in no range of code.
func outside(text string, code []Range) iter.Seq2[int, byte] {
	return func(yield func(int, byte) bool) {
		for i := 0; i < len(text); i++ {
			for len(code) > 0 && code[0].End <= i {
				code = code[1:]
			}
			if len(code) > 0 && code[0].Start <= i {
				i = code[0].End - 1
			} else if !yield(i, text[i]) {
				return
			}
		}
	}
}

// sentenceEnd is the offset after the sentence that the mark at an offset ends,
// with the quotes and brackets that it closes, 0 where it ends none.
func sentenceEnd(text string, at int) int {
	rest := strings.TrimLeft(text[at+1:], "\"”’')*")
	end := len(text) - len(rest)
	if rest == "" {
		return end
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, " \"“‘'(*"))
	if rest[0] != ' ' || unicode.IsLower(r) || abbreviates(text[:at]) {
		return 0
	}
	return end
}

// abbreviations end in a full stop that ends no sentence.
var abbreviations = []string{"e.g", "i.e", "vs", "cf", "resp"}

func abbreviates(before string) bool {
	for _, a := range abbreviations {
		if rest, ok := strings.CutSuffix(before, a); ok {
			return rest == "" || !isASCIIAlnum(rest[len(rest)-1])
		}
	}
	return false
}

// closedParentheses are the offsets of the parentheses that have a partner.
func closedParentheses(text string, code []Range) map[int]bool {
	closed := map[int]bool{}
	var open []int
	for i, c := range outside(text, code) {
		switch n := len(open); {
		case c == '(':
			open = append(open, i)
		case c == ')' && n > 0:
			closed[open[n-1]], closed[i] = true, true
			open = open[:n-1]
		}
	}
	return closed
}
