package worddiff

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	for _, c := range []struct{ before, after, want string }{
		{"a b c", "a b c", "a b c"},
		{"", "", ""},
		{"a\n b   c", "a b c", "a b c"},
		{"the long wait ends", "the short wait ends", "the [-long-]{+short+} wait ends"},
		{"Every wait ends.", "Every wait ends within a second.", "Every wait ends{+ within a second+}."},
		{"bounded", "unbounded", "[-bounded-]{+unbounded+}"},
		{"", "new", "{+new+}"},
		{"old", "", "[-old-]"},
		{"größer, 你好", "größte, 你好", "[-größer-]{+größte+}, 你好"},
	} {
		if got := Text(Compare(c.before, c.after)); got != c.want {
			t.Errorf("%q to %q: %q, want %q", c.before, c.after, got, c.want)
		}
	}
}

// TestSegmentsAreBothTexts holds that the segments of a difference give both
// texts, and that no two neighbours are alike.
func TestSegmentsAreBothTexts(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		words := make([]string, random.IntN(30))
		for i := range words {
			words[i] = []string{"a", "wait", "ends", "ü.", "(x)", "“y”", "no"}[random.IntN(7)]
		}
		return strings.Join(words, " ")
	}
	for range 500 {
		before, after := text(), text()
		was, is := "", ""
		last := Op("")
		for _, s := range Compare(before, after) {
			if s.Op != Insert {
				was += s.Text
			}
			if s.Op != Delete {
				is += s.Text
			}
			if s.Op == last || s.Text == "" {
				t.Errorf("%q to %q: %v", before, after, s)
			}
			last = s.Op
		}
		if was != before || is != after {
			t.Errorf("%q to %q: got %q and %q", before, after, was, is)
		}
	}
}

// TestWordsOfManyKinds holds the table of words beyond the surrogates.
func TestWordsOfManyKinds(t *testing.T) {
	var b strings.Builder
	for i := range 70000 {
		fmt.Fprintf(&b, "w%d ", i)
	}
	text := strings.TrimSpace(b.String())
	segments := Compare(text, text+" end")
	if len(segments) != 2 || segments[0].Text != text || segments[1].Text != " end" {
		t.Errorf("%d segments", len(segments))
	}
}

func TestShorten(t *testing.T) {
	run := func(from, to int) string {
		var words []string
		for i := from; i <= to; i++ {
			words = append(words, fmt.Sprint(i))
		}
		return strings.Join(words, " ")
	}
	for _, c := range []struct{ before, after, want string }{
		{run(1, 10) + " a", run(1, 10) + " b", run(1, 10) + " [-a-]{+b+}"},
		{run(1, 20) + " a", run(1, 20) + " b", "… " + run(13, 20) + " [-a-]{+b+}"},
		{"a " + run(1, 20), "b " + run(1, 20), "[-a-]{+b+} " + run(1, 8) + " …"},
		{"a " + run(1, 18) + " c", "b " + run(1, 18) + " d", "[-a-]{+b+} " + run(1, 18) + " [-c-]{+d+}"},
		{"a " + run(1, 30) + " c", "b " + run(1, 30) + " d", "[-a-]{+b+} " + run(1, 8) + " … " + run(23, 30) + " [-c-]{+d+}"},
		{run(1, 30), run(1, 30), "…"},
	} {
		if got := Text(Shorten(Compare(c.before, c.after))); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
