package site

import (
	"io/fs"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"
	"testing"

	"atelier/internal/address"
	"atelier/internal/config"
	"atelier/internal/corpus"
)

// TestAddressesAreReserved holds that package address knows every file of a site
// that is neither a document's, nor a file of the corpus, nor an alias.
func TestAddressesAreReserved(t *testing.T) {
	for name, fsys := range map[string]fs.FS{"large": archive(large), "own": own(), "plain": archive("-- domains/a.md --\n# A\n")} {
		c, err := corpus.Load(t.Context(), fsys, config.Default())
		if err != nil {
			t.Fatal(err)
		}
		table := address.Assign(c)
		if clashes := table.Clashes(); len(clashes) > 0 {
			t.Errorf("%s: clashes %v", name, clashes)
		}
		var files []File
		if name == "own" {
			files = ownSite(t)
		} else {
			files = buildWith(t, fsys, Options{URL: "https://example.org/"})
		}
		published := map[string]bool{}
		for _, d := range c.Documents {
			published[table.Document(d)], published[address.Twin(table.Document(d))] = true, true
		}
		for _, f := range table.Files() {
			published[table.File(f)] = true
		}
		for _, a := range table.Aliases() {
			published[a.Path] = true
		}
		made := map[string]bool{address.Marker: true, address.SiteMap: true, address.Feed: true}
		for _, f := range files {
			made[address.Fold(f.Path)] = true
			own := strings.HasPrefix(f.Path, address.Shards) || strings.HasPrefix(f.Path, address.Previews) || slices.Contains(table.Reserved(), address.Fold(f.Path))
			if !published[f.Path] && !own {
				t.Errorf("%s: the site has %s, which is not reserved", name, f.Path)
			}
		}
		for _, reserved := range table.Reserved() {
			if !made[reserved] {
				t.Errorf("%s: %s is reserved, and the site has it not", name, reserved)
			}
		}
	}
}

// clashing is a corpus in which much would stand at one address.
const clashing = small + `-- domains/sample/p1.md --
---
aliases: [search, domains/sample/p1, old]
---
# A Document Named P1

See [the topic](long-topic.md), [a page](../../index.html) and [a style](../../assets/style.css).
-- domains/sample/print.md --
---
aliases: [old, domains/sample/long-topic.md]
---
# A Document Named Print

See [P1](p1.md#a-document-named-p1).
-- domains/sample/p1-document.md --
# In the Way
-- index.html --
<p>
-- assets/style.css --
p {}
`

func TestTakenAddresses(t *testing.T) {
	files := build(t, archive(clashing))
	names := map[string]bool{}
	for _, f := range files {
		names[f.Path] = true
	}
	for name, title := range map[string]string{
		"domains/sample/p1.html": "P1 Messages are Contracts", "domains/sample/p1-document-2.html": "A Document Named P1", "domains/sample/p1-document.html": "In the Way",
		"domains/sample/print-document.html": "A Document Named Print", "domains/sample/print.html": "Sample", "search.html": "Search",
	} {
		if got := textOf(only(t, pageOf(t, files, name), "h1", "", "")); !strings.HasPrefix(strings.TrimSpace(got), title) {
			t.Errorf("%s has the title %q, want %q", name, got, title)
		}
	}
	for _, name := range []string{"domains/sample/p1-document-2.md", "domains/sample/print-document.md", "old.html", "index-file.html", "assets/style-file.css"} {
		if !names[name] {
			t.Errorf("the site has no %s", name)
		}
	}
	p1 := pageOf(t, files, "domains/sample/p1-document-2.html")
	for _, link := range []string{"../../index-file.html", "../../assets/style-file.css", "long-topic.html"} {
		if len(find(p1, "a", "href", link)) == 0 {
			t.Errorf("no link leads to %s", link)
		}
	}
	if len(find(pageOf(t, files, "domains/sample/print-document.html"), "a", "href", "p1-document-2.html#a-document-named-p1")) == 0 {
		t.Error("the link to the document that was moved does not follow it")
	}
	if len(find(pageOf(t, files, "old.html"), "a", "href", "domains/sample/p1-document-2.html")) == 0 {
		t.Error("the first of two aliases does not lead to its document")
	}
	crawlSmall(t, files)
}

// TestPlainTree holds what a tree without domains is shown as.
func TestPlainTree(t *testing.T) {
	fsys := archive(`-- index.md --
# The Manual

Start with [the guide](guide/index.md).
-- guide/index.md --
# The Guide

Back to [the manual](../index.md#the-manual).
-- guide/INDEX.html --
<p>
-- notes.md --
# Notes
`)
	cfg := config.Default()
	cfg.Collections = []string{"**/*.md"}
	c, err := corpus.Load(t.Context(), fsys, cfg)
	if err != nil {
		t.Fatal(err)
	}
	files := buildOptions(t, c, fsys, Options{})
	home := pageOf(t, files, "index.html")
	if got := strings.TrimSpace(textOf(only(t, home, "h1", "", ""))); !strings.HasPrefix(got, "The Manual") {
		t.Errorf("the home page is %q", got)
	}
	if got := textOf(only(t, home, "a", "class", "brand")); got != "The Manual" {
		t.Errorf("the site is named %q", got)
	}
	text := textOf(home)
	for _, want := range []string{"Start with the guide", "Documents", "Notes"} {
		if !strings.Contains(text, want) {
			t.Errorf("the home page lacks %q", want)
		}
	}
	for _, wrong := range []string{"Core principles", "domain by domain", "Violations", "Registers and tables", "Domains"} {
		if strings.Contains(text, wrong) {
			t.Errorf("the home page says %q", wrong)
		}
	}
	if got := len(find(home, "", "aria-label", "Domains")); got != 0 {
		t.Errorf("%d parts are named Domains", got)
	}
	if len(find(pageOf(t, files, "guide/index.html"), "a", "href", "../index.html#the-manual")) == 0 {
		t.Error("no link leads to the home page's own heading")
	}
	if got := contentOf(t, files, "index.md"); !strings.HasPrefix(got, "# The Manual") {
		t.Errorf("the Markdown of the home page is %q", got)
	}
	if got := contentOf(t, files, "llms.txt"); strings.Contains(got, "principle") || !strings.Contains(got, "## Documents\n\n- [The Guide](guide/index.md)") {
		t.Errorf("llms.txt says %s", got)
	}
	crawlSmall(t, files)

	// Without an index the home page says what there is.
	fsys = archive("-- notes.md --\n# Notes\n-- b/a.md --\n# A\n-- b/c/d.md --\n# D\n")
	if c, err = corpus.Load(t.Context(), fsys, cfg); err != nil {
		t.Fatal(err)
	}
	home = pageOf(t, buildOptions(t, c, fsys, Options{}), "index.html")
	if got := textOf(only(t, home, "", "class", "lead")); got != "3 documents, each with what refers to it." {
		t.Errorf("the home page leads with %q", got)
	}
	var folders []string
	for _, h := range find(home, "h3", "", "") {
		folders = append(folders, textOf(h))
	}
	if !slices.Equal(folders, []string{"b", "b/c"}) {
		t.Errorf("the folders are %q", folders)
	}
}

// TestDomainsApart holds that domains without references between them get no
// picture of arcs.
func TestDomainsApart(t *testing.T) {
	apart := begun + "-- domains/other/first-principles.md --\n# Other — First Principles\n\n### P1. Waits are Bounded\nEvery wait ends.\n"
	files := build(t, archive(apart))
	if len(find(pageOf(t, files, "index.html"), "svg", "", "")) != 0 || len(find(pageOf(t, files, "domains.html"), "svg", "", "")) != 0 {
		t.Error("there is a picture without an arc")
	}
	if len(find(only(t, pageOf(t, files, "domains.html"), "article", "", ""), "li", "", "")) != 2 {
		t.Error("the domains are not listed")
	}
	files = build(t, archive(apart+"A wait is as in payments P1.\n"))
	if len(find(pageOf(t, files, "index.html"), "svg", "", "")) != 1 || len(find(pageOf(t, files, "domains.html"), "svg", "", "")) != 2 {
		t.Error("there is no picture of an arc")
	}
}

// crawlSmall follows the links of a small site.
func crawlSmall(t *testing.T, files []File) {
	t.Helper()
	pages := map[string][]byte{}
	for _, f := range files {
		pages[f.Path] = f.Content
	}
	for _, name := range slices.Sorted(maps.Keys(pages)) {
		if !strings.HasSuffix(name, ".html") || name == address.Missing {
			continue
		}
		for _, link := range parsePage(t, pages[name]).links {
			u, err := url.Parse(link)
			if err != nil || u.Path == "" {
				continue
			}
			if _, ok := pages[path.Join(path.Dir(name), u.Path)]; !ok {
				t.Errorf("%s: the link %q leads to nothing", name, link)
			}
		}
	}
}
