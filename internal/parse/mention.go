package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"atelier/internal/source"
)

// MentionKind says what a [Mention] looks like. Whether it is one is for
// package corpus to say, which knows the domains and registers.
type MentionKind uint8

// The kinds of mentions.
const (
	// PrincipleMention is P4.
	PrincipleMention MentionKind = iota
	// CoreMention is C3.
	CoreMention
	// PathMention is a code span that holds a path, with what qualifies it.
	PathMention
	// BareMention is a path outside of a code span, "edge/iot.md".
	BareMention
	// BarePattern is "concurrency Pattern 5".
	BarePattern
	// IDMention is D-062, and every other word of that form.
	IDMention
	// SlugMention is a code span of the form of an anti-pattern id.
	SlugMention
	// MilestoneMention is v0.4.
	MilestoneMention
)

// PhaseCue says whether a P-number is a phase of the roadmap.
type PhaseCue uint8

// The cues of a phase.
const (
	NoPhase PhaseCue = iota
	// CertainPhase is told by the words around it.
	CertainPhase
	// BeforeID is a P-number right before a register id: a phase where the
	// id is that of a requirement.
	BeforeID
)

// A Mention is a piece of prose that may name something defined elsewhere.
type Mention struct {
	Kind  MentionKind
	Block *Block
	// Start and End are offsets into Block.Prose.Text.
	Start, End int
	Span       source.Span
	// Text is what is written, joined, without backticks.
	Text string
	// Number is that of a principle, core, pattern or id; RangeEnd that of
	// the last id of a range, or 0.
	Number, RangeEnd int
	// Prefix is the prefix of an id.
	Prefix string
	// Path is the path of a path mention without a principle part and
	// without its fragment; Fragment what follows "#".
	Path, Fragment string
	// Principle is the number in `domains/a/P9 Title`, or 0, and Title its
	// title.
	Principle int
	Title     string
	// Pattern and Section are the qualifiers after a path, or nil.
	Pattern *Qualifier
	Section *Qualifier
	// InCode says that it stands in a code span.
	InCode bool
	// Definition says that this mention is the heading that defines it.
	Definition bool
	// Phase says whether a principle mention is a phase.
	Phase PhaseCue
	// NextID is the prefix of the id that follows, with BeforeID.
	NextID string
	// Domain is the word before, which may name a domain ("messaging P3").
	Domain     string
	DomainSpan source.Span
	// Previous is the mention before this one in a list ("P3, P4",
	// "P5/P10"), and Slash says that a slash joins the two.
	Previous *Mention
	Slash    bool
	// Range says that this mention and the one before bound a range, as in
	// "C1–C8".
	Range bool
}

// A Qualifier narrows a path reference: "Pattern 5 (Title)" or "§4".
type Qualifier struct {
	Number int
	Title  string
	// Span is the whole of it, NumberSpan "Pattern 5" or "§4".
	Span, NumberSpan source.Span
	TitleSpan        source.Span
	// TitleStart is the offset of the title in the block's text.
	TitleStart int
	number     int // offset after the number
	end        int
}

// After is the text that follows the mention in its block.
func (m *Mention) After() string { return m.Block.Prose.Text[m.End:] }

// Before is the text before the mention in its block.
func (m *Mention) Before() string { return m.Block.Prose.Text[:m.Start] }

// scanMentions finds the mentions of a block in one pass over its text.
func scanMentions(b *Block) []*Mention {
	s := &scanner{block: b, text: b.Prose.Text}
	code := 0
	for s.at < len(s.text) {
		for code < len(b.Prose.Inlines) && (b.Prose.Inlines[code].Kind != CodeSpan || b.Prose.Inlines[code].End <= s.at) {
			code++
		}
		if code < len(b.Prose.Inlines) && b.Prose.Inlines[code].Start <= s.at {
			span := b.Prose.Inlines[code]
			s.codeSpan(span)
			s.at = max(span.End, s.at+1)
			code++
			continue
		}
		limit := len(s.text)
		if code < len(b.Prose.Inlines) {
			limit = b.Prose.Inlines[code].Start
		}
		s.prose(limit)
	}
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

// prose reads one token of running text that ends at limit at the latest.
func (s *scanner) prose(limit int) {
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
	for s.at < limit {
		r, n := utf8.DecodeRuneInString(s.text[s.at:])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' {
			return
		}
		s.at += n
	}
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
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_':
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
	r, n := utf8.DecodeLastRuneInString(s.text[:offset])
	if unicode.IsLetter(r) || unicode.IsDigit(r) {
		return false
	}
	switch r {
	case '_', '.', '#', '@', '$', '=', '&', '\\':
		return false
	case '/', '-':
		return len(s.found) > 0 && s.found[len(s.found)-1].End == offset-n
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
	if s.at > 0 {
		if r, _ := utf8.DecodeLastRuneInString(s.text[:s.at]); unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '.' {
			return false
		}
	}
	end, _ := digits(s.text, s.at+1, limit)
	if end == s.at+1 {
		return false
	}
	parts := 1
	for parts < 3 && end+1 < limit && s.text[end] == '.' && isDigit(s.text[end+1]) {
		end, _ = digits(s.text, end+1, limit)
		parts++
	}
	if parts < 2 || end < len(s.text) && (isASCIIAlnum(s.text[end]) || s.text[end] == '_') {
		return false
	}
	s.add(&Mention{Kind: MilestoneMention, Start: s.at, End: end})
	s.at = end
	return true
}

// id reads D-062, and ATELIER-97..101.
func (s *scanner) id(limit int) bool {
	if s.at > 0 {
		if r, _ := utf8.DecodeLastRuneInString(s.text[:s.at]); unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-' || r == '/' && !s.afterMention() {
			return false
		}
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
	if end < len(s.text) && (isASCIIAlnum(s.text[end]) || s.text[end] == '_' || s.text[end] == '-' && end+1 < len(s.text) && isASCIIAlnum(s.text[end+1])) {
		return false
	}
	s.add(m)
	s.at = end
	return true
}

func (s *scanner) afterMention() bool {
	return len(s.found) > 0 && s.found[len(s.found)-1].End == s.at-1
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
	if s.at > 0 {
		r, _ := utf8.DecodeLastRuneInString(s.text[:s.at])
		if unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("_-./@#~\\:=&", r) {
			return false
		}
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
	if end < len(s.text) {
		if r, _ := utf8.DecodeRuneInString(s.text[end:]); unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '@' {
			s.at = end
			return true
		}
	}
	s.add(&Mention{Kind: BareMention, Start: s.at, End: end, Path: s.text[s.at:end]})
	s.at = end
	return true
}

// codeSpan classifies the content of a code span.
func (s *scanner) codeSpan(in Inline) {
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
	for _, r := range rest {
		if strings.ContainsRune("=+*{}<>|;&%$", r) {
			return false
		}
	}
	r, _ := utf8.DecodeRuneInString(rest[1:])
	return unicode.IsUpper(r) || unicode.IsLetter(r)
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
		if stop := closingParen(text, end+1); stop > 0 {
			q.Title = strings.TrimSpace(text[end+2 : stop])
			q.end = stop + 1
		}
	}
	return q
}

// closingParen is the offset of the parenthesis that closes the one at open,
// or 0.
func closingParen(text string, open int) int {
	depth := 0
	for i := open; i < len(text); i++ {
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
	if !strings.HasSuffix(text, " ") {
		return ""
	}
	text = text[:len(text)-1]
	start := len(text)
	for start > 0 {
		c := text[start-1]
		if !(c >= 'a' && c <= 'z' || isDigit(c) || c == '-') {
			break
		}
		start--
	}
	word := text[start:]
	if !isDomainWord(word) {
		return ""
	}
	if start > 0 {
		if r, _ := utf8.DecodeLastRuneInString(text[:start]); unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '.' || r == '/' {
			return ""
		}
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
