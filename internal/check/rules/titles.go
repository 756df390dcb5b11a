package rules

import (
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// The two title-mismatch rules compare what headings and citations call a
// principle. Where a heading stands alone against its citations, it is the
// heading that is wrong: one finding, and not one for each citation.

// A titleBook is a rulebook with the titles that its citations give.
type titleBook struct {
	*rulebook
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

func newTitleBook(book *rulebook) *titleBook {
	t := &titleBook{
		rulebook: book, byTitle: map[string]*titled{}, shared: map[string]bool{},
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
	claim, agrees := b.claim(x, ref)
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
	return claim != nil && !goesOn(m.Block.Prose, claim)
}

// goesOn reports whether words follow a claimed title in the same clause, outside of
// code that ends with it.
func goesOn(p *parse.Prose, claim *corpus.Claim) bool {
	end := claim.Start + len(claim.Text)
	if code, ok := p.InCode(claim.Start); ok && code.End == end {
		return false
	}
	rest := p.Text[end:]
	return rest != "" && !strings.ContainsRune(".,;:)", rune(rest[0])) && !strings.HasPrefix(rest, " (") && !strings.HasPrefix(rest, " —")
}

// claim is the title that a citation gives, nil where it gives none, and
// whether it is the heading's.
func (b *titleBook) claim(x *titled, ref *corpus.Reference) (claim *corpus.Claim, agrees bool) {
	if ref.Mention.Kind == parse.PathMention {
		claim = corpus.SpanTitle(ref.Mention)
		return claim, claim != nil && titleKey(claim.Text) == titleKey(x.Title)
	}
	return ref.Claim, ref.Claim != nil && ref.Claim.Of == x.Number
}

// disputed is the title that stands against the heading's: that of the trace
// row, or else the first that two code spans or annotations agree on; one is
// enough where the heading has the title of another. It is "" where there is
// none.
func (b *titleBook) disputed(x *titled, refs []*corpus.Reference, row *corpus.TraceRow) string {
	if row != nil {
		if claim := row.Title(); claim != nil && !agrees(row.Mention, x.Title) {
			return claim.Text
		}
		return ""
	}
	seen := map[string]bool{}
	best, first := "", ""
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
		if len(seen) == 0 {
			first = claim.Text
		}
		seen[key] = true
	}
	if best == "" && b.shared[titleKey(x.Title)] {
		return first // the heading has the title of another
	}
	return best
}
