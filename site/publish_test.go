package site

import (
	"encoding/json"
	"encoding/xml"
	"strings"
	"testing"
	"time"

	"atelier/internal/config"
	"atelier/internal/corpus"
)

func TestTwinsAndModel(t *testing.T) {
	files := build(t, archive(large))
	if got := contentOf(t, files, "domains/other/first-principles.md"); !strings.HasPrefix(got, "# Other — First Principles\n") {
		t.Errorf("the twin starts with %.40q", got)
	}
	p1 := contentOf(t, files, "domains/other/p1.md")
	if !strings.HasPrefix(p1, "# other P1. Waits are Bounded\n\nEvery wait ends") || !strings.Contains(p1, "Derives from: C1 Correctness.") {
		t.Errorf("the twin of a principle is %q", p1)
	}
	if link := only(t, pageOf(t, files, "domains/other/p1.html"), "link", "rel", "alternate"); attribute(link, "href") != "p1.md" {
		t.Error("the page does not name its twin")
	}
	if llms := contentOf(t, files, "llms.txt"); !strings.Contains(llms, "- [Other — First Principles](domains/other/first-principles.md): Rules of the other domain.\n") {
		t.Errorf("llms.txt is %s", llms)
	}
	if full := contentOf(t, files, "llms-full.txt"); strings.Contains(full, "aliases:") || !strings.Contains(full, "# Waits — Derived Rules") {
		t.Error("llms-full.txt has front matter or lacks a document")
	}
	var model struct {
		Documents []any
		URLs      struct{ Principles, IDs map[string]string }
	}
	if err := json.Unmarshal([]byte(contentOf(t, files, "atelier.json")), &model); err != nil {
		t.Fatal(err)
	}
	if len(model.Documents) == 0 || model.URLs.Principles["other P1"] != "domains/other/p1.html" || model.URLs.IDs["D-001"] != "decisions.html#d-001" {
		t.Errorf("the model has the addresses %v", model.URLs)
	}
}

func TestRedirects(t *testing.T) {
	files := build(t, archive(large))
	for name, want := range map[string]string{
		"r/other-p1.html": "../domains/other/p1.html", "r/c1.html": "../domains/core/c1.html", "r/d-001.html": "../decisions.html#d-001",
		"r/other-endless-wait.html": "../anti-patterns.html#other-endless-wait",
		"old/other.html":            "../domains/other/first-principles.html", "older.html": "domains/other/first-principles.html",
	} {
		page := pageOf(t, files, name)
		if len(find(page, "a", "href", want)) != 1 || len(find(page, "meta", "content", "0; url="+want)) != 1 {
			t.Errorf("%s does not lead to %s", name, want)
		}
		if len(find(page, "meta", "content", "noindex")) != 1 || len(find(page, "script", "", "")) != 0 {
			t.Errorf("%s may be indexed, or has a script", name)
		}
	}
}

func TestPublishing(t *testing.T) {
	at := time.Date(2026, 3, 4, 23, 0, 0, 0, time.FixedZone("", -3600*3))
	options := Options{
		URL: "https://example.org/p/", Repository: "https://example.org/o/r", Folder: "docs/",
		Changes: map[string]Change{"domains/other/waits.md": {at, "abc"}, "domains/other/first-principles.md": {at.Add(-time.Hour), "def"}},
	}
	files := buildWith(t, archive(large), options)
	waits := pageOf(t, files, "domains/other/waits.html")
	for _, want := range []string{"https://example.org/o/r/blob/HEAD/docs/domains/other/waits.md", "https://example.org/o/r/edit/HEAD/docs/domains/other/waits.md", "https://example.org/o/r/commit/abc"} {
		if len(find(waits, "a", "href", want)) != 1 {
			t.Errorf("no link to %s", want)
		}
	}
	if date := only(t, waits, "time", "", ""); attribute(date, "datetime") != "2026-03-05" {
		t.Errorf("the date is %q", attribute(date, "datetime"))
	}
	if link := only(t, waits, "link", "rel", "canonical"); attribute(link, "href") != "https://example.org/p/domains/other/waits.html" {
		t.Errorf("the canonical address is %q", attribute(link, "href"))
	}
	var sitemap struct {
		URL []struct {
			Loc     string `xml:"loc"`
			LastMod string `xml:"lastmod"`
		} `xml:"url"`
	}
	if err := xml.Unmarshal([]byte(contentOf(t, files, "sitemap.xml")), &sitemap); err != nil {
		t.Fatal(err)
	}
	listed := map[string]string{}
	for _, u := range sitemap.URL {
		listed[u.Loc] = u.LastMod
	}
	if listed["https://example.org/p/domains/other/waits.html"] != "2026-03-05" || len(listed) < 20 {
		t.Errorf("the site map is %v", listed)
	}
	for address := range listed {
		if strings.Contains(address, "/r/") || strings.Contains(address, "404") {
			t.Errorf("the site map lists %s", address)
		}
	}
	var feed struct {
		Updated string `xml:"updated"`
		Entry   []struct {
			Title string `xml:"title"`
		} `xml:"entry"`
	}
	if err := xml.Unmarshal([]byte(contentOf(t, files, "feed.xml")), &feed); err != nil {
		t.Fatal(err)
	}
	if feed.Updated != "2026-03-05T02:00:00Z" || len(feed.Entry) != 2 || feed.Entry[0].Title != "Waits — Derived Rules" {
		t.Errorf("the feed is %v", feed)
	}
}

func TestNoAddressNoDates(t *testing.T) {
	files := build(t, archive(large))
	for _, name := range []string{"sitemap.xml", "feed.xml"} {
		if has(files, name) {
			t.Errorf("%s without an address", name)
		}
	}
	waits := pageOf(t, files, "domains/other/waits.html")
	if len(find(waits, "link", "rel", "canonical"))+len(find(waits, "time", "", ""))+len(find(waits, "p", "class", "origin")) != 0 {
		t.Error("the page has an address, a date or a source")
	}
	if has(buildWith(t, archive(large), Options{URL: "https://example.org/"}), "feed.xml") {
		t.Error("a feed without dates")
	}
}

func TestPreviewData(t *testing.T) {
	files := build(t, archive(large))
	data := contentOf(t, files, "assets/preview/domains/other/data.js")
	text, ok := strings.CutPrefix(strings.TrimSuffix(data, ");\n"), "atelierPreviews(")
	var previews map[string]preview
	if err := json.Unmarshal([]byte(text), &previews); !ok || err != nil {
		t.Fatal(err)
	}
	p1 := previews["domains/other/p1.html"]
	if p1.Title != "P1. Waits are Bounded" || !strings.HasPrefix(p1.Text, "Every wait ends") || p1.Kind != "Other · from C1 Correctness" {
		t.Errorf("the preview of P1 is %v", p1)
	}
	if section := previews["domains/other/waits.html#which-timer-p1-d-001"]; !strings.HasPrefix(section.Text, "A choice of three timers.") {
		t.Errorf("the preview of a section is %v in %v", section, previews)
	}
}

// TestMissingPage holds that what a host shows at any depth leads back from there.
func TestMissingPage(t *testing.T) {
	c, err := corpus.Load(t.Context(), archive(large), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	for address, root := range map[string]string{
		"": "/", "https://example.org": "/", "https://example.org/a%20b/c/": "/a%20b/c/",
	} {
		site, err := Prepare(c, archive(large), Options{URL: address})
		if err != nil {
			t.Fatal(err)
		}
		content, _, err := site.Render("404.html")
		if err != nil {
			t.Fatal(err)
		}
		page := parsePage(t, content).root
		for _, at := range []struct{ tag, attribute, value string }{
			{"link", "href", "assets/style.css"}, {"script", "src", "assets/search.js"}, {"a", "href", "index.html"}, {"a", "href", "search.html"},
			{"a", "href", "domains/other/first-principles.html"},
		} {
			if len(find(page, at.tag, at.attribute, root+at.value)) == 0 {
				t.Errorf("at %q the page has no %s to %s", address, at.tag, root+at.value)
			}
		}
		if len(find(page, "link", "rel", "canonical")) != 0 {
			t.Errorf("at %q the page has an address of its own", address)
		}
		// A preview stands at the root, whatever the address.
		if shown, err := site.Missing(); err != nil || len(find(parsePage(t, shown).root, "link", "href", "/assets/style.css")) != 1 {
			t.Errorf("at %q the preview's page is not at the root: %v", address, err)
		}
	}
}
