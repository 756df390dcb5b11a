package rules

import (
	"fmt"
	"slices"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var markdownDuplicateHeading = &check.Rule{
	Name:     "markdown/duplicate-heading",
	Severity: diag.Warning,
	Summary:  "two headings of a document have the same text or number, and one of them is cited",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			citations := headingCitations(p.Corpus, d)
			if len(citations) == 0 {
				continue
			}
			reported := map[*parse.Section]bool{}
			for _, equal := range append(equalHeadings(d, slugOf), equalHeadings(d, numberOf)...) {
				ref := citationOf(equal, citations)
				if ref == nil || reported[equal[1]] {
					continue
				}
				reported[equal[1]] = true
				p.Report(duplicateHeading(d, equal, ref))
			}
		}
	},
}

// headingCitations are the references to headings of a document.
func headingCitations(c *corpus.Corpus, d *corpus.Document) []*corpus.Reference {
	return slices.DeleteFunc(slices.Clone(c.ReferencesTo(d)), func(ref *corpus.Reference) bool { return ref.Anchor == "" })
}

// headingKey is what makes two headings equal, "" for one that is like no other.
type headingKey func(*parse.Section) string

func slugOf(s *parse.Section) string { return parse.Slug(s.Text) }

// numberOf is the number and level of a heading such as "## 4. Title".
func numberOf(s *parse.Section) string {
	if s.Number == 0 {
		return ""
	}
	return fmt.Sprintf("%d %d", s.Level, s.Number)
}

// equalHeadings are the groups of headings of a document that have the same key,
// each with its headings in order.
func equalHeadings(d *corpus.Document, key headingKey) [][]*parse.Section {
	groups := map[string][]*parse.Section{}
	var order []string
	for _, s := range d.Sections {
		k := key(s)
		if k == "" || s.Block.Generated {
			continue
		}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], s)
	}
	var out [][]*parse.Section
	for _, k := range order {
		if len(groups[k]) > 1 {
			out = append(out, groups[k])
		}
	}
	return out
}

// citationOf is a reference that is meant for one of some equal headings, or
// nil. Two headings that share no more than a number are told apart by their
// text, but for a "§" reference.
func citationOf(equal []*parse.Section, citations []*corpus.Reference) *corpus.Reference {
	sameText := slugOf(equal[0]) == slugOf(equal[1])
	contents := contentsOf(equal, citations)
	for _, ref := range citations {
		if !slices.Contains(contents, ref) && (sameText || ref.Kind == corpus.ToSection) && slices.ContainsFunc(equal, func(s *parse.Section) bool { return s.Anchor == ref.Anchor }) {
			return ref
		}
	}
	return nil
}

// contentsOf are the entries of a table of contents that lists all of some equal
// headings, in their order: it follows that order, and is wrong for none of them.
// Where it lists others than all it gives nil.
func contentsOf(equal []*parse.Section, citations []*corpus.Reference) []*corpus.Reference {
	var entries []*corpus.Reference
	for _, ref := range citations {
		within := ref.Link != nil && ref.Link.Block != nil && ref.Link.Block.Item != nil && ref.From == ref.Target
		if within && slices.ContainsFunc(equal, func(s *parse.Section) bool { return s.Anchor == ref.Anchor }) {
			entries = append(entries, ref)
		}
	}
	same := slices.EqualFunc(equal, entries, func(s *parse.Section, ref *corpus.Reference) bool { return s.Anchor == ref.Anchor })
	if !same {
		return nil
	}
	return entries
}

func duplicateHeading(d *corpus.Document, equal []*parse.Section, ref *corpus.Reference) *diag.Diagnostic {
	first, s := equal[0], equal[1]
	found := &diag.Diagnostic{
		File: d.File, Span: s.Span, Target: s.Text,
		Message: fmt.Sprintf("the heading %s stands twice, and %s cites it: which of them is meant hangs on their order", inQuotes(s.Text), ref.From.Path),
		Hint:    "give each heading a text of its own",
		Related: []diag.Related{
			{File: d.File, Span: first.Span, Message: "the first of them"},
			{File: ref.From.File, Span: ref.Span, Message: "it is cited here"},
		},
	}
	if definedBy(d, s) != nil && d.Domain != nil {
		found.Needs = []diag.Fact{check.NumbersOf(d.Domain)} // two of the same number are a fault of their own
	}
	if len(equal) > 2 {
		found.Message = fmt.Sprintf("the heading %s stands %d times, and %s cites it: which of them is meant hangs on their order", inQuotes(s.Text), len(equal), ref.From.Path)
	}
	if first.Text != s.Text {
		found.Message = fmt.Sprintf("the headings %s and %s have one anchor but for a number, and %s cites it: which of them is meant hangs on their order", inQuotes(first.Text), inQuotes(s.Text), ref.From.Path)
	}
	if slugOf(first) != slugOf(s) {
		found.Message = fmt.Sprintf("%s and %s have the same number, and %s cites §%d", inQuotes(first.Text), inQuotes(s.Text), ref.From.Path, s.Number)
		found.Hint = "give each heading a number of its own"
	}
	for _, other := range equal[2:] {
		found.Related = append(found.Related, diag.Related{File: d.File, Span: other.Span, Message: "the same again"})
	}
	return found
}
