package rules

import (
	"fmt"
	"slices"
	"strconv"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var traceCoverageClaim = &check.Rule{
	Name:     "trace/coverage-claim",
	Severity: diag.Error,
	Summary:  "prose counts the core principles of a domain otherwise than its trace table",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Domains {
			if d.Trace == nil || len(d.First.Coverage) == 0 || cutOffRows(d) {
				continue // a table that is not whole cannot be counted
			}
			touched := touchedCores(d)
			for _, claim := range d.First.Coverage {
				c := &coverage{corpus: p.Corpus, domain: d, claim: claim, touched: touched}
				// A core that does not exist is a finding of its own.
				if !aboutPrinciple(d, claim) && !undefinedCore(d.First, claim.Touched) && c.compare() {
					p.Report(c.finding())
				}
			}
		}
	},
}

// touchedCores are the numbers of the cores in a domain's trace table, in order,
// with the first citation of each.
func touchedCores(d *corpus.Domain) map[int]*parse.Mention {
	out := map[int]*parse.Mention{}
	for _, row := range d.Trace.Rows {
		for _, n := range row.Numbers() {
			if out[n] != nil {
				continue
			}
			out[n] = row.Cores[0] // a number within a range
			for _, m := range row.Cores {
				if m.Number == n {
					out[n] = m
				}
			}
		}
	}
	return out
}

// cutOffRows reports whether rows of the trace table stand below it, cut off by
// a comment or a line of text.
func cutOffRows(d *corpus.Domain) bool {
	return len(cutOff(d.First, true, d.Trace.Table)) > 0
}

// aboutPrinciple reports whether a claim stands in the statement of a principle:
// then it may speak of that principle alone. Where no heading parts the last
// principle from the trace table, it is about the table.
func aboutPrinciple(d *corpus.Domain, claim *parse.CoverageClaim) bool {
	return slices.ContainsFunc(d.Principles, func(p *corpus.Principle) bool {
		return p.Statement.Contains(claim.Span.Start) && !p.Statement.Contains(d.Trace.Table.Span.Start)
	})
}

// coverage is a claim and what it is compared with.
type coverage struct {
	corpus  *corpus.Corpus
	domain  *corpus.Domain
	claim   *parse.CoverageClaim
	touched map[int]*parse.Mention

	wrongCount, wrongList, wrongOf bool
}

// compare reports whether any part of the claim is wrong, and notes which.
func (c *coverage) compare() bool {
	c.wrongCount = c.claim.Count != len(c.touched)
	if len(c.claim.Touched) > 0 {
		c.wrongList = !slices.Equal(c.listed(), c.actual())
	}
	if total := c.total(); total > 0 {
		c.wrongOf = c.claim.Of != total
	}
	return c.wrongCount || c.wrongList || c.wrongOf
}

// listed are the cores in the claim's parentheses, in order of number.
func (c *coverage) listed() []int {
	return slices.Sorted(slices.Values(corpus.CoreNumbers(c.claim.Touched)))
}

// actual are the cores that the trace table touches, in order of number.
func (c *coverage) actual() []int {
	var numbers []int
	for n := range c.touched {
		numbers = append(numbers, n)
	}
	slices.Sort(numbers)
	return numbers
}

// total is the number of cores that the core document defines, 0 without one.
func (c *coverage) total() int {
	numbers := map[int]bool{}
	for _, core := range c.corpus.Cores {
		numbers[core.Number] = true
	}
	return len(numbers)
}

func (c *coverage) finding() *diag.Diagnostic {
	d, file := c.domain, c.domain.First.File
	found := &diag.Diagnostic{
		File: file, Span: c.place(), Target: fmt.Sprintf("%d of %d", c.claim.Count, c.claim.Of),
		Message: c.message(),
		Hint:    "correct the claim, or the rows if the claim is what was meant",
		Fix:     c.fix(),
		// It breaks nothing: nothing is made from the claim.
		Needs: []diag.Fact{check.NumbersOf(d), check.TraceOf(d), check.TablesOf(d.First), check.CoreNumbers()},
	}
	if c.wrongCount || c.wrongList {
		found.Related = append(found.Related, atTraceTable(d))
		found.Related = append(found.Related, c.unlisted()...)
	}
	if c.wrongOf {
		core := c.corpus.Core
		found.Related = append(found.Related, diag.Related{File: core.File, Span: core.TitleSpan, Message: fmt.Sprintf("the core document defines %d", c.total())})
		found.Needs = append(found.Needs, check.TextOf(core.Path))
	}
	for _, p := range d.Principles {
		found.Needs = append(found.Needs, check.PrincipleFact(d, p.Number))
	}
	for _, row := range d.Trace.Rows {
		found.Needs = append(found.Needs, rowFacts(d, row)...)
		found.Needs = append(found.Needs, coreFacts(d.First, row.Cores)...)
	}
	found.Needs = append(found.Needs, coreFacts(d.First, c.claim.Touched)...)
	return found
}

// unlisted are the citations of cores that the table touches and the claim does
// not list.
func (c *coverage) unlisted() []diag.Related {
	if !c.wrongList {
		return nil
	}
	var out []diag.Related
	for _, n := range without(c.actual(), c.listed()) {
		out = append(out, diag.Related{File: c.domain.First.File, Span: c.touched[n].Span, Message: fmt.Sprintf("C%d is touched here", n)})
	}
	return out
}

// place is the part of the claim that is wrong, and the whole where several
// parts are.
func (c *coverage) place() source.Span {
	switch [3]bool{c.wrongCount, c.wrongList, c.wrongOf} {
	case [3]bool{true, false, false}:
		return c.claim.CountSpan
	case [3]bool{false, true, false}:
		return c.claim.ListSpan
	case [3]bool{false, false, true}:
		return c.claim.OfSpan
	}
	return c.claim.Span
}

func (c *coverage) message() string {
	text := fmt.Sprintf("the prose claims %d of %d core principles", c.claim.Count, c.claim.Of)
	if list := c.listed(); len(list) > 0 {
		text += fmt.Sprintf(" (%s)", coreNumberList(list))
	}
	if c.wrongCount || c.wrongList {
		text += fmt.Sprintf(", the trace table touches %d (%s)", len(c.touched), coreNumberList(c.actual()))
	}
	if c.wrongOf {
		text += fmt.Sprintf(", the core document defines %d", c.total())
	}
	return text
}

// fix writes what the table says into the parts that are wrong. Which of the two
// ends is meant is for the author to say.
func (c *coverage) fix() *diag.Fix {
	file := c.domain.First.File
	fix := &diag.Fix{Title: "let the claim say what is there"}
	number := func(wrong bool, span source.Span, n int) bool {
		if _, err := strconv.Atoi(file.Slice(span)); err != nil && wrong {
			return false // spelt out
		}
		if wrong {
			fix.Edits = append(fix.Edits, diag.Edit{File: file, Span: span, Text: strconv.Itoa(n)})
		}
		return true
	}
	if !number(c.wrongCount, c.claim.CountSpan, len(c.touched)) || !number(c.wrongOf, c.claim.OfSpan, c.total()) {
		return nil
	}
	if c.wrongList {
		fix.Edits = append(fix.Edits, diag.Edit{File: file, Span: c.claim.ListSpan, Text: coreNumberList(c.actual())})
	}
	return fix
}
