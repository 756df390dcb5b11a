package site

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// roleNames are the headings under which backlinks are grouped, in the order
// in which a reader wants them.
var roleNames = []struct {
	role corpus.Role
	name string
}{
	{corpus.InHeader, "Applied by"},
	{corpus.InHeading, "Subject of"},
	{corpus.InViolation, "Named by violations"},
	{corpus.InRelation, "Relied on by"},
	{corpus.InRegister, "In registers"},
	{corpus.InProse, "Cited in prose"},
}

// citationChapter lists references by role, each with the sentence that cites.
// The rows of trace tables say nothing that the page does not say already, nor
// do references of the roles that have chapters of their own.
func (s *builder) citationChapter(refs []*corpus.Reference, url string, told ...corpus.Role) chapter {
	c := chapter{id: "a-cited", title: "Where it is cited"}
	var out strings.Builder
	for _, group := range roleNames {
		if slices.Contains(told, group.role) {
			continue
		}
		first := true
		seen := map[string]bool{}
		for _, ref := range refs {
			if ref.Role != group.role || ref.Mention == nil {
				continue
			}
			quote := s.corpus.Sentence(ref.Mention)
			key := ref.From.Path + "\x00" + quote
			if seen[key] {
				continue
			}
			seen[key] = true
			if first {
				fmt.Fprintf(&out, "<h3>%s</h3>\n<ul class=\"citations\">\n", group.name)
				first = false
			}
			s.citation(&out, ref, url)
			c.entries++
		}
		if !first {
			out.WriteString("</ul>\n")
		}
	}
	c.body = out.String()
	return c
}

// quoteLimit is the longest quotation of a citing sentence, in bytes.
const quoteLimit = 320

// sectionOf is the anchor of the section that a block stands in, and what to
// call the place.
func (s *builder) sectionOf(d *corpus.Document, b *parse.Block) (anchor, place string) {
	place = documentTitle(d)
	if sec := b.Section; sec != nil && sec.Level > 1 {
		anchor = s.headingAnchor(d, sec)
		if b.Kind != parse.HeadingBlock {
			place += " § " + sec.Title
		}
	}
	return anchor, place
}

// citation is one place that names something: a link to it, and its sentence as
// it is written there.
func (s *builder) citation(b *strings.Builder, ref *corpus.Reference, url string) {
	block := ref.Mention.Block
	anchor, place := s.sectionOf(ref.From, block)
	quote := ""
	if block.Table == nil {
		quote = string(s.sentence(ref.From, ref.Mention, quoteLimit, url))
	} else {
		if id := s.rowID(ref.From, ref.From.File.LineSpan(ref.From.File.Line(block.Span.Start)).Start); id != "" {
			anchor = id
		}
		quote = s.rowQuote(ref, url)
	}
	fmt.Fprintf(b, `<li><a href="%s">%s</a><q>%s</q></li>`+"\n", relative(url, s.documentURL(ref.From), anchor), html.EscapeString(place), quote)
}

// rowQuote is what a row says: its first cell, and of a table of another kind
// than violations and registers the sentence that cites.
func (s *builder) rowQuote(ref *corpus.Reference, url string) string {
	block := ref.Mention.Block
	sentence := string(s.sentence(ref.From, ref.Mention, quoteLimit, url))
	if block.Row < 0 || block.Row >= len(block.Table.Rows) || block.Column == 0 {
		return sentence
	}
	first := string(s.prose(ref.From, block.Table.Rows[block.Row].Cells[0], url))
	if ref.Role == corpus.InViolation || ref.Role == corpus.InRegister || first == "" {
		return first
	}
	return first + ": " + sentence
}

// backlinks lists what links to a document, one entry a linking document.
func (s *builder) backlinks(url string, refs []*corpus.Reference, own *corpus.Document) string {
	var b strings.Builder
	seen := map[*corpus.Document]bool{own: true}
	for _, ref := range refs {
		if seen[ref.From] {
			continue
		}
		seen[ref.From] = true
		fmt.Fprintf(&b, `<li><a href="%s">%s</a></li>`+"\n", relative(url, s.documentURL(ref.From), ""), html.EscapeString(documentTitle(ref.From)))
	}
	if b.Len() == 0 {
		return ""
	}
	return "<h2>Linked from</h2>\n<ul>\n" + b.String() + "</ul>\n"
}
