package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

// citesUndefined reports whether a reference is a citation by number of
// something that its domain, or the core document, does not define. A path
// with a number in it is left to link/missing-anchor.
func citesUndefined(ref *corpus.Reference, kind corpus.ReferenceKind) bool {
	return ref.Kind == kind && ref.Status == corpus.Dangling && ref.Fault == corpus.NoAnchor && !ref.Generated &&
		ref.Mention != nil && ref.Mention.Kind != parse.PathMention
}

// undefined is the finding about such a citation: an error where only a
// citation may stand, a warning in prose, which may mean something else.
func (b *rulebook) undefined(ref *corpus.Reference) *diag.Diagnostic {
	m := ref.Mention
	noun := "principle"
	if b.domain == nil {
		noun = "core principle"
	}
	d := &diag.Diagnostic{
		File: ref.From.File, Span: ref.Span, Target: ref.Text,
		Message: fmt.Sprintf("no %s %s is defined: %s has %s", noun, b.id(m.Number), b.owner(), b.extent),
		Hint:    "cite one that is defined",
		Needs:   []diag.Fact{b.numbers(), b.text()},
	}
	if n := len(b.defs); n > 0 {
		last := b.defs[n-1]
		d.Related = []diag.Related{{File: b.file, Span: last.Section.Span, Message: fmt.Sprintf("%s is the last one", b.id(last.Number))}}
	}
	row := rowOf(m.Block)
	if strictRole(ref.Role) {
		d.Breaks = b.breaks(check.MentionFact(ref.From, m))
		d.Breaks = append(d.Breaks, doubtful(ref)...)
	} else {
		d.Severity = diag.Warning
		d.Hint += ", or add the words to notCitations in the configuration if they cite nothing"
	}
	if row != nil && !decides(ref) {
		d.Needs = append(d.Needs, check.RowFact(ref.From, row))
	}
	return d
}

// strictRole reports whether a number in this role is always a citation.
func strictRole(role corpus.Role) bool {
	switch role {
	case corpus.InHeader, corpus.InHeading, corpus.InTrace, corpus.InViolation:
		return true
	}
	return false
}

// decides reports whether a citation is what its table row is about, and no
// part of the prose in it.
func decides(ref *corpus.Reference) bool {
	switch ref.Role {
	case corpus.InTrace:
		return ref.Mention.Block.Column < 2
	case corpus.InViolation:
		return ref.Mention.Block.Column == 1
	}
	return false
}

// doubtful are the facts that a citation with the wrong number puts in doubt:
// what is compared with its row, the violations of its document, and what a
// derived document says that it applies.
func doubtful(ref *corpus.Reference) []diag.Fact {
	var facts []diag.Fact
	if row := rowOf(ref.Mention.Block); row != nil && decides(ref) {
		facts = append(facts, check.RowFact(ref.From, row))
	}
	switch {
	case ref.Role == corpus.InTrace && decides(ref) && ref.From.Domain != nil:
		facts = append(facts, check.TraceOf(ref.From.Domain))
	case ref.Role == corpus.InViolation:
		facts = append(facts, check.ViolationsIn(ref.From))
	}
	if ref.From.Kind == corpus.KindDerived {
		facts = append(facts, check.HeaderOf(ref.From))
	}
	return facts
}

// rowOf is the table row that a block is a cell of, or nil.
func rowOf(b *parse.Block) *parse.Row {
	if b == nil || b.Table == nil || b.Row < 0 || b.Row >= len(b.Table.Rows) {
		return nil
	}
	return b.Table.Rows[b.Row]
}
