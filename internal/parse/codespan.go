package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// codeSpan classifies the content of a code span.
func (s *scanner) codeSpan(in Range) {
	content := s.text[in.Start:in.End]
	trimmed := strings.TrimSpace(content)
	if trimmed == "" {
		return
	}
	start := in.Start + strings.Index(content, trimmed)
	end := start + len(trimmed)
	if path, ok := codePath(trimmed); ok {
		m := &Mention{Kind: PathMention, Start: start, End: end, InCode: true}
		s.pathParts(m, path, trimmed)
		s.qualifiers(m, in.End)
		s.add(m)
		return
	}
	if isSlug(trimmed) {
		s.add(&Mention{Kind: SlugMention, Start: start, End: end, InCode: true})
		return
	}
	s.citationSpan(start, end)
}

// citationSpan reads a code span that is a citation as a whole: `C1
// Correctness`, `P5/P10`, `messaging P3`, `D-062`, `v0.4`.
func (s *scanner) citationSpan(start, end int) {
	was := len(s.found)
	saved := s.at
	s.at = start
	if word := leadingDomainWord(s.text[start:end]); word != "" {
		s.at += len(word) + 1
	}
	first := s.at
	for s.at < end {
		c := s.text[s.at]
		at := s.at
		switch {
		case (c == 'P' || c == 'C') && s.numbered(end, true):
		case c >= 'A' && c <= 'Z' && s.id(end):
			s.found[len(s.found)-1].InCode = true
		case c == 'v' && s.milestone(end):
			s.found[len(s.found)-1].InCode = true
		}
		if s.at == at {
			break
		}
		rest := s.text[s.at:end]
		joined := false
		for _, by := range []string{"/", ", ", "–", "-"} {
			if strings.HasPrefix(rest, by) {
				s.at += len(by)
				joined = true
				break
			}
		}
		if !joined {
			break
		}
	}
	// What follows may only be a title, which starts with a letter.
	if rest := s.text[min(s.at, end):end]; s.at == first || rest != "" && !titleFollows(rest) {
		s.found = s.found[:was]
	}
	s.at = saved
}

func titleFollows(rest string) bool {
	if strings.HasPrefix(rest, ". ") || strings.HasPrefix(rest, ": ") || strings.HasPrefix(rest, " (") || strings.HasPrefix(rest, " — ") {
		return true
	}
	if rest[0] != ' ' || len(rest) < 2 {
		return false
	}
	r, _ := utf8.DecodeRuneInString(rest[1:])
	return unicode.IsLetter(r) && !strings.ContainsAny(rest, "=+*{}<>|;&%$")
}

func leadingDomainWord(content string) string {
	word, rest, found := strings.Cut(content, " ")
	if !found || word == "" || len(rest) < 2 || rest[0] != 'P' || !isDigit(rest[1]) || !isDomainWord(word) {
		return ""
	}
	return word
}

// codePath reports whether a code span holds a path, and the path without the
// title of `domains/a/P9 Bounded Queues`.
func codePath(content string) (string, bool) {
	path, title, spaced := strings.Cut(content, " ")
	if !strings.Contains(path, "/") || strings.Contains(path, "//") || strings.HasPrefix(path, "/") && len(path) == 1 {
		return "", false
	}
	name, _, _ := strings.Cut(path, "#")
	if len(name) > 1 && (name[0] == 'P' || name[0] == 'C' || name[0] == 'v') && isDigit(name[1]) {
		return "", false // `P5/P10`, `C1/C3`, `v0.1/v0.2`
	}
	for i := 0; i < len(name); i++ {
		if c := name[i]; !isASCIIAlnum(c) && c < utf8.RuneSelf && !strings.ContainsRune("._-/", rune(c)) {
			return "", false
		}
	}
	if spaced {
		last := name[strings.LastIndexByte(name, '/')+1:]
		if len(last) < 2 || last[0] != 'P' || !isDigit(last[1]) || title == "" {
			return "", false
		}
	}
	return path, true
}

func (s *scanner) pathParts(m *Mention, path, content string) {
	m.Path, m.Fragment, _ = strings.Cut(path, "#")
	if i := strings.LastIndexByte(m.Path, '/'); i >= 0 {
		last := m.Path[i+1:]
		if len(last) > 1 && last[0] == 'P' {
			if end, n := digits(last, 1, len(last)); end == len(last) {
				m.Principle = n
				m.Path = m.Path[:i]
				m.Title = strings.TrimSpace(strings.TrimPrefix(content, path))
			}
		}
	}
}

// qualifiers reads "Pattern 5 (Title)" and "§4" after a path.
func (s *scanner) qualifiers(m *Mention, end int) {
	rest := s.text[end:]
	skip := len(rest) - len(strings.TrimLeft(rest, " "))
	at := end + skip
	if q := patternAt(s.text, at); q != nil {
		m.Pattern = q
		s.finishQualifier(q, at)
		return
	}
	if strings.HasPrefix(s.text[at:], "§") {
		start := at + len("§")
		for start < len(s.text) && s.text[start] == ' ' {
			start++
		}
		if stop, n := digits(s.text, start, len(s.text)); stop > start {
			m.Section = &Qualifier{Number: n, number: stop, end: stop}
			s.finishQualifier(m.Section, at)
		}
	}
}

func (s *scanner) finishQualifier(q *Qualifier, start int) {
	q.Span = s.block.Prose.Span(start, q.end)
	q.NumberSpan = s.block.Prose.Span(start, q.number)
	if q.Title != "" {
		at := strings.LastIndex(s.text[start:q.end], q.Title)
		q.TitleStart = start + at
		q.TitleSpan = s.block.Prose.Span(start+at, start+at+len(q.Title))
	}
}

// patternAt reads "Pattern 5" with an optional "(Title)" at offset.
func patternAt(text string, at int) *Qualifier {
	const word = "Pattern "
	if !strings.HasPrefix(text[at:], word) {
		return nil
	}
	end, n := digits(text, at+len(word), len(text))
	if end == at+len(word) || end < len(text) && isASCIIAlnum(text[end]) {
		return nil
	}
	q := &Qualifier{Number: n, number: end, end: end}
	if strings.HasPrefix(text[end:], " (") {
		if stop := ClosingParen(text, end+1); stop > 0 {
			q.Title = strings.TrimSpace(text[end+2 : stop])
			q.end = stop + 1
		}
	}
	return q
}

// ClosingParen is the offset of the parenthesis that closes the one at open, or 0
// where there is none within reach.
func ClosingParen(text string, open int) int {
	depth := 0
	for i := open; i < min(len(text), open+farthest); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
			if depth == 0 {
				return i
			}
		}
	}
	return 0
}

func isSlug(s string) bool {
	hyphens := 0
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c >= 'a' && c <= 'z' || isDigit(c):
		case c == '-' && i > 0 && i+1 < len(s) && s[i-1] != '-':
			hyphens++
		default:
			return false
		}
	}
	return hyphens > 0 && s[0] >= 'a'
}
