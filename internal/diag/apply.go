package diag

import (
	"cmp"
	"slices"
	"strings"

	"atelier/internal/source"
)

// Apply makes edits in the content of a file as it is on disk and returns the
// new content and the edits that were made. Edits that overlap an earlier one
// are left for another round. Bytes outside of the edits do not change; text
// that is put in takes the line ends of the file.
func Apply(file *source.File, content []byte, edits []Edit) ([]byte, []Edit) {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b Edit) int {
		return cmp.Or(cmp.Compare(a.Span.Start, b.Span.Start), cmp.Compare(a.Span.End, b.Span.End), cmp.Compare(a.Text, b.Text))
	})
	var out []byte
	var made []Edit
	at := 0
	var last *Edit
	for _, e := range edits {
		if last != nil {
			if *last == e {
				continue // two findings that ask for the same edit
			}
			if e.Span.Start < last.Span.End || e.Span == last.Span {
				continue
			}
		}
		start, end := file.Original(e.Span.Start), file.Original(e.Span.End)
		text := e.Text
		if file.LineEnd != "\n" {
			text = strings.ReplaceAll(text, "\n", file.LineEnd)
		}
		out = append(out, content[at:start]...)
		out = append(out, text...)
		at = end
		made = append(made, e)
		last = &e
	}
	return append(out, content[at:]...), made
}
