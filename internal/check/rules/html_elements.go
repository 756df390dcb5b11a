package rules

import (
	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// An element is an HTML tag of a document with its end tag, which may be missing.
type element struct {
	parse.RawHTML
	end *parse.RawHTML
}

// htmlElements are the elements of a document that the site drops, in order. A
// block of HTML is dropped whole, and what stands between two tags of a
// paragraph is part of their element. Elements that set an id and do no more are
// left out, for the id stays.
func htmlElements(d *corpus.Document) []*element {
	var out []*element
	covered := 0 // the end of the element at hand
	for _, e := range pairTags(d) {
		if e.Span.Start < covered || e.Anchor && keepsID[e.Tag] && e.Text == "" {
			continue
		}
		out = append(out, e)
		switch {
		case e.Block == nil:
			covered = e.Whole.End
		case e.end != nil && e.end.Whole == e.Whole:
			covered = e.end.Span.End
		}
	}
	return out
}

// pairTags are the tags of a document that have no start tag, in order, each
// with the end tag that ends it.
func pairTags(d *corpus.Document) []*element {
	const deepest = 100 // bounds the search for what an end tag ends
	var all, open []*element
	for _, tag := range d.RawHTML {
		if inGenerated(d, tag.Span.Start) {
			continue
		}
		if tag.Closing {
			i := len(open) - 1
			for i >= max(0, len(open)-deepest) && open[i].Tag != tag.Tag {
				i--
			}
			if i >= max(0, len(open)-deepest) {
				open[i].end = &tag
				open = open[:i]
				continue
			}
		}
		e := &element{RawHTML: tag}
		all = append(all, e)
		if !tag.Closing && !tag.Empty {
			open = append(open, e)
		}
	}
	return all
}

// keepsID are the tags that do nothing on a page but for their attributes.
var keepsID = map[string]bool{"a": true, "span": true, "div": true, "p": true}
