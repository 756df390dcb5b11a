package rules

import (
	"slices"
	"strings"
	"unicode"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// lastMention is the last mention of a list that ends at an offset at the latest and
// starts in the sentence, or nil.
func lastMention(list []*parse.Mention, from, at int) *parse.Mention {
	i, _ := slices.BinarySearchFunc(list, at, func(m *parse.Mention, at int) int { return m.End - at - 1 })
	if i == 0 || list[i-1].Start < from {
		return nil
	}
	return list[i-1]
}

// nextMention is the first mention of a list that starts at an offset at the soonest
// and ends in the sentence, or nil.
func nextMention(list []*parse.Mention, at, to int) *parse.Mention {
	i, _ := slices.BinarySearchFunc(list, at, func(m *parse.Mention, at int) int { return m.Start - at })
	if i == len(list) || list[i].End > to {
		return nil
	}
	return list[i]
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
	m := nextMention(r.principles, at, s.end)
	if m == nil || r.start(m) < at || !slices.Contains(joints, r.text[at:r.start(m)]) {
		return nil
	}
	var out []*parse.Mention
	for m != nil && !without[m] {
		out = append(out, m)
		next := nextMention(r.principles, m.End, s.end)
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
	m := lastMention(r.principles, s.start, at)
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
	if claim := r.d.Reference(m).Claim; claim != nil {
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
