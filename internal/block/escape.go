package block

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes inline Markdown that shows a text as it is.
func Escape(text string) string {
	const special = "\\`*[]<|~$"
	if !strings.ContainsAny(text, special+"_&") {
		return text
	}
	var b strings.Builder
	previous := ' '
	for i, r := range text {
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		if strings.ContainsRune(special, r) || r == '_' && !(alnum(previous) && alnum(next)) || r == '&' && (alnum(next) || next == '#') {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		previous = r
	}
	return b.String()
}

// Inert keeps GitHub from reading a text as a mention of a user ("@ts-ignore")
// or of an issue ("#12", "GH-12").
func Inert(text string) string {
	var b strings.Builder
	for i, r := range text {
		b.WriteRune(r)
		next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
		if r == '@' && alnum(next) || r == '#' && unicode.IsDigit(next) || r == '-' && unicode.IsDigit(next) && strings.HasSuffix(strings.ToUpper(text[:i]), "GH") {
			b.WriteString("<!-- -->")
		}
	}
	return b.String()
}

func alnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
