package browser

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"atelier/site/serve"
)

// A fault is what axe reports of one rule.
type fault struct {
	ID    string
	Help  string
	Nodes []struct {
		HTML   string
		Target []any
		Any    []struct{ Message string }
	}
}

func (f fault) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", f.ID, f.Help)
	for i, n := range f.Nodes {
		if i == 3 {
			fmt.Fprintf(&b, "\n\tand %d more", len(f.Nodes)-i)
			break
		}
		fmt.Fprintf(&b, "\n\t%v %s", n.Target, n.HTML[:min(len(n.HTML), 160)])
		for _, why := range n.Any {
			fmt.Fprintf(&b, "\n\t\t%s", why.Message)
		}
	}
	return b.String()
}

// views are the widths and themes that pages are looked at with.
var views = []view{{width: 1280, theme: "light"}, {width: 1280, theme: "dark"}, {width: 390, theme: "dark"}, {width: 390, theme: "light"}}

// openInspected opens a tab in which every page has axe-core. It is given to the
// browser once: handing it to page after page costs as much as running it.
func openInspected(t testing.TB, site *server, v view) *tab {
	t.Helper()
	source, err := os.ReadFile(packageFile(t, "axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	b := open(t, site, v)
	b.onNewPage(string(source))
	return b
}

// axe is what all rules of axe, those called best practice too, find on the page
// as it is shown now.
func (b *tab) axe() []fault {
	b.t.Helper()
	return b.runAxe("")
}

// axeOfColours is what the rules find that look at colours. A theme changes
// nothing else.
func (b *tab) axeOfColours() []fault {
	b.t.Helper()
	return b.runAxe(`, runOnly: ["color-contrast", "link-in-text-block"]`)
}

func (b *tab) runAxe(options string) []fault {
	b.t.Helper()
	return eval[[]fault](b, `axe.run(document, { resultTypes: ["violations"], preload: false`+options+` }).then((r) => r.violations)`)
}

// inspect looks at the page in some views, and holds that it never scrolls
// sideways. What is found in one view by other rules than those of colours is not
// looked for again in the other theme.
func (b *tab) inspect(what string, in ...view) {
	b.t.Helper()
	seen := map[int64]bool{}
	for _, v := range in {
		b.look(v)
		find := b.axe
		if seen[v.width] {
			find = b.axeOfColours
		}
		seen[v.width] = true
		for _, f := range find() {
			b.t.Errorf("%s (%s): %s", what, v, f)
		}
		b.notSideways(what)
	}
}

// TestAxe holds that axe finds nothing on any kind of page, at both widths and in
// both themes: on every kind of the small corpus, and on a document of this
// repository's. Scripts take nothing away from what the page says.
func TestAxe(t *testing.T) {
	t.Parallel()
	type place struct {
		site *built
		page string
	}
	var places []place
	for _, p := range odd(t).sample() {
		places = append(places, place{odd(t), p})
	}
	derived := own(t).kinds["derived"]
	places = append(places, place{own(t), derived[len(derived)/2]})
	if everyPage {
		places = nil
		for _, b := range []*built{odd(t), own(t)} {
			for _, p := range b.pages {
				places = append(places, place{b, p})
			}
		}
	}
	b := openInspected(t, nil, wide)
	servers := map[*built]*server{odd(t): hostFiles(t, still(odd(t).files)), own(t): hostFiles(t, still(own(t).files))}
	for _, p := range places {
		b.site = servers[p.site]
		b.look(wide)
		b.visit(p.page)
		b.inspect(p.page, views...)
		if p.page != "search.html" {
			b.saysWhatIsWritten(p.site, p.page)
		}
	}
}

// TestAxeFinds holds that a fault would be found, in its own view only.
func TestAxeFinds(t *testing.T) {
	t.Parallel()
	b := openInspected(t, hostFiles(t, map[string][]byte{
		"x.html": []byte(`<!doctype html><html lang="en"><title>x</title><link rel="icon" href="x.svg"><link rel="stylesheet" href="x.css"><main><h1>x</h1><p>Too weak in the dark.</p></main></html>`),
		"x.svg":  []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`),
		"x.css":  []byte(`p { color: #444 } html { background: #fff } @media (prefers-color-scheme: dark) { html { background: #000 } } @media (max-width: 400px) { h1 { width: 400px } }`),
	}), wide)
	b.visit("x.html")
	for _, v := range views {
		b.look(v)
		found := slices.ContainsFunc(b.axe(), func(f fault) bool { return f.ID == "color-contrast" })
		if dark := v.theme == "dark"; found != dark {
			t.Errorf("%s: weak contrast found: %v", v, found)
		}
		if got, want := b.sideways() != "", v.width == 390; got != want {
			t.Errorf("%s: sideways scroll found: %v", v, got)
		}
	}
}

// TestAxeOfStates looks at what scripts put on a page.
func TestAxeOfStates(t *testing.T) {
	t.Parallel()
	b := openInspected(t, host(t, odd(t)), wide)
	b.visit("domains/quay/first-principles.html")
	b.press("/")
	b.await(`document.activeElement.id === "a-search-input"`)
	b.press("datum")
	b.await(`document.querySelectorAll("#a-search-list [role=option]").length > 2`)
	b.press(down)
	b.await(`document.querySelector("[role=option][aria-selected=true]")`)
	b.inspect("open search", views[0], views[2])

	b.close()
	b.press("?")
	b.await(`document.querySelector("dialog.keys[open]")`)
	b.inspect("list of keys", views[0], views[2])

	b.visit("search.html?q=nosuchwordatall")
	b.await(`/Nothing found/.test(document.querySelector("[role=status]").textContent)`)
	b.inspect("nothing found", views[0], views[2])

	b.visit("domains/quay/first-principles.html")
	b.focusByTab(`article a.ref`)
	b.await(`document.querySelector("#a-preview:not([hidden])")`)
	b.inspect("preview", views[0], views[2])

	b.visit("violations.html#text=gauge")
	b.await(`/of/.test(document.querySelector(".tools [role=status]").textContent)`)
	b.inspect("filtered violations", views[0], views[2])
}

// TestAxeOfPreview looks at the page that serve shows where the corpus cannot be
// loaded.
func TestAxeOfPreview(t *testing.T) {
	t.Parallel()
	server := hostPreview(t)
	b := openInspected(t, server, wide)
	b.expected = true // that the page itself comes with the status of an error
	b.visit("index.html")
	b.await(`document.querySelector("h1").textContent === "The corpus cannot be loaded"`)
	b.inspect("error page", views...)
}

type brokenSource struct{}

func (brokenSource) Load(context.Context) (serve.Site, error) {
	return nil, errors.New("domains/tide/gauges.md:1:1: a name that_is_longer_than_the_screen_is_wide_and_has_no_space_in_it_anywhere_at_all")
}
func (brokenSource) Check(_ context.Context, s serve.Site) (serve.Site, error) { return s, nil }

func hostPreview(t *testing.T) *server {
	server, _ := hostSource(t, brokenSource{})
	return server
}

// hostSource previews a source, and gives what tells of its changes.
func hostSource(t *testing.T, source serve.Source) (*server, chan<- struct{}) {
	preview := serve.New(source)
	changes := make(chan struct{}, 1)
	changes <- struct{}{} // the corpus is there
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { preview.Run(ctx, changes); close(ended) }()
	s := httptest.NewServer(preview)
	t.Cleanup(func() {
		stop()
		<-ended
		s.CloseClientConnections() // the stream of events stays open
		s.Close()
	})
	return &server{root: s.URL + "/"}, changes
}
