package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var principleNoneDefined = &check.Rule{
	Name:     "principle/none-defined",
	Severity: diag.Error,
	Summary:  "a first-principles document defines no principle, and its principles are cited",
	Run: func(p *check.Pass) {
		qualified := check.Shared(p, firstQualified)
		for _, d := range p.Corpus.Domains {
			if len(d.Principles) > 0 || d.Trace != nil && len(d.Trace.Rows) > 0 {
				continue // of a trace without principles trace/unknown-principle speaks
			}
			if use := firstUse(d, qualified); use != nil {
				p.Report(definesNone(d, use))
			}
		}
	},
}

// A use is a place that takes it for granted that a domain defines principles.
type use struct {
	document *corpus.Document
	span     source.Span
	says     string
}

func useAt(d *corpus.Document, span source.Span) *use {
	return &use{d, span, fmt.Sprintf("%s names %s", d.Path, inQuotes(d.File.Slice(span)))}
}

// A qualifiedUses is, of domains, the first citation that names the domain.
type qualifiedUses map[*corpus.Domain]*use

func firstQualified(c *corpus.Corpus) qualifiedUses {
	uses := qualifiedUses{}
	for _, d := range c.Documents {
		for _, m := range d.Mentions {
			if m.Kind != parse.PrincipleMention || m.Domain == "" || m.Phase == parse.CertainPhase || inGenerated(d, m.Span.Start) {
				continue
			}
			if domain := c.DomainByName(m.Domain); domain != nil && uses[domain] == nil {
				uses[domain] = useAt(d, source.Span{Start: m.DomainSpan.Start, End: m.Span.End})
			}
		}
	}
	return uses
}

// firstUse is the first use of a domain's principles: a row of violations, what a
// derivation header applies, or a citation that names the domain. Numbers in prose may
// mean something else.
func firstUse(domain *corpus.Domain, qualified qualifiedUses) *use {
	for _, d := range domain.Documents {
		if h := d.Header; h != nil && h.Base != nil && d.Kind == corpus.KindDerived && len(h.Primary) > 0 {
			return useAt(d, h.Primary[0].Span)
		}
		for _, v := range d.Violations {
			for _, m := range v.Principles {
				return useAt(d, m.Span)
			}
		}
	}
	if use := qualified[domain]; use != nil {
		return use
	}
	if domain.Trace != nil {
		at := domain.Trace.Table.Header[0].Span
		return &use{domain.First, at, "it has a trace table"}
	}
	return nil
}

func definesNone(d *corpus.Domain, use *use) *diag.Diagnostic {
	if use.document == d.First && d.Trace == nil {
		use.says = "its table of violations names " + inQuotes(d.First.File.Slice(use.span))
	}
	return &diag.Diagnostic{
		File: d.First.File, Span: titleSpan(d.First), Target: d.Path,
		Message: fmt.Sprintf("the document defines no principle, although %s: nothing that names one is checked", use.says),
		Hint:    "define each principle under a heading such as “### P1. Title”",
		Related: []diag.Related{{File: use.document.File, Span: use.span, Message: "this speaks of its principles"}},
		Breaks:  breaksTrace(d, check.NumbersOf(d), check.PrinciplesOf(d)),
		Needs:   []diag.Fact{check.TextOf(d.First.Path)},
	}
}
