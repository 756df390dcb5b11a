package explain

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// roles are the parts in which citations are listed, in the order in which a
// reader wants them.
var roles = []struct {
	role    corpus.Role
	heading string
}{
	{corpus.InHeader, "Named in derivation headers"},
	{corpus.InHeading, "Subject of"},
	{corpus.InViolation, "Named in violations"},
	{corpus.InTrace, "Named in trace tables"},
	{corpus.InRelation, "Relied on by"},
	{corpus.InRegister, "Named in registers"},
	{corpus.InProse, "Cited in prose"},
}

// applied are the headings for the citations of a principle, which a header
// applies.
var applied = map[corpus.Role]string{corpus.InHeader: "Applied by"}

// citations lists references by role, each with its place and the sentence, or
// the row, that it stands in. What skip chooses is said elsewhere on the page;
// headings overrides the headings of roles.
func (e *explainer) citations(refs []*corpus.Reference, headings map[corpus.Role]string, skip func(*corpus.Reference) bool) {
	for _, group := range roles {
		var quotes []string
		places := map[string]string{} // path and quote -> path and lines
		for _, ref := range refs {
			if ref.Role != group.role || skip != nil && skip(ref) || e.listing(ref) {
				continue
			}
			text, line := quote(e.c, ref), fmt.Sprint(ref.From.File.Line(ref.Span.Start))
			key := ref.From.Path + "\x00" + text
			switch place := places[key]; {
			case place == "":
				quotes = append(quotes, key)
				places[key] = ref.From.Path + ":" + line
			case !strings.HasSuffix(place, ":"+line) && !strings.HasSuffix(place, ", "+line):
				places[key] += ", " + line
			}
		}
		if len(quotes) == 0 {
			continue
		}
		heading := group.heading
		if own := headings[group.role]; own != "" {
			heading = own
		}
		e.counted(heading, len(quotes))
		for _, key := range quotes {
			_, text, _ := strings.Cut(key, "\x00")
			e.entry(places[key], text)
		}
	}
}

// listing reports whether a reference is the path of a document's own row in the
// manifest.
func (e *explainer) listing(ref *corpus.Reference) bool {
	m := e.c.Manifest
	if m == nil || ref.From != m.Document || ref.Mention == nil {
		return false
	}
	b := ref.Mention.Block
	return b.Table != nil && b.Column == 0 && slices.Contains(m.Tables, b.Table)
}

// quote is the sentence that a reference stands in, the row in a table.
func quote(c *corpus.Corpus, ref *corpus.Reference) string {
	if ref.Mention == nil {
		return linkQuote(ref)
	}
	if b := ref.Mention.Block; b.Table != nil {
		return quoted(rowText(b))
	}
	return quoted(c.Sentence(ref.Mention))
}

// rowText is the row of a cell, cells parted by bars.
func rowText(cell *parse.Block) string {
	cells := cell.Table.Header
	if row := cell.TableRow(); row != nil {
		cells = row.Cells
	}
	var out []string
	for _, b := range cells {
		if b.Prose.Text != "" {
			out = append(out, b.Prose.Text)
		}
	}
	return strings.Join(out, " | ")
}

// linkQuote is the text of a Markdown link, "" where it is not known.
func linkQuote(ref *corpus.Reference) string {
	if ref.Link == nil || ref.Link.Block == nil {
		return ""
	}
	prose := ref.Link.Block.Prose
	for _, in := range prose.Inlines {
		if in.Kind == parse.LinkText && in.Link == ref.Link {
			return quoted(prose.Text[in.Start:in.End])
		}
	}
	return ""
}
