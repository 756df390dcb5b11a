package site

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// A comparisonTable is a table whose rows are keyed in bold.
type comparisonTable struct {
	doc *corpus.Document
	*parse.Table
	// decision is what its section rests on, or nil.
	decision *corpus.Entry
}

// comparisonTables finds the comparison tables, by document and offset.
func (s *builder) comparisonTables() []comparisonTable {
	var out []comparisonTable
	for _, d := range s.readingOrder() {
		for _, t := range d.Tables {
			if corpus.IsComparison(t) {
				out = append(out, comparisonTable{d, t, s.decisionOf(d, t.Section)})
			}
		}
	}
	return out
}

// decisionOf is the decision that the headings around a table name: one that
// requires a table before others, and else the nearest.
func (s *builder) decisionOf(d *corpus.Document, sec *parse.Section) *corpus.Entry {
	var nearest *corpus.Entry
	for _, sec := range s.around(d, sec) {
		for _, m := range sec.IDs {
			ref := d.Reference(m)
			if ref == nil || ref.Entry == nil || ref.Entry.Register.Kind != corpus.Decisions {
				continue
			}
			if ref.Entry.Requires == "table" {
				return ref.Entry
			}
			if nearest == nil {
				nearest = ref.Entry
			}
		}
	}
	return nearest
}

// around is a section with those around it, the innermost first.
func (s *builder) around(d *corpus.Document, sec *parse.Section) []*parse.Section {
	if sec == nil {
		return nil
	}
	return append([]*parse.Section{sec}, s.outline(d).parents[sec]...)
}

// lead is the last paragraph of a section before an offset, or else its first.
func (s *builder) lead(d *corpus.Document, sec *parse.Section, before int, url string) string {
	if sec == nil {
		return ""
	}
	var last *parse.Block
	for _, b := range d.Blocks {
		if b.Span.Start >= before {
			break
		}
		if b.Kind == parse.ParagraphBlock && b.Section == sec && b.Table == nil {
			last = b
		}
	}
	if last == nil {
		last = s.outline(d).first[sec]
	}
	if last == nil {
		return ""
	}
	return fmt.Sprintf("<p class=\"context\">%s</p>\n", s.prose(d, last, url))
}

// excerpt shows a block of a document under the heading of its section, of a
// level of the page.
func (s *builder) excerpt(b *strings.Builder, level int, d *corpus.Document, sec *parse.Section, n ast.Node, at int, url string) {
	anchor, title := "", documentTitle(d)
	if sec != nil {
		anchor, title = s.headingAnchor(d, sec), sec.Title
	}
	fmt.Fprintf(b, "<section class=\"excerpt\"><h%d>%s <span class=\"where\">%s</span></h%d>\n%s%s</section>\n",
		level, s.place(d, anchor, title, url), html.EscapeString(documentTitle(d)), level, s.lead(d, sec, at, url), s.node(d, n, url))
}

// shownIn are the examples and comparison tables of a section and of those
// below it, folded away behind what they are; "" where there are none.
func (s *builder) shownIn(d *corpus.Document, sec *parse.Section, url string) string {
	o := s.outline(d)
	within := func(other *parse.Section) bool { return slices.Contains(s.around(d, other), sec) }
	var b strings.Builder
	tables, examples := 0, 0
	for _, t := range d.Tables {
		if corpus.IsComparison(t) && within(t.Section) {
			tables++
			b.WriteString(string(s.node(d, o.tables[t.Span.Start], url)))
		}
	}
	for _, f := range d.Fences {
		if within(f.Section) {
			examples++
			b.WriteString(string(s.node(d, o.code[f.Span.Start], url)))
		}
	}
	var holds []string
	if tables > 0 {
		holds = append(holds, count(tables, "comparison table"))
	}
	if examples > 0 {
		holds = append(holds, count(examples, "example"))
	}
	if len(holds) == 0 {
		return ""
	}
	return fmt.Sprintf("\n<details class=\"fold\"><summary>%s</summary>\n%s</details>", strings.Join(holds, ", "), b.String())
}

// comparisonsPage gathers the comparison tables by the decision that their
// section rests on.
func (s *builder) comparisonsPage() (*content, error) {
	url := s.index.Comparisons
	tables := s.comparisonTables()
	byDecision := map[*corpus.Entry][]comparisonTable{}
	for _, t := range tables {
		byDecision[t.decision] = append(byDecision[t.decision], t)
	}
	var b strings.Builder
	write := func(tables []comparisonTable) {
		for _, t := range tables {
			s.excerpt(&b, 3, t.doc, t.Section, s.outline(t.doc).tables[t.Span.Start], t.Span.Start, url)
		}
	}
	for _, r := range s.corpus.Registers {
		for _, e := range r.Entries {
			if len(byDecision[e]) > 0 {
				fmt.Fprintf(&b, `<h2 id="a-%s"><a href="%s">%s</a> %s</h2>`+"\n", html.EscapeString(strings.ToLower(e.ID)), relative(url, s.entryPage(e), strings.ToLower(e.ID)), html.EscapeString(e.ID), html.EscapeString(e.Title))
				write(byDecision[e])
				delete(byDecision, e)
			}
		}
	}
	if len(byDecision[nil]) > 0 {
		b.WriteString("<h2 id=\"a-others\">Without a decision</h2>\n")
		write(byDecision[nil])
	}
	return s.gathered(url, "Comparisons", fmt.Sprintf("%s, by the decision that the section names.", count(len(tables), "comparison table")), &b), nil
}

// A codeExample is a code block, and the principles that the headings around it
// name.
type codeExample struct {
	doc *corpus.Document
	*parse.Fence
	principles []*corpus.Principle
}

// examplesOf are the code blocks of a domain's documents.
func (s *builder) examplesOf(d *corpus.Domain) []codeExample {
	var out []codeExample
	for _, doc := range d.Documents {
		for _, f := range doc.Fences {
			e := codeExample{doc: doc, Fence: f}
			for _, sec := range s.around(doc, f.Section) {
				if e.principles = s.principlesOf(doc, sec); len(e.principles) > 0 {
					break
				}
			}
			out = append(out, e)
		}
	}
	return out
}

// principlesOf are the principles that a section is about: the one it defines,
// or those that its heading names.
func (s *builder) principlesOf(d *corpus.Document, sec *parse.Section) []*corpus.Principle {
	if d.Domain != nil && d == d.Domain.First {
		for _, p := range d.Domain.Principles {
			if p.Section == sec {
				return []*corpus.Principle{p}
			}
		}
	}
	var out []*corpus.Principle
	for _, m := range sec.Principles {
		if ref := d.Reference(m); ref != nil && ref.Principle != nil {
			out = append(out, ref.Principle)
		}
	}
	return out
}

// examplesPage shows every code block under the first principle of its section.
func (s *builder) examplesPage() (*content, error) {
	url := s.index.Examples
	var b, jump strings.Builder
	total := 0
	for _, d := range s.corpus.Domains {
		examples := s.examplesOf(d)
		if len(examples) == 0 {
			continue
		}
		total += len(examples)
		fmt.Fprintf(&jump, `<li><a href="#a-%s">%s</a></li>`, html.EscapeString(s.shortKey(d)), html.EscapeString(domainTitle(d)))
		fmt.Fprintf(&b, `<h2 id="a-%s">%s</h2>`+"\n", html.EscapeString(s.shortKey(d)), html.EscapeString(domainTitle(d)))
		s.domainExamples(&b, d, examples, url)
	}
	jumps := "<ul class=\"jump\">" + jump.String() + "</ul>\n"
	body := strings.Builder{}
	body.WriteString(jumps + b.String())
	return s.gathered(url, "Examples", fmt.Sprintf("%s of code, by the principle that the section is about.", count(total, "example")), &body), nil
}

func (s *builder) domainExamples(b *strings.Builder, d *corpus.Domain, examples []codeExample, url string) {
	groups := map[*corpus.Principle][]codeExample{}
	var order []*corpus.Principle
	for _, e := range examples {
		var first *corpus.Principle
		if len(e.principles) > 0 {
			first = e.principles[0]
		}
		if len(groups[first]) == 0 && (first == nil || first.Domain != d) {
			order = append(order, first)
		}
		groups[first] = append(groups[first], e)
	}
	for _, p := range append(append([]*corpus.Principle{}, d.Principles...), order...) {
		if len(groups[p]) == 0 {
			continue
		}
		heading, id := "Of no one principle", ""
		if p != nil {
			heading = s.namedPrinciple(p, url, d)
		}
		if p != nil && p.Domain == d {
			id = fmt.Sprintf(` id="a-%s-%s"`, html.EscapeString(s.shortKey(d)), p.Anchor())
		}
		fmt.Fprintf(b, "<h3%s>%s</h3>\n", id, heading)
		for _, e := range groups[p] {
			n := s.outline(e.doc).code[e.Span.Start]
			s.excerpt(b, 4, e.doc, e.Section, n, e.Span.Start, url)
			for i, other := range e.principles[min(1, len(e.principles)):] {
				if i == 0 {
					b.WriteString("<p class=\"where\">Also about ")
				} else {
					b.WriteString(", ")
				}
				b.WriteString(s.namedPrinciple(other, url, d))
			}
			if len(e.principles) > 1 {
				b.WriteString("</p>\n")
			}
		}
		delete(groups, p)
	}
}
