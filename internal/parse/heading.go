package parse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atelier/internal/source"
)

// readHeading reads what a heading says: its number, its annotation, and
// whether it defines a principle, a core or a pattern.
func readHeading(d *Document, s *Section) {
	text := s.Text
	s.Title = text
	if end, n := digits(text, 0, len(text)); end > 0 && strings.HasPrefix(text[end:], ". ") {
		s.Number = n
	}
	readDefinition(d, s)
	if !strings.HasSuffix(text, ")") {
		return
	}
	open := openingParen(text)
	if open < 0 {
		return
	}
	crossLinks := len(text)
	if i := strings.Index(text[open:], "cross-link"); i >= 0 {
		crossLinks = open + i
	}
	for _, m := range s.Block.within(open, len(text)) {
		if m.Phase == CertainPhase || m.Definition {
			continue
		}
		switch m.Kind {
		case PrincipleMention:
			s.Principles = append(s.Principles, m)
		case CoreMention:
			s.Cores = append(s.Cores, m)
		case IDMention:
			s.IDs = append(s.IDs, m)
		case BareMention, PathMention:
			if m.Start > crossLinks {
				s.CrossLinks = append(s.CrossLinks, m)
			}
		}
	}
	if s.Annotated() {
		s.Annotation = s.Block.Prose.Span(open, len(text))
		s.Title = strings.TrimSpace(text[:open])
		d.dropAnnotation(s, open)
	}
}

// openingParen is the offset of the parenthesis that the last one closes, -1
// where there is none.
func openingParen(text string) int {
	depth := 0
	for i := len(text) - 1; i >= 0; i-- {
		switch text[i] {
		case ')':
			depth++
		case '(':
			depth--
			if depth == 0 {
				return i
			}
		}
	}
	return -1
}

// definingLetters start the headings that define principles and cores.
var definingLetters = []byte{'P', 'C'}

// readDefinition reads `P4. Title`, `C1. Title` and `Pattern 5. X`, and the
// forms that were meant to be one of the first two.
func readDefinition(d *Document, s *Section) {
	text := s.Text
	if number, title, ok := patternHeading(text); ok {
		d.Patterns = append(d.Patterns, definition(s, number, title))
		return
	}
	for _, letter := range definingLetters {
		number, rest, ok := numberedHeading(text, letter)
		if !ok {
			continue
		}
		def := definition(s, number, rest.title)
		def.Malformed = malformed(s, rest)
		def.loose = rest.loose() || s.Level != 3
		if letter == 'P' {
			d.Principles = append(d.Principles, def)
		} else {
			d.Cores = append(d.Cores, def)
		}
	}
}

func definition(s *Section, number int, title string) *Definition {
	text := s.Text
	def := &Definition{Number: number, Title: title, Section: s}
	at := strings.LastIndex(text, title)
	head := strings.TrimRight(text[:at], " ")
	def.NumberSpan = s.Block.Prose.Span(0, len(strings.TrimRight(head, ".: —–-)")))
	def.TitleSpan = s.Block.Prose.Span(at, at+len(title))
	return def
}

type headingRest struct {
	separator, title string
	lower, zero      bool
}

// numberedHeading reads "P4. Title" and its near misses.
func numberedHeading(text string, letter byte) (int, headingRest, bool) {
	var rest headingRest
	if text == "" {
		return 0, rest, false
	}
	if text[0] != letter {
		if text[0] != letter+'a'-'A' {
			return 0, rest, false
		}
		rest.lower = true
	}
	end, number := digits(text, 1, len(text))
	if end == 1 || end > 4 {
		return 0, rest, false
	}
	rest.zero = text[1] == '0' && end > 2
	tail := text[end:]
	if r, _ := utf8.DecodeRuneInString(tail); unicode.IsLetter(r) || r == '_' || r == '/' || r == ',' || r == '\'' || r == '’' {
		return 0, rest, false
	}
	title := strings.TrimLeft(tail, " .:—–-)")
	rest.separator, rest.title = tail[:len(tail)-len(title)], strings.TrimSpace(title)
	if strings.HasPrefix(rest.title, "(") {
		return 0, rest, false
	}
	if rest.lower && rest.separator != ". " {
		return 0, rest, false // "p95 latency" is text
	}
	return number, rest, true
}

// patternHeading reads "Pattern 5. X", "Pattern 5: X" and "Pattern 5 — X".
func patternHeading(text string) (int, string, bool) {
	rest, ok := strings.CutPrefix(text, "Pattern ")
	if !ok {
		return 0, "", false
	}
	end, number := digits(rest, 0, len(rest))
	if end == 0 {
		return 0, "", false
	}
	tail := rest[end:]
	for _, separator := range []string{". ", ": ", " — ", " – ", " - "} {
		if title, ok := strings.CutPrefix(tail, separator); ok {
			return number, strings.TrimSpace(title), true
		}
	}
	return number, "", tail == "" || tail == "."
}

// readDefinitions fills the statements of what headings define.
func (d *Document) readDefinitions() {
	d.settleDefinitions()
	defs := slices.Concat(d.Principles, d.Cores)
	for _, def := range slices.Concat(defs, d.Patterns) {
		body := def.Section.Body
		end := d.File.LineSpan(d.File.Line(max(body.Start, def.Section.Span.End))).End
		if def.Section.Setext {
			end = d.File.LineSpan(d.File.Line(end) + 1).End
		}
		def.Statement = source.Span{Start: min(end+1, body.End), End: body.End}
		def.Empty = true
	}
	owners := d.owners(defs)
	owner := func(s *Section, at int) *Definition {
		if def := d.unspacedAround(at); def != nil {
			return def
		}
		return owners[s]
	}
	for _, b := range d.Blocks {
		def := owner(b.Section, b.Span.Start)
		if def == nil || b.Kind == HeadingBlock {
			continue
		}
		if strings.TrimSpace(b.Prose.Text) != "" && b != def.Section.Block {
			def.Empty = false
		}
		def.Cores = append(def.Cores, derivedCores(b)...)
	}
	for _, def := range d.unspaced {
		// Its heading is a line of a paragraph, which may go on.
		if def.Section.Block.Span.End > def.Section.Span.End {
			def.Empty = false
		}
	}
	for _, f := range d.Fences {
		if def := owner(f.Section, f.Span.Start); def != nil {
			def.Empty = false
		}
	}
}

// owners are the definitions in whose statements the sections stand, the
// innermost of several.
func (d *Document) owners(defs []*Definition) map[*Section]*Definition {
	owners := map[*Section]*Definition{}
	for _, def := range defs {
		owners[def.Section] = def
	}
	var open []*Definition
	for _, s := range d.Sections {
		for len(open) > 0 && !open[len(open)-1].Statement.Contains(s.Body.Start) {
			open = open[:len(open)-1]
		}
		if def := owners[s]; def != nil {
			open = append(open, def)
		} else if len(open) > 0 {
			owners[s] = open[len(open)-1]
		}
	}
	return owners
}

// derivedCores are the cores in code spans of the sentences that say "derives
// from", or "derive from" where the subject is a plural.
func derivedCores(b *Block) []*Mention {
	if indexFold(b.Prose.Text, "derive") < 0 {
		return nil // most blocks
	}
	var cores []*Mention
	for _, s := range b.Prose.Sentences() {
		sentence := b.Prose.Text[s.Start:s.End]
		from := max(indexFold(sentence, "derives from"), indexFold(sentence, "derive from"))
		if from < 0 {
			continue
		}
		for _, m := range b.within(s.Start+from, s.End) {
			if m.Kind == CoreMention && m.InCode {
				cores = append(cores, m)
			}
		}
	}
	return cores
}

// indexFold is the offset of a text in lower-case ASCII letters, without regard
// to case, or -1.
func indexFold(text, sub string) int {
	for i := 0; i+len(sub) <= len(text); i++ {
		if text[i]|0x20 == sub[0] && strings.EqualFold(text[i:i+len(sub)], sub) {
			return i
		}
	}
	return -1
}
