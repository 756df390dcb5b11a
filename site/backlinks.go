package site

import (
	"fmt"
	"html"
	"strings"

	"atelier/internal/corpus"
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

// citationPart lists references by role, each with the sentence that cites.
// The rows of trace tables say nothing that the page does not say already.
func (s *builder) citationPart(b *strings.Builder, heading string, refs []*corpus.Reference, url string) {
	var out strings.Builder
	for _, group := range roleNames {
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
			s.citation(&out, ref, quote, url)
		}
		if !first {
			out.WriteString("</ul>\n")
		}
	}
	if out.Len() > 0 {
		fmt.Fprintf(b, "<h2>%s</h2>\n%s", heading, out.String())
	}
}

func (s *builder) citation(b *strings.Builder, ref *corpus.Reference, quote, url string) {
	anchor := ""
	place := documentTitle(ref.From)
	if sec := ref.Mention.Block.Section; sec != nil && sec.Level > 1 {
		anchor = s.headingAnchor(ref.From, sec)
		if ref.Role != corpus.InHeading {
			place += " § " + sec.Title
		}
	}
	if row := ref.Mention.Block; row.Table != nil {
		if id := s.rowIDs[ref.From][ref.From.File.LineSpan(ref.From.File.Line(row.Span.Start)).Start]; id != "" {
			anchor = id
		}
		quote = rowText(ref)
	}
	fmt.Fprintf(b, `<li><a href="%s">%s</a><q>%s</q></li>`+"\n", relative(url, documentURL(ref.From), anchor), html.EscapeString(place), html.EscapeString(shorten(quote, 320)))
}

// rowText is the first cell of the row that a reference stands in.
func rowText(ref *corpus.Reference) string {
	block := ref.Mention.Block
	if block.Row >= 0 && block.Row < len(block.Table.Rows) {
		return block.Table.Rows[block.Row].Cells[0].Prose.Text
	}
	return block.Prose.Text
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
		fmt.Fprintf(&b, `<li><a href="%s">%s</a></li>`+"\n", relative(url, documentURL(ref.From), ""), html.EscapeString(documentTitle(ref.From)))
	}
	if b.Len() == 0 {
		return ""
	}
	return "<h2>Linked from</h2>\n<ul>\n" + b.String() + "</ul>\n"
}
