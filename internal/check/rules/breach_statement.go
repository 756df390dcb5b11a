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
	for _, s := range sentences(r.text, r.code) {
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

// A textRange is a range of a block's joined text.
type textRange struct{ start, end int }

// sentence reads the statements between two offsets. What is compounded is read
// first, so that "P2 breach, P3 compounding" is not a list of breaches.
func (r *breachReader) sentence(s textRange) {
	compounded := map[*parse.Mention]bool{}
	var compounding []claim
	for _, word := range r.words(s, "compound") {
		if c, ok := r.compoundClaim(word, s, compounded); ok {
			compounding = append(compounding, c)
		}
	}
	first := len(r.found)
	for _, word := range r.words(s, "breach") {
		if c, ok := r.breachClaim(word, s, compounded); ok {
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
func (r *breachReader) attach(c claim, first int) {
	for _, s := range slices.Backward(r.found[first:]) {
		if s.antiPattern == c.antiPattern {
			s.compounding = append(s.compounding, c.mentions...)
			return
		}
	}
	r.found = append(r.found, &breachStatement{antiPattern: c.antiPattern, compounding: c.mentions})
}

// A claim is one word of a statement with what it is said of.
type claim struct {
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

// before is the last mention of a list that ends at an offset at the latest and
// starts in the sentence, or nil.
func before(list []*parse.Mention, from, at int) *parse.Mention {
	i, _ := slices.BinarySearchFunc(list, at, func(m *parse.Mention, at int) int { return m.End - at - 1 })
	if i == 0 || list[i-1].Start < from {
		return nil
	}
	return list[i-1]
}

// after is the first mention of a list that starts at an offset at the soonest
// and ends in the sentence, or nil.
func after(list []*parse.Mention, at, to int) *parse.Mention {
	i, _ := slices.BinarySearchFunc(list, at, func(m *parse.Mention, at int) int { return m.Start - at })
	if i == len(list) || list[i].End > to {
		return nil
	}
	return list[i]
}

// claimOf is the claim that mentions make of the nearest id before them.
func (r *breachReader) claimOf(mentions []*parse.Mention, s textRange, at int) (claim, bool) {
	id := before(r.ids, s.start, at)
	if id == nil || r.negated(textRange{id.End, at}) {
		return claim{}, false
	}
	c := claim{antiPattern: r.d.Reference(id).AntiPattern, mentions: mentions}
	return c, c.antiPattern != nil
}

func (r *breachReader) breachClaim(word, s textRange, compounded map[*parse.Mention]bool) (claim, bool) {
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
	return claim{}, false
}

func (r *breachReader) compoundClaim(word, s textRange, compounded map[*parse.Mention]bool) (claim, bool) {
	taken := func(list []*parse.Mention) bool {
		for _, m := range list {
			compounded[m] = true
		}
		return len(list) > 0
	}
	back := func() (claim, bool) {
		// A list before would take in the breach of "P2, P3 compounding".
		list := r.listBefore(word.start, s, nil)
		if len(list) > 1 {
			list = list[len(list)-1:]
		}
		if !taken(list) {
			return claim{}, false
		}
		return r.claimOf(list, s, r.start(list[0]))
	}
	ahead := func() (claim, bool) {
		list := r.listAfter(word.end, s, compoundJoints, nil)
		if !taken(list) {
			return claim{}, false
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

// breachJoints and compoundJoints are what may stand between the word and the
// principle that follows it.
var (
	breachJoints = []string{
		" ", " of ", " is ", ": ", " — ", " is that of ", " both ", " rule ", " principle ", " of rule ", " of principle ", " is principle ",
	}
	compoundJoints = []string{" ", " by ", " with ", " consequence is ", " breach is ", " both ", ": "}
)

// start is where a citation starts, with the domain that it names.
func (r *breachReader) start(m *parse.Mention) int {
	if ref := r.d.Reference(m); ref != nil && m.Domain != "" && ref.Text != m.Text {
		return m.Start - len(m.Domain) - 1
	}
	return m.Start
}

// listAfter are the citations that a joint leads to.
func (r *breachReader) listAfter(at int, s textRange, joints []string, without map[*parse.Mention]bool) []*parse.Mention {
	m := after(r.principles, at, s.end)
	if m == nil || r.start(m) < at || !slices.Contains(joints, r.text[at:r.start(m)]) {
		return nil
	}
	var out []*parse.Mention
	for m != nil && !without[m] {
		out = append(out, m)
		next := after(r.principles, m.End, s.end)
		if next == nil || next.Previous != m {
			break
		}
		m = next
	}
	return out
}

// listBefore are the citations that lead to a word, with at most a gloss in
// between: "P2 ordering breach", "P3 (repeats) is the compounding …".
func (r *breachReader) listBefore(at int, s textRange, without map[*parse.Mention]bool) []*parse.Mention {
	m := before(r.principles, s.start, at)
	if m == nil || without[m] || !isGloss(r.withoutTitle(m, r.text[m.End:at])) {
		return nil
	}
	out := []*parse.Mention{m}
	for m.Previous != nil && m.Previous.Start >= s.start && r.d.Reference(m.Previous) != nil && !without[m.Previous] {
		m = m.Previous
		out = append(out, m)
	}
	slices.Reverse(out)
	return out
}

// withoutTitle takes the title of a principle off the text behind its number.
func (r *breachReader) withoutTitle(m *parse.Mention, gap string) string {
	ref := r.d.Reference(m)
	if ref.Domain == nil {
		return gap
	}
	if claim := ref.Domain.PrincipleClaim(m); claim != nil {
		if rest, ok := strings.CutPrefix(gap, " "+claim.Text); ok {
			return rest
		}
	}
	return gap
}

// isGloss reports whether text between a citation and the word about it only
// says what the principle is about.
func isGloss(gap string) bool {
	const longest = 60
	if len(gap) > longest {
		return false
	}
	if rest, ok := strings.CutPrefix(gap, " ("); ok {
		i := strings.IndexByte(rest, ')')
		if i < 0 {
			return false
		}
		gap = rest[i+1:]
	}
	if !strings.HasPrefix(gap, " ") || !strings.HasSuffix(gap, " ") {
		return gap == " "
	}
	words := strings.Fields(gap)
	if len(words) >= 2 && words[0] == "is" && slices.Contains([]string{"the", "its", "a"}, words[1]) {
		words = words[2:] // "P2 is the primary breach"
	}
	if len(words) > 3 {
		return false
	}
	for _, w := range words {
		if slices.Contains(notInGloss, w) || strings.ContainsFunc(w, func(c rune) bool { return !unicode.IsLetter(c) && c != '-' && c != '/' }) {
			return false
		}
	}
	return true
}

// notInGloss are words that make what stands before "breach" a sentence and no
// gloss.
var notInGloss = []string{
	"is", "are", "was", "be", "has", "have", "and", "or", "but", "not", "no", "never", "without", "which", "that",
	"in", "of", "on", "to", "by", "for", "from", "with", "when", "after", "before", "against",
}

var negations = []string{"not", "no", "never", "without", "neither", "nor", "cannot", "hardly"}

// negated reports whether the last words before a claim deny it.
func (r *breachReader) negated(s textRange) bool {
	if s.start >= s.end {
		return false
	}
	const reach = 80 // as far back as four words may go
	clause := r.text[max(s.start, s.end-reach):s.end]
	clause = clause[strings.LastIndexAny(clause, ",;:.(")+1:]
	words := strings.Fields(strings.ToLower(clause))
	for i := range min(4, len(words)) {
		switch w := words[len(words)-1-i]; {
		case slices.Contains(negations, w), strings.HasSuffix(w, "n't"), strings.HasSuffix(w, "n’t"):
			return true
		case w == "and" || w == "but" || w == "or" || w == "which" || w == "that":
			return false
		}
	}
	return false
}

// enclosing is the principle in whose statement the block stands, or nil.
func (r *breachReader) enclosing() *corpus.Principle {
	if r.d.Domain == nil || r.d != r.d.Domain.First {
		return nil
	}
	for _, p := range r.d.Domain.Principles {
		if p.Statement.Contains(r.b.Span.Start) {
			return p
		}
	}
	return nil
}

// sentences are the sentences of a text. A full stop, a question or an
// exclamation mark ends one where white space and no lower-case letter follows,
// outside of code and of parentheses that close.
func sentences(text string, code []textRange) []textRange {
	closed := closedParentheses(text)
	var out []textRange
	start, depth := 0, 0
	for i := 0; i < len(text); i++ {
		for len(code) > 0 && code[0].end <= i {
			code = code[1:]
		}
		if len(code) > 0 && code[0].start <= i {
			i = code[0].end - 1
			continue
		}
		switch text[i] {
		case '(':
			if closed[i] {
				depth++
			}
		case ')':
			if closed[i] {
				depth--
			}
		case '.', '!', '?':
			if depth == 0 && endsSentence(text, i) {
				out = append(out, textRange{start, i + 1})
				start = i + 1
			}
		}
	}
	if start < len(text) {
		out = append(out, textRange{start, len(text)})
	}
	return out
}

func endsSentence(text string, at int) bool {
	const marks = "\"”’')*"
	rest := strings.TrimLeft(text[at+1:min(len(text), at+8)], marks)
	if rest == "" {
		return true
	}
	if rest[0] != ' ' || abbreviates(text[:at]) {
		return false
	}
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[at+1:], marks+" "))
	return !unicode.IsLower(r)
}

func abbreviates(before string) bool {
	for _, a := range []string{"e.g", "i.e", " vs", " cf", " resp"} {
		if strings.HasSuffix(before, a) {
			return true
		}
	}
	return false
}

// closedParentheses are the offsets of the parentheses that have a partner.
func closedParentheses(text string) map[int]bool {
	closed := map[int]bool{}
	var open []int
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '(':
			open = append(open, i)
		case ')':
			if n := len(open); n > 0 {
				closed[open[n-1]], closed[i] = true, true
				open = open[:n-1]
			}
		}
	}
	return closed
}
