package review

import (
	"strings"
	"unicode/utf8"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// Duties are the positive items of a corpus: the sentences of derived documents
// that say must, only, never, always or "the default is". The same sentence in
// two documents of a domain is one item.
func Duties(c *corpus.Corpus) []*Item {
	var items []*Item
	for _, d := range c.Domains {
		byText := map[string]*Item{}
		for _, doc := range d.Documents {
			if doc.Kind != corpus.KindDerived {
				continue
			}
			for _, item := range dutiesOf(d, doc) {
				key := strings.ToLower(item.Text)
				if byText[key] != nil {
					byText[key].merge(item)
					continue
				}
				byText[key] = item
				items = append(items, item)
			}
		}
	}
	identify(c, items)
	return items
}

func dutiesOf(d *corpus.Domain, doc *corpus.Document) []*Item {
	var items []*Item
	for _, b := range doc.Blocks {
		if b.Kind != parse.ParagraphBlock || b.Header || b.Generated {
			continue
		}
		for _, s := range parse.Sentences(b.Prose.Text, b.Prose.Code()) {
			text := Normalise(b.Prose.Text[s.Start:s.End])
			if !obliges(text) {
				continue
			}
			at := s.Start + len(b.Prose.Text[s.Start:s.End]) - len(strings.TrimLeft(b.Prose.Text[s.Start:s.End], " "))
			item := &Item{
				Kind: Duty, Domain: d, Document: doc, Text: text, Principles: principlesAround(doc, b, s),
				Sources: []Source{{doc.Path, doc.File.Line(b.Prose.Span(at, at+1).Start)}}, stem: strings.ToLower(text),
			}
			asked := dutyQuestion(phraseOf(b.Prose, s.Start, s.End))
			item.ask(asked, asked)
			items = append(items, item)
		}
	}
	return items
}

// obliges reports whether a sentence states a duty. A question, and the head of
// a list or code block that ends in a colon, do not.
func obliges(sentence string) bool {
	if strings.HasSuffix(sentence, "?") || strings.HasSuffix(sentence, ":") {
		return false
	}
	words := wordsOf(sentence)
	for i, word := range words {
		switch word {
		case "must", "only", "never", "always":
			return true
		case "default":
			if i > 0 && i+1 < len(words) && words[i-1] == "the" && words[i+1] == "is" {
				return true
			}
		}
	}
	return false
}

// principlesAround are the principles of the domain that a sentence names, or
// else those that the nearest heading above is annotated with.
func principlesAround(doc *corpus.Document, b *parse.Block, s parse.Range) []*corpus.Principle {
	var out []*corpus.Principle
	add := func(m *parse.Mention) {
		if ref := doc.Reference(m); ref != nil && ref.Principle != nil {
			out = append(out, ref.Principle)
		}
	}
	for _, m := range b.Mentions {
		if s.Start <= m.Start && m.Start < s.End {
			add(m)
		}
	}
	if len(out) == 0 && b.Section != nil {
		for _, m := range b.Section.Principles {
			add(m)
		}
	}
	return unique(out)
}

// dutyQuestion asks whether the change keeps to a sentence, or to as much of it
// as a question may hold.
func dutyQuestion(sentence phrase) phrase {
	text := strings.TrimRight(sentence.text, ".!;,")
	kept := phrase{"Is this kept: “" + text + "”?", sentence.code}
	for limit := maxQuestion - utf8.RuneCountInString("Is this kept: “…”?"); utf8.RuneCountInString(kept.String()) > maxQuestion; limit -= 10 {
		kept.text = "Is this kept: “" + cut(text, limit) + "…”?"
	}
	return kept
}
