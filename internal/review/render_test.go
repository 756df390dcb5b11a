package review

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"
	nethtml "golang.org/x/net/html"
)

// written is a checklist in a format, as text.
func written(t *testing.T, l *List, format string) string {
	t.Helper()
	var b strings.Builder
	if err := l.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// rendered is Markdown as the page that GitHub makes of it, raw HTML included, so
// that what breaks out of its text is seen.
func rendered(t *testing.T, markdown string) *nethtml.Node {
	t.Helper()
	var b bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := md.Convert([]byte(markdown), &b); err != nil {
		t.Fatal(err)
	}
	doc, err := nethtml.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// elements counts the elements of a page by name.
func elements(doc *nethtml.Node) map[string]int {
	out := map[string]int{}
	for n := range doc.Descendants() {
		if n.Type == nethtml.ElementNode {
			out[n.Data]++
		}
	}
	return out
}

// textOf is what a reader sees of a node; markers make code visible.
func textOf(n *nethtml.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == nethtml.TextNode {
			b.WriteString(d.Data)
		}
	}
	return Normalise(b.String())
}

// list are the texts of the list items of a page.
func list(doc *nethtml.Node) []string {
	var out []string
	for n := range doc.Descendants() {
		if n.Type == nethtml.ElementNode && n.Data == "li" {
			out = append(out, textOf(n))
		}
	}
	return out
}

// seen is a phrase as a reader sees it.
func seen(p phrase) string {
	text := ""
	for _, part := range p.parts() {
		text += part.Text
	}
	return Normalise(text)
}

// hostile are texts that Markdown, HTML or GitHub would read otherwise, as they
// are written in a cell.
var hostile = []string{
	`Link \[x](javascript:alert(1)) and image !\[i](y.png)`,
	`Link \[text] \[label] and \[label]: destination`,
	`Wait \<script>alert(1)\</script> \</li>\</ul> \<img src=x onerror=alert(1)>`,
	`Wait \<!-- atelier:end --> \<!-- open`,
	"Wait \\`code\\` and `` a`b `` and ``` `` ``` and `\\` and `</li><script>`",
	"Wait `unpaired \\` and `| x` with a pipe | P1 | | Wait",
	`Wait \*\*bold\*\* \_em\_ \~\~gone\~\~ **strong** __both__`,
	`Wait \| one \| two \| and $x$ and $$y$$ and \\ a backslash\\`,
	`Wait for @octocat, @org/team, #12, GH-34 and org/repo#56`,
	"Wait for `@octocat` and `#12`",
	`Wait &amp;lt;b&amp;gt; &#35;12 &amp;copy; AT&T`,
	`Wait ] (x) [ } { ) (`,
	`Wait "one" “two” 'three' (four`,
	`- [ ] nested task`,
	`1. numbered`,
	`# heading`,
	`> quote`,
	`--- rule`,
	`+ plus`,
	`=1+1`,
	`[^1] footnote`,
	`:::note`,
	`*`,
	`No wait (\<b>and\</b> @me, #7; [x] done)`,
	`Wait without a bound (it \[hangs](x))`,
}

// TestListsHoldAnyText holds that no text of a corpus breaks out of its line of a
// list: every item is one item, nothing is markup but what the list itself makes,
// and the reader sees the words of the question.
func TestListsHoldAnyText(t *testing.T) {
	rows := make([]string, len(hostile))
	for n, text := range hostile {
		rows[n] = "| " + text + " | P1, P2 |"
	}
	register := "# Anti-Patterns\n\n| Anti-pattern | Breaches | Compounds | Document | Summary |\n|---|---|---|---|---|\n" +
		"| `a-leak` | a P2 | a P3 | `domains/a/first-principles.md` | A `</li>` part \\[is](x) held for @ever \\| #9 |\n"
	c := corpusOf(t, map[string][]string{"first-principles": rows, "topic [x](y) `z` <b>": {"| Wait [told](x.md) twice | P1 |", `| Link \[x](javascript:alert(1)) (said otherwise @here #5 \<i>) | P3 |`}},
		map[string]string{"review/anti-patterns.md": register})
	for _, p := range c.Domains[0].Principles {
		p.Title = "Waits [are](x) `Bounded|` *for* <b>all</b> @octocat #1"
	}
	items := Items(c)
	l := &List{Items: items, Personas: []Persona{{Name: "Op [x](y) @octocat", FirstQuestion: "Who is <b>woken</b> by #3?", Audience: Peer}}}
	for _, layout := range []struct{ name, format, audience string }{
		{"plain markdown", "markdown", ""}, {"plain github", "github", ""}, {"agent", "github", Agent}, {"peer", "github", Peer},
	} {
		t.Run(layout.name, func(t *testing.T) {
			l.Audience = layout.audience
			text := written(t, l, layout.format)
			doc := rendered(t, text)
			got := list(doc)
			persona := got[0]
			if want := "Op [x](y) @octocat: Who is <b>woken</b> by #3?"; persona != want {
				t.Errorf("the persona is %q, want %q", persona, want)
			}
			got = got[1:]
			if layout.audience == Agent { // the sizes of the domains come last
				got = got[:len(got)-1]
			}
			if len(got) != len(items) {
				t.Fatalf("%d list items for %d items:\n%s", len(got), len(items), strings.Join(got, "\n"))
			}
			for _, i := range items {
				want := seen(i.asked)
				if layout.audience == Agent {
					want = i.name() + ": " + seen(i.free)
				}
				if n := countOf(got, func(line string) bool { return strings.HasPrefix(line, want) }); n != 1 {
					t.Errorf("%d lines start with %q", n, want)
				}
			}
			found := elements(doc)
			for _, name := range []string{"script", "img", "table", "em", "del", "b", "i", "hr", "blockquote", "ol", "pre"} {
				if found[name] > 0 {
					t.Errorf("%d elements are %s:\n%s", found[name], name, text)
				}
			}
			if boxes := found["input"]; boxes != len(items) {
				t.Errorf("%d boxes for %d items", boxes, len(items))
			}
			for n := range doc.Descendants() {
				if n.Type == nethtml.ElementNode && n.Data == "a" {
					for _, a := range n.Attr {
						if a.Key == "href" && !strings.HasPrefix(a.Val, "domains/a/") && !strings.HasPrefix(a.Val, "review/") {
							t.Errorf("a link leads to %q", a.Val)
						}
					}
				}
				if layout.format == "github" && n.Type == nethtml.TextNode && notifies(n) {
					t.Errorf("%q notifies somebody", n.Data)
				}
			}
		})
	}
}

func countOf(lines []string, holds func(string) bool) int {
	n := 0
	for _, line := range lines {
		if holds(line) {
			n++
		}
	}
	return n
}

// notifies reports whether GitHub reads a mention of a user or an issue in a text
// node. It reads none in code.
func notifies(n *nethtml.Node) bool {
	for p := n.Parent; p != nil; p = p.Parent {
		if p.Data == "code" {
			return false
		}
	}
	return mention.MatchString(n.Data)
}

// TestListsOfCorpora holds that the real checklists have a line for each item and
// nothing else in it.
func TestListsOfCorpora(t *testing.T) {
	check := func(t *testing.T, root string) {
		c := load(t, root)
		items := Items(c)
		for _, audience := range []string{"", Agent, Peer} {
			doc := rendered(t, written(t, &List{Items: items, Audience: audience}, "github"))
			found := elements(doc)
			if found["input"] != len(items) || found["img"]+found["script"]+found["table"]+found["em"]+found["del"] > 0 {
				t.Errorf("%q: %d boxes for %d items, and %v", audience, found["input"], len(items), found)
			}
			lines := list(doc)
			for _, i := range items {
				want := seen(i.asked)
				if audience == Agent {
					want = i.name() + ": " + seen(i.free)
				}
				if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasPrefix(line, want) }) {
					t.Errorf("%q: no line for %s: %q", audience, i.ID, want)
				}
			}
		}
	}
	t.Run("own", func(t *testing.T) { check(t, "../..") })
	t.Run("seed", func(t *testing.T) { check(t, seedRoot(t)) })
}

// mention is what GitHub takes for a user, a team or an issue.
var mention = regexp.MustCompile(`(^|[^\w])(@[[:alnum:]]|#[0-9]|[Gg][Hh]-[0-9])|\w#[0-9]`)
