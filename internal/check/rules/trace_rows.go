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

// traceRows sorts the rows of a domain's trace table by what they are about.
type traceRows struct {
	domain *corpus.Domain
	// own is the first row of each principle.
	own map[int]*corpus.TraceRow
	// repeats name a principle that a row above has named, strays none that
	// the domain defines.
	repeats, strays []*corpus.TraceRow
	// repeated are the numbers that have more than one row.
	repeated map[int]bool
	// meant are the principles without a row that a repeat, a stray or a row
	// with another principle's title was probably written for, and meantBy
	// those rows.
	meant   map[*corpus.TraceRow]*corpus.Principle
	meantBy map[*corpus.Principle]*corpus.TraceRow
	// joint are the rows whose first cell names the principle behind another.
	joint map[int]jointRow
}

// A jointRow is a row for several principles, and the citation of a later one.
type jointRow struct {
	row     *corpus.TraceRow
	mention *parse.Mention
}

// readTraceRows sorts the rows of a domain that has a trace table.
func readTraceRows(d *corpus.Domain) *traceRows {
	t := &traceRows{
		domain: d, own: map[int]*corpus.TraceRow{}, repeated: map[int]bool{}, joint: map[int]jointRow{},
		meant: map[*corpus.TraceRow]*corpus.Principle{}, meantBy: map[*corpus.Principle]*corpus.TraceRow{},
	}
	for _, row := range d.Trace.Rows {
		t.readJoint(row)
		switch {
		case stray(d, row):
			t.strays = append(t.strays, row)
		case t.own[row.Mention.Number] != nil:
			t.repeats = append(t.repeats, row)
			t.repeated[row.Mention.Number] = true
		default:
			t.own[row.Mention.Number] = row
		}
	}
	t.guess()
	return t
}

// readJoint notes the principles that a row names behind its own.
func (t *traceRows) readJoint(row *corpus.TraceRow) {
	if row.Mention == nil {
		return
	}
	for _, m := range row.Cells[0].Mentions {
		if _, ok := t.joint[m.Number]; m.Kind == parse.PrincipleMention && m != row.Mention && !ok {
			t.joint[m.Number] = jointRow{row, m}
		}
	}
}

// stray reports whether a row names no principle of its domain.
func stray(d *corpus.Domain, row *corpus.TraceRow) bool {
	return row.Mention == nil || foreign(d, row.Mention) || d.Principle(row.Mention.Number) == nil
}

// foreign reports whether a citation names a principle of another domain.
func foreign(d *corpus.Domain, m *parse.Mention) bool {
	ref := d.First.Reference(m)
	return ref != nil && ref.Kind == corpus.ToPrinciple && ref.Domain != d
}

// guess finds the principles that misnumbered rows were meant for: by the title
// that a row gives, else by the row before it.
func (t *traceRows) guess() {
	missing := map[int]*corpus.Principle{}
	titles := map[string]*corpus.Principle{}
	for _, p := range t.domain.Principles {
		if t.own[p.Number] == nil {
			missing[p.Number] = p
			if p.Title != "" {
				titles[folded(p.Title)] = p
			}
		}
	}
	take := func(row *corpus.TraceRow, p *corpus.Principle) {
		if p != nil && missing[p.Number] == p {
			t.meant[row], t.meantBy[p] = p, row
			delete(missing, p.Number)
		}
	}
	if len(missing) == 0 {
		return
	}
	for _, row := range t.domain.Trace.Rows {
		take(row, titles[folded(t.rowTitle(row))])
	}
	previous := 0
	for _, row := range t.domain.Trace.Rows {
		if row.Mention != nil && t.own[row.Mention.Number] == row {
			previous = row.Mention.Number
			continue
		}
		if t.meant[row] == nil {
			take(row, missing[previous+1])
		}
		if p := t.meant[row]; p != nil {
			previous = p.Number
		}
	}
}

// rowTitle is what the first cell of a row says besides the number.
func (t *traceRows) rowTitle(row *corpus.TraceRow) string {
	text := cellWords(row.Row, 0)
	if m := row.Mention; m != nil {
		if m.Start > 0 && m.Domain == "" {
			return ""
		}
		text = m.After()
	}
	return strings.Trim(text, " .:()—–-")
}

// explains are the facts that the lack of a row rests on: that no other row was
// meant to be it.
func (t *traceRows) explains(p *corpus.Principle) []diag.Fact {
	if row := t.meantBy[p]; row != nil {
		return rowFacts(t.domain, row)
	}
	return nil
}

// rowFacts are that a row, and the principle that it names, are sound.
func rowFacts(d *corpus.Domain, row *corpus.TraceRow) []diag.Fact {
	facts := []diag.Fact{check.RowFact(d.First, row.Row)}
	if row.Mention != nil {
		facts = append(facts, check.MentionFact(d.First, row.Mention))
	}
	return facts
}

// coreFacts are that each of the cores is one.
func coreFacts(d *corpus.Document, cores []*parse.Mention) []diag.Fact {
	var facts []diag.Fact
	for _, m := range cores {
		facts = append(facts, check.MentionFact(d, m))
	}
	return facts
}

// undefinedCore reports whether one of the cores is known not to exist. In prose
// that is a warning, which withholds nothing by itself.
func undefinedCore(d *corpus.Document, cores []*parse.Mention) bool {
	return slices.ContainsFunc(cores, func(m *parse.Mention) bool {
		ref := d.Reference(m)
		return ref != nil && ref.Status == corpus.Dangling
	})
}

// breaksTrace are the facts that every error in a domain's trace breaks, and
// those of its own.
func breaksTrace(d *corpus.Domain, more ...diag.Fact) []diag.Fact {
	return append([]diag.Fact{check.TraceOf(d), check.Inputs()}, more...)
}

// fullName is "P4 Title".
func fullName(p *corpus.Principle) string {
	return p.ID() + strings.TrimRight(" "+strings.Join(strings.Fields(p.Title), " "), " ")
}

// definesList is "P1", or "P1 to P9": the principles of a domain.
func definesList(d *corpus.Domain) string {
	first, last := d.Principles[0], d.Principles[len(d.Principles)-1]
	if first == last {
		return first.ID()
	}
	return fmt.Sprintf("%s to %s", first.ID(), last.ID())
}

// atTraceTable points at the header of a domain's trace table.
func atTraceTable(d *corpus.Domain) diag.Related {
	return diag.Related{File: d.First.File, Span: d.Trace.Table.Header[0].Span, Message: "the trace table"}
}

// atHeading points at the heading of a principle.
func atHeading(p *corpus.Principle, message string) diag.Related {
	return diag.Related{File: p.Domain.First.File, Span: p.Section.Span, Message: message}
}
