package source

import (
	"strings"
	"testing"
)

func TestPositions(t *testing.T) {
	f := NewFile("a.md", []byte("é1\nzweite\n\nlast"))
	for _, c := range []struct{ offset, line, column int }{
		{0, 1, 1}, {2, 1, 2}, {3, 1, 3}, {4, 2, 1}, {10, 2, 7}, {11, 3, 1}, {12, 4, 1}, {16, 4, 5}, {99, 4, 5}, {-1, 1, 1},
	} {
		if got := f.Position(c.offset); got.Line != c.line || got.Column != c.column {
			t.Errorf("Position(%d) = %v, want %d:%d", c.offset, got, c.line, c.column)
		}
	}
	if got := f.Slice(f.LineSpan(2)); got != "zweite" {
		t.Errorf("line 2 is %q", got)
	}
	if f.Lines() != 4 || NewFile("e.md", nil).Lines() != 1 {
		t.Error("the number of lines is wrong")
	}
}

// TestOriginal holds that every byte of the normalised text leads back to the
// same byte on disk.
func TestOriginal(t *testing.T) {
	for _, content := range []string{
		"", "a", "a\nb", "\ufeffa\r\nb\r\n", "a\r\nb\nc\r\n\r\nd", "\r\n\r\n", "a\rb\r\n", "\ufeff",
		"a\rb\rc", "\r", "a\r\r\nb\n\rc", "\ufeffé\rb\r",
	} {
		f := NewFile("a.md", []byte(content))
		if strings.Contains(f.Text, "\r") || strings.HasPrefix(f.Text, "\ufeff") {
			t.Errorf("%q is not normalised: %q", content, f.Text)
		}
		for i := range len(f.Text) {
			at := f.Original(i)
			if f.Text[i] == '\n' {
				if rest := content[at:]; !strings.HasPrefix(rest, "\n") && !strings.HasPrefix(rest, "\r") {
					t.Errorf("%q: the line end at %d leads to %q", content, i, rest)
				}
				continue
			}
			if content[at] != f.Text[i] {
				t.Errorf("%q: byte %d leads to %q, want %q", content, i, content[at], f.Text[i])
			}
		}
	}
}

func TestLineEnd(t *testing.T) {
	for content, want := range map[string]string{"": "\n", "a": "\n", "a\nb\r\n": "\n", "a\r\nb\n": "\r\n", "a\rb\n": "\r", "\r\n": "\r\n", "a\r": "\r"} {
		if got := NewFile("a.md", []byte(content)).LineEnd; got != want {
			t.Errorf("%q has the line end %q, want %q", content, got, want)
		}
	}
}

func TestExcerpt(t *testing.T) {
	f := NewFile("a.md", []byte("one\ntwo wide\nthree"))
	e := f.Excerpt(Span{Start: 8, End: 15})
	if e.Line != 2 || e.Text != "two wide" || e.Text[e.Start:e.End] != "wide" {
		t.Errorf("got %+v", e)
	}
}

func TestInvalid(t *testing.T) {
	for content, want := range map[string]int{"": -1, "é": -1, "a\x00": 1, "ab\xff": 2, "\xc3": 0, "a\xffb\x00": 1} {
		if got := Invalid([]byte(content)); got != want {
			t.Errorf("Invalid(%q) = %d, want %d", content, got, want)
		}
	}
}
