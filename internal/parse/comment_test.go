package parse

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestComments holds which comments lack their end, and what stands behind others,
// by the text at their places.
func TestComments(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"closed", "<!-- a -->\n\n<!--\nb\n-->\n\n<!---->\n<!-->\n<!--->\n", nil},
		{"open", "<!-- a\n\n# B\n", []string{"open: <!-- a\n\n# B"}},
		{"open in a quote", "> <!-- a\n> b\n\nText.\n", []string{"open: <!-- a\n> b"}},
		{"open in an item", "- <!-- a\n  b\n- c\n", []string{"open: <!-- a\n  b"}},
		{"near its end", "<!-- a -- >\nb\n", []string{"open: <!-- a -- >\nb", "near: -- >"}},
		{"only its start", "<!-- >", []string{"open: <!-- >"}},
		{"up to the next", "  <!-- a\n\nb\n\n  <!-- c --> d\n", []string{"open: <!-- a\n\nb\n\n  <!-- c --> d", "inner: <!-- c --> d"}},
		{"of several lines up to the next", "<!--\na\n\n<!-- b -->\n", nil},
		{"of several lines near its end", "<!--\na --!>\n\n<!-- b -->\n", []string{"open: <!--\na --!>\n\n<!-- b -->", "near: --!>", "inner: <!-- b -->"}},
		{"within a text", "Text <!-- a\n\nb\n", nil},
		{"behind", "<!-- a --> b, c.\n", []string{"behind: b, c."}},
		{"behind two", "<!-- a --> b <!-- c -->\td\n", []string{"behind: b <!-- c -->\td"}},
		{"behind the last line", "> <!--\n> a\n> --> b\n", []string{"behind: b"}},
		{"behind what HTML takes for an end", "<!-- a --!> b --> c\n", []string{"behind: c"}},
		{"marks behind", "<!-- a --> -->.\n", nil},
		{"a tag behind", "<!-- a --> <b>c</b>\n", nil},
		{"carriage returns", "<!-- a -->\tb\r\n\r\n<!-- c\r\n", []string{"open: <!-- c", "behind: b"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := Bytes("a.md", []byte(test.text))
			var got []string
			for _, c := range d.OpenComments {
				got = append(got, "open: "+d.File.Slice(c.Span))
				if c.Near.Len() > 0 {
					got = append(got, "near: "+d.File.Slice(c.Near))
				}
				if c.Inner.Len() > 0 {
					got = append(got, "inner: "+d.File.Slice(c.Inner))
				}
			}
			for _, c := range d.BehindComments {
				got = append(got, "behind: "+d.File.Slice(c.Text))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
