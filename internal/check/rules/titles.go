package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

// The two title-mismatch rules compare what headings and citations call a
// principle. Where a heading stands alone against its citations, it is the
// heading that is wrong: one finding, and not one for each citation.

// A titleBook is a rulebook with the titles that its citations give.
type titleBook struct {
	*rulebook
	corpus *corpus.Corpus
	titled []*titled
	// byTitle are the principles by titleKey, shared the titles that more
	// than one has.
	byTitle map[string]*titled
	shared  map[string]bool
	// rows are the trace rows by number, subjects those that a citation is
	// the subject of.
	rows     map[int][]*corpus.TraceRow
	subjects map[*parse.Mention]bool
}

// titled is a principle or core, and what it is called.
type titled struct {
	*parse.Definition
	// agree counts the citations that give the heading's title, wrong are
	// those that give another one.
	agree int
	wrong []*titleCitation
	// votes counts each title of wrong, by titleKey.
	votes map[string]int
	// consensus is what the citations say together where none of them
	// agrees with the heading, and voters those of wrong that say so.
	consensus string
	voters    int
}

// A titleCitation is a citation that gives a title which is not the heading's.
type titleCitation struct {
	of  *titled
	ref *corpus.Reference
	*corpus.Claim
	// other is the one whose title it is, or nil.
	other *titled
	// row is set where the citation is the subject of a trace row.
	row *corpus.TraceRow
	// gloss says that it would be no title if others did not give it too.
	gloss bool
}

func newTitleBook(c *corpus.Corpus, book *rulebook) *titleBook {
	t := &titleBook{
		rulebook: book, corpus: c, byTitle: map[string]*titled{}, shared: map[string]bool{},
		rows: map[int][]*corpus.TraceRow{}, subjects: map[*parse.Mention]bool{},
	}
	for _, def := range book.defs {
		x := &titled{Definition: def}
		t.titled = append(t.titled, x)
		key := titleKey(def.Title)
		if t.byTitle[key] == nil {
			t.byTitle[key] = x
		} else {
			t.shared[key] = true
		}
	}
	if book.domain != nil && book.domain.Trace != nil {
		for _, row := range book.domain.Trace.Rows {
			if m := row.Mention; m != nil {
				t.rows[m.Number] = append(t.rows[m.Number], row)
				t.subjects[m] = true
			}
		}
	}
	return t
}

// read sorts the citations of one principle into those that agree with its
// heading and those that do not. What is no title says nothing.
func (b *titleBook) read(x *titled, refs []*corpus.Reference) {
	var row *corpus.TraceRow
	if rows := b.rows[x.Number]; len(rows) == 1 { // of two rows trace/duplicate-row speaks
		row = rows[0]
	}
	disputed := b.disputed(x, refs, row)
	for _, ref := range refs {
		switch {
		case ref.Mention == nil || skipHeader(ref):
		case row != nil && ref.Mention == row.Mention && row.Title() != nil:
			b.readRow(x, ref, row)
		case row != nil && ref.Mention == row.Mention:
			b.readCitation(x, ref, "")
		case !b.subjects[ref.Mention]:
			b.readCitation(x, ref, disputed)
		}
	}
	if x.agree > 0 {
		x.wrong = slices.DeleteFunc(x.wrong, func(c *titleCitation) bool { return c.gloss })
	}
	x.vote()
}

// readRow reads the title of a trace row, which is always a claim.
func (b *titleBook) readRow(x *titled, ref *corpus.Reference, row *corpus.TraceRow) {
	claim := row.Title()
	switch {
	case agrees(row.Mention, x.Title) || titleKey(claim.Text) == titleKey(x.Title):
		x.agree++
	default:
		x.wrong = append(x.wrong, &titleCitation{of: x, ref: ref, Claim: claim, other: b.byTitle[titleKey(claim.Text)], row: row})
	}
}

// readCitation reads the title that a citation gives, if it gives one.
func (b *titleBook) readCitation(x *titled, ref *corpus.Reference, disputed string) {
	claim, agrees := b.claim(x, ref.Mention)
	gloss := claim == nil
	if disputed != "" {
		// A heading that was changed altogether makes glosses of the
		// titles of its citations, unless they are known from elsewhere.
		if other := corpus.Gives(ref.Mention, disputed); other != nil && (claim == nil || len(other.Text) > len(claim.Text) || claim.Of == 0) {
			claim, agrees = other, false
		}
	}
	switch {
	case agrees:
		x.agree++
	case claim != nil:
		x.wrong = append(x.wrong, &titleCitation{of: x, ref: ref, Claim: claim, other: b.byTitle[titleKey(claim.Text)], gloss: gloss})
	}
}

// agrees reports whether a citation gives a title and no longer one.
func agrees(m *parse.Mention, title string) bool {
	claim := corpus.Gives(m, title)
	if claim == nil {
		return false
	}
	rest := m.Block.Prose.Text[claim.Start+len(claim.Text):]
	return rest == "" || strings.HasPrefix(rest, " (") || strings.HasPrefix(rest, " —") || strings.ContainsRune(",;)", rune(rest[0]))
}

// claim is the title that a citation gives, nil where it gives none, and
// whether it is the heading's.
func (b *titleBook) claim(x *titled, m *parse.Mention) (claim *corpus.Claim, agrees bool) {
	switch {
	case m.Kind == parse.PathMention:
		claim = corpus.SpanTitle(m)
		return claim, claim != nil && titleKey(claim.Text) == titleKey(x.Title)
	case b.domain != nil:
		claim = b.domain.PrincipleClaim(m)
	default:
		claim = b.corpus.CoreClaim(m)
	}
	return claim, claim != nil && claim.Of == x.Number
}

// disputed is the title that stands against the heading's: that of the trace
// row, or else the first that two code spans or annotations agree on. It is ""
// where there is none.
func (b *titleBook) disputed(x *titled, refs []*corpus.Reference, row *corpus.TraceRow) string {
	if row != nil {
		if claim := row.Title(); claim != nil && !agrees(row.Mention, x.Title) {
			return claim.Text
		}
		return ""
	}
	seen := map[string]bool{}
	best := ""
	for _, ref := range refs {
		if ref.Mention == nil {
			continue
		}
		claim := corpus.SpanTitle(ref.Mention)
		if claim == nil {
			claim = corpus.AnnotationTitle(ref.Mention)
		}
		if claim == nil {
			continue
		}
		key := titleKey(claim.Text)
		if strings.HasPrefix(key, titleKey(x.Title)) {
			return ""
		}
		if seen[key] && best == "" {
			best = claim.Text
		}
		seen[key] = true
	}
	return best
}

// vote finds the title that most citations give, where none agrees with the
// heading and no other title has as many.
func (x *titled) vote() {
	x.votes = map[string]int{}
	for _, c := range x.wrong {
		x.votes[titleKey(c.Text)]++
	}
	if x.agree > 0 {
		return
	}
	best, tie := "", false
	for _, c := range x.wrong {
		key := titleKey(c.Text)
		switch n := x.votes[key]; {
		case n > x.voters:
			best, x.voters, tie = key, n, false
		case n == x.voters && key != best:
			tie = true
		}
	}
	if tie {
		x.voters = 0
		return
	}
	for _, c := range x.wrong {
		if titleKey(c.Text) == best && (x.consensus == "" || c.row != nil) {
			x.consensus = c.Text // the row writes it as a title
		}
	}
}

// overruled reports whether the heading is wrong and not its citations: two
// agree against it, or the trace row alone does where the heading has the title
// of another principle.
func (b *titleBook) overruled(x *titled) bool {
	if x.voters == 0 {
		return false
	}
	if x.voters > 1 {
		return true
	}
	return b.shared[titleKey(x.Title)] && x.wrong[0].row != nil && b.byTitle[titleKey(x.consensus)] == nil
}

// report reports the headings that are wrong, then the citations that are.
func (b *titleBook) report(p *check.Pass) {
	done := map[*titled]bool{}
	var left []*titleCitation
	for _, x := range b.titled {
		if done[x] {
			continue
		}
		if ring := b.headingRing(x); len(ring) > 1 {
			for _, y := range ring {
				done[y] = true
			}
			p.Report(b.exchangedHeadings(ring))
			continue
		}
		if b.overruled(x) {
			p.Report(b.wrongHeading(x))
		}
		for _, c := range x.wrong {
			if !b.overruled(x) || titleKey(c.Text) != titleKey(x.consensus) {
				left = append(left, c)
			}
		}
	}
	for _, ring := range exchanges(left) {
		if len(ring) > 1 {
			p.Report(b.exchangedCitations(ring))
		} else {
			p.Report(b.wrongCitation(ring[0]))
		}
	}
}

// headingRing are the principles whose headings have each other's titles,
// starting with x: the citations of each call it what the next is headed.
func (b *titleBook) headingRing(x *titled) []*titled {
	ring := []*titled{x}
	sure := b.overruled(x)
	for at := x; len(ring) <= len(b.titled); {
		next := b.byTitle[titleKey(at.consensus)]
		if at.consensus == "" || next == nil || next.voters == 0 || next.voters < len(next.wrong) {
			return nil
		}
		if next == x {
			if !sure {
				return nil
			}
			return ring
		}
		sure = sure || b.overruled(next)
		ring = append(ring, next)
		at = next
	}
	return nil
}

// rightTitle is the title that a citation should give: the heading's, unless
// the other citations overrule it.
func (b *titleBook) rightTitle(x *titled) string {
	if b.overruled(x) {
		return x.consensus
	}
	return x.Title
}

func (b *titleBook) wrongHeading(x *titled) *diag.Diagnostic {
	id := b.id(x.Number)
	count := "its trace row calls"
	if x.voters > 1 {
		count = fmt.Sprintf("%d citations call", x.voters)
	}
	d := &diag.Diagnostic{
		File: b.file, Span: x.TitleSpan, Target: id + " " + x.consensus,
		Message: fmt.Sprintf("the heading calls %s “%s”, while %s it “%s”", id, x.Title, count, x.consensus),
		Hint:    "give the heading its title back, or change the citations with it",
		Breaks:  b.breaks(b.defined(x.Number)),
		Needs:   []diag.Fact{b.numbers(), b.text()},
		Fix: &diag.Fix{
			Title: "take the title of the citations",
			Edits: []diag.Edit{{File: b.file, Span: x.TitleSpan, Text: x.consensus}},
		},
	}
	d.Related = x.citedAs()
	return d
}

// citedAs are the places that give the title the citations agree on.
func (x *titled) citedAs() []diag.Related {
	var out []diag.Related
	for _, c := range x.wrong {
		if titleKey(c.Text) == titleKey(x.consensus) {
			out = append(out, diag.Related{File: c.ref.From.File, Span: c.Span, Message: fmt.Sprintf("cited as “%s”", c.Text)})
		}
	}
	return out
}

func (b *titleBook) exchangedHeadings(ring []*titled) *diag.Diagnostic {
	x := ring[0]
	d := &diag.Diagnostic{
		File: b.file, Span: x.TitleSpan, Target: b.ids(ring),
		Message: fmt.Sprintf("the headings of %s have each other's titles: the citations call %s “%s”", b.ids(ring), b.id(x.Number), x.consensus),
		Hint:    "exchange the titles of the headings",
		Breaks:  b.breaks(),
		Needs:   []diag.Fact{b.numbers(), b.text()},
		Fix:     &diag.Fix{Title: "take the titles of the citations"},
	}
	for _, y := range ring {
		d.Breaks = append(d.Breaks, b.defined(y.Number))
		d.Fix.Edits = append(d.Fix.Edits, diag.Edit{File: b.file, Span: y.TitleSpan, Text: y.consensus})
		if y != x {
			d.Related = append(d.Related, diag.Related{
				File: b.file, Span: y.TitleSpan, Message: fmt.Sprintf("the citations call %s “%s”", b.id(y.Number), y.consensus),
			})
		}
	}
	d.Related = append(d.Related, x.citedAs()...)
	return d
}

// ids is "P3 and P4" or "P3, P4 and P5".
func (b *titleBook) ids(list []*titled) string {
	var names []string
	list = slices.Clone(list)
	slices.SortFunc(list, func(x, y *titled) int { return x.Number - y.Number })
	for _, x := range list {
		names = append(names, b.id(x.Number))
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}
