// Package block handles generated blocks, what stands between atelier:begin and
// atelier:end markers: finding those of a maker, telling whether they are stale,
// and the text of a document with fresh ones. It makes and compares text;
// writing it is the caller's business.
package block

import (
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// A Block is a generated block as it stands in a document, and as it should.
type Block struct {
	Document *corpus.Document
	*parse.Generated
	// Have and Want are the text between the markers.
	Have, Want string
}

// A Renderer makes the text of a block by name, without its markers: it starts
// and ends with a line end. ok is false for a name that it does not make.
type Renderer func(c *corpus.Corpus, name string) (text string, ok bool)

// Find gives the blocks that a renderer makes, in all documents, in order.
func Find(c *corpus.Corpus, render Renderer) []*Block {
	var out []*Block
	for _, d := range c.Documents {
		for _, g := range d.Document.Generated {
			if want, ok := render(c, g.Name); ok {
				out = append(out, &Block{Document: d, Generated: g, Have: d.File.Slice(g.Span), Want: want})
			}
		}
	}
	return out
}

// Stale reports whether the block differs from what the corpus gives.
func (b *Block) Stale() bool { return b.Have != b.Want }

// FirstDifference is the first line of Have that differs, what it should be, and
// its place. Where only lines are missing, have is empty and the place is that
// of the next line; where lines are too many, want is empty.
func (b *Block) FirstDifference() (at source.Span, have, want string) {
	haveLines, wantLines := strings.SplitAfter(b.Have, "\n"), strings.SplitAfter(b.Want, "\n")
	offset, i := b.Span.Start, 0
	for i < len(haveLines) && i < len(wantLines) && haveLines[i] == wantLines[i] {
		offset += len(haveLines[i])
		i++
	}
	have, want = firstText(haveLines[i:]), firstText(wantLines[i:])
	for i < len(haveLines) && strings.TrimSpace(haveLines[i]) == "" {
		offset += len(haveLines[i])
		i++
	}
	return source.Span{Start: offset, End: offset + len(have)}, have, want
}

// firstText is the first line that is not blank, or "".
func firstText(lines []string) string {
	for _, line := range lines {
		if text := strings.TrimSuffix(line, "\n"); strings.TrimSpace(text) != "" {
			return text
		}
	}
	return ""
}

// Rewrite is the text of a document with its blocks as they should be.
func Rewrite(text string, blocks []*Block) string {
	var b strings.Builder
	at := 0
	for _, block := range blocks {
		b.WriteString(text[at:block.Span.Start])
		b.WriteString(block.Want)
		at = block.Span.End
	}
	b.WriteString(text[at:])
	return b.String()
}

// A Page is a file that holds generated blocks, for when it is missing.
type Page struct {
	Name, Title, Sentence string
	Blocks                []string
}

// New is the text of a page that does not exist yet: a title, a sentence and
// the blocks, filled.
func (p Page) New(c *corpus.Corpus, render Renderer) string {
	var b strings.Builder
	b.WriteString("# " + p.Title + "\n\n" + p.Sentence + "\n")
	for _, name := range p.Blocks {
		text, _ := render(c, name)
		b.WriteString("\n<!-- atelier:begin " + name + " -->" + text + "<!-- atelier:end -->\n")
	}
	return b.String()
}
