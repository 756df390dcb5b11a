package mutation

import (
	"strings"

	"atelier/internal/block"
	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/review"
	"atelier/internal/source"
)

var reviewFaults = []Operator{
	{"review/stale", func(s *Sound) []Mutant {
		var out []Mutant
		for _, b := range review.Blocks(s.Corpus) {
			for _, item := range itemLines(b) {
				d, text := b.Document, b.Document.File.Slice(item)
				out = append(out, replace(d, source.Span{Start: item.Start, End: item.End - 1}, "- "+strings.ToUpper(text[2:len(text)-1])),
					insert(d, item.Start, "- one-too-many: item that no table has\n", ""))
				if strings.HasPrefix(d.File.Text[item.End:], "- ") { // else the row that differs is no item
					out = append(out, replace(d, item, ""))
				}
			}
		}
		return out
	}},
	{"review/markers", markerFaults(review.Known)},
	{"review/unknown-block", unknownBlocks(review.Known)},
	{"review/malformed-signoffs", func(s *Sound) []Mutant {
		signoffs := review.Signoffs{}
		for _, i := range review.Items(s.Corpus)[:30] {
			signoffs.Accept(i, "A. Reviewer", "2026-08-05")
		}
		content, err := signoffs.Encode()
		if err != nil {
			panic(err) // a bug of Encode, not of the corpus
		}
		text, path := string(content), s.Config.Signoffs()
		var out []Mutant
		file := func(at int, text string) {
			out = append(out, Mutant{Path: path, At: at, Edits: []Edit{{Path: path, Text: text}}})
		}
		at := 0
		for entry := range strings.Lines(text) {
			if end := at + len(entry); strings.HasPrefix(entry, `"`) && strings.HasSuffix(entry, ",\n") {
				file(end, text[:end]+entry+text[end:])                                          // the same item twice
				file(at, text[:at]+"<<<<<<< ours\n"+text[at:])                                  // a mark of a merge
				file(at, text[:at]+strings.Replace(entry, `"text":"`, `"text":`, 1)+text[end:]) // no JSON
				file(at, text[:at]+strings.Replace(entry, `"by":"A. Reviewer",`, "", 1)+text[end:])
			}
			at += len(entry)
		}
		file(0, strings.Replace(text, ",\n\"schema\": 1", "", 1))
		return out
	}},
}

// itemLines are the lines of the items of a block, with their line ends.
func itemLines(b *block.Block) []source.Span {
	var out []source.Span
	at := b.Span.Start
	for line := range strings.Lines(b.Have) {
		if strings.HasPrefix(line, "- ") {
			out = append(out, source.Span{Start: at, End: at + len(line)})
		}
		at += len(line)
	}
	return out
}

// blocksOf are the generated blocks of a document with a name of one maker.
func blocksOf(d *corpus.Document, known func(string) bool) []*parse.Generated {
	var out []*parse.Generated
	for _, g := range d.Document.Generated {
		if known(g.Name) {
			out = append(out, g)
		}
	}
	return out
}

// markerFaults are a block within a block, a block without an end, and a block
// that stands twice.
func markerFaults(known func(name string) bool) func(*Sound) []Mutant {
	return func(s *Sound) []Mutant {
		var out []Mutant
		for _, d := range s.Documents {
			for _, g := range blocksOf(d, known) {
				begin := "<!-- atelier:begin " + g.Name + " -->\n"
				end := len(d.File.Text)
				out = append(out, insert(d, g.End.Span.Start, begin, ""), insert(d, end, "\n"+begin+"<!-- atelier:end -->\n", begin))
				if g == d.Document.Generated[len(d.Document.Generated)-1] { // else the next one begins inside of it
					out = append(out, at(replace(d, g.End.Span, ""), g.Begin.Span.Start))
				}
			}
		}
		return out
	}
}

// unknownBlocks are names of blocks with a letter too many.
func unknownBlocks(known func(name string) bool) func(*Sound) []Mutant {
	return func(s *Sound) []Mutant {
		var out []Mutant
		for _, d := range s.Documents {
			for _, g := range blocksOf(d, known) {
				i := strings.Index(d.File.Slice(g.Begin.Span), g.Name)
				out = append(out, insert(d, g.Begin.Span.Start+i, "x", ""), insert(d, g.Begin.Span.Start+i+len(g.Name), "s", ""))
			}
		}
		return out
	}
}
