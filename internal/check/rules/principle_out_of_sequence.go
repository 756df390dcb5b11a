package rules

import (
	"fmt"
	"slices"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var principleOutOfSequence = &check.Rule{
	Name:     "principle/out-of-sequence",
	Severity: diag.Error,
	Summary:  "the numbers of the principles have a gap, a duplicate or the wrong order",
	Run: func(p *check.Pass) {
		for _, book := range rulebooks(p.Corpus) {
			for _, f := range faultsOfSequence(book.defs) {
				p.Report(book.outOfSequence(f))
			}
		}
	},
}

func (b *rulebook) outOfSequence(f sequenceFault) *diag.Diagnostic {
	def := b.defs[f.at]
	if f.kind == gapFault && b.rowGives(f.missing, def.Title) {
		f.kind, f.expected = strayFault, f.missing // a number too high, and no gap
	}
	d := &diag.Diagnostic{
		File: b.file, Span: def.NumberSpan, Target: b.id(def.Number),
		Message: b.sequenceMessage(f),
		Hint:    fmt.Sprintf("number the headings from %s on without a gap, in the order in which they stand", b.id(1)),
		Breaks:  b.breaksNumbers(),
		Needs:   []diag.Fact{b.text()},
	}
	if f.other >= 0 {
		other := b.defs[f.other]
		d.Related = []diag.Related{{File: b.file, Span: other.NumberSpan, Message: b.id(other.Number) + " is defined here"}}
	}
	if f.expected > 0 && b.rowGives(f.expected, def.Title) {
		d.Fix = &diag.Fix{
			Title: fmt.Sprintf("number it %s, as the trace table does", b.id(f.expected)), Safe: !b.citedBare(def.Number),
			Edits: []diag.Edit{{File: b.file, Span: def.NumberSpan, Text: b.id(f.expected)}},
		}
	}
	return d
}

// citedBare reports whether the domain's documents cite a number without a title:
// such a citation would mean another principle where the heading had another number.
// Where two headings have the number, it means the other one.
func (b *rulebook) citedBare(number int) bool {
	headings := 0
	for _, def := range b.defs {
		if def.Number == number {
			headings++
		}
	}
	if headings > 1 {
		return false
	}
	return slices.ContainsFunc(b.domain.Documents, func(d *corpus.Document) bool {
		return slices.ContainsFunc(d.References, func(ref *corpus.Reference) bool {
			return ref.Kind == corpus.ToPrinciple && ref.Domain == b.domain && ref.Mention != nil && ref.Mention.Number == number &&
				ref.Role == corpus.InProse && corpus.SpanTitle(ref.Mention) == nil && ref.Claim == nil
		})
	})
}

// rowGives reports whether the trace table calls that number by that title.
func (b *rulebook) rowGives(number int, title string) bool {
	if b.domain == nil || b.domain.Trace == nil || title == "" {
		return false
	}
	for _, row := range b.domain.Trace.Rows {
		if row.Mention != nil && row.Mention.Number == number && corpus.Gives(row.Mention, title) != nil {
			return true
		}
	}
	return false
}

func (b *rulebook) sequenceMessage(f sequenceFault) string {
	id := b.id(b.defs[f.at].Number)
	switch f.kind {
	case gapFault:
		verb := "is"
		if f.missingTo > f.missing {
			verb = "are"
		}
		missing := fmt.Sprintf("%s %s missing", b.span(f.missing, f.missingTo), verb)
		if f.other < 0 {
			return fmt.Sprintf("%s comes first: %s", id, missing)
		}
		return fmt.Sprintf("%s follows %s: %s", id, b.id(b.defs[f.other].Number), missing)
	case duplicateFault:
		if f.expected > 0 {
			return fmt.Sprintf("%s is defined twice, here where %s is expected", id, b.id(f.expected))
		}
		return id + " is defined twice"
	case exchangeFault:
		return fmt.Sprintf("%s and %s have changed places", id, b.id(b.defs[f.other].Number))
	case strayFault:
		if f.expected > 0 {
			return fmt.Sprintf("%s stands where %s is expected", id, b.id(f.expected))
		}
		return fmt.Sprintf("%s is no number of the sequence, which starts with %s", id, b.id(1))
	default:
		first, last := b.defs[f.at].Number, b.defs[f.to].Number
		verb, side := "stand", "after"
		if first == last {
			verb = "stands"
		}
		if f.before {
			side = "before"
		}
		return fmt.Sprintf("%s %s %s %s", b.span(min(first, last), max(first, last)), verb, side, b.id(b.defs[f.other].Number))
	}
}
