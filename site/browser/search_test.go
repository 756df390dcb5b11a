package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// Parts of the search's box, as JavaScript.
const (
	field   = `document.getElementById("a-search-input")`
	chosen  = `document.querySelector("#a-search-list [role=option][aria-selected=true]")`
	options = `document.querySelectorAll("#a-search-list [role=option]")`
	dialog  = `document.querySelector("dialog.search[open]")`
)

// TestSearchByKeyboard opens the search, chooses and goes by keys alone.
func TestSearchByKeyboard(t *testing.T) {
	t.Parallel()
	b := open(t, host(t, odd(t)), wide)
	b.visit("domains/tide/gauges.html")
	b.focusByTab("article a.ref")

	for name, opens := range map[string]func(){
		"/":      func() { b.press("/") },
		"Ctrl-K": func() { b.press("k", chromedp.ModifierCtrl) },
	} {
		opens()
		b.await(dialog + ` && document.activeElement === ` + field)
		b.check(name+" is not written into the box", field+`.value === ""`)
		b.close()
		b.check("the focus is back after "+name, `document.activeElement === document.querySelector("article a.ref")`)
	}

	b.press("/")
	b.await(dialog)
	b.press("height")
	b.await(options + `.length > 2`)
	b.check("nothing is chosen yet", `!`+chosen)
	b.press(down)
	b.await(chosen + ` === ` + options + `[0]`)
	b.press(down)
	b.await(chosen + ` === ` + options + `[1]`)
	b.check("the box tells which", field+`.getAttribute("aria-activedescendant") === `+chosen+`.id && `+chosen+`.id !== ""`)
	b.check("the choice is seen", `(() => { const c = `+chosen+`.getBoundingClientRect(); return c.top >= 0 && c.bottom <= innerHeight; })()`)
	b.press(up)
	b.press(up)
	b.await(chosen + ` === [...` + options + `].at(-1)`) // around the end
	b.press(down)
	b.await(chosen + ` === ` + options + `[0]`)
	b.check("the keys stay in the box", `document.activeElement === `+field)
	b.check("the box says that it has a list", field+`.getAttribute("aria-expanded") === "true"`)

	to := eval[string](b, chosen+`.href`)
	if strings.HasPrefix(to, eval[string](b, "location.href")) {
		t.Fatalf("the first result is the page itself: %s", to)
	}
	b.press(enter)
	b.await(`location.href === ` + quoted(to) + ` && document.readyState === "complete"`)
	b.check("the dialog stayed behind", `!`+dialog)

	// The tab key stays in the dialog.
	b.press("/")
	b.await(dialog)
	for range 8 {
		b.press(tabKey)
		b.check("the focus stays in the dialog", `document.activeElement === document.body || `+dialog+`.contains(document.activeElement)`)
	}
}

// TestSearchFinds asks the search of this repository's own site.
func TestSearchFinds(t *testing.T) {
	t.Parallel()
	b := open(t, host(t, own(t)), narrow)
	b.visit("domains/messaging/p4.html")
	for _, c := range []struct{ query, want string }{
		{"messaging P4", "domains/messaging/p4.html"},
		{"C5", "domains/core/c5.html"},
		{"D-007", "#d-007"},
	} {
		b.press("k", chromedp.ModifierCtrl)
		b.await(dialog)
		b.press("a", chromedp.ModifierCtrl) // the last query is there to be written over
		b.press(c.query)
		b.await(options + `.length && ` + options + `[0].href.endsWith(` + quoted(c.want) + `)`)
		b.notSideways("the results of " + c.query)
		b.close()
	}
	b.press("/")
	b.await(dialog)
	b.press("a", chromedp.ModifierCtrl)
	b.press("zzzunheardof")
	b.await(`/Nothing found for/.test(document.querySelector("dialog [role=status]").textContent)`)
	b.check("there is no list", `document.getElementById("a-search-list").hidden && `+field+`.getAttribute("aria-expanded") === "false"`)
}

// TestSearchGrows holds that starts of two letters find something, and that more
// results than are shown at first can be had.
func TestSearchGrows(t *testing.T) {
	t.Parallel()
	b := open(t, host(t, own(t)), wide)
	b.visit("domains/messaging/p4.html")
	status := `document.querySelector("dialog [role=status]").textContent`
	b.press("/")
	b.await(dialog)
	b.press("ж")
	b.await(status + ` === "Type a second letter."`)
	b.press("a", chromedp.ModifierCtrl)
	b.press("qu")
	b.await(options + `.length > 3 && /^The first 40 of/.test(` + status + `)`)
	b.press("a", chromedp.ModifierCtrl)
	b.press("retry")
	b.await(options + `.length && ` + options + `[0].href.endsWith("domains/errors/retries.html")`)
	b.await(`/^The first 40 of/.test(` + status + `) && ` + options + `.length === 40`)
	b.check("inflections are marked", options+`[0].querySelector("mark").textContent === "Retries"`)
	b.awaitDoing(`document.activeElement.matches(".search-more")`, func() { b.press(tabKey) })
	b.press(enter)
	b.await(`/^The first 80 of/.test(` + status + `) && ` + chosen + ` === ` + options + `[40]`)
	b.check("the keys are in the box again", `document.activeElement === `+field)
	b.press("a", chromedp.ModifierCtrl)
	b.press("vendoring")
	b.await(`/^\d+ results?$/.test(` + status + `)`)
	b.check("there is no more", `document.querySelector(".search-more").hidden`)
}

// TestSearchPage holds that the page of the search starts by itself, and keeps
// its query in the address.
func TestSearchPage(t *testing.T) {
	t.Parallel()
	b := open(t, host(t, odd(t)), wide)
	b.visit("search.html?q=" + "datum")
	b.await(`document.activeElement === ` + field + ` && ` + options + `.length > 0`)
	b.check("the query is in the box", field+`.value === "datum"`)
	b.press(" height")
	b.await(`new URLSearchParams(location.search).get("q") === "datum height"`)
	b.await(`document.querySelector("#a-search-list mark")`)
	b.press(escape)
	b.await(field + `.value === "" && location.search === ""`)
	b.await(options + `.length === 0`)
	b.press("潮位の")
	b.await(options + `.length > 0`)
	b.press(enter)
	b.await(`/tide.gauges/.test(location.href)`)
}

// TestSingleKeys holds that keys without Ctrl work outside of fields only, and
// can be switched off for good.
func TestSingleKeys(t *testing.T) {
	t.Parallel()
	b := open(t, host(t, odd(t)), wide)
	b.visit("violations.html")
	b.press("?")
	b.await(`document.querySelector("dialog.keys[open]")`)
	b.close()

	b.focusByTab(".tools input")
	b.press("?/")
	b.await(`document.querySelector(".tools input").value === "?/"`)
	b.check("a key in a field is only text", `!document.querySelector("dialog[open]")`)

	b.visit("violations.html")
	b.press("?")
	b.await(`document.querySelector("dialog.keys[open]")`)
	b.press(tabKey)
	for range 4 {
		if eval[bool](b, `document.activeElement.id === "a-single-keys"`) {
			break
		}
		b.press(tabKey)
	}
	b.press(" ")
	b.await(`!document.getElementById("a-single-keys").checked`)
	b.close()
	for _, where := range []string{"here", "on the next page"} {
		b.press("/?")
		b.check("single keys are off "+where, `!document.querySelector("dialog[open]")`)
		b.press("k", chromedp.ModifierCtrl)
		b.await(dialog)
		b.close()
		b.visit("index.html")
	}
}
