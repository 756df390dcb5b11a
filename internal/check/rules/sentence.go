package rules

import "atelier/internal/parse"

// A textRange is a range of a block's joined text.
type textRange struct{ start, end int }

// sentenceRanges are the sentences of a text, as [parse.Sentences] gives them.
func sentenceRanges(text string, code []textRange) []textRange {
	spans := make([]parse.Range, len(code))
	for i, c := range code {
		spans[i] = parse.Range{Start: c.start, End: c.end}
	}
	var out []textRange
	for _, s := range parse.Sentences(text, spans) {
		out = append(out, textRange{s.Start, s.End})
	}
	return out
}
