package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanMentions finds the mentions of a block in one pass over its text.
func scanMentions(b *Block) []*Mention {
	s := &scanner{block: b, text: b.Prose.Text}
	for _, code := range b.Prose.Code() {
		s.prose(code.Start)
		s.codeSpan(code)
		s.at = code.End
	}
	s.prose(len(s.text))
	s.link()
	for _, m := range s.found {
		m.Block = b
		m.Span = b.Prose.Span(m.Start, m.End)
		m.Text = s.text[m.Start:m.End]
	}
	return s.found
}

// scanner walks the joined text of one block.
type scanner struct {
	block *Block
	text  string
	at    int
	found []*Mention
}

func (s *scanner) add(m *Mention) *Mention {
	s.found = append(s.found, m)
	return m
}

// prose reads running text up to limit.
func (s *scanner) prose(limit int) {
	for s.at < limit {
		s.token(limit)
	}
}

// token reads one token of running text that ends at limit at the latest.
func (s *scanner) token(limit int) {
	c := s.text[s.at]
	if !isASCIIAlnum(c) {
		if c < utf8.RuneSelf {
			s.at++
			return
		}
		// A letter outside ASCII belongs to the word that it stands in.
		r, n := utf8.DecodeRuneInString(s.text[s.at:])
		s.at += n
		if unicode.IsLetter(r) {
			s.skipWord(limit)
		}
		return
	}
	start := s.at
	switch {
	case s.url(limit):
	case (c == 'P' || c == 'C') && s.numbered(limit, false):
	case c == 'v' && s.milestone(limit):
	case c >= 'A' && c <= 'Z' && s.id(limit):
	case c == 'P' && s.barePattern(limit):
	case (c >= 'a' && c <= 'z' || c >= '0' && c <= '9') && s.barePath(limit):
	}
	if s.at == start {
		s.skipWord(limit)
	}
}

// skipWord leaves the word that the scanner stands in, with what is joined to
// it by hyphens, dots and slashes that a citation may not follow.
func (s *scanner) skipWord(limit int) {
	s.at = limit - len(strings.TrimLeftFunc(s.text[s.at:limit], wordRune))
}

// wordRune reports whether a character is part of a word.
func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// endsInWord reports whether text ends in a word or in one of some marks, which
// join what follows to it.
func endsInWord(text, marks string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return wordRune(r) || strings.ContainsRune(marks, r)
}

// startsInWord reports whether text starts in a word or in one of some marks.
func startsInWord(text, marks string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return wordRune(r) || strings.ContainsRune(marks, r)
}

func (s *scanner) url(limit int) bool {
	rest := s.text[s.at:limit]
	if !strings.HasPrefix(rest, "http://") && !strings.HasPrefix(rest, "https://") {
		return false
	}
	end := strings.IndexAny(rest, " \t\n<>\"")
	if end < 0 {
		end = len(rest)
	}
	s.at += end
	return true
}

// numbered reads P4 or C3, in prose or as the start of a code span.
func (s *scanner) numbered(limit int, inCode bool) bool {
	end, number := digits(s.text, s.at+1, limit)
	if end == s.at+1 || end-s.at > 5 || s.text[s.at+1] == '0' {
		return false
	}
	if s.at > 0 && !inCode && !s.opens(s.at) {
		return false
	}
	kind := PrincipleMention
	if s.text[s.at] == 'C' {
		kind = CoreMention
	}
	m := &Mention{Kind: kind, Start: s.at, End: end, Number: number, InCode: inCode}
	if end < len(s.text) {
		switch r, n := utf8.DecodeRuneInString(s.text[end:]); {
		case wordRune(r):
			return false
		case r == '.' && end+n < len(s.text) && isASCIIAlnum(s.text[end+n]):
			return false
		case r == '-' && end+n < len(s.text):
			next := s.text[end+n]
			if next == s.text[s.at] && end+n+1 < len(s.text) && isDigit(s.text[end+n+1]) {
				break // a range, C1-C8
			}
			if isASCIIAlnum(next) {
				if kind == CoreMention || !participle(s.text[end+n:]) {
					return false
				}
				m.Phase = CertainPhase
			}
		case r == '/' && end+n < len(s.text) && isASCIIAlnum(s.text[end+n]):
			next := s.text[end+n]
			if next != 'P' && next != 'C' || end+n+1 >= len(s.text) || !isDigit(s.text[end+n+1]) {
				return false
			}
		}
	}
	s.add(m)
	s.at = end
	return true
}

// opens reports whether a citation may start at offset: after a space, an
// opening mark, or what joins it to a citation before.
func (s *scanner) opens(offset int) bool {
	if endsInWord(s.text[:offset], `.#@$=&\`) {
		return false
	}
	switch s.text[offset-1] {
	case '/', '-':
		return s.afterMention(offset - 1)
	}
	return true
}

// participle reports whether the word joined to a P-number ("authored",
// "planned") makes it a phase.
func participle(rest string) bool {
	word := leadingWord(rest)
	return len(word) > 4 && strings.HasSuffix(word, "ed")
}

func leadingWord(s string) string {
	i := 0
	for i < len(s) && (s[i] >= 'a' && s[i] <= 'z' || s[i] >= 'A' && s[i] <= 'Z') {
		i++
	}
	return s[:i]
}

func (s *scanner) milestone(limit int) bool {
	end, _ := digits(s.text, s.at+1, limit)
	if end == s.at+1 || endsInWord(s.text[:s.at], ".") {
		return false
	}
	parts := 1
	for parts < 3 && end+1 < limit && s.text[end] == '.' && isDigit(s.text[end+1]) {
		end, _ = digits(s.text, end+1, limit)
		parts++
	}
	if parts < 2 || startsInWord(s.text[end:], "") {
		return false
	}
	s.add(&Mention{Kind: MilestoneMention, Start: s.at, End: end})
	s.at = end
	return true
}

// id reads D-062, and ATELIER-97..101.
func (s *scanner) id(limit int) bool {
	if before := s.text[:s.at]; endsInWord(before, "-") || strings.HasSuffix(before, "/") && !s.afterMention(s.at-1) {
		return false
	}
	i := s.at
	for i < limit && (s.text[i] >= 'A' && s.text[i] <= 'Z' || i > s.at && isDigit(s.text[i])) {
		i++
	}
	if i+1 >= limit || s.text[i] != '-' || !isDigit(s.text[i+1]) {
		return false
	}
	end, number := digits(s.text, i+1, limit)
	if end-i > 7 {
		return false
	}
	m := &Mention{Kind: IDMention, Start: s.at, End: end, Prefix: s.text[s.at:i], Number: number}
	if rest := s.text[end:limit]; strings.HasPrefix(rest, "..") && len(rest) > 2 && isDigit(rest[2]) {
		m.End, m.RangeEnd = digits(s.text, end+2, limit)
		end = m.End
	}
	if rest := s.text[end:]; startsInWord(rest, "") || strings.HasPrefix(rest, "-") && startsInWord(rest[1:], "") {
		return false
	}
	s.add(m)
	s.at = end
	return true
}

// ID reads text that is a register id, or a range of ids, and nothing else; nil
// where it is none. The mention stands in no block.
func ID(text string) *Mention {
	s := &scanner{text: text}
	if text == "" || text[0] < 'A' || text[0] > 'Z' || !s.id(len(text)) || s.at != len(text) {
		return nil
	}
	m := s.found[0]
	m.Text = text
	return m
}

// afterMention reports whether the last mention ends at an offset.
func (s *scanner) afterMention(offset int) bool {
	return len(s.found) > 0 && s.found[len(s.found)-1].End == offset
}

// barePattern reads "Pattern 5" after a lower-case word.
func (s *scanner) barePattern(limit int) bool {
	q := patternAt(s.text, s.at)
	if q == nil || q.end > limit {
		return false
	}
	word := previousWord(s.text[:s.at])
	if word == "" {
		return false
	}
	start := s.at - 1 - len(word)
	if start > 0 && s.text[start-1] == '/' {
		return false // the end of a path, which the pattern qualifies
	}
	m := &Mention{Kind: BarePattern, Start: start, End: s.at + len("Pattern ") + numberLength(s.text[s.at+len("Pattern "):]), Number: q.Number, Domain: word, Pattern: q}
	s.finishQualifier(q, s.at)
	s.add(m)
	s.at = m.End
	return true
}

func numberLength(s string) int {
	end, _ := digits(s, 0, len(s))
	return end
}

// barePath reads a lower-case path with at least one slash.
func (s *scanner) barePath(limit int) bool {
	if endsInWord(s.text[:s.at], `-./@#~\:=&`) {
		return false
	}
	end := s.at
	slashes := 0
	for end < limit {
		c := s.text[end]
		if c >= 'a' && c <= 'z' || isDigit(c) {
			end++
			continue
		}
		if (c == '-' || c == '/') && end+1 < limit && (s.text[end+1] >= 'a' && s.text[end+1] <= 'z' || isDigit(s.text[end+1])) {
			if c == '/' {
				slashes++
			}
			end++
			continue
		}
		break
	}
	if slashes == 0 {
		s.at = max(end, s.at+1)
		return true
	}
	if rest := s.text[end:limit]; strings.HasPrefix(rest, ".md") && (len(rest) == 3 || !isASCIIAlnum(rest[3])) {
		end += 3
	}
	if startsInWord(s.text[end:], "@") {
		s.at = end
		return true
	}
	s.add(&Mention{Kind: BareMention, Start: s.at, End: end, Path: s.text[s.at:end]})
	s.at = end
	return true
}

func isDomainWord(s string) bool {
	for i := 0; i < len(s); i++ {
		if c := s[i]; !(c >= 'a' && c <= 'z' || isDigit(c) || c == '-' && i > 0) {
			return false
		}
	}
	return s != "" && s[0] >= 'a'
}

// previousWord is the lower-case word right before the end of text, which one
// space ends; "" where there is none.
func previousWord(text string) string {
	text, ok := strings.CutSuffix(text, " ")
	if !ok {
		return ""
	}
	before := strings.TrimRight(text, "abcdefghijklmnopqrstuvwxyz0123456789-")
	word := text[len(before):]
	if !isDomainWord(word) || endsInWord(before, "./") {
		return ""
	}
	return word
}

func digits(s string, at, limit int) (end, number int) {
	for at < limit && isDigit(s[at]) {
		if number < 1<<24 {
			number = number*10 + int(s[at]-'0')
		}
		at++
	}
	return at, number
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// link joins the mentions of a block into lists, finds the domains before them
// and tells phases from principles.
func (s *scanner) link() {
	var last *Mention
	for i, m := range s.found {
		switch m.Kind {
		case PrincipleMention, CoreMention:
		default:
			last = nil
			continue
		}
		if last != nil && last.Kind == m.Kind {
			switch between := s.text[last.End:m.Start]; between {
			case "/":
				m.Previous, m.Slash = last, true
			case ", ", " and ", ", and ", " or ", " & ", "; ":
				m.Previous = last
			case "–", "-", " – ", " to ", "..", "…":
				m.Previous = last
				m.Range = between != " to " || m.Kind == CoreMention
			}
		}
		last = m
		if m.Kind == CoreMention {
			continue
		}
		if word := previousWord(s.text[:m.Start]); word != "" && m.Previous == nil {
			m.Domain = word
			m.DomainSpan = s.block.Prose.Span(m.Start-1-len(word), m.Start-1)
		}
		if m.Phase == NoPhase {
			m.Phase, m.NextID = s.phase(i, m)
		}
	}
}
