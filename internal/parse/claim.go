package parse

import (
	"slices"
	"strings"
	"unicode"

	"atelier/internal/source"
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
		ofWord, ofStart := lastWord(text[:i])
		joint, start := lastWord(text[:ofStart])
		if joint == "the" {
			joint, start = lastWord(text[:start])
		}
		countWord, countStart := lastWord(text[:start])
		count, ok1 := number(countWord)
		of, ok2 := number(ofWord)
		if joint != "of" || !ok1 || !ok2 {
			continue
		}
		claim := &CoverageClaim{Count: count, Of: of}
		claim.CountSpan = wordSpan(b.Prose, countWord, countStart)
		claim.OfSpan = wordSpan(b.Prose, ofWord, ofStart)
		end := at
		if strings.HasPrefix(text[at:], " (") {
			if stop := ClosingParen(text, at+1); stop > 0 {
				end = stop + 1
				claim.readList(b, at+2, stop)
			}
		}
		if countsUntouched(text, countStart, end) {
			continue
		}
		claim.Span = b.Prose.Span(countStart, end)
		d.Coverage = append(d.Coverage, claim)
	}
}

// readList reads the cores between two offsets. A parenthesis that speaks of
// exceptions ("all but C3") is no list of what is touched.
func (c *CoverageClaim) readList(b *Block, start, stop int) {
	for word := range strings.FieldsSeq(b.Prose.Text[start:stop]) {
		if slices.Contains(exceptionWords, strings.Trim(strings.ToLower(word), ",;:")) {
			return
		}
	}
	for _, m := range b.within(start, stop) {
		if m.Kind == CoreMention {
			c.Touched = append(c.Touched, m)
		}
	}
	if len(c.Touched) > 0 {
		c.ListSpan = b.Prose.Span(start, stop)
	}
}

// negations turn a count of cores into its opposite, exceptionWords a list.
var (
	negations      = []string{"not", "no", "without", "lacks", "misses", "omits", "leaves", "leaving", "skips"}
	exceptionWords = append([]string{"but", "except", "untouched"}, negations...)
)

// countsUntouched reports whether the words around a count say that those are
// the cores which are not touched: "leaves 1 of 8 core principles untouched".
func countsUntouched(text string, start, end int) bool {
	before := text[:start]
	for range 3 {
		word, at := lastWord(before)
		if slices.Contains(negations, strings.ToLower(word)) {
			return true
		}
		if strings.HasSuffix(word, ".") {
			break
		}
		before = before[:at]
	}
	const near = 60 // bytes; what is further away speaks of something else
	after := text[end:min(len(text), end+near)]
	if i := strings.IndexAny(after, ".;,:"); i >= 0 {
		after = after[:i]
	}
	return strings.Contains(after, "untouched") || strings.Contains(after, " not ")
}

// lastWord is the last word of text, between spaces, and where it starts.
func lastWord(text string) (string, int) {
	text = strings.TrimRight(text, " ")
	start := strings.LastIndexByte(text, ' ') + 1
	return text[start:], start
}

// wordSpan is the source of a word of prose without the marks around it.
func wordSpan(p *Prose, word string, start int) source.Span {
	bare := strings.Trim(word, wordMarks)
	start += strings.Index(word, bare)
	return p.Span(start, start+len(bare))
}

// wordMarks may stand around a number in prose.
const wordMarks = "*(,"

func number(word string) (int, bool) {
	word = strings.Trim(word, wordMarks)
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
	if !strings.Contains(text, "link") && !strings.Contains(text, "one-directional") {
		return // most blocks; the phrases below all hold one of the two
	}
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
		const near = 40 // bytes from the word to what it is said of
		open := strings.IndexByte(text[i:min(len(text), i+near)], '(')
		if open < 0 {
			continue
		}
		stop := ClosingParen(text, i+open)
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

// wordBefore and wordAfter are the words next to an offset, which may be the
// names of domains: hyphens belong to them.
func wordBefore(text string, end int) (word string, start int) {
	start = len(strings.TrimRightFunc(text[:end], nameRune))
	return text[start:end], start
}

func wordAfter(text string, start int) string {
	rest := strings.TrimLeftFunc(text[start:], nameRune)
	return strings.TrimRight(text[start:len(text)-len(rest)], "-")
}

func nameRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' }
