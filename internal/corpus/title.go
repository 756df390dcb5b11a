package corpus

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"atelier/internal/parse"
	"atelier/internal/source"
)

// A Claim is what a citation says the title of its principle or core is.
type Claim struct {
	Text string
	// Start is the offset of Text in the prose of the citation's block, Span
	// its place in the file.
	Start int
	Span  source.Span
	// Of is the number whose title it equals, or 0 where it only comes near
	// the cited one.
	Of int
}

// A title is one that a claim is compared with.
type title struct {
	number int
	text   string
}

// addTitle adds the title of a definition that has one.
func addTitle(titles []title, def *parse.Definition) []title {
	if def.Title == "" {
		return titles
	}
	return append(titles, title{def.Number, def.Title})
}

// claimOf is the claim of a citation by number.
func (c *Corpus) claimOf(ref *Reference) *Claim {
	switch m := ref.Mention; {
	case m.Kind == parse.PrincipleMention && ref.Domain != nil:
		return claim(m, ref.Domain.titles)
	case m.Kind == parse.CoreMention:
		return claim(m, c.coreTitles)
	}
	return nil
}

// claim tells a title from a gloss. What follows a number is a title where it
// equals one of the titles without regard to case, or lies within an edit
// distance of a fifth of the cited title: corpus-format §5.
func claim(m *parse.Mention, titles []title) *Claim {
	text, start, whole := following(m)
	if text == "" {
		return nil
	}
	own := ""
	best := 0
	bestLength := 0
	for _, t := range titles {
		number := t.number
		if number == m.Number {
			own = t.text
		}
		n := prefixFold(text, t.text)
		if n == 0 || whole && !endsTitle(text[n:]) {
			continue
		}
		if number != m.Number && !whole && !startsUpper(text) {
			continue
		}
		if n > bestLength || n == bestLength && number == m.Number {
			best, bestLength = number, n
		}
	}
	if own != "" && best != m.Number {
		// What begins with the title of another may come near the cited one.
		if n := nearPrefix(text, own, whole); n > bestLength {
			return newClaim(m, start, text[:n], 0)
		}
	}
	if best == 0 {
		return nil
	}
	return newClaim(m, start, text[:bestLength], best)
}

func newClaim(m *parse.Mention, start int, text string, of int) *Claim {
	return &Claim{Text: text, Start: start, Span: m.Block.Prose.Span(start, start+len(text)), Of: of}
}

// Gives is the claim of a citation that gives just this title, without regard
// to case, and nil where it does not.
func Gives(m *parse.Mention, title string) *Claim {
	text, start, whole := following(m)
	n := prefixFold(text, title)
	if n == 0 || whole && !endsTitle(text[n:]) {
		return nil
	}
	return newClaim(m, start, text[:n], 0)
}

// endsTitle reports whether a title in a parenthesis may end before rest.
func endsTitle(rest string) bool {
	return strings.TrimRight(rest, " .,;:") == "" || strings.HasPrefix(rest, " —") || strings.HasPrefix(rest, ";") || strings.HasPrefix(rest, ",")
}

// SpanTitle is the title that a citation in a code span gives there, as in
// `C5 Reversibility` and `domains/a/P9 Bounded Queues`, nil where it gives
// none. What shares a code span with a number is always meant as a title.
func SpanTitle(m *parse.Mention) *Claim {
	if m.Kind == parse.PathMention {
		if m.Title == "" {
			return nil
		}
		return newClaim(m, m.End-len(m.Title), m.Title, 0)
	}
	in, ok := m.Block.Prose.InCode(m.Start)
	if !ok || !m.InCode {
		return nil
	}
	text := m.Block.Prose.Text[m.End:in.End]
	if text == "" || !strings.ContainsRune(" .:", rune(text[0])) {
		return nil // the next of a list or range
	}
	title := strings.TrimLeft(text, " .:—–-(")
	start := m.End + len(text) - len(title)
	if title = strings.TrimRight(title, " )"); title == "" {
		return nil
	}
	return newClaim(m, start, title, 0)
}

// AnnotationTitle is the capitalised text that follows a number in the
// annotation of a heading, as in "(P6, C8 Economy)", nil where there is none. It
// looks like a title, but may be a gloss.
func AnnotationTitle(m *parse.Mention) *Claim {
	if m.Block.Kind != parse.HeadingBlock || m.Block.Section == nil || !m.Block.Section.Annotation.Contains(m.Span.Start) {
		return nil
	}
	text, ok := strings.CutPrefix(m.After(), " ")
	if !ok || !startsUpper(text) {
		return nil
	}
	if end := strings.IndexAny(text, ",;)(—–"); end >= 0 {
		text = text[:end]
	}
	return newClaim(m, m.End+1, strings.TrimRight(text, " "), 0)
}

// Title is the title that the row gives its principle: what follows the number
// directly in the first cell, always a claim. It is nil where the number stands
// alone, or before a parenthesis or dash, which may be a gloss.
func (r *TraceRow) Title() *Claim {
	if r.Mention == nil {
		return nil
	}
	text, start, _ := following(r.Mention)
	if lead := r.Mention.After()[:max(0, start-r.Mention.End)]; strings.ContainsAny(lead, "(—–-") {
		return nil
	}
	if i := strings.Index(text, " ("); i > 0 {
		text = text[:i] // a gloss
	}
	if text = strings.TrimRight(text, " "); text == "" {
		return nil
	}
	return newClaim(r.Mention, start, text, 0)
}

func startsUpper(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r)
}

// following is the text after a number that may be a title, where it starts,
// and whether a parenthesis bounds it.
func following(m *parse.Mention) (text string, start int, whole bool) {
	after := m.After()
	at := m.End
	for _, lead := range []string{" (", " — ", " – ", ". ", ": ", " - ", " "} {
		rest, ok := strings.CutPrefix(after, lead)
		if !ok {
			continue
		}
		at += len(lead)
		if lead != " (" {
			return rest, at, false
		}
		if stop := parse.ClosingParen(after, len(lead)-1); stop > 0 {
			return after[len(lead):stop], at, true
		}
		break
	}
	return "", 0, false
}

// prefixFold is the length of the part of text that equals title without regard
// to case and to the kind and number of spaces, and 0 where text does not start
// with it or goes on within a word.
func prefixFold(text, title string) int {
	i := 0
	for _, want := range title {
		if i >= len(text) {
			return 0
		}
		r, n := utf8.DecodeRuneInString(text[i:])
		if want == ' ' && unicode.IsSpace(r) {
			i = len(text) - len(strings.TrimLeftFunc(text[i:], unicode.IsSpace))
			continue
		}
		if r != want && unicode.ToLower(r) != unicode.ToLower(want) {
			return 0
		}
		i += n
	}
	if i < len(text) {
		if r, _ := utf8.DecodeRuneInString(text[i:]); unicode.IsLetter(r) || unicode.IsDigit(r) || r == '-' && i+1 < len(text) && text[i+1] != ' ' {
			return 0
		}
	}
	return i
}

// nearPrefix is the length of the start of text that comes near title: as many
// words, or one more or fewer, within a fifth of its length. A parenthesis is
// compared whole.
func nearPrefix(text, title string, whole bool) int {
	bound := utf8.RuneCountInString(title) / 5
	if bound == 0 {
		return 0
	}
	if whole {
		if d := EditDistance(text, title, bound); d > 0 && d <= bound {
			return len(text)
		}
		return 0
	}
	words := strings.Count(title, " ") + 1
	bestLength, bestDistance := 0, bound+1
	end := 0
	for n := 1; n <= words+1 && end < len(text); n++ {
		next := strings.IndexByte(text[end:], ' ')
		stop := len(text)
		if next >= 0 {
			stop = end + next
		}
		if n >= words-1 {
			candidate := strings.TrimRight(text[:stop], ".,;:)")
			if d := EditDistance(candidate, title, bound); d > 0 && d < bestDistance {
				bestLength, bestDistance = len(candidate), d
			}
		}
		end = stop + 1
	}
	return bestLength
}

// NearTitle reports whether a text is so near to a title, within a fifth of its
// length in edits, that it must mean it.
func NearTitle(text, title string) bool {
	bound := utf8.RuneCountInString(title) / 5
	return EditDistance(text, title, bound) <= bound
}
