package site

import (
	"bytes"
	"context"
	"io/fs"
	"math/rand/v2"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"
	"golang.org/x/tools/txtar"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/corpus"
)

// build renders the corpus of a file system.
func build(t testing.TB, fsys fs.FS) []File {
	t.Helper()
	c, err := corpus.Load(context.Background(), fsys, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return buildOptions(t, c, fsys, Options{Findings: check.Run(c, rules.All())})
}

// buildOptions renders a loaded corpus with options.
func buildOptions(t testing.TB, c *corpus.Corpus, fsys fs.FS, o Options) []File {
	t.Helper()
	files, err := Build(c, fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func own() fs.FS { return os.DirFS("..") }

// ownSite is the site of this repository's corpus, built once. Tests only read it.
func ownSite(t testing.TB) []File {
	t.Helper()
	files, err := ownOnce()
	if err != nil {
		t.Fatal(err)
	}
	return files
}

var ownOnce = sync.OnceValues(func() ([]File, error) {
	c, err := corpus.Load(context.Background(), own(), config.Default())
	if err != nil {
		return nil, err
	}
	return Build(c, own(), Options{Findings: check.Run(c, rules.All())})
})

// archive is the file system of a txtar text.
func archive(text string) fs.FS {
	fsys := fstest.MapFS{}
	for _, f := range txtar.Parse([]byte(text)).Files {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	return fsys
}

// a crawled page: its ids and its links.
type crawled struct {
	ids   map[string]int
	links []string
	root  *html.Node
}

func parsePage(t testing.TB, content []byte) *crawled {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	p := &crawled{ids: map[string]int{}, root: root}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode && (n.Data == "style" || n.Data == "script" && (n.FirstChild != nil || len(n.Attr) == 0 || n.Attr[0].Key != "src")) {
			t.Errorf("an inline %s, which a strict policy forbids", n.Data)
		}
		for _, a := range n.Attr {
			switch a.Key {
			case "content":
				if _, link, ok := strings.Cut(a.Val, "url="); ok && n.Data == "meta" {
					p.links = append(p.links, link)
				}
			case "id":
				p.ids[a.Val]++
			case "href", "src":
				p.links = append(p.links, a.Val)
			case "style", "onclick", "onload", "srcset", "integrity":
				t.Errorf("an attribute %s, which a strict policy forbids", a.Key)
			}
		}
	}
	return p
}

// TestCrawl follows every link and fragment of this repository's own site, as it
// lies at the root and in a sub-folder.
func TestCrawl(t *testing.T) {
	t.Run("at the root", func(t *testing.T) { crawl(t, ownSite(t), "") })
	t.Run("below /a/b/", func(t *testing.T) {
		c, err := corpus.Load(t.Context(), own(), config.Default())
		if err != nil {
			t.Fatal(err)
		}
		crawl(t, buildOptions(t, c, own(), Options{Findings: check.Run(c, rules.All()), URL: "https://example.org/a/b/"}), "a/b/")
	})
}

func TestCrawlSeed(t *testing.T) {
	dir := os.Getenv("ATELIER_SEED")
	if dir == "" {
		dir = "../../shared/seed-corpus"
	}
	if _, err := os.Stat(filepath.Join(dir, "expected.json")); err != nil {
		if os.Getenv("ATELIER_REQUIRE_ALL") == "1" {
			t.Fatal("no seed corpus beside the repository, and ATELIER_REQUIRE_ALL=1")
		}
		t.Skip("no seed corpus beside the repository (set ATELIER_SEED)")
	}
	crawl(t, build(t, os.DirFS(dir)), "")
}

func crawl(t *testing.T, files []File, base string) {
	pages := map[string]*crawled{}
	exists := map[string]bool{}
	for _, f := range files {
		name := base + f.Path
		exists[name] = true
		if strings.HasSuffix(f.Path, ".html") {
			pages[name] = parsePage(t, f.Content)
		}
	}
	links := 0
	for name, p := range pages {
		for id, n := range p.ids {
			if n > 1 {
				t.Errorf("%s: the id %q stands %d times", name, id, n)
			}
		}
		for _, link := range p.links {
			links++
			u, err := url.Parse(link)
			if err != nil {
				t.Errorf("%s: bad address %q: %v", name, link, err)
				continue
			}
			if u.Scheme != "" || u.Host != "" {
				continue
			}
			// What a host shows at every depth has other links than all other pages.
			anywhere := name == base+"404.html" && u.Path != ""
			if strings.HasPrefix(u.Path, "/") != anywhere {
				t.Errorf("%s: the link %q has the wrong beginning", name, link)
				continue
			}
			target := name
			switch {
			case anywhere:
				target = strings.TrimPrefix(u.Path, "/")
			case u.Path != "":
				target = path.Join(path.Dir(name), u.Path)
			}
			if !exists[target] {
				t.Errorf("%s: the link %q leads to nothing (%s)", name, link, target)
				continue
			}
			if u.Fragment != "" && pages[target] != nil && pages[target].ids[u.Fragment] == 0 {
				t.Errorf("%s: the fragment of %q is not in %s", name, link, target)
			}
		}
	}
	if links < 100 {
		t.Errorf("only %d links were crawled", links)
	}
}

// shuffledFS lists folders in another order each time.
type shuffledFS struct {
	fs.FS
	random *rand.Rand
}

func (s shuffledFS) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := fs.ReadDir(s.FS, name)
	s.random.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	return entries, err
}

// TestDeterministic builds twice, the second time with one processor and from
// folders that are listed in no order. Builds at different places, and with eight
// processors, are compared by the command's TestBuildsAreIdentical.
func TestDeterministic(t *testing.T) {
	first := ownSite(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	second := build(t, shuffledFS{own(), rand.New(rand.NewPCG(5, 6))})
	if len(first) != len(second) {
		t.Fatalf("%d files, then %d", len(first), len(second))
	}
	for i := range first {
		if first[i].Path != second[i].Path || !bytes.Equal(first[i].Content, second[i].Content) {
			t.Errorf("%s differs between two builds", first[i].Path)
		}
	}
}

// find is the first node that fits every part of a simple selector: a tag name,
// .class and [attribute=value].
func find(root *html.Node, tag, attribute, value string) []*html.Node {
	var out []*html.Node
	for n := range root.Descendants() {
		if n.Type != html.ElementNode || tag != "" && n.Data != tag {
			continue
		}
		if attribute == "" {
			out = append(out, n)
			continue
		}
		for _, a := range n.Attr {
			if a.Key == attribute && (a.Val == value || attribute == "class" && strings.Contains(" "+a.Val+" ", " "+value+" ")) {
				out = append(out, n)
			}
		}
	}
	return out
}

func textOf(n *html.Node) string {
	var b strings.Builder
	for c := range n.Descendants() {
		if c.Type == html.TextNode {
			b.WriteString(c.Data)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func pageOf(t *testing.T, files []File, name string) *html.Node {
	t.Helper()
	for _, f := range files {
		if f.Path == name {
			return parsePage(t, f.Content).root
		}
	}
	t.Fatalf("no page %s", name)
	return nil
}

const small = `
-- domains/core/first-principles.md --
# Core — First Principles

### C1. Correctness
It does what it says.

### C2. Clarity
A reader sees why.
-- domains/sample/first-principles.md --
# Sample — First Principles

### P1. Messages are Contracts
A message has a schema. This derives from ` + "`C1\nCorrectness`" + ` (both sides agree).

### P2. Order is Declared
Order is stated by per-message-
group keys, pre-
or post-hoc. This derives from ` + "`C2 Clarity`" + ` (seen). See ` + "`domains/sample/long-\ntopic.md`" + ` and
P1 Messages are
Contracts for more.

| P-rule | Core | Why |
|--------|------|-----|
| P1 Messages are Contracts | C1 | Agreement |
| P2 Order is Declared | C2 | Seen |

| Violation | Principle Breached |
|-----------|--------------------|
| No schema (guess) | P1 Messages are Contracts |
| No order (luck) | P2 Order is Declared |
-- domains/sample/long-topic.md --
# Long Topic — Derived Rules

> Derives from ` + "`domains/sample/first-principles.md`" + `. Applies P1
> (Messages are Contracts) primarily.

## Shape & *Form* (P1)

<script>alert(1)</script> A <b id="kept">tag</b> and <a onclick="x()" href="javascript:alert(1)">b</a>.
[bad](javascript:alert(1)) and [P1 says](first-principles.md#p1) and ![a picture](../../img/a.png).
A dangling ` + "`domains/sample/none.md`" + ` and &amp; &lt;b&gt; \*star\*.

| Left | Right |
|:-----|------:|
| a | 1 |

` + "```go" + `
func main() { println("<&>") }
` + "```" + `

| Violation | Principle |
|-----------|-----------|
| Two shapes | P1 |
-- img/a.png --
not a real picture
`

func TestDocumentPage(t *testing.T) {
	files := build(t, archive(small))
	topic := pageOf(t, files, "domains/sample/long-topic.html")

	for _, script := range find(topic, "script", "", "") {
		if !strings.HasPrefix(attribute(script, "src"), "../../assets/") {
			t.Error("a script of the document came through")
		}
	}
	if strings.Contains(textOf(find(topic, "article", "", "")[0]), "alert(1)") {
		t.Error("the text of a script came through")
	}
	for _, a := range find(topic, "a", "", "") {
		for _, attribute := range a.Attr {
			if attribute.Key == "href" && strings.HasPrefix(attribute.Val, "javascript:") {
				t.Error("a javascript: address came through")
			}
		}
	}
	if len(find(topic, "", "id", "kept")) != 1 {
		t.Error("the id of a dropped tag is not kept")
	}
	if links := find(topic, "a", "href", "first-principles.html#p1"); len(links) != 1 || textOf(links[0]) != "P1 says" || len(find(links[0], "a", "", "")) != 0 {
		t.Error("the link with a citation inside is not one plain link")
	}
	if len(find(topic, "img", "src", "../../img/a.png")) != 1 {
		t.Error("the image is not shown")
	}
	if d := find(topic, "span", "class", "dangling"); len(d) == 0 {
		t.Error("the dangling reference has no mark")
	}
	if !strings.Contains(textOf(topic), "& <b> *star*") {
		t.Errorf("entities and escapes are wrong in %q", textOf(topic))
	}
	if cells := find(topic, "td", "class", "right"); len(cells) != 1 || textOf(cells[0]) != "1" {
		t.Error("table alignment is not a class")
	}
	heading := find(topic, "h2", "id", "shape--form-p1")
	if len(heading) != 1 || textOf(heading[0]) != "Shape & Form (P1) #" {
		t.Errorf("the heading is wrong: %d", len(heading))
	}
	found := false
	for _, f := range files {
		found = found || f.Path == "img/a.png"
	}
	if !found {
		t.Error("the image is not copied")
	}
}

func TestWrappedReferences(t *testing.T) {
	first := pageOf(t, build(t, archive(small)), "domains/sample/first-principles.html")
	links := map[string]string{}
	for _, a := range find(first, "a", "class", "ref") {
		for _, attribute := range a.Attr {
			if attribute.Key == "href" {
				links[textOf(a)] = attribute.Val
			}
		}
	}
	for text, want := range map[string]string{
		"C1 Correctness":               "../core/c1.html",
		"domains/sample/long-topic.md": "long-topic.html",
		"P1 Messages are Contracts":    "p1.html",
	} {
		if links[text] != want {
			t.Errorf("%q links to %q, want %q", text, links[text], want)
		}
	}
	text := textOf(first)
	if !strings.Contains(text, "per-message-group keys, pre- or post-hoc") {
		t.Errorf("lines are joined wrongly in %q", text)
	}
}

func TestPrinciplePage(t *testing.T) {
	p1 := pageOf(t, build(t, archive(small)), "domains/sample/p1.html")
	text := textOf(p1)
	for _, want := range []string{
		"P1 Messages are Contracts", "C1 Correctness primary", "No schema (guess)", "Two shapes",
		"Applied by", "Shape & Form", "P1 Messages are Contracts for more.",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page of P1 lacks %q", want)
		}
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "site")
	if err := Write(dir, []File{{"a/b.html", []byte("one")}, {"old.html", nil}}); err != nil {
		t.Fatal(err)
	}
	if err := Write(dir, []File{{"a/b.html", []byte("two")}}); err != nil {
		t.Fatal(err)
	}
	if data, _ := os.ReadFile(filepath.Join(dir, "a", "b.html")); string(data) != "two" {
		t.Errorf("the page is %q", data)
	}
	if _, err := os.Stat(filepath.Join(dir, "old.html")); err == nil {
		t.Error("a page of the old site is left")
	}
	if entries, _ := os.ReadDir(filepath.Dir(dir)); len(entries) != 1 {
		t.Errorf("%d entries beside the site, want none", len(entries)-1)
	}
}

func TestWriteRefusesForeignFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "thesis.txt")
	if err := os.WriteFile(file, []byte("years of work"), 0o644); err != nil {
		t.Fatal(err)
	}
	err := Write(dir, []File{{"index.html", nil}})
	if err == nil || !strings.Contains(err.Error(), "not made by atelier") {
		t.Errorf("got %v", err)
	}
	if data, _ := os.ReadFile(file); string(data) != "years of work" {
		t.Error("the file is gone")
	}
}
