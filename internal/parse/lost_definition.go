package parse

import (
	"strings"

	"atelier/internal/source"
)

// A LostDefinition is a line that was meant to define the label of links, and is
// text of a paragraph.
type LostDefinition struct {
	// Label is the label in the form in which labels are compared.
	Label string
	// Span is the label in its brackets.
	Span source.Span
	// Destination is what stands behind the colon, without a title, and
	// DestinationSpan its place.
	Destination     string
	DestinationSpan source.Span
	// First says that the paragraph starts with it, so that it is its own form
	// that makes it none. A definition cannot interrupt a paragraph.
	First bool
}

// Spaced reports whether a space in the destination makes it no definition.
func (l LostDefinition) Spaced() bool {
	return l.First && strings.Contains(l.Destination, " ") && !strings.ContainsAny(l.Destination, "<\"'")
}

// Unpaired reports whether parentheses in the destination that do not pair make
// it no definition.
func (l LostDefinition) Unpaired() bool {
	return l.First && !strings.HasPrefix(l.Destination, "<") && strings.Count(l.Destination, "(") != strings.Count(l.Destination, ")")
}

// LostDefinitions finds the lines of a paragraph that have the form "[label]: …".
func (b *Block) LostDefinitions(file *source.File) []LostDefinition {
	if b.Kind != ParagraphBlock || !strings.Contains(b.Prose.Text, "]:") {
		return nil
	}
	var found []LostDefinition
	for at := b.Span.Start; at < b.Span.End; {
		end := file.LineSpan(file.Line(at)).End
		text := file.Text[at:end]
		if at > b.Span.Start {
			text = strings.TrimLeft(text, " \t>")
		}
		if l, ok := lostDefinition(text, end-len(text)); ok {
			l.First = at == b.Span.Start
			found = append(found, l)
		}
		at = end + 1
	}
	return found
}

// lostDefinition reads one line, which starts at an offset of the file.
func lostDefinition(text string, at int) (l LostDefinition, ok bool) {
	if !strings.HasPrefix(text, "[") || strings.HasPrefix(text, "[^") {
		return l, false
	}
	closing := strings.IndexByte(text, ']')
	if closing < 2 || strings.Contains(text[1:closing], "[") || !strings.HasPrefix(text[closing:], "]:") {
		return l, false
	}
	rest := text[closing+2:]
	l.Destination = strings.TrimSpace(withoutTitle(rest))
	start := at + closing + 2 + strings.Index(rest, l.Destination)
	l.DestinationSpan = source.Span{Start: start, End: start + len(l.Destination)}
	l.Label = normalLabel(text[1:closing])
	l.Span = source.Span{Start: at, End: at + closing + 1}
	return l, true
}

// Defines reports whether a label is the one that the line was meant to define.
func (l LostDefinition) Defines(label string) bool { return normalLabel(label) == l.Label }
