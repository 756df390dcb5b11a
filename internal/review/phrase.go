package review

import (
	"strings"

	"atelier/internal/parse"
)

// A phrase is a text in which each code span is one rune of the private use area,
// so that what is written in code is a word like any other, and never taken apart.
type phrase struct {
	text string
	// code are the contents of the spans, by their rune less [firstCode].
	code []string
}

const (
	firstCode = '\uE000'
	lastCode  = '\uF8FE'
	// anArticle stands for the article before code, which depends on how the code
	// is spoken.
	anArticle = '\uF8FF'
)

// isCode reports whether a rune stands for a code span.
func isCode(r rune) bool { return r >= firstCode && r <= lastCode }

// phraseOf is a range of a prose as a phrase, with single spaces.
func phraseOf(p *parse.Prose, start, end int) phrase {
	var out phrase
	var b strings.Builder
	at := start
	for _, r := range p.Code() {
		if r.Start < start || r.End > end || len(out.code) > int(lastCode-firstCode) {
			continue
		}
		b.WriteString(withoutCode(p.Text[at:r.Start]))
		b.WriteRune(firstCode + rune(len(out.code)))
		out.code = append(out.code, Normalise(p.Text[r.Start:r.End]))
		at = r.End
	}
	b.WriteString(withoutCode(p.Text[at:end]))
	out.text = Normalise(b.String())
	return out
}

// withoutCode replaces the runes of a text that would be taken for code.
func withoutCode(text string) string {
	return strings.Map(func(r rune) rune {
		if isCode(r) || r == anArticle {
			return '\uFFFD'
		}
		return r
	}, text)
}

// unlabelled is a phrase without the anti-pattern's id that labels it ("id: …") or
// closes it ("… (id)"), and whether it was labelled.
func (p phrase) unlabelled(id string) (rest phrase, labelled bool) {
	names := []string{id}
	for n, code := range p.code {
		if code == id {
			names = append(names, string(firstCode+rune(n)))
		}
	}
	for _, name := range names {
		if text, ok := strings.CutPrefix(p.text, name+": "); ok {
			return phrase{text, p.code}, true
		}
	}
	for _, name := range names {
		if text, ok := strings.CutSuffix(p.text, " ("+name+")"); ok {
			return phrase{text, p.code}, false
		}
	}
	return p, false
}

// withArticles is a text with the articles before its code.
func (p phrase) withArticles(text string) string {
	for n, code := range p.code {
		article := "a "
		if vowelSound(strings.TrimLeft(code, "#.-_@/")) {
			article = "an "
		}
		spot := string(firstCode + rune(n))
		text = strings.ReplaceAll(text, string(anArticle)+" "+spot, article+spot)
	}
	return text
}

// A Part is a piece of a question.
type Part struct {
	Text string
	// Code is true for what the corpus writes as code.
	Code bool
}

// parts are the pieces of a phrase, in order.
func (p phrase) parts() []Part {
	var out []Part
	text := p.text
	for text != "" {
		at := strings.IndexFunc(text, isCode)
		if at < 0 {
			return append(out, Part{Text: text})
		}
		if at > 0 {
			out = append(out, Part{Text: text[:at]})
		}
		for _, r := range text[at:] {
			out = append(out, Part{p.code[r-firstCode], true})
			text = text[at+len(string(r)):]
			break
		}
	}
	return out
}

// String is the phrase as plain text, its code between backticks.
func (p phrase) String() string {
	var b strings.Builder
	for _, part := range p.parts() {
		if part.Code {
			b.WriteString(codeSpan(part.Text))
		} else {
			b.WriteString(part.Text)
		}
	}
	return b.String()
}

// codeSpan is a text between as many backticks as it needs.
func codeSpan(code string) string {
	longest, run := 0, 0
	for _, r := range code {
		if run++; r != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	// Blanks inside keep a backtick at an end apart from the fence, and are taken
	// off again where both are there.
	if code == "" || strings.HasPrefix(code, "`") || strings.HasSuffix(code, "`") || strings.HasPrefix(code, " ") && strings.HasSuffix(code, " ") {
		code = " " + code + " "
	}
	return fence + code + fence
}
