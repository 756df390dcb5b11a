package browser

import (
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

const preview = `document.querySelector("#a-preview:not([hidden])")`

// point moves the mouse to the middle of the first element that a selector fits.
func (b *tab) point(selector string) {
	b.t.Helper()
	at := eval[struct{ X, Y float64 }](b, `(() => {
		const e = document.querySelector(`+quoted(selector)+`);
		e.scrollIntoView({ block: "center" });
		const r = e.getClientRects()[0];
		return { X: r.left + r.width / 2, Y: r.top + r.height / 2 };
	})()`)
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at.X, at.Y))
}

// TestPreviewOnHover holds that a preview comes when a reference is pointed at,
// stays while it is pointed at itself, and goes.
func TestPreviewOnHover(t *testing.T) {
	t.Parallel()
	b := open(t, host(t, odd(t)), wide)
	b.visit("domains/quay/first-principles.html")
	const link = `article a.ref[href="../tide/p1.html"]`
	b.point(link)
	b.await(preview + `?.textContent.includes("Heights are Measured from One Datum")`)
	b.check("it quotes the rule", preview+`.textContent.includes("A height without its datum is a number.")`)
	b.check("it names the core", preview+`.textContent.includes("C1 Correctness")`)
	b.check("it describes the link", `document.querySelector(`+quoted(link)+`).getAttribute("aria-describedby") === "a-preview"`)
	b.check("it lies on the page", `(() => { const r = `+preview+`.getBoundingClientRect(); return r.left >= 0 && r.right <= innerWidth && r.top >= 0 && r.bottom <= innerHeight; })()`)
	b.check("the title does not show too", `!document.querySelector(`+quoted(link)+`).title`)
	b.point("#a-preview .text")
	// The preview would be gone after 180 ms if pointing at it did not keep it.
	eval[bool](b, `new Promise((r) => setTimeout(() => r(true), 400))`)
	b.check("it stays while it is pointed at", preview)
	b.point("h1")
	b.await(`!` + preview)
	b.check("the link is as it was", `!document.querySelector(`+quoted(link)+`).hasAttribute("aria-describedby")`)

	b.point(link)
	b.await(preview)
	b.press(escape)
	b.await(`!` + preview)
}

// TestPreviewOnFocus holds that a preview comes with the keyboard's focus, on a
// narrow screen too.
func TestPreviewOnFocus(t *testing.T) {
	t.Parallel()
	b := open(t, host(t, odd(t)), narrow)
	b.visit("domains/quay/first-principles.html")
	const link = `article a.ref[href="../tide/gauges.html"]`
	b.focusByTab(link)
	b.await(preview + `?.textContent.includes("Gauges — Derived Rules")`)
	b.check("it describes the link", `document.activeElement.getAttribute("aria-describedby") === "a-preview"`)
	b.notSideways("the page with a preview")
	b.press(escape)
	b.await(`!` + preview)
	b.check("the focus stays", `document.activeElement === document.querySelector(`+quoted(link)+`)`)
	b.press(tabKey)
	b.focusByTab(link)
	b.await(preview)
	b.press(tabKey)
	b.await(`!` + preview + ` || ` + preview + ` && document.activeElement.getAttribute("aria-describedby") === "a-preview"`)
}
