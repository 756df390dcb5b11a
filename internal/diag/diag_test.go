package diag

import (
	"testing"

	"atelier/internal/source"
)

func TestApply(t *testing.T) {
	for _, c := range []struct {
		name, before, after string
		edits               []Edit
		made                int
	}{
		{"replace and insert", "abc\ndef\n", "aXc\nYdef\n", []Edit{{Span: source.Span{Start: 4, End: 4}, Text: "Y"}, {Span: source.Span{Start: 1, End: 2}, Text: "X"}}, 2},
		{"CRLF and a byte-order mark are kept", "\ufeffabc\r\ndef\r\n", "\ufeffabc\r\nx\r\ny\r\n", []Edit{{Span: source.Span{Start: 4, End: 7}, Text: "x\ny"}}, 1},
		{"a bare CR is kept", "abc\rdef\r", "abc\rx\ry\r", []Edit{{Span: source.Span{Start: 4, End: 7}, Text: "x\ny"}}, 1},
		{"an overlapping edit waits", "abcdef", "Xef", []Edit{{Span: source.Span{Start: 0, End: 4}, Text: "X"}, {Span: source.Span{Start: 2, End: 5}, Text: "Y"}}, 1},
		{"the same edit twice is one", "abc", "aXc", []Edit{{Span: source.Span{Start: 1, End: 2}, Text: "X"}, {Span: source.Span{Start: 1, End: 2}, Text: "X"}}, 1},
		{"touching edits are both made", "abcd", "XYcd", []Edit{{Span: source.Span{Start: 0, End: 1}, Text: "X"}, {Span: source.Span{Start: 1, End: 2}, Text: "Y"}}, 2},
		{"none", "abc", "abc", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := source.NewFile("a.md", []byte(c.before))
			for i := range c.edits {
				c.edits[i].File = file
			}
			got, made := Apply(file, []byte(c.before), c.edits)
			if string(got) != c.after || len(made) != c.made {
				t.Errorf("got %q with %d edits, want %q with %d", got, len(made), c.after, c.made)
			}
		})
	}
}

func TestWithhold(t *testing.T) {
	file := source.NewFile("a.md", nil)
	root := &Diagnostic{Rule: "a/root", Severity: Error, File: file, Breaks: []Fact{"x"}, Needs: []Fact{"x"}}
	follows := &Diagnostic{Rule: "a/follows", Severity: Warning, File: file, Needs: []Fact{"y", "x"}}
	other := &Diagnostic{Rule: "a/other", Severity: Error, File: file, Needs: []Fact{"z"}}
	weak := &Diagnostic{Rule: "a/weak", Severity: Warning, File: file, Breaks: []Fact{"z"}}
	got := Withhold([]*Diagnostic{root, follows, other, weak})
	if len(got) != 3 || got[0] != root || got[1] != other || got[2] != weak {
		t.Errorf("%d findings are left", len(got))
	}
}
