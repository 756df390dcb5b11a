package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var antiPatternBreachMismatch = &check.Rule{
	Name:     "anti-pattern/breach-mismatch",
	Severity: diag.Error,
	Summary:  "a document says that an anti-pattern breaches another principle than the register says",
	Run: func(p *check.Pass) {
		if len(p.Corpus.AntiPatterns) == 0 {
			return
		}
		for _, d := range p.Corpus.Documents {
			reported := breachesInRows(p, d)
			var last *parse.Block
			for _, ref := range d.References {
				if ref.Kind != corpus.ToAntiPattern || ref.Mention.Block == last {
					continue
				}
				last = ref.Mention.Block
				if !reported[last.Table][last.Row] {
					breachesInProse(p, d, last)
				}
			}
		}
	},
}

// breachesInRows compares violation rows that name an anti-pattern: what they
// breach primarily must include what the register says. It returns the rows
// that it has reported.
func breachesInRows(p *check.Pass, d *corpus.Document) map[*parse.Table]map[int]bool {
	reported := map[*parse.Table]map[int]bool{}
	for _, v := range d.Violations {
		breached := principlesOf(d, v.Principles)
		for _, ref := range v.AntiPatterns {
			a := ref.AntiPattern
			if a == nil || len(breached) == 0 || includesAny(breached, registeredPrinciples(a.Breaches)) {
				continue
			}
			found := breachMismatch(d, a, v.Principles, a.Breaches)
			found.Message = fmt.Sprintf("the row of “%s” breaches %s; the register says that it breaches %s", a.ID, principleNames(d, breached), principleNames(d, registeredPrinciples(a.Breaches)))
			found.Needs = append(found.Needs, check.RowFact(d, v.Row))
			if d.Kind == corpus.KindFirstPrinciples {
				// The principle that the row should name may seem to be
				// breached by nothing.
				found.Breaks = []diag.Fact{check.ViolationsIn(d)}
			}
			p.Report(found)
			if reported[v.Table] == nil {
				reported[v.Table] = map[int]bool{}
			}
			if len(v.Cells) > 0 {
				reported[v.Table][v.Cells[0].Row] = true
			}
			break
		}
	}
	return reported
}

// breachesInProse compares what the sentences of a block say.
func breachesInProse(p *check.Pass, d *corpus.Document, b *parse.Block) {
	for _, s := range breachStatements(d, b) {
		if found := compareBreach(d, s); found != nil {
			p.Report(found)
		}
	}
}

func compareBreach(d *corpus.Document, s *breachStatement) *diag.Diagnostic {
	a := s.antiPattern
	breached := principlesOf(d, s.breach)
	if s.rule != nil {
		breached = append(breached, s.rule)
	}
	if len(breached) > 0 && !includesAny(breached, registeredPrinciples(a.Breaches)) {
		found := breachMismatch(d, a, s.breach, a.Breaches)
		if s.rule != nil {
			found.Span = s.ruleSpan
		}
		found.Message = fmt.Sprintf("the text says that “%s” breaches %s; the register says %s", a.ID, principleNames(d, breached), principleNames(d, registeredPrinciples(a.Breaches)))
		return found
	}
	// A register that leaves the cell empty says nothing of what follows.
	compounds := registeredPrinciples(a.Compounds)
	for _, m := range s.compounding {
		if compounded := principlesOf(d, []*parse.Mention{m}); len(compounded) > 0 && !includesAny(compounded, compounds) {
			found := breachMismatch(d, a, []*parse.Mention{m}, a.Compounds)
			found.Message = fmt.Sprintf("the text says that “%s” compounds %s; the register says %s", a.ID, principleNames(d, compounded), principleNames(d, compounds))
			return found
		}
	}
	return nil
}

// breachMismatch is a finding at the citations of a document against those of
// the register's row.
func breachMismatch(d *corpus.Document, a *corpus.AntiPattern, cited []*parse.Mention, row []*corpus.Reference) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: d.File, Target: a.ID,
		Hint:    "correct the one that is wrong: the register's row, or what the document says",
		Related: []diag.Related{{File: a.Document.File, Span: row[0].Span, Message: "the register's row of " + a.ID}},
		Needs:   []diag.Fact{check.RowFact(a.Document, a.Row), check.TextOf(d.Path)},
	}
	for _, m := range cited {
		found.Needs = append(found.Needs, check.MentionFact(d, m))
		span := m.Span
		if ref := d.Reference(m); ref != nil {
			span = ref.Span
		}
		if found.Span == (source.Span{}) {
			found.Span = span
		}
		found.Span.End = max(found.Span.End, span.End)
	}
	for _, ref := range row {
		if ref.Principle != nil {
			found.Needs = append(found.Needs, check.NumbersOf(ref.Principle.Domain))
		}
	}
	return found
}

// principlesOf are the principles that citations resolve to.
func principlesOf(d *corpus.Document, mentions []*parse.Mention) []*corpus.Principle {
	var out []*corpus.Principle
	for _, m := range mentions {
		out = append(out, principlesAt(d, m)...)
	}
	return out
}

// registeredPrinciples are the principles that cells of the register name.
func registeredPrinciples(refs []*corpus.Reference) []*corpus.Principle {
	var out []*corpus.Principle
	for _, ref := range refs {
		if ref.Principle != nil {
			out = append(out, ref.Principle)
		}
	}
	return out
}

// includesAny reports whether what is said includes what is registered; where
// nothing is, there is nothing to disagree with.
func includesAny(said, registered []*corpus.Principle) bool {
	return len(registered) == 0 || slices.ContainsFunc(said, func(p *corpus.Principle) bool { return slices.Contains(registered, p) })
}

// principleNames lists principles as a document of their domain would, and with the
// domain elsewhere.
func principleNames(d *corpus.Document, principles []*corpus.Principle) string {
	out := make([]string, len(principles))
	for i, p := range principles {
		out[i] = p.Name()
		if p.Domain == d.Domain {
			out[i] = p.ID()
		}
	}
	return strings.Join(out, ", ")
}
