package block

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/config"
	"atelier/internal/corpus"
)

// letters renders the blocks "one" and "two".
func letters(_ *corpus.Corpus, name string) (string, bool) {
	switch name {
	case "one":
		return "\n\nA\nB\n\n", true
	case "two":
		return "\nC\n", true
	}
	return "", false
}

func load(t *testing.T, text string) *corpus.Corpus {
	t.Helper()
	c, err := corpus.Load(context.Background(), fstest.MapFS{"review/page.md": {Data: []byte(text)}}, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// rewritten is a text with its blocks as they should be.
func rewritten(t *testing.T, text string) string {
	t.Helper()
	c := load(t, text)
	return Rewrite(c.Documents[0].File.Text, Find(c, letters))
}

const (
	one = "<!-- atelier:begin one -->"
	two = "<!-- atelier:begin two -->"
	end = "<!-- atelier:end -->"
)

// TestRewrite holds what is written, and that nothing else is touched: text
// before, between and after, the end of the file, blocks of other makers, and all
// of a file whose markers are wrong.
func TestRewrite(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "# T\n\n" + one + end + "\n", "# T\n\n" + one + "\n\nA\nB\n\n" + end + "\n"},
		{"stale", "Before\n\n" + one + "\nold\nold\n" + end + "\n\nAfter\n", "Before\n\n" + one + "\n\nA\nB\n\n" + end + "\n\nAfter\n"},
		{"fresh", one + "\n\nA\nB\n\n" + end + "\n", one + "\n\nA\nB\n\n" + end + "\n"},
		{"two", "a\n\n" + one + "\nx\n" + end + "\n\nb\n\n" + two + "\ny\n" + end + "\n\nc", "a\n\n" + one + "\n\nA\nB\n\n" + end + "\n\nb\n\n" + two + "\nC\n" + end + "\n\nc"},
		{"no final newline", "a\n\n" + one + "\nx\n" + end, "a\n\n" + one + "\n\nA\nB\n\n" + end},
		{"nothing but markers", one + end, one + "\n\nA\nB\n\n" + end},
		{"spaces in markers", "<!--atelier:begin one-->\nx\n<!--   atelier:end   -->\n", "<!--atelier:begin one-->\n\nA\nB\n\n<!--   atelier:end   -->\n"},
		{"of another maker", "<!-- atelier:begin other -->\nx\n" + end + "\n", "<!-- atelier:begin other -->\nx\n" + end + "\n"},
		{"text that looks like the block", "A\nB\n\n" + two + "\nA\nB\n" + end + "\n\nC\n", "A\nB\n\n" + two + "\nC\n" + end + "\n\nC\n"},
		{"CRLF", "a\r\n\r\n" + one + "\r\nx\r\n" + end + "\r\n\r\nb\r\n", "a\n\n" + one + "\n\nA\nB\n\n" + end + "\n\nb\n"},
		{"BOM", "\uFEFFa\n\n" + one + "\nx\n" + end + "\n", "a\n\n" + one + "\n\nA\nB\n\n" + end + "\n"},
		// A file whose markers are wrong is not written at all.
		{"no end", "a\n\n" + one + "\nx\n\nb\n", ""},
		{"no begin", "a\n\nx\n\n" + end + "\n\nb\n", ""},
		{"nested", one + "\n\n" + two + "\nx\n" + end + "\n" + end + "\n", ""},
		{"ends twice", one + "\nx\n" + end + "\n\nby hand\n\n" + end + "\n", ""},
		{"stands twice", one + "\nx\n" + end + "\n\n" + one + "\ny\n" + end + "\n", ""},
		{"a sound block beside a broken one", two + "\nx\n" + end + "\n\nb\n\n" + one + "\ny\n", ""},
		{"misspelt end", one + "\nx\n<!-- atelier:ende -->\n\nby hand\n", ""},
		{"in a fence", "```\n" + one + "\nx\n" + end + "\n```\n", ""},
		{"end in a fence", one + "\n\n```\n" + end + "\n```\n\nby hand\n", ""},
		{"in code", "`" + one + "` x `" + end + "`\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := c.want
			if want == "" {
				want = c.text
			}
			got := rewritten(t, c.text)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatal(diff)
			}
			if diff := cmp.Diff(got, rewritten(t, got)); diff != "" {
				t.Errorf("a second run changes something:\n%s", diff)
			}
		})
	}
}

// TestNoHandWrittenTextIsLost writes files of markers and text in any order and
// holds that every line outside of a sound block survives, in its place.
func TestNoHandWrittenTextIsLost(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	pieces := []string{one, two, end, end, "<!-- atelier:begin other -->", "```", "<!-- a comment -->", "- item", "> quote", ""}
	changed := 0
	for range 3000 {
		var lines []string
		for n := range random.IntN(14) {
			if piece := random.IntN(2 * len(pieces)); piece < len(pieces) {
				lines = append(lines, pieces[piece], "")
			} else {
				lines = append(lines, fmt.Sprintf("line %d by hand", n))
			}
		}
		text := strings.Join(lines, []string{"\n", "\r\n"}[random.IntN(2)])
		c := load(t, text+"\n# T")
		file := c.Documents[0].File
		blocks := Find(c, letters)
		got := Rewrite(file.Text, blocks)
		// What is outside of the blocks is there in the same order, and nothing else
		// but the blocks.
		rest, at := got, 0
		for _, b := range blocks {
			outside := file.Text[at:b.Span.Start]
			if !strings.HasPrefix(rest, outside+b.Want) {
				t.Fatalf("%q became %q", text, got)
			}
			rest, at = rest[len(outside)+len(b.Want):], b.Span.End
		}
		if rest != file.Text[at:] {
			t.Fatalf("%q became %q", text, got)
		}
		if got != file.Text {
			changed++
		}
		// A block never holds a marker, which would be one of another block.
		for _, b := range blocks {
			for _, m := range c.Documents[0].Markers {
				if b.Span.Contains(m.Span.Start) {
					t.Fatalf("a block of %q holds a marker", text)
				}
			}
		}
	}
	if changed < 50 {
		t.Errorf("only %d of the files had blocks to write", changed)
	}
}

// TestFirstDifference holds the row that is named, and its place.
func TestFirstDifference(t *testing.T) {
	for _, c := range []struct{ name, have, at, row, want string }{
		{"a row differs", "\n\nA\nX\n\n", "X", "X", "B"},
		{"a row is missing", "\n\nA\n\n", "", "", "B"},
		{"a row too many", "\n\nA\nB\nX\n\n", "X", "X", ""},
		{"empty", "", "", "", "A"},
		{"only blanks", "\n\n\n", "", "", "A"},
		{"the blank before", "\nA\nB\n\n", "A", "A", "A"},
	} {
		text := one + c.have + end + "\n"
		found := Find(load(t, text), letters)
		if len(found) != 1 || !found[0].Stale() {
			t.Fatalf("%s: %d blocks", c.name, len(found))
		}
		at, have, want := found[0].FirstDifference()
		if got := found[0].Document.File.Slice(at); got != c.at || have != c.row || want != c.want {
			t.Errorf("%s: at %q, %q should be %q", c.name, got, have, want)
		}
		if at.Start < found[0].Span.Start || at.End > found[0].Span.End {
			t.Errorf("%s: the place %v is outside of the block", c.name, at)
		}
	}
}

// TestNewPage holds that a page that is made new is fresh, and whole.
func TestNewPage(t *testing.T) {
	page := Page{Name: "page.md", Title: "Page", Sentence: "It says so.", Blocks: []string{"one", "two"}}
	text := page.New(nil, letters)
	if want := "# Page\n\nIt says so.\n\n" + one + "\n\nA\nB\n\n" + end + "\n\n" + two + "\nC\n" + end + "\n"; text != want {
		t.Errorf("got %q", text)
	}
	for _, b := range Find(load(t, text), letters) {
		if b.Stale() {
			t.Errorf("%s is stale", b.Name)
		}
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"a_b _c_ *d*":             `a_b \_c\_ \*d\*`,
		"<!-- atelier:end -->":    `\<!-- atelier:end -->`,
		"[x](y) `z` a|b ~~c~~ \\": "\\[x\\](y) \\`z\\` a\\|b \\~\\~c\\~\\~ \\\\",
		"costs $x$ or $$":         `costs \$x\$ or \$\$`,
		"AT&T &amp; &#35; & co":   `AT\&T \&amp; \&#35; & co`,
	} {
		if got := Escape(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
