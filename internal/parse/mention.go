package parse

import (
	"sort"
	"strings"

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
	// Index is its place in the mentions of its document, where it is one of
	// them.
	Index int
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

// Parenthesis is the range of the block's text within the parentheses that
// follow the mention or the code span it stands in, as the reason in "derives
// from `C1 Correctness` (why)"; empty where none follow.
func (m *Mention) Parenthesis() (start, end int) {
	text := m.Block.Prose.Text
	open := m.End
	if code, ok := m.Block.Prose.InCode(m.Start); ok {
		open = code.End
	}
	if !strings.HasPrefix(text[open:], " (") {
		return 0, 0
	}
	if stop := ClosingParen(text, open+1); stop > 0 {
		return open + 2, stop
	}
	return 0, 0
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

// within are the mentions of a block that start between two offsets.
func (b *Block) within(start, end int) []*Mention {
	at := func(offset int) int {
		return sort.Search(len(b.Mentions), func(i int) bool { return b.Mentions[i].Start >= offset })
	}
	return b.Mentions[at(start):at(end)]
}

// After is the text that follows the mention in its block.
func (m *Mention) After() string { return m.Block.Prose.Text[m.End:] }

// Before is the text before the mention in its block.
func (m *Mention) Before() string { return m.Block.Prose.Text[:m.Start] }

// InParentheses reports whether the mention stands in a parenthesis of its block.
func (m *Mention) InParentheses() bool {
	before := m.Before()
	return strings.Count(before, "(") > strings.Count(before, ")")
}
