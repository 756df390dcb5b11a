package browser

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// shown is the text of the page's main part that is seen, folded parts unfolded,
// without what scripts have put there.
const shown = `(() => {
	document.querySelectorAll("main details").forEach((d) => { d.open = true; });
	const added = [...document.querySelectorAll("main button, main .tools, main .preview")];
	added.forEach((e) => { e.style.display = "none"; });
	return document.querySelector("main").innerText;
})()`

// written is the text of the main part of a page as it was made.
func written(t testing.TB, content []byte) string {
	t.Helper()
	root, err := html.Parse(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	var walk func(*html.Node, bool)
	walk = func(n *html.Node, within bool) {
		within = within || n.Data == "main"
		if n.Type == html.TextNode && within {
			b.WriteString(n.Data + " ")
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			if c.Type != html.ElementNode || c.Data != "title" { // those of pictures are told, not seen
				walk(c, within)
			}
		}
	}
	walk(root, false)
	return b.String()
}

// saysWhatIsWritten holds that all that stands in the HTML of a page is seen on
// it, and nothing else.
func (b *tab) saysWhatIsWritten(site *built, page string) {
	b.t.Helper()
	// Where a word ends depends on the layout, and some are in capitals.
	plain := func(text string) string { return strings.ToLower(strings.Join(strings.Fields(text), "")) }
	seen, made := plain(eval[string](b, shown)), plain(written(b.t, site.files[page]))
	if seen == made && len(seen) > 20 {
		return
	}
	i := 0
	for i < len(seen) && i < len(made) && seen[i] == made[i] {
		i++
	}
	part := func(text string) string { return text[min(max(0, i-30), len(text)):min(i+60, len(text))] }
	b.t.Errorf("%s does not show what it says:\nshown:   …%s…\nwritten: …%s…", page, part(seen), part(made))
}

// TestWithoutScripts holds that pages of every kind are read whole with
// JavaScript off, and that there is nothing to press that does nothing.
func TestWithoutScripts(t *testing.T) {
	t.Parallel()
	b := open(t, hostFiles(t, still(odd(t).files)), view{width: 1280, theme: "light", noScript: true})
	for _, p := range odd(t).sample() {
		b.visit(p)
		b.saysWhatIsWritten(odd(t), p)
		for _, dead := range eval[[]string](b, `[...document.querySelectorAll("button, input:not([disabled]), select, textarea, [onclick], a:not([href]), kbd")]
			.filter((e) => e.checkVisibility()).map((e) => e.outerHTML)`) {
			t.Errorf("%s has something to press that does nothing without scripts: %s", p, dead)
		}
		for _, hidden := range eval[[]string](b, `[...document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6, p, li, td, th, pre, figure)")]
			.filter((e) => !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })).map((e) => e.outerHTML.slice(0, 160))`) {
			t.Errorf("%s hides without scripts: %s", p, hidden)
		}
	}
}

// TestGettingAboutWithoutScripts follows links and folds with JavaScript off, on
// a narrow screen and in the dark.
func TestGettingAboutWithoutScripts(t *testing.T) {
	t.Parallel()
	b := open(t, host(t, odd(t)), view{width: 390, theme: "dark", noScript: true})
	b.visit("index.html")
	if !b.paper() {
		t.Error("the page is light on a dark system")
	}
	b.check("the menu is seen", `document.querySelector(".bar .menu").checkVisibility()`)
	b.follow(`.bar .menu`, "index.html#a-nav")
	b.check("the menu leads to the domains", `(() => { const r = document.getElementById("a-nav").getBoundingClientRect(); return r.top >= 0 && r.top < innerHeight; })()`)
	b.follow(`#a-nav a[href="domains/tide/first-principles.html"]`, "domains/tide/first-principles.html")
	b.focusByTab(".contents summary")
	b.press(enter)
	b.await(`document.querySelector(".contents details").open`)
	b.follow(`.contents a[href="#p3-donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft"]`,
		"domains/tide/first-principles.html#p3-donaudampfschifffahrtselektrizit%C3%A4tenhauptbetriebswerkbauunterbeamtengesellschaft")
	b.follow(`.bar a.find`, "search.html")
	b.check("the search says that it needs scripts", `document.querySelector("main").innerText.includes("needs JavaScript")`)
	b.follow(`main a[href="index-az.html"]`, "index-az.html")
	b.follow(`main a[href="domains/tide/p1.html"]`, "domains/tide/p1.html")

	// A filter of the violations leads to the rows, without a script.
	b.visit("violations.html")
	b.follow(`a[data-key="domain"][data-value="quay"]`, "violations.html#domain=quay")
	b.check("the rows are seen", `(() => { const r = document.querySelector(":target").getBoundingClientRect(); return r.bottom > 0 && r.top < innerHeight; })()`)

	// A short address leads on.
	b.visit("r/tide-p1.html")
	b.await(`location.href === ` + quoted(b.site.url("domains/tide/p1.html")))
}

// TestWithScriptsThereIsMore holds that what the tests above find missing is
// there with scripts.
func TestWithScriptsThereIsMore(t *testing.T) {
	t.Parallel()
	b := open(t, host(t, odd(t)), wide)
	b.visit("violations.html")
	for _, selector := range []string{"button.theme", ".tools input", "kbd"} {
		b.check(selector+" is there", `document.querySelector(`+quoted(selector)+`)?.checkVisibility()`)
	}
}
