package parse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func parseText(text string) *Document {
	return Bytes("domains/sample/first-principles.md", []byte(text))
}

func TestSlug(t *testing.T) {
	for _, c := range []struct{ heading, want string }{
		{"Files & skills", "files--skills"},
		{"snake_case stays", "snake_case-stays"},
		{"Änderungen", "änderungen"},
		{"你好", "你好"},
		{"--config", "--config"},
		{"Ratio:-1", "ratio-1"},
		{"Pub/Sub vs Stream — The Durability Boundary", "pubsub-vs-stream--the-durability-boundary"},
		{"Warn ⚠️ now", "warn-\ufe0f-now"},
		{"1. The Principles", "1-the-principles"},
	} {
		if got := Slug(c.heading); got != c.want {
			t.Errorf("Slug(%q) = %q, want %q", c.heading, got, c.want)
		}
	}
}

func TestAnchors(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"repeats", "# A\n\n# A\n\n# A\n", []string{"a", "a-1", "a-2"}},
		{"a candidate is tested against ids already used", "# Pattern\n\n# Pattern 1\n\n# Pattern\n\n# Pattern\n", []string{"pattern", "pattern-1", "pattern-2", "pattern-3"}},
		{"only the text of a link counts", "# See [the docs](https://x.y/z)\n", []string{"see-the-docs"}},
		{"an image's alt text does not count", "# Logo ![alt](x.png)\n", []string{"logo"}},
		{"a comment does not count", "# A<!-- no --> b\n", []string{"a-b"}},
		{"code spans keep underscores", "# The `max_unacked` setting\n", []string{"the-max_unacked-setting"}},
		{"setext", "Title\n=====\n\nSub\n---\n", []string{"title", "sub"}},
		{"attributes are text", "# A {#b}\n", []string{"a-b"}},
		{"ids of raw HTML", "# A\n\n<a id=\"x\"></a>\n\ntext <a name=\"y\"></a>\n", []string{"a", "x", "y"}},
		{"fenced headings are none", "# A\n\n```\n# B\n```\n\n~~~\n# C\n~~~\n\n# D\n", []string{"a", "d"}},
		{"four backticks around three", "# A\n\n````\n```\n# B\n```\n````\n\n# D\n", []string{"a", "d"}},
		{"an unclosed fence", "# A\n\n```\n# B\n\n---\n\n# C\n", []string{"a"}},
		{"a fence in a list", "# A\n\n- item\n\n  ```\n  # B\n  ```\n\n# D\n", []string{"a", "d"}},
		{"a rule in a fence", "# A\n\n```\nB\n---\n```\n\n# D\n", []string{"a", "d"}},
		{"emoji go and the variation selector stays", "# Warn ⚠️ 🎉 now\n", []string{"warn-\ufe0f--now"}},
		{"nothing is left of a heading", "# A\n\n## `$$`\n\n## 🎉\n\n##\n\n## $?\n", []string{"a", "section", "section-1", "section-2", "section-3"}},
		{"front matter before a setext heading", "---\ntitle: x\n---\nA\n===\n", []string{"a"}},
		{"front matter is no heading", "---\ntitle: x\n---\n\n# A\n", []string{"a"}},
		{"a rule at the top is no front matter", "---\n\n# A\n\n---\n\n# B\n", []string{"a", "b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, parseText(c.text).Anchors.All()); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

// kinds names the kinds of mentions in tests.
var kinds = map[MentionKind]string{
	PrincipleMention: "P", CoreMention: "C", PathMention: "path", BareMention: "bare", BarePattern: "pattern",
	IDMention: "id", SlugMention: "slug", MilestoneMention: "milestone",
}

func mentions(text string) []string {
	out := []string{}
	for _, m := range parseText(text).Mentions {
		s := kinds[m.Kind] + " " + m.Text
		switch m.Phase {
		case CertainPhase:
			s = "phase " + m.Text
		case BeforeID:
			s = "before-id " + m.Text
		}
		out = append(out, s)
	}
	return out
}

func TestMentions(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"numbers of every length", "P1 and P10, P100", []string{"P P1", "P P10", "P P100"}},
		{"joined by slashes and dashes", "P5/P10, C1–C8, C1/C3", []string{"P P5", "P P10", "C C1", "C C8", "C C1", "C C3"}},
		{"words that are no citations", "p95 MP3 HTTP2 P4-era P0 C4x xP4 P4_a P4.2 data-testid", []string{}},
		{"in bold, links and code", "**P5** [P5](x.md) `C1` `P5/P10`", []string{"P P5", "P P5", "C C1", "P P5", "P P10"}},
		{"code that only starts like one", "`P4 = 3` `C1++` `P1()`", []string{}},
		{"a core title in code over a line break", "`C1\nCorrectness`", []string{"C C1"}},
		{"addresses", "https://x.y/P3/D-062 and <https://x.y/P4> http://a/C1", []string{}},
		{"paths in code", "`domains/a/b` `domains/a/b.md` `domains/a/` `domains/a/P9 Bounded Queues`", []string{"path domains/a/b", "path domains/a/b.md", "path domains/a/", "path domains/a/P9 Bounded Queues"}},
		{"a path wrapped after a hyphen and a slash", "`domains/a/long-\ntopic.md` `domains/\na/b`", []string{"path domains/a/long-topic.md", "path domains/a/b"}},
		{"a path in a quote, wrapped", "> see `domains/a/long-\n> topic.md` now", []string{"path domains/a/long-topic.md"}},
		{"an id wrapped after a hyphen", "`messaging-shared-\nsubscription`", []string{"slug messaging-shared-subscription"}},
		{"bare paths", "edge/iot.md, messaging/queues and (errors/patterns).", []string{"bare edge/iot.md", "bare messaging/queues", "bare errors/patterns"}},
		{"a bare pattern", "concurrency Pattern 5 owns it; Pattern 6 does not", []string{"pattern concurrency Pattern 5"}},
		{"ids", "D-062, ATELIER-97..101; NFR-3 UTF-8", []string{"id D-062", "id ATELIER-97..101", "id NFR-3", "id UTF-8"}},
		{"milestones", "v0.1/v0.2/v0.3 and v0.3.2, not v2 or xv0.1", []string{"milestone v0.1", "milestone v0.2", "milestone v0.3", "milestone v0.3.2"}},
		{"nothing in fences, indented code, comments and tags", "```\nP1 `domains/a/b`\n```\n\n    P2\n\n<!-- P3\nP4 -->\n\n<b title=\"P5\">x</b>\n", []string{}},
		{"nothing in comments within a line", "a <!-- P1\n`domains/a/b` --> P2\n", []string{"P P2"}},
		{"nothing in an unclosed fence", "P1\n\n```\nP2 `domains/a/b`\n\nP3\n", []string{"P P1"}},
		{"nothing in fences of other marks, in lists and around fences", "~~~\nP1\n```\nP2\n~~~\n\n- item\n\n  ```\n  P3\n  ```\n\n````\n```\nP4\n```\n````\n\nP5\n", []string{"P P5"}},
		{"text of an item is no code", "- a\n\n    P1 is text of the item\n\n      P2 is code\n", []string{"P P1"}},
		{"lazy text after a paragraph is text", "a\n    P2\n", []string{"P P2"}},
		{"everything after a closed fence is read", "```\nx\n```\nP1\n", []string{"P P1"}},
		{"a link in code is none", "`[x](missing.md)` P1", []string{"P P1"}},
		{"entities and escapes", "P1 \\`P2\\` &amp; P3", []string{"P P1", "P P2", "P P3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, mentions(c.text)); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
		})
	}
}

func TestPhases(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"lands in P4 of the v0.4 plan", []string{"phase P4", "milestone v0.4"}},
		{"pre-specified in P4 ATELIER-110", []string{"phase P4", "id ATELIER-110"}},
		{"needs P4 ATELIER-110", []string{"before-id P4", "id ATELIER-110"}},
		{"needs P5 (ATELIER-114 per it)", []string{"before-id P5", "id ATELIER-114"}},
		{"breaks P5, ATELIER-114", []string{"P P5", "id ATELIER-114"}},
		{"P4 (D-062)", []string{"before-id P4", "id D-062"}},
		{"in v0.4 P2 and later", []string{"milestone v0.4", "phase P2"}},
		{"authored in P1 and verified in P5", []string{"phase P1", "phase P5"}},
		{"shipped in P3", []string{"phase P3"}},
		{"stated in P3", []string{"P P3"}},
		{"the link from P1 now resolves", []string{"phase P1"}},
		{"it follows from P1 and P2", []string{"P P1", "P P2"}},
		{"this P2 authorship", []string{"phase P2"}},
		{"this P2 breach", []string{"P P2"}},
		{"P1-authored content", []string{"phase P1"}},
		{"| Idea | Since |\n|---|---|\n| P1 | P2 |\n", []string{"P P1", "phase P2"}},
	} {
		if diff := cmp.Diff(c.want, mentions(c.text)); diff != "" {
			t.Errorf("%q (-want +got):\n%s", c.text, diff)
		}
	}
}

func TestProseJoinsLines(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"per-message-\ngroup", "per-message-group"},
		{"replay/\nretention", "replay/retention"},
		{"cross-process /\nnetwork", "cross-process / network"},
		{"pre-\nand post-hoc", "pre- and post-hoc"},
		{"`a b-\nc`", "a b-c"},
		{"`a -\nc`", "a - c"},
		{"`a/ \nc` `d \ne`", "a/c d e"},
		{"`a`\n`b`", "a b"},
		{"a *b*\nc", "a b c"},
		{"> a\n> b", "a b"},
		{"x &lt;y&gt; \\* z", "x <y> * z"},
		{"a  \nb", "a b"},
	} {
		d := parseText(c.text)
		if len(d.Blocks) != 1 || d.Blocks[0].Prose.Text != c.want {
			t.Errorf("%q: got %q, want %q", c.text, d.Blocks[0].Prose.Text, c.want)
		}
	}
}

func TestHeader(t *testing.T) {
	d := parseText("# T\n\n> Derives from `domains/a/first-principles.md`. Applies P1\n> (Title with a full stop, e.g. this), and P3 (x) primarily, with P2\n> (gloss). Cross-links `domains/b/c` for waits and `domains/d/e` for ids.\n\ntext\n\n> Derives from `domains/z/y`.\n")
	h := d.Header
	if h == nil || h.Base == nil {
		t.Fatal("no header")
	}
	got := fmt.Sprint(h.Base.Text, " ", numbers(h.Primary), numbers(h.Also))
	for _, l := range h.CrossLinks {
		got += fmt.Sprintf(" %s:%s", l.Mention.Text, l.Purpose)
	}
	if want := "domains/a/first-principles.md [1 3] [2] domains/b/c:waits domains/d/e:ids"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func numbers(mentions []*Mention) []int {
	var out []int
	for _, m := range mentions {
		out = append(out, m.Number)
	}
	return out
}

func TestSectionsAnnotate(t *testing.T) {
	for _, c := range []struct{ heading, want string }{
		{"A (P4 Title)", "[P4] [] [] []"},
		{"A (P4, C8 Economy)", "[P4] [C8] [] []"},
		{"A (P2, P3 — gloss)", "[P2 P3] [] [] []"},
		{"A (D-069)", "[] [] [D-069] []"},
		{"A (IDEATE-39, P3 — fenced example)", "[P3] [] [IDEATE-39] []"},
		{"A (P6, cross-link concurrency/patterns)", "[P6] [] [] [concurrency/patterns]"},
		{"A (stop-the-world)", "[] [] [] []"},
		{"A (P1) and more", "[] [] [] []"},
	} {
		s := parseText("## " + c.heading + "\n").Sections[0]
		text := func(mentions []*Mention) []string {
			out := []string{}
			for _, m := range mentions {
				out = append(out, m.Text)
			}
			return out
		}
		if got := fmt.Sprint(text(s.Principles), text(s.Cores), text(s.IDs), text(s.CrossLinks)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.heading, got, c.want)
		}
	}
}

func TestMarkers(t *testing.T) {
	for _, c := range []struct {
		name, text string
		blocks     int
		problems   int
	}{
		{"one block", "<!-- atelier:begin a -->\nx\n<!-- atelier:end -->\n", 1, 0},
		{"two blocks", "<!-- atelier:begin a -->\n<!-- atelier:end -->\n\n<!-- atelier:begin b -->\n<!-- atelier:end -->\n", 2, 0},
		{"no end", "<!-- atelier:begin a -->\nx\n", 0, 1},
		{"no begin", "x\n\n<!-- atelier:end -->\n", 0, 1},
		{"nested", "<!-- atelier:begin a -->\n<!-- atelier:begin b -->\n<!-- atelier:end -->\n<!-- atelier:end -->\n", 0, 1},
		{"twice", "<!-- atelier:begin a -->\n<!-- atelier:end -->\n<!-- atelier:begin a -->\n<!-- atelier:end -->\n", 0, 1},
		{"in a fence", "```\n<!-- atelier:begin a -->\n```\n", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := parseText(c.text)
			if len(d.Generated) != c.blocks || len(d.Problems) != c.problems {
				t.Errorf("%d blocks and %d problems, want %d and %d", len(d.Generated), len(d.Problems), c.blocks, c.problems)
			}
		})
	}
}

func TestTables(t *testing.T) {
	d := parseText("| A | B |\n|---|---|\n| 1 | `x \\| y` |\n| 1 | 2 | lost text |\n| 1 |\n\n> | Q |\n> |---|\n> | P1 |\n\n- item\n\n  | L |\n  |---|\n  | P2 |\n\nx | y\n")
	if len(d.Tables) != 3 {
		t.Fatalf("%d tables, want 3", len(d.Tables))
	}
	rows := d.Tables[0].Rows
	if got := rows[0].Cells[1].Prose.Text; got != "x | y" {
		t.Errorf("the escaped pipe gives %q", got)
	}
	if got := d.File.Slice(rows[1].Lost); got != "lost text" {
		t.Errorf("lost: %q", got)
	}
	if rows[2].Missing != 1 {
		t.Errorf("missing: %d", rows[2].Missing)
	}
	if diff := cmp.Diff([]string{"P P1", "P P2"}, mentions(d.File.Text)); diff != "" {
		t.Error(diff)
	}
}

// TestNormalisedInput holds that a byte-order mark, CRLF and a missing final
// newline change nothing but offsets on disk.
func TestNormalisedInput(t *testing.T) {
	const text = "# T\n\n> Derives from `domains/a/b-\n> c.md`. Applies P1 (X).\n\n| A | B |\n|---|---|\n| P1 | C1 |\n\n```go\ncode\n```\n\nLast P2"
	want := summary(parseText(text))
	for name, variant := range map[string]string{
		"BOM": "\ufeff" + text, "CRLF": strings.ReplaceAll(text, "\n", "\r\n"), "final newline": text + "\n",
		"all": "\ufeff" + strings.ReplaceAll(text, "\n", "\r\n") + "\r\n",
	} {
		d := parseText(variant)
		if diff := cmp.Diff(want, summary(d)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		last := d.Mentions[len(d.Mentions)-1]
		if got := variant[d.File.Original(last.Span.Start):d.File.Original(last.Span.End)]; got != "P2" {
			t.Errorf("%s: the text at the original offsets is %q", name, got)
		}
	}
}

func summary(d *Document) []string {
	var out []string
	for _, m := range d.Mentions {
		at := d.File.Position(m.Span.Start)
		out = append(out, fmt.Sprintf("%d:%d %s %s", at.Line, at.Column, kinds[m.Kind], m.Text))
	}
	for _, s := range d.Sections {
		out = append(out, s.Anchor)
	}
	for _, f := range d.Fences {
		out = append(out, f.Text)
	}
	return out
}

// TestBounds holds that what would take goldmark minutes is a finding at once.
func TestBounds(t *testing.T) {
	for name, text := range map[string]string{
		"quotes": strings.Repeat("> ", 50000), "lists": strings.Repeat("- ", 50000), "numbers": strings.Repeat("1. ", 50000),
		"brackets": strings.Repeat("[a](", 50000), "long line": strings.Repeat("a", 2<<20),
		"brackets over lines": strings.Repeat("[a](\n", 50000), "indent": strings.Repeat(" ", 5000) + "- x",
	} {
		d := parseText(text)
		if len(d.Problems) != 1 || !slices.Contains([]string{"source/too-deep", "source/too-large"}, d.Problems[0].Rule) {
			t.Errorf("%s: %d problems", name, len(d.Problems))
		}
	}
	if d := parseText(strings.Repeat("[a](b.md) ", 5000)); len(d.Problems) != 0 || len(d.Links) != 5000 {
		t.Errorf("many links on a line: %d problems, %d links", len(d.Problems), len(d.Links))
	}
}

func TestDerivedCores(t *testing.T) {
	for _, c := range []struct {
		statement string
		want      []int
	}{
		{"This derives from `C1 A` (why) and `C2 B` (why). See `C3 D`.", []int{1, 2}},
		{"Such notes derive from `C2 B` (it is read), e.g. here, and `C3 D`.", []int{2, 3}},
		{"Derives from `C1 A`. It also derives from\n`C4 E` (a full stop. Inside it).", []int{1, 4}},
		{"It is derived, and rests on `C1 A`.", nil},
		{"It derives from C1 without a code span.", nil},
	} {
		d := parseText("### P1. T\n\n" + c.statement + "\n")
		if got := numbers(d.Principles[0].Cores); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %v, want %v", c.statement, got, c.want)
		}
	}
}

// TestBlockAt holds that the block at every offset is the one whose span holds
// it, footnotes included, which goldmark moves to the end.
func TestBlockAt(t *testing.T) {
	d := Bytes("a.md", []byte("# T\n\nOne[^1] two.\n\n[^1]: A note\n    that goes on.\n\n- a\n\n  b\n- > c\n\n| A | B |\n|---|---|\n| x | |\n| y | z |\n\nsetext\n===\n\n[l]: a.md\n\nlast"))
	for offset := range len(d.File.Text) + 1 {
		var want *Block
		for _, b := range d.Blocks {
			if b.Span.Start <= offset && offset < b.Span.End {
				if want != nil {
					t.Fatalf("two blocks hold the offset %d: %q and %q", offset, want.Prose.Text, b.Prose.Text)
				}
				want = b
			}
		}
		if got := d.BlockAt(offset); got != want {
			t.Errorf("offset %d: got %v, want %v", offset, got, want)
		}
	}
	if len(d.Blocks) < 12 {
		t.Errorf("only %d blocks", len(d.Blocks))
	}
}
