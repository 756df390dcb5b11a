package browser

import (
	"strings"
	"testing"
)

// readable is the text of the page's main part that is seen, folded parts
// unfolded, without what scripts have put there.
const readable = `(() => {
	document.querySelectorAll("main details").forEach((d) => { d.open = true; });
	const added = [...document.querySelectorAll("main button, main .tools")];
	added.forEach((e) => { e.hidden = true; e.style.display = "none"; });
	return document.querySelector("main").innerText.replace(/\s+/g, " ").trim();
})()`

// TestWithoutScripts holds that pages of every kind say the same with JavaScript
// off, that one can get about, and that there is nothing to press that does
// nothing.
func TestWithoutScripts(t *testing.T) {
	t.Parallel()
	site := hostFiles(t, still(odd(t).files))
	with, without := open(t, site, wide), open(t, site, view{width: 1280, theme: "light", noScript: true})
	for _, p := range odd(t).sample(1) {
		without.visit(p)
		text := eval[string](without, readable)
		if len(text) < 20 {
			t.Errorf("%s says only %q", p, text)
		}
		if p != "search.html" {
			with.visit(p)
			if on := eval[string](with, readable); on != text {
				t.Errorf("%s says something else without scripts:\n%s", p, firstDifference(on, text))
			}
		}
		for _, dead := range eval[[]string](without, `[...document.querySelectorAll("button, input:not([disabled]), select, textarea, [onclick], a:not([href])")]
			.filter((e) => e.checkVisibility()).map((e) => e.outerHTML)`) {
			t.Errorf("%s has a control that does nothing without scripts: %s", p, dead)
		}
		for _, hidden := range eval[[]string](without, `[...document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6, p, li, td, th, pre, figure)")]
			.filter((e) => !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })).map((e) => e.outerHTML.slice(0, 160))`) {
			t.Errorf("%s hides without scripts: %s", p, hidden)
		}
	}
	without.check("a key that does nothing is not told of", `![...document.querySelectorAll("kbd")].some((e) => e.checkVisibility())`)
}

// firstDifference shows where two texts part.
func firstDifference(a, b string) string {
	x, y := strings.Fields(a), strings.Fields(b)
	i := 0
	for i < len(x) && i < len(y) && x[i] == y[i] {
		i++
	}
	part := func(words []string) string {
		return strings.Join(words[min(max(0, i-5), len(words)):min(i+12, len(words))], " ")
	}
	return "with:    … " + part(x) + "\nwithout: … " + part(y)
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
