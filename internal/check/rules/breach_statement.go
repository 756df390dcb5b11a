package rules

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// A breachStatement is prose that says which principle an anti-pattern breaches,
// or which one it compounds:
//
//	`id` … (P5 breach)
//	`id` … (P2 ordering breach, P3 idempotency compounding)
//	`id` …: the primary breach is P2 (ordering); P3 is the compounding consequence
//	`id` … breaches P5
//	the `id` anti-pattern breaches this rule   (in a principle's statement)
//
// It speaks of the nearest id before it in its sentence.
type breachStatement struct {
	antiPattern         *corpus.AntiPattern
	breach, compounding []*parse.Mention
	rule                *corpus.Principle // that of "breaches this rule"
	ruleSpan            source.Span
}

// breachStatements reads the statements of one block.
func breachStatements(d *corpus.Document, b *parse.Block) []*breachStatement {
	if b.Generated {
		return nil
	}
	r := &breachReader{d: d, b: b, text: b.Prose.Text}
	for _, m := range b.Mentions {
		ref := d.Reference(m)
		switch {
		case ref == nil:
		case ref.Kind == corpus.ToAntiPattern && ref.Role == corpus.InRegister:
			return nil // the register is what is compared with
		case ref.Kind == corpus.ToAntiPattern:
			r.ids = append(r.ids, m)
		case m.Kind == parse.PrincipleMention:
			r.principles = append(r.principles, m)
		}
	}
	if len(r.ids) == 0 {
		return nil
	}
	for _, in := range b.Prose.Inlines {
		if in.Kind == parse.CodeSpan {
			r.code = append(r.code, textRange{in.Start, in.End})
		}
	}
	for _, s := range sentenceRanges(r.text, r.code) {
		r.sentence(s)
	}
	return r.found
}

// breachReader walks the sentences of one block that names an anti-pattern.
type breachReader struct {
	d    *corpus.Document
	b    *parse.Block
	text string
	// ids and principles are the mentions of the block, by offset.
	ids, principles []*parse.Mention
	code            []textRange
	found           []*breachStatement
}

// sentence reads the statements between two offsets. What is compounded is read
// first, so that "P2 breach, P3 compounding" is not a list of breaches.
func (r *breachReader) sentence(s textRange) {
	compounded := map[*parse.Mention]bool{}
	var compounding []breachClaim
	for _, word := range r.words(s, "compound") {
		if c, ok := r.readCompound(word, s, compounded); ok {
			compounding = append(compounding, c)
		}
	}
	first := len(r.found)
	for _, word := range r.words(s, "breach") {
		if c, ok := r.readBreach(word, s, compounded); ok {
			r.found = append(r.found, &breachStatement{
				antiPattern: c.antiPattern, breach: c.mentions, rule: c.rule, ruleSpan: c.ruleSpan,
			})
		}
	}
	for _, c := range compounding {
		r.attach(c, first)
	}
}

// attach adds what is compounded to the statement of the same sentence about
// the same id, or makes one of it.
func (r *breachReader) attach(c breachClaim, first int) {
	for _, s := range slices.Backward(r.found[first:]) {
		if s.antiPattern == c.antiPattern {
			s.compounding = append(s.compounding, c.mentions...)
			return
		}
	}
	r.found = append(r.found, &breachStatement{antiPattern: c.antiPattern, compounding: c.mentions})
}

// A breachClaim is one word of a statement with what it is said of.
type breachClaim struct {
	antiPattern *corpus.AntiPattern
	mentions    []*parse.Mention
	rule        *corpus.Principle
	ruleSpan    source.Span
}

// words are the words of a sentence that start with a stem, outside of code.
// Their first letter may be a capital.
func (r *breachReader) words(s textRange, stem string) []textRange {
	var out []textRange
	for at := s.start; ; {
		i := strings.Index(r.text[at:s.end], stem[1:])
		if i < 0 {
			return out
		}
		start, end := at+i-1, at+i+len(stem)-1
		for end < s.end && r.text[end] >= 'a' && r.text[end] <= 'z' {
			end++
		}
		at = end
		if start < s.start || r.text[start]|0x20 != stem[0] || r.inCode(start) {
			continue
		}
		if before, _ := utf8.DecodeLastRuneInString(r.text[:start]); !unicode.IsLetter(before) && before != '-' {
			out = append(out, textRange{start, end})
		}
	}
}

func (r *breachReader) inCode(at int) bool {
	i, found := slices.BinarySearchFunc(r.code, at, func(c textRange, at int) int { return c.start - at })
	return found || i > 0 && at < r.code[i-1].end
}

// claimOf is the claim that mentions make of the nearest id before them.
func (r *breachReader) claimOf(mentions []*parse.Mention, s textRange, at int) (breachClaim, bool) {
	id := lastMention(r.ids, s.start, at)
	if id == nil || r.negated(textRange{id.End, at}) {
		return breachClaim{}, false
	}
	c := breachClaim{antiPattern: r.d.Reference(id).AntiPattern, mentions: mentions}
	return c, c.antiPattern != nil
}

func (r *breachReader) readBreach(word, s textRange, compounded map[*parse.Mention]bool) (breachClaim, bool) {
	noun := strings.ToLower(r.text[word.start:word.end]) == "breach"
	if noun {
		if list := r.listBefore(word.start, s, compounded); len(list) > 0 {
			return r.claimOf(list, s, r.start(list[0]))
		}
	}
	if list := r.listAfter(word.end, s, breachJoints, compounded); len(list) > 0 {
		return r.claimOf(list, s, word.start)
	}
	for _, rule := range []string{" this rule", " this principle"} {
		if p := r.enclosing(); p != nil && strings.HasPrefix(r.text[word.end:s.end], rule) {
			c, ok := r.claimOf(nil, s, word.start)
			c.rule, c.ruleSpan = p, r.b.Prose.Span(word.end+1, word.end+len(rule))
			return c, ok
		}
	}
	return breachClaim{}, false
}

func (r *breachReader) readCompound(word, s textRange, compounded map[*parse.Mention]bool) (breachClaim, bool) {
	taken := func(list []*parse.Mention) bool {
		for _, m := range list {
			compounded[m] = true
		}
		return len(list) > 0
	}
	back := func() (breachClaim, bool) {
		// A list before would take in the breach of "P2, P3 compounding".
		list := r.listBefore(word.start, s, nil)
		if len(list) > 1 {
			list = list[len(list)-1:]
		}
		if !taken(list) {
			return breachClaim{}, false
		}
		return r.claimOf(list, s, r.start(list[0]))
	}
	ahead := func() (breachClaim, bool) {
		list := r.listAfter(word.end, s, compoundJoints, nil)
		if !taken(list) {
			return breachClaim{}, false
		}
		return r.claimOf(list, s, word.start)
	}
	if strings.HasSuffix(strings.ToLower(r.text[word.start:word.end]), "ing") {
		if c, ok := back(); ok {
			return c, true
		}
		return ahead()
	}
	if c, ok := ahead(); ok {
		return c, true
	}
	return back()
}
