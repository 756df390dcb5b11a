package parse

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atelier/internal/source"
)

// Headings that were meant to define a principle or a core and do not have the
// form "### P4. Title" still count as its definition, so that one slip does not
// make every citation of it dangle. Which of them were meant that way only the
// whole document shows.

// loose reports whether what follows the number could also be running text:
// "P4 in practice" against "P4: Title".
func (r headingRest) loose() bool {
	return r.separator == "" || !strings.ContainsRune(".:)", rune(r.separator[0]))
}

// malformed says what is wrong with the form of a defining heading, or "".
func malformed(s *Section, rest headingRest) string {
	switch {
	case rest.lower:
		return "the letter is lower case"
	case rest.zero:
		return "the number starts with a zero"
	case rest.title == "":
		return "it has no title"
	case rest.separator != ". ":
		return "the number is not followed by a full stop and a space"
	case s.Level != 3:
		return "it is not a level-3 heading"
	}
	return ""
}

// dropAnnotation takes the annotation of a heading off the title of what the
// heading defines.
func (d *Document) dropAnnotation(s *Section, open int) {
	for _, defs := range [][]*Definition{d.Principles, d.Cores, d.Patterns} {
		if len(defs) == 0 || defs[len(defs)-1].Section != s {
			continue
		}
		def := defs[len(defs)-1]
		if start := len(s.Text) - len(def.Title); start <= open {
			def.Title = strings.TrimSpace(s.Text[start:open])
			def.TitleSpan = s.Block.Prose.Span(start, start+len(def.Title))
		}
	}
}

// settleDefinitions finds the definitions that are no headings, drops the
// headings that only speak of a principle, and marks the mentions that define.
func (d *Document) settleDefinitions() {
	d.readUnspaced()
	d.Principles = settle(d.Principles)
	d.Cores = settle(d.Cores)
	d.unspaced = slices.DeleteFunc(d.unspaced, func(def *Definition) bool { return def.dropped })
	for _, def := range slices.Concat(d.Principles, d.Cores) {
		def.Title = strings.Join(strings.Fields(def.Title), " ")
		if ms := def.Section.Block.Mentions; len(ms) > 0 && ms[0].Start == 0 && ms[0].Span == def.NumberSpan {
			ms[0].Definition = true
		}
	}
}

// settle keeps the headings of the right form and, of the others that could be
// running text, those whose number nothing else defines and which fit into the
// sequence.
func settle(defs []*Definition) []*Definition {
	slices.SortStableFunc(defs, func(a, b *Definition) int { return a.Section.Span.Start - b.Section.Span.Start })
	taken := map[int]bool{}
	last := 0
	for _, def := range defs {
		if !def.loose {
			taken[def.Number] = true
			last = max(last, def.Number)
		}
	}
	return slices.DeleteFunc(defs, func(def *Definition) bool {
		if !def.loose {
			return false
		}
		bound := last + 1
		if r, _ := utf8.DecodeRuneInString(def.Title); unicode.IsLower(r) {
			bound = last - 1
		}
		if def.Number == 0 || taken[def.Number] || def.Number > bound {
			def.dropped = true
			return true
		}
		taken[def.Number] = true
		last = max(last, def.Number)
		return false
	})
}

// readUnspaced finds "###P4. Title", which Markdown takes for a paragraph, or
// for one more line of the paragraph above.
func (d *Document) readUnspaced() {
	for _, b := range d.Blocks {
		if b.Kind != ParagraphBlock || b.Quote > 0 || b.Item != nil || b.Generated {
			continue
		}
		for at := b.Span.Start; at < b.Span.End; {
			line := d.File.LineSpan(d.File.Line(at))
			at = line.End + 1
			def, letter := d.unspacedHeading(b, line)
			if def == nil {
				continue
			}
			d.unspaced = append(d.unspaced, def)
			if letter == 'P' {
				d.Principles = append(d.Principles, def)
			} else {
				d.Cores = append(d.Cores, def)
			}
		}
	}
	// The statement ends where the next heading starts, be it a real one or
	// one of these.
	end, below := len(d.File.Text), len(d.Sections)
	for _, def := range slices.Backward(d.unspaced) {
		for below > 0 && d.Sections[below-1].Body.Start > def.Section.Span.Start {
			below--
			if d.Sections[below].Level <= 3 {
				end = d.Sections[below].Body.Start
			}
		}
		def.Section.Body.End = end
		end = def.Section.Body.Start
	}
}

// unspacedHeading reads one line as a heading that lacks the space after its
// marks. A no-break space is none.
func (d *Document) unspacedHeading(b *Block, line source.Span) (*Definition, byte) {
	text := strings.TrimLeft(d.File.Slice(line), " ")
	level := len(text) - len(strings.TrimLeft(text, "#"))
	text = text[level:]
	if level == 0 || level > 6 || strings.HasPrefix(text, " ") || strings.HasPrefix(text, "\t") {
		return nil, 0
	}
	text = strings.TrimSpace(text)
	start := line.Start + strings.LastIndex(d.File.Slice(line), text)
	for _, letter := range definingLetters {
		number, rest, ok := numberedHeading(text, letter)
		if !ok || rest.title == "" || level == 1 && rest.separator != ". " {
			continue // "#P4" may be an issue
		}
		end, _ := digits(text, 1, len(text))
		span := source.Span{Start: start, End: start + len(text)}
		return &Definition{
			Number: number, Title: rest.title,
			Section:    &Section{Level: level, Text: text, Title: text, Block: b, Span: span, Body: source.Span{Start: line.Start}},
			NumberSpan: source.Span{Start: start, End: start + end},
			TitleSpan:  source.Span{Start: span.End - len(rest.title), End: span.End},
			Malformed:  "no space follows the “" + strings.Repeat("#", level) + "”",
			loose:      rest.loose(),
		}, letter
	}
	return nil, 0
}

// unspacedAround is the definition without a heading in whose statement an
// offset lies, or nil.
func (d *Document) unspacedAround(offset int) *Definition {
	i, _ := slices.BinarySearchFunc(d.unspaced, offset+1, func(def *Definition, at int) int {
		return def.Section.Body.Start - at
	})
	if i == 0 || !d.unspaced[i-1].Section.Body.Contains(offset) {
		return nil
	}
	return d.unspaced[i-1]
}
