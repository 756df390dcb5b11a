package parse

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"atelier/internal/source"
)

// A LooseLink is text that was meant as a link and is none.
type LooseLink struct {
	// Label is the label that nothing defines, or "" where the destination
	// holds a space.
	Label string
	// Destination is that without its title.
	Destination string
	// Span is the label or the destination.
	Span source.Span
	// Leads says that it opens a list item which goes on with a word, as a
	// tag does: "[reviewer][urgent] The new plan".
	Leads bool
}

// farthest is how far, in bytes, the end of a parenthesis, a label or a
// destination is looked for: one that is never closed would be followed to the
// end of the block again and again.
const farthest = 1000

// LooseLinks finds "[text][label]" with a label that nothing defines and
// "[text](my file.md)" in a block. Both reach the reader as plain text. It also
// counts the texts in brackets that stand alone, as tags do.
func (b *Block) LooseLinks(file *source.File) (found []LooseLink, alone int) {
	if !strings.Contains(b.Prose.Text, "[") {
		return nil, 0
	}
	s := &looseScanner{prose: b.Prose, text: b.Prose.Text, src: file.Text, item: b.Item != nil && b.Item.Block == b}
	for s.at < len(s.text) {
		if s.skipCode() {
			continue
		}
		switch {
		case strings.HasPrefix(s.text[s.at:], "://"):
			// Brackets in an address are part of it.
			if end := strings.IndexAny(s.text[s.at:], " \t<>"); end >= 0 {
				s.at += end
			} else {
				s.at = len(s.text)
			}
		case s.text[s.at] == '[':
			s.bracket()
		default:
			s.at++
		}
	}
	return s.found, s.lone
}

// looseScanner walks the joined text of a block. Links that are links have left
// no brackets in it.
type looseScanner struct {
	prose *Prose
	text  string
	src   string
	at    int
	code  int // the next code span
	item  bool
	alone int  // the end of the last text in brackets that stands alone
	lone  int  // how many such texts there are
	tags  bool // two such texts stood side by side: brackets are tags here
	found []LooseLink
}

// skipCode steps over a code span that starts at or before the offset.
func (s *looseScanner) skipCode() bool {
	code := s.prose.Code()
	for s.code < len(code) && code[s.code].End <= s.at {
		s.code++
	}
	if s.code == len(code) || code[s.code].Start > s.at {
		return false
	}
	s.at = code[s.code].End
	return true
}

// literal reports whether the character at an offset stands in the source as
// itself, not escaped and not as an entity, and where.
func (s *looseScanner) literal(offset int) (at int, ok bool) {
	at = s.prose.Span(offset, offset+1).Start
	if at >= len(s.src) || s.src[at] != s.text[offset] {
		return at, false
	}
	escapes := 0
	for at-escapes > 0 && s.src[at-escapes-1] == '\\' {
		escapes++
	}
	return at, escapes%2 == 0
}

// bracket reads what may be a link whose text opens at the offset.
func (s *looseScanner) bracket() {
	open := s.at
	s.at++
	from, ok := s.literal(open)
	if !ok || !opensLink(s.src[:from]) {
		return
	}
	closing, to := s.closing(open+1, '[', ']')
	if closing < 0 || to == from+1 || strings.ContainsRune("^!", rune(s.text[open+1])) {
		return
	}
	if next, ok := s.literal(min(closing+1, len(s.text)-1)); ok && next == to+1 {
		switch s.text[closing+1] {
		case '[':
			s.label(open, closing)
			return
		case '(':
			s.destination(closing)
			return
		}
	}
	s.tags = s.tags || s.tagBefore(open)
	s.alone = closing + 1
	if utf8.RuneCountInString(strings.TrimSpace(s.text[open+1:closing])) > 1 { // "[x]" is a box
		s.lone++
	}
}

// tagBefore reports whether a text in brackets that stands alone comes right
// before an offset: "[slow] [serial]".
func (s *looseScanner) tagBefore(open int) bool {
	return s.alone > 0 && s.alone <= open && strings.TrimSpace(s.text[s.alone:open]) == ""
}

// opensLink reports whether a bracket after the text can open a link: one that
// stands at a word, at another bracket or at a closing mark is an index.
func opensLink(before string) bool {
	r, _ := utf8.DecodeLastRuneInString(before)
	return before == "" || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_[])}", r)
}

// closing is the offset of the mark that closes one opened before start, with
// its place in the source; -1 where there is none within reach. Square brackets
// do not nest in a link that is none.
func (s *looseScanner) closing(start int, open, shut byte) (offset, at int) {
	depth := 0
	code := s.prose.Code()[s.code:]
	for i := start; i < min(len(s.text), start+farthest); i++ {
		for len(code) > 0 && code[0].End <= i {
			code = code[1:]
		}
		if len(code) > 0 && code[0].Start <= i {
			i = code[0].End - 1
			continue
		}
		c := s.text[i]
		if c != open && c != shut {
			continue
		}
		at, ok := s.literal(i)
		switch {
		case !ok:
		case c == open && open == '[':
			return -1, 0
		case c == open:
			depth++
		case depth == 0:
			return i, at
		default:
			depth--
		}
	}
	return -1, 0
}

// label reads the second half of "[text][label]".
func (s *looseScanner) label(open, closing int) {
	end, _ := s.closing(closing+2, '[', ']')
	if end < 0 {
		return
	}
	s.at = end + 1
	text, label := s.text[open+1:closing], s.text[closing+2:end]
	if strings.TrimSpace(label) == "" || label[0] == '^' || isIndex(text) && isIndex(label) || s.holdsLink(open, end) {
		return
	}
	if s.tags || s.tagBefore(open) || strings.HasPrefix(s.text[s.at:], "[") {
		// "[slow][serial][linux]" is a row of tags.
		s.tags, s.alone = true, s.at
		return
	}
	s.found = append(s.found, LooseLink{
		Label: label, Span: s.prose.Span(closing+2, end), Leads: s.item && open == 0 && wordFollows(s.text[s.at:]),
	})
}

// holdsLink reports whether a link stands between two offsets: no link holds one.
func (s *looseScanner) holdsLink(start, end int) bool {
	links := s.prose.links
	from := sort.Search(len(links), func(i int) bool { return links[i].Start > start })
	return from < len(links) && links[from].Start < end
}

// wordFollows reports whether text goes on, after a space, with a word.
func wordFollows(text string) bool {
	rest := strings.TrimLeft(text, " ")
	r, _ := utf8.DecodeRuneInString(rest)
	return len(rest) < len(text) && unicode.IsLetter(r)
}

// isIndex reports whether the text between brackets is that of "[0][1]" or
// "[i][j]".
func isIndex(text string) bool {
	return utf8.RuneCountInString(text) == 1 || strings.Trim(text, "0123456789") == ""
}

// destination reads the second half of "[text](my file.md)".
func (s *looseScanner) destination(closing int) {
	end, _ := s.closing(closing+2, '(', ')')
	if end < 0 {
		return
	}
	written := s.text[closing+2 : end]
	destination := strings.TrimSpace(withoutTitle(written))
	if !spacedFile(destination) {
		return
	}
	s.at = end + 1
	start := closing + 2 + strings.Index(written, destination)
	s.found = append(s.found, LooseLink{Destination: destination, Span: s.prose.Span(start, start+len(destination))})
}

// withoutTitle takes a title in quotes off the end of a destination.
func withoutTitle(written string) string {
	written = strings.TrimRight(written, " ")
	if written == "" {
		return ""
	}
	quote := written[len(written)-1]
	if quote != '"' && quote != '\'' {
		return written
	}
	if i := strings.LastIndex(written[:len(written)-1], " "+string(quote)); i >= 0 {
		return written[:i]
	}
	return written
}

// spacedFile reports whether a destination is the path of a file or folder with
// a space in it, and no prose that happens to follow a bracket.
func spacedFile(destination string) bool {
	name, _, _ := strings.Cut(destination, "#")
	if !strings.Contains(name, " ") || strings.ContainsAny(name, "<>\"") || strings.Contains(name, ", ") || strings.Contains(name, ":") {
		return false
	}
	if strings.HasSuffix(name, "/") {
		return true
	}
	base := name[strings.LastIndexByte(name, '/')+1:]
	dot := strings.LastIndexByte(base, '.')
	if dot < 1 || base[dot-1] == ' ' || base[dot-1] == '.' {
		return false
	}
	extension := base[dot+1:]
	letters := 0
	for i := range len(extension) {
		if !isASCIIAlnum(extension[i]) {
			return false
		}
		if !isDigit(extension[i]) {
			letters++
		}
	}
	return letters > 0 && len(extension) <= 5
}
