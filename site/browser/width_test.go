package browser

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// sideways names what makes the page scroll sideways with everything unfolded, ""
// where it does not.
func (b *tab) sideways() string {
	b.t.Helper()
	return eval[string](b, `(() => {
		const folded = [...document.querySelectorAll("details:not([open])")];
		folded.forEach((d) => { d.open = true; });
		const fold = () => folded.forEach((d) => { d.open = false; });
		const root = document.documentElement, wide = root.clientWidth;
		if (root.scrollWidth <= wide && document.body.scrollWidth <= wide) return fold(), "";
		const held = (e) => {
			for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {
				if (getComputedStyle(p).overflowX !== "visible") return true;
			}
			return false;
		};
		const out = [...document.body.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > wide + 0.5 && !held(e));
		fold();
		return root.scrollWidth + " px on " + wide + ": " + out.slice(-3).map((e) => e.outerHTML.slice(0, 120)).join(" | ");
	})()`)
}

// notSideways holds that the page does not scroll sideways.
func (b *tab) notSideways(what string) {
	b.t.Helper()
	if s := b.sideways(); s != "" {
		b.t.Errorf("%s scrolls sideways: %s", what, s)
	}
}

// TestFits holds that no page scrolls sideways, and that nothing is wider than a
// sheet of A4 between its margins: a browser that prints makes everything smaller
// where one line is, and cuts what scrolls. It looks at pages of this repository's
// corpus, and of the odd one with words longer than any screen; TestAxe looks at
// those without.
func TestFits(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		*built
		views []view
	}{
		"own":        {own(t), []view{narrow, {width: 320, theme: "light"}}},
		"long words": {ready(t, longOnce), []view{wide, narrow}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := open(t, hostFiles(t, still(c.files)), wide)
			pages := c.sample()
			if everyPage {
				pages = c.pages
			}
			for _, p := range pages {
				if len(c.files[p]) > 40<<10 && !everyPage {
					continue // it costs more than the others together
				}
				b.look(c.views[0])
				b.visit(p)
				for _, v := range c.views {
					b.look(v)
					b.notSideways(fmt.Sprintf("%s at %d px", p, v.width))
				}
				b.fitsPaper(p)
			}
		})
	}
}

// fitsPaper holds that a sheet of A4 is as wide as the page.
func (b *tab) fitsPaper(what string) {
	b.t.Helper()
	b.look(view{width: 718, theme: "light"})
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	if wide := eval[string](b, `document.querySelectorAll("details").forEach((d) => { d.open = true; }), [...document.body.querySelectorAll("*")].filter((e) => {
		const box = e.getBoundingClientRect();
		return box.width && (box.right > innerWidth + 1 || e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX !== "visible");
	}).slice(-3).map((e) => Math.round(e.getBoundingClientRect().right) + " px: " + e.outerHTML.slice(0, 120)).join(" | ")`); wide != "" {
		b.t.Errorf("%s is wider than the paper: %s", what, wide)
	}
}

// TestBoxesScroll holds that what is wider than a narrow screen scrolls in a box
// of its own, by keyboard too.
func TestBoxesScroll(t *testing.T) {
	t.Parallel()
	b := open(t, host(t, odd(t)), narrow)
	b.visit("domains/tide/gauges.html")
	for _, box := range []string{"article .table", "article pre"} {
		b.check(box+" is wider than its box", `document.querySelector(`+quoted(box)+`).scrollWidth > 390`)
		b.focusByTab(box)
		// A key that comes before the box is drawn scrolls nothing.
		b.awaitDoing(`document.activeElement.scrollLeft > 0`, func() { b.press(right) })
	}
}

// TestLongWords holds that one long word does not push the columns of a table that
// all share out of the window.
func TestLongWords(t *testing.T) {
	t.Parallel()
	b := open(t, hostFiles(t, still(ready(t, longOnce).files)), wide)
	for _, p := range []string{"violations.html", "matrix/principles-matrix.html"} {
		b.visit(p)
		b.check("the columns of "+p+" are in the window", `[...document.querySelectorAll("article thead th")].every((e) => e.getBoundingClientRect().right <= innerWidth)`)
	}
}
