package corpus

import (
	"slices"
	"strings"

	"atelier/internal/parse"
)

// A LooseLink is text that was meant as a link and is none.
type LooseLink struct {
	parse.LooseLink
	// Exists says that the file is there which the destination names.
	Exists bool
}

// readLooseLinks finds what was meant as a link in the document and is none.
func (r *resolver) readLooseLinks() {
	d := r.d
	var labels []LooseLink
	alone := 0
	for _, b := range d.Blocks {
		if b.Generated {
			continue
		}
		links, tags := b.LooseLinks(d.File)
		alone += tags
		for _, l := range links {
			switch {
			case l.Destination != "":
				d.LooseLinks = append(d.LooseLinks, LooseLink{LooseLink: l, Exists: r.fileExists(l.Destination)})
			case l.Leads && (len(d.LinkDefs) == 0 || strings.Contains(l.Label, " ")):
			default:
				labels = append(labels, LooseLink{LooseLink: l})
			}
		}
	}
	labels = r.loseDefinitions(labels)
	if !bracketsAreTags(d, alone, len(labels)) {
		d.LooseLinks = append(d.LooseLinks, labels...)
		slices.SortStableFunc(d.LooseLinks, func(a, b LooseLink) int { return a.Span.Start - b.Span.Start })
	}
}

// bracketsAreTags reports whether a document sets words in brackets as a habit,
// as minutes do with who speaks: "sync the teams [nice to have][jane]". It
// defines no label, and texts in brackets stand alone in it more often than
// before a label.
func bracketsAreTags(d *Document, alone, labels int) bool {
	const few = 3 // so many are no habit yet
	return len(d.LinkDefs) == 0 && len(d.LostDefinitions) == 0 && alone > max(few, labels)
}

// loseDefinitions takes the labels out that a line of a paragraph was meant to
// define. The fault is that line, the first of its paragraph.
func (r *resolver) loseDefinitions(labels []LooseLink) []LooseLink {
	if len(labels) == 0 {
		return nil
	}
	for _, b := range r.d.Blocks {
		if b.Generated {
			continue
		}
		lost := b.LostDefinitions(r.d.File)
		missed := false
		for _, l := range lost {
			n := len(labels)
			labels = slices.DeleteFunc(labels, func(loose LooseLink) bool { return l.Defines(loose.Label) })
			missed = missed || len(labels) < n
		}
		if missed {
			r.d.LostDefinitions = append(r.d.LostDefinitions, lost[0])
		}
	}
	return labels
}
