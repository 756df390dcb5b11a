package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// A rulebook is a document that defines numbered principles: the
// first-principles of a domain, or the core document. What its headings must
// look like is the same for both.
type rulebook struct {
	file *source.File
	// domain is nil for the core document.
	domain *corpus.Domain
	letter string
	defs   []*parse.Definition
	// extent is what there is to cite: "P1 to P10".
	extent string
	// resting are the domains whose traces rest on the numbers.
	resting []*corpus.Domain
}

// rulebooks are the core document, where there is one, and the domains.
func rulebooks(c *corpus.Corpus) []*rulebook {
	var out []*rulebook
	if c.Core != nil {
		book := &rulebook{file: c.Core.File, letter: "C", resting: c.Domains}
		for _, core := range c.Cores {
			book.defs = append(book.defs, core.Definition)
		}
		book.measure()
		out = append(out, book)
	}
	for _, d := range c.Domains {
		book := &rulebook{file: d.First.File, domain: d, letter: "P"}
		for _, p := range d.Principles {
			book.defs = append(book.defs, p.Definition)
		}
		book.measure()
		out = append(out, book)
	}
	return out
}

func (b *rulebook) id(number int) string { return fmt.Sprintf("%s%d", b.letter, number) }

// owner is who the numbers belong to: "messaging", "the core document".
func (b *rulebook) owner() string {
	if b.domain == nil {
		return "the core document"
	}
	return b.domain.Name
}

// span is "P3", "P3 and P4" or "P3 to P9".
func (b *rulebook) span(first, last int) string {
	switch last - first {
	case 0:
		return b.id(first)
	case 1:
		return b.id(first) + " and " + b.id(last)
	}
	return b.id(first) + " to " + b.id(last)
}

// measure sets the extent.
func (b *rulebook) measure() {
	b.extent = "none"
	if len(b.defs) == 0 {
		return
	}
	first, last := b.defs[0].Number, b.defs[0].Number
	for _, def := range b.defs {
		first, last = min(first, def.Number), max(last, def.Number)
	}
	b.extent = b.span(first, last)
}

// numbers is the fact that the headings can be trusted.
func (b *rulebook) numbers() diag.Fact {
	if b.domain == nil {
		return check.CoreNumbers()
	}
	return check.NumbersOf(b.domain)
}

// defined is the fact that a principle is defined as its citations say.
func (b *rulebook) defined(number int) diag.Fact {
	if b.domain == nil {
		return check.CoreFact(number)
	}
	return check.PrincipleFact(b.domain, number)
}

// breaks adds to facts what every error in a rulebook puts in doubt.
func (b *rulebook) breaks(facts ...diag.Fact) []diag.Fact {
	facts = append(facts, check.Inputs())
	if b.domain != nil {
		facts = append(facts, check.PrinciplesOf(b.domain))
	}
	return facts
}

// breaksNumbers are what a heading with the wrong number or form puts in doubt:
// all that is compared with the numbers, and what is counted of the cores.
func (b *rulebook) breaksNumbers() []diag.Fact {
	facts := b.breaks(b.numbers())
	for _, d := range b.resting {
		facts = append(facts, check.TraceOf(d))
	}
	return facts
}

// text is the fact that the document was read.
func (b *rulebook) text() diag.Fact { return check.TextOf(b.file.Path) }

// titleKey is what two titles that differ in case or spacing have in common.
func titleKey(title string) string {
	return strings.ToLower(strings.Join(strings.Fields(title), " "))
}
