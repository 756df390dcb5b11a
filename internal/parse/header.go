package parse

import (
	"strings"
)

// markHeader finds the derivation header: the first block quote before the
// second heading of the document that says what it derives from, or at least
// what it applies. A note that stands before it does not hide it.
func (d *Document) markHeader() {
	for _, phrase := range []string{"derives from", "applies "} {
		if id := d.leadQuote(phrase); id != 0 {
			for _, b := range d.Blocks {
				if b.quoteID == id && b.Table == nil {
					b.Header = true
				}
			}
			return
		}
	}
}

// leadQuote is the id of the first block quote with a phrase before the second
// heading, or 0.
func (d *Document) leadQuote(phrase string) int {
	for _, b := range d.Blocks {
		if b.Section != nil && b.Section != d.Sections[0] {
			break
		}
		if b.quoteID != 0 && b.Table == nil && indexFold(b.Prose.Text, phrase) >= 0 {
			return b.quoteID
		}
	}
	return 0
}

// readHeader reads the derivation header: "Derives from `base`. Applies P1
// (Title) primarily, with P2 (gloss). Cross-links `x` for …".
func (d *Document) readHeader() {
	h := &Header{}
	for _, b := range d.Blocks {
		if !b.Header {
			continue
		}
		if h.Span.Len() == 0 {
			h.Span = b.Span
		}
		h.Span.End = b.Span.End
		d.Header = h
		h.readBlock(b)
	}
}

func (h *Header) readBlock(b *Block) {
	applies := false
	for _, s := range b.Prose.Sentences() {
		sentence := b.Prose.Text[s.Start:s.End]
		if from := indexFold(sentence, "derives from"); from >= 0 && h.Base == nil {
			h.readBase(b.within(s.Start+from, s.End))
		}
		if from := indexFold(sentence, "applies "); from >= 0 && !applies {
			h.readApplies(b, s.Start+from, s.End)
			applies = true
		}
		if from := indexFold(sentence, "cross-link"); from >= 0 {
			h.readCrossLinks(b, s.Start+from, s.End)
		}
	}
}

func (h *Header) readBase(mentions []*Mention) {
	for _, m := range mentions {
		if m.Kind == PathMention {
			h.Base = m
			return
		}
	}
}

// readApplies reads the principles between two offsets. Those in parentheses
// belong to a title or gloss; "with" outside of them parts the primary ones from
// the others.
func (h *Header) readApplies(b *Block, from, end int) {
	text := b.Prose.Text
	depth, with, at := 0, false, from
	for _, m := range b.within(from, end) {
		for ; at < m.Start; at++ {
			switch text[at] {
			case '(':
				depth++
			case ')':
				depth = max(0, depth-1)
			case 'w':
				with = with || depth == 0 && strings.HasPrefix(text[at:], "with ") && text[at-1] == ' '
			}
		}
		switch {
		case m.Kind != PrincipleMention || m.Phase == CertainPhase || depth > 0:
		case with:
			h.Also = append(h.Also, m)
		default:
			h.Primary = append(h.Primary, m)
		}
	}
}

func (h *Header) readCrossLinks(b *Block, from, end int) {
	text := b.Prose.Text
	var links []*CrossLink
	for _, m := range b.within(from, end) {
		if m.Kind == PathMention {
			links = append(links, &CrossLink{Mention: m})
		}
	}
	for i, l := range links {
		stop := end
		if i+1 < len(links) {
			stop = links[i+1].Mention.Start
		}
		purpose := strings.TrimSpace(text[l.Mention.End:stop])
		purpose = strings.TrimSuffix(purpose, ".")
		purpose = strings.TrimSuffix(strings.TrimSpace(purpose), "and")
		purpose = strings.Trim(purpose, ", ;")
		l.Purpose = strings.TrimPrefix(purpose, "for ")
	}
	h.CrossLinks = append(h.CrossLinks, links...)
}

// readRelations reads the relationship list: items that start with a path and
// an arrow.
func (d *Document) readRelations() {
	for _, item := range d.Items {
		b := item.Block
		if b == nil || b.Generated {
			continue
		}
		if len(b.Mentions) == 0 || b.Mentions[0].Kind != PathMention {
			continue
		}
		path := b.Mentions[0]
		if strings.TrimSpace(path.Before()) != "" {
			continue
		}
		rest := b.Prose.Text[path.End:]
		arrow := strings.Index(rest, "←")
		if arrow < 0 || strings.TrimSpace(rest[:arrow]) != "" {
			continue
		}
		r := &Relation{Document: path, Span: b.Span}
		end := len(b.Prose.Text)
		if open := strings.Index(rest, "("); open >= 0 {
			end = path.End + open
			r.Reason = strings.TrimSuffix(strings.TrimSpace(rest[open+1:]), ")")
		}
		for _, m := range b.within(path.End, end) {
			if m.Kind == PrincipleMention && m.Phase != CertainPhase {
				r.Principles = append(r.Principles, m)
			}
		}
		b.Relation = true
		d.Relations = append(d.Relations, r)
	}
}
