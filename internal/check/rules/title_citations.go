package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

// exchanges sorts citations and joins those that have each other's titles: a
// derivation header in which two titles are swapped is wrong once. They must
// stand together, in one paragraph, header or table.
func exchanges(list []*titleCitation) [][]*titleCitation {
	slices.SortStableFunc(list, func(a, b *titleCitation) int {
		return cmp.Or(cmp.Compare(a.ref.From.Path, b.ref.From.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	type place struct {
		where any
		of    *titled
	}
	at := map[place][]*titleCitation{}
	for _, c := range list {
		key := place{c.surroundings(), c.of}
		at[key] = append(at[key], c)
	}
	used := map[*titleCitation]bool{}
	var out [][]*titleCitation
	for _, c := range list {
		if used[c] {
			continue
		}
		ring := []*titleCitation{c}
		for last := c; last.other != nil && last.other != c.of && len(ring) < maxRing; {
			last = nextIn(at[place{c.surroundings(), ring[len(ring)-1].other}], used, ring)
			if last == nil {
				break
			}
			ring = append(ring, last)
		}
		if len(ring) == 1 || ring[len(ring)-1].other != c.of {
			ring = ring[:1]
		}
		for _, member := range ring {
			used[member] = true
		}
		out = append(out, ring)
	}
	return out
}

// maxRing bounds the search for titles that went round in a ring.
const maxRing = 8

// nextIn is the first of some citations that is neither used nor in the ring.
func nextIn(list []*titleCitation, used map[*titleCitation]bool, ring []*titleCitation) *titleCitation {
	for _, c := range list[:min(len(list), maxRing)] {
		if !used[c] && !slices.Contains(ring, c) {
			return c
		}
	}
	return nil
}

// surroundings is what a citation stands in: a table, the derivation header of
// a document, or its paragraph.
func (c *titleCitation) surroundings() any {
	b := c.ref.Mention.Block
	switch {
	case b.Table != nil:
		return b.Table
	case b.Header:
		return c.ref.From
	}
	return b
}

// cited is the citation's number as its document writes it.
func (b *titleBook) cited(c *titleCitation) string {
	id := b.id(c.of.Number)
	if b.domain != nil && c.ref.From.Domain != b.domain {
		return b.domain.Short + " " + id
	}
	return id
}

func (b *titleBook) wrongCitation(c *titleCitation) *diag.Diagnostic {
	id, right := b.cited(c), b.rightTitle(c.of)
	d := &diag.Diagnostic{
		File: c.ref.From.File, Span: c.Span, Target: id + " " + c.Text,
		Message: fmt.Sprintf("%s is cited as “%s”, but its title is “%s”", id, c.Text, right),
		Hint:    "cite it by its title",
		Related: []diag.Related{{File: b.file, Span: c.of.TitleSpan, Message: fmt.Sprintf("%s is defined here", id)}},
		Fix: &diag.Fix{
			Title: fmt.Sprintf("write “%s”", right), Safe: b.certain(c, right), Edits: []diag.Edit{retitle(c, right)},
		},
		Breaks: b.breaks(),
		Needs:  b.citationNeeds(c),
	}
	if right != c.of.Title {
		d.Message = fmt.Sprintf("%s is cited as “%s”, but its other citations call it “%s”", id, c.Text, right)
	}
	if c.other != nil {
		other := b.id(c.other.Number)
		d.Message = fmt.Sprintf("%s is cited as “%s”, which is the title of %s; that of %s is “%s”", id, c.Text, other, id, right)
		d.Hint = "correct the title, or the number if that is what is wrong"
		d.Fix.Safe = false
		d.Related = append(d.Related, diag.Related{File: b.file, Span: c.other.TitleSpan, Message: fmt.Sprintf("%s is defined here", other)})
	}
	b.breakCitation(d, c)
	return d
}

// certain reports whether the right title can be put in unseen: it is near, and a
// typing error at most; the sentence does not go on with it; it stands on one line;
// and not many citations stand against the heading and a few.
func (b *titleBook) certain(c *titleCitation, right string) bool {
	edit := retitle(c, right)
	return corpus.NearTitle(c.Text, right) && c.of.votes[titleKey(c.Text)] <= c.of.agree+1 &&
		isTypo(c.Text, &parse.Definition{Number: c.of.Number, Title: right}, b.defs) &&
		!goesOn(c.ref.Mention.Block.Prose, c.Claim) && !strings.Contains(edit.File.Slice(edit.Span), "\n")
}

// isTypo reports whether a text that is near to the title of a definition differs
// from it in letters alone, and is as near to no other's. A word more or fewer, such
// as "not", may be meant.
func isTypo(text string, def *parse.Definition, all []*parse.Definition) bool {
	distance := corpus.EditDistance(text, def.Title, len(def.Title))
	return len(strings.Fields(text)) == len(strings.Fields(def.Title)) && !slices.ContainsFunc(all, func(other *parse.Definition) bool {
		return other.Number != def.Number && other.Title != "" && corpus.EditDistance(text, other.Title, distance) <= distance
	})
}

func (b *titleBook) exchangedCitations(ring []*titleCitation) *diag.Diagnostic {
	c := ring[0]
	var named []*titled
	for _, member := range ring {
		named = append(named, member.of)
	}
	d := &diag.Diagnostic{
		File: c.ref.From.File, Span: c.Span, Target: b.ids(named),
		Message: fmt.Sprintf("%s are cited by each other's titles: %s is “%s”, not “%s”", b.ids(named), b.cited(c), c.of.Title, c.Text),
		Hint:    "exchange the titles, or the numbers if those are what is wrong",
		Fix:     &diag.Fix{Title: "give each its own title"},
		Breaks:  b.breaks(),
	}
	for i, member := range ring {
		d.Needs = append(d.Needs, b.citationNeeds(member)...)
		b.breakCitation(d, member)
		d.Fix.Edits = append(d.Fix.Edits, retitle(member, member.of.Title))
		if i > 0 {
			d.Related = append(d.Related, diag.Related{
				File: member.ref.From.File, Span: member.Span, Message: fmt.Sprintf("%s is “%s”", b.cited(member), member.of.Title),
			})
		}
	}
	for _, member := range ring {
		d.Related = append(d.Related, diag.Related{
			File: b.file, Span: member.of.TitleSpan, Message: fmt.Sprintf("%s is defined here", b.cited(member)),
		})
	}
	return d
}

// citationNeeds are the facts that a comparison of titles rests on.
func (b *titleBook) citationNeeds(c *titleCitation) []diag.Fact {
	needs := []diag.Fact{b.numbers(), b.text()}
	if row := rowOf(c.ref.Mention.Block); row != nil && c.other == nil {
		needs = append(needs, check.RowFact(c.ref.From, row)) // a pipe may have cut the title
	}
	return needs
}

// breakCitation adds what a wrong title puts in doubt. A title that belongs to
// another principle may mean that the number is wrong.
func (b *titleBook) breakCitation(d *diag.Diagnostic, c *titleCitation) {
	if c.other == nil {
		return
	}
	d.Breaks = append(d.Breaks, check.MentionFact(c.ref.From, c.ref.Mention))
	d.Breaks = append(d.Breaks, doubtful(c.ref)...)
}

// retitle is the edit that puts the right title in, changing no more than what
// differs, so that the line breaks of a wrapped title stay.
func retitle(c *titleCitation, right string) diag.Edit {
	written := c.Text
	head := 0
	for head < len(written) && head < len(right) && written[head] == right[head] {
		head++
	}
	for head > 0 && (head < len(written) && !utf8.RuneStart(written[head]) || head < len(right) && !utf8.RuneStart(right[head])) {
		head--
	}
	tail := 0
	for tail < len(written)-head && tail < len(right)-head && written[len(written)-1-tail] == right[len(right)-1-tail] {
		tail++
	}
	for tail > 0 && !utf8.RuneStart(written[len(written)-tail]) {
		tail--
	}
	if head+tail == len(written) && head > 0 {
		// Text put in at the end of a code span or of emphasis would land
		// behind its mark.
		_, n := utf8.DecodeLastRuneInString(written[:head])
		head -= n
	}
	prose := c.ref.Mention.Block.Prose
	return diag.Edit{
		File: c.ref.From.File,
		Span: prose.Span(c.Start+head, c.Start+len(written)-tail),
		Text: right[head : len(right)-tail],
	}
}

// skipHeader reports whether a citation stands in a header that derives from
// another document than its domain's: derivation/wrong-base speaks of that, and
// its titles are not comparable.
func skipHeader(ref *corpus.Reference) bool {
	h := ref.From.Header
	if ref.Role != corpus.InHeader || h == nil || h.Base == nil || ref.From.Domain == nil {
		return false
	}
	base := ref.From.Reference(h.Base)
	return base == nil || base.Target != ref.From.Domain.First
}
