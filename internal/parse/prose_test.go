package parse

import "testing"

// TestTrimmedCodeSpan holds that a code span which ends its block in a space, or
// is nothing but spaces, is read without the space.
func TestTrimmedCodeSpan(t *testing.T) {
	for _, text := range []string{"see `P1 `", "`  `", "see `domains/a/b `", "| A |\n|---|\n| `  ` |", "# `P1 `"} {
		d := Bytes("a.md", []byte(text+"\n"))
		for _, b := range d.Blocks {
			for _, in := range b.Prose.Inlines {
				if in.Start > in.End || in.End > len(b.Prose.Text) {
					t.Errorf("%q: the inline %d to %d lies outside of %q", text, in.Start, in.End, b.Prose.Text)
				}
			}
		}
	}
}
