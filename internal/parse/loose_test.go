package parse

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/corpustest"
	"atelier/internal/source"
)

func TestLooseLinks(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string // what stands under the spans
	}{
		{"label that nothing defines", "See [the text][nowhere] for it.\n", []string{"nowhere"}},
		{"at the start, in strong text, in a quote, in a cell", "[a b][one] and **[c d][two]**\n\n> [e f][three]\n\n| A |\n|---|\n| [g h][four] |\n", []string{"one", "two", "three", "four"}},
		{"two in a line", "[a b][one] [c d][two]\n", []string{"one", "two"}},
		{"image", "![alt text][nowhere]\n", []string{"nowhere"}},
		{"badge", "[![alt](a.png)][nowhere]\n", []string{"nowhere"}},
		{"wrapped", "See [the\ntext][no\nwhere] for it.\n", []string{"no\nwhere"}},
		{"text with a code span that holds a bracket", "See [the `]` text][nowhere].\n", []string{"nowhere"}},
		{"numeric label", "See [the text][1].\n", []string{"1"}},
		{"defined beside undefined", "[the text][there] [the text][nowhere]\n\n[there]: x.md\n", []string{"nowhere"}},

		{"defined", "See [the text][There].\n\n[there]: x.md\n", nil},
		{"defined by a wrapped label", "See [the text][far\nthere].\n\n[far there]: x.md\n", nil},
		{"defined in a quote", "See [the text][there].\n\n> [there]: x.md\n", nil},
		{"shortcut", "Some [plain] text and [two] more, [x]: no definition.\n", nil},
		{"index", "The cell a[0][1], m[i][j], f(x)[0][1], s[\"a\"][\"b\"], [0][1] and [i][j].\n", nil},
		{"index after emphasis", "The cell *a*_[x y][z].\n", nil},
		{"footnotes", "Text[^1] and [text][^2].\n\n[^1]: Note.\n[^2]: Note.\n", nil},
		{"undefined footnotes", "Text [a][^9] and [^8][x].\n", nil},
		{"task", "- [x] done\n- [ ] open\n", nil},
		{"alert", "> [!NOTE]\n> Text.\n", nil},
		{"wiki", "A [[wiki]] link, a [[wiki][page]] one.\n", nil},
		{"code span", "The `[text][nowhere]` form and ``[a](my file.md)``.\n", nil},
		{"fence and indented code", "```\n[text][nowhere]\n```\n\n    [text][nowhere]\n", nil},
		{"comment", "A <!-- [text][nowhere] --> B\n\n<!--\n[text][nowhere]\n-->\n", nil},
		{"escaped", "\\[text][nowhere], [text\\][nowhere], [text]\\[nowhere], [text][nowhere\\]\n", nil},
		{"entity", "&#91;text][nowhere]\n", nil},
		{"apart", "[the text] [nowhere]\n[the text]\n[nowhere]\n", nil},
		{"in an address", "See https://host/?q[a][b] and http://host/x[c d][e].\n", nil},
		{"brackets in a destination", "[x](https://host/?q[0]=1) [y](<a[b][c].md>)\n", nil},
		{"link in brackets", "[see [the text](x.md)]\n", nil},
		{"empty", "[][nowhere] [text][] [][]\n", nil},
		{"unclosed", "[text][nowhere and [text][\n", nil},

		{"row of tags", "Ordering [Slow] [Serial] [Disruptive][Feature:X] and [a b][c d].\n", nil},
		{"row of tags without spaces", "The flag --reserved=[cpu][,][memory][,][disk] and [a b][c][d e].\n", nil},
		{"tags at both ends", "- [net] [Linux] checks all of it\n  [Feature:X][Slow]\n", nil},
		{"a text in brackets elsewhere", "Some [plain] text and [the text][nowhere].\n", []string{"nowhere"}},
		{"holds a link", "Notes [Jane][[slides](x.md)], [see [it](x.md)][nowhere].\n", nil},

		{"space in a file", "See [the text](my file.md).\n", []string{"my file.md"}},
		{"space in a folder", "[a](my docs/file.md#part) [b](my docs/)\n", []string{"my docs/file.md#part", "my docs/"}},
		{"space and title", "[a](my file.md \"A title\") [b](my file.md 'T')\n", []string{"my file.md", "my file.md"}},
		{"space in an image", "![a](my pic.png)\n", []string{"my pic.png"}},
		{"space over a line end", "[a](my\nfile.md)\n", []string{"my\nfile.md"}},
		{"parentheses in the name", "[a](my file (2).md)\n", []string{"my file (2).md"}},
		{"pointy brackets", "[a](<my file.md>)\n", nil},
		{"encoded", "[a](my%20file.md)\n", nil},
		{"title only", "[a](file.md \"A title with file.md\")\n", nil},
		{"address with a space", "[a](https://h/a b.md)\n", nil},
		{"prose in parentheses", "[sic](e.g. this one) [x](and so on.) [y](see a.md, b.md) [z](at 3.5)\n", nil},
		{"call", "f[x](a b.go) and a[0](my file.md)\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := Bytes("x.md", []byte(test.text))
			var got []string
			for _, b := range d.Blocks {
				loose, _ := b.LooseLinks(d.File)
				for _, l := range loose {
					under := d.File.Slice(l.Span)
					got = append(got, under)
					if joined := strings.ReplaceAll(under, "\n", " "); joined != l.Label+l.Destination {
						t.Errorf("the span holds %q, want %q", joined, l.Label+l.Destination)
					}
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// TestLooseLinksLinear holds the scan to one pass. The texts are no documents: one
// with so many open brackets is not parsed.
func TestLooseLinksLinear(t *testing.T) {
	for _, unit := range []string{"[a ", "] ", "[a](", "[a][", "`x` [a", "x://[a][b "} {
		corpustest.Linear(t, 25_000, func(size int) {
			prose := &Prose{Text: strings.Repeat(unit, size)}
			prose.pieces = []piece{{length: len(prose.Text), sourceLength: len(prose.Text)}}
			b := &Block{Prose: prose}
			b.LooseLinks(&source.File{Text: prose.Text})
		})
	}
}
