package parse

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atelier/internal/corpustest"
	"atelier/internal/source"
)

// documents are the Markdown files of this repository and, where it is there,
// of the seed corpus beside it.
func documents(t testing.TB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for _, root := range []string{"../../domains", "../../languages", "../../review", "../../matrix", corpustest.SeedFolder()} {
		_ = filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && strings.HasSuffix(name, ".md") {
				data, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				out[name] = data
			}
			return nil
		})
	}
	if len(out) == 0 {
		t.Fatal("no documents")
	}
	return out
}

// joined is source text as the joined prose has it: line starts without quote
// marks and indents, lines joined by the rule of code spans or of prose, and
// what only marks code and emphasis gone.
func joined(text string, code bool) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			line = strings.TrimLeft(line, " \t>")
			before := strings.TrimRight(b.String(), " ")
			if code {
				before = b.String()
			}
			b.Reset()
			b.WriteString(before)
			joins := JoinsLines(before, line)
			if code {
				joins = JoinsCode(before)
			}
			if !joins {
				b.WriteByte(' ')
			}
		}
		b.WriteString(line)
	}
	return b.String()
}

// TestSpans holds, for every node of every document, that the text at its span
// is what the node claims.
func TestSpans(t *testing.T) {
	checked := 0
	for name, content := range documents(t) {
		d := Bytes(name, content)
		if len(d.Problems) > 0 {
			t.Errorf("%s: %s", name, d.Problems[0].Message)
		}
		text := func(s source.Span) string { return d.File.Slice(s) }
		equal := func(what, got, want string) {
			t.Helper()
			checked++
			if got != want {
				t.Errorf("%s: %s: the text at the span is %q, the node claims %q", name, what, got, want)
			}
		}
		for _, m := range d.Mentions {
			plain := strings.NewReplacer("**", "", "\\", "").Replace(joined(text(m.Span), m.InCode))
			equal("mention", strings.ReplaceAll(plain, "` ", " "), m.Text)
			if q := m.Pattern; q != nil {
				if !strings.HasPrefix(joined(text(q.Span), false), fmt.Sprintf("Pattern %d", q.Number)) {
					t.Errorf("%s: pattern: the text at the span is %q", name, text(q.Span))
				}
				equal("pattern title", joined(text(q.TitleSpan), false), q.Title)
			}
		}
		for _, s := range d.Sections {
			if plain := strings.NewReplacer("`", "", "*", "").Replace(text(s.Span)); !strings.Contains(text(s.Span), "[") {
				equal("heading", plain, s.Text)
			}
			if s.Annotation.Len() > 0 {
				equal("annotation", text(s.Annotation)[:1]+text(s.Annotation)[s.Annotation.Len()-1:], "()")
			}
			if !strings.Contains(text(s.Body), text(s.Span)) {
				t.Errorf("%s: the body of %q does not hold its heading", name, s.Text)
			}
		}
		for _, def := range append(append(d.Principles, d.Cores...), d.Patterns...) {
			equal("definition title", text(def.TitleSpan), def.Title)
		}
		for _, table := range d.Tables {
			for _, row := range table.Rows {
				for _, cell := range row.Cells {
					if !row.Span.Encloses(cell.Span) {
						t.Errorf("%s: a cell lies outside of its row", name)
					}
					equal("cell", strings.TrimSpace(text(cell.Span)), text(cell.Span))
					if !strings.ContainsAny(text(cell.Span), "`*\\&[_<") {
						equal("cell text", text(cell.Span), cell.Prose.Text)
					}
				}
			}
		}
		for _, f := range d.Fences {
			if !f.Indented {
				equal("fence", text(f.Span)[:3], "```")
				if !strings.Contains(text(f.Span), "\n  ") {
					equal("code", text(f.TextSpan), f.Text)
				}
			}
		}
		for _, b := range d.Blocks {
			for offset, r := range b.Prose.Text {
				if r > ' ' && r < 128 {
					s := b.Prose.Span(offset, offset+1)
					if got := text(s); got != string(r) && !strings.HasPrefix(got, "&") {
						t.Errorf("%s: byte %d of a block maps to %q, want %q", name, offset, got, r)
						break
					}
				}
			}
		}
	}
	if checked < 1000 {
		t.Errorf("only %d spans were checked", checked)
	}
}

// fragments are what Markdown and the corpus format are made of, to be put
// together in any order.
var fragments = []string{
	"# A\n", "### P1. One (P2, D-1)\n", "###P4. Two\n", "Title\n", "===\n", "---\n", "\n", "\n\n", "> ", "- ", "  - x\n", "1. ", "- [ ] t\n", "    ind\n", "\t",
	"text P1 (One) and `domains/a/b-\nc` more.\n", "| a | b |\n", "|---|---|\n", "| 1 | `x|y` | z ||\n", "|a||\n", "```\n", "~~~ go\n",
	"<!-- atelier:begin x -->\n", "<!-- atelier:end -->\n", "<!-- a -->", "<!-- a -- >", "<!--\n", "<b>x</b>", "<br>", "<div>\nx\n</div>\n", "[^1]", "[^1]: foot P1 and\n    more\n",
	"[a](b.md \"t\")", "[a][b]", "[b]: <x y>\n", "![i](x.png)", "*em **st** x*", "~~s~~", "`code `` `", "&amp;", "\\|", "é“”", "\u00a0", "  \n", "(", ")", ".",
	"Derives from `C1 A`. Applies P1 (x), with P2. Cross-links `domains/b/c` for x.\n", "- `domains/b/c` ← P1 (y)\n",
	"7 of 8 core principles (C1, C2)", "Pattern 5 (T)", "v0.4 P2", "D-062..064",
}

// FuzzBytes holds that no input makes the parser panic, give a span outside of
// the file, or lists that are out of order. The seeds are small: mutants of whole
// documents take too long each.
func FuzzBytes(f *testing.F) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		var b strings.Builder
		for range 3 + random.IntN(14) {
			b.WriteString(fragments[random.IntN(len(fragments))])
		}
		f.Add([]byte(b.String()))
	}
	for _, text := range []string{"", "\ufeff", "---\na: b\n---\n", "| a |\n|---|\n| `x \\| P1 |", "> - [x]: y\n>   # P1. z", "[a]: <b\nc>", "`a\n`b`", "&amp;P1&#80;2", "[^1]: P1\n\n[^1]"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if len(content) > 1<<16 {
			return
		}
		d := Bytes("domains/a/b.md", content)
		inside := func(s source.Span) {
			if s.Start < 0 || s.End < s.Start || s.End > len(d.File.Text) {
				t.Fatalf("the span %v lies outside of the file (%d bytes)", s, len(d.File.Text))
			}
		}
		for _, m := range d.Mentions {
			inside(m.Span)
			_, _ = m.After(), m.Before()
		}
		for _, c := range d.OpenComments {
			inside(c.Span)
			inside(c.Inner)
			inside(c.Near)
			inside(c.Hidden())
		}
		for _, c := range d.BehindComments {
			inside(c.Comment)
			inside(c.Text)
		}
		for _, s := range d.Sections {
			inside(s.Span)
			inside(s.Body)
		}
		for i, b := range d.Blocks {
			inside(b.Span)
			if i > 0 && b.Span.Start < d.Blocks[i-1].Span.End {
				t.Fatalf("the block at %v overlaps the one at %v", b.Span, d.Blocks[i-1].Span)
			}
			if b.Span.Len() > 0 && d.BlockAt(b.Span.Start) != b {
				t.Fatalf("the block at %v is not found there", b.Span)
			}
			for i, m := range b.Mentions {
				if i > 0 && m.Start < b.Mentions[i-1].Start {
					t.Fatalf("the mentions of a block are not by offset")
				}
			}
			loose, _ := b.LooseLinks(d.File)
			for _, l := range loose {
				inside(l.Span)
			}
			for _, l := range b.LostDefinitions(d.File) {
				inside(l.Span)
				inside(l.DestinationSpan)
			}
		}
		for _, l := range append(d.Links, d.LinkDefs...) {
			inside(l.Span)
			inside(l.Whole)
		}
		for _, table := range d.Tables {
			inside(table.Span)
			for _, r := range table.Rows {
				inside(r.Span)
				inside(r.Lost)
			}
		}
		for _, fence := range d.Fences {
			inside(fence.Span)
			inside(fence.TextSpan)
		}
		for _, def := range append(append(d.Principles, d.Cores...), d.Patterns...) {
			inside(def.Statement)
			inside(def.TitleSpan)
		}
		for _, ig := range d.Ignores {
			inside(ig.Target)
			inside(ig.RuleSpan)
		}
	})
}
