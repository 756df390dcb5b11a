package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// numberWords are the numbers that prose spells out.
var numberWords = map[string]int{
	"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}

// readClaims finds claims that can be counted or looked up: "touching 7 of 8
// core principles (C1, C2, …)", "X does not link to Y", "one-directional
// outward (X → Y)".
func (d *Document) readClaims() {
	for _, b := range d.Blocks {
		if b.Generated {
			continue
		}
		d.coverageClaims(b)
		d.directionClaims(b)
	}
}

func (d *Document) coverageClaims(b *Block) {
	const phrase = " core principles"
	text := b.Prose.Text
	for at := 0; ; {
		i := strings.Index(text[at:], phrase)
		if i < 0 {
			return
		}
		i += at
		at = i + len(phrase)
		words := strings.Fields(text[:i])
		if len(words) < 3 || words[len(words)-2] != "of" {
			continue
		}
		count, ok1 := number(words[len(words)-3])
		of, ok2 := number(words[len(words)-1])
		if !ok1 || !ok2 {
			continue
		}
		start := strings.LastIndex(text[:i], words[len(words)-3])
		claim := &CoverageClaim{Count: count, Of: of}
		end := at
		if strings.HasPrefix(text[at:], " (") {
			if stop := closingParen(text, at+1); stop > 0 {
				end = stop + 1
				for _, m := range b.Mentions {
					if m.Kind == CoreMention && m.Start > at && m.End <= stop {
						claim.Touched = append(claim.Touched, m)
					}
				}
			}
		}
		claim.Span = b.Prose.Span(start, end)
		d.Coverage = append(d.Coverage, claim)
	}
}

func number(word string) (int, bool) {
	word = strings.Trim(word, "*(,")
	if n, ok := numberWords[strings.ToLower(word)]; ok {
		return n, true
	}
	end, n := digits(word, 0, len(word))
	return n, end > 0 && end == len(word)
}

// denials are the phrases between two domains that say that the first does not
// link to the second.
var denials = []string{
	" does not back-link to ", " does not link back to ", " does not link to ", " never links to ",
	" never links back to ", " never back-links to ", " has no link to ", " has no links to ", " do not link to ",
}

func (d *Document) directionClaims(b *Block) {
	text := b.Prose.Text
	for _, phrase := range denials {
		for at := 0; ; {
			i := strings.Index(text[at:], phrase)
			if i < 0 {
				break
			}
			i += at
			at = i + len(phrase)
			from, start := wordBefore(text, i)
			to := wordAfter(text, at)
			if from != "" && to != "" {
				d.Directions = append(d.Directions, &DirectionClaim{
					From: strings.ToLower(from), To: strings.ToLower(to), Span: b.Prose.Span(start, at+len(to)),
				})
			}
		}
	}
	// "one-directional outward (messaging → concurrency)": the second does
	// not link to the first.
	for at := 0; ; {
		i := strings.Index(text[at:], "one-directional")
		if i < 0 {
			return
		}
		i += at
		at = i + 1
		open := strings.IndexByte(text[i:], '(')
		if open < 0 || open > 40 {
			continue
		}
		stop := closingParen(text, i+open)
		if stop == 0 {
			continue
		}
		from, to, ok := strings.Cut(text[i+open+1:stop], " → ")
		from, to = strings.TrimSpace(from), strings.TrimSpace(to)
		if !ok || !isDomainWord(from) || !isDomainWord(to) {
			continue
		}
		d.Directions = append(d.Directions, &DirectionClaim{From: to, To: from, Span: b.Prose.Span(i, stop+1)})
	}
}

func wordBefore(text string, end int) (string, int) {
	start := end
	for start > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:start])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' {
			break
		}
		start -= n
	}
	return text[start:end], start
}

func wordAfter(text string, start int) string {
	end := start
	for end < len(text) {
		r, n := utf8.DecodeRuneInString(text[end:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && (r != '-' || end+1 >= len(text) || !isASCIIAlnum(text[end+1])) {
			break
		}
		end += n
	}
	return text[start:end]
}
