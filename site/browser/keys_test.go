package browser

import (
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Keys that are no letters.
const (
	tabKey = kb.Tab
	enter  = kb.Enter
	escape = kb.Escape
	down   = kb.ArrowDown
	up     = kb.ArrowUp
	right  = kb.ArrowRight
)

// press sends keys, one by one. A key is one event that a page can take for
// itself, as with a keyboard, and not a key and a character.
func (b *tab) press(keys string, modifiers ...chromedp.Modifier) {
	b.t.Helper()
	for _, r := range keys {
		var down input.DispatchKeyEventParams
		for _, k := range kb.Encode(r) {
			for _, m := range modifiers {
				k.Modifiers |= int64(m)
			}
			switch k.Type {
			case kb.KeyDown:
				down = *k
				continue
			case kb.KeyChar:
				if len(modifiers) == 0 {
					down.Text, down.UnmodifiedText = k.Text, k.UnmodifiedText
				}
				continue
			}
			down.Type = input.DispatchKeyEventTypeRawKeyDown
			if down.Text != "" {
				down.Type = input.DispatchKeyEventTypeKeyDown
			}
			call(b, input.DispatchKeyEvent, down)
			call(b, input.DispatchKeyEvent, *k)
		}
	}
}

// close closes the open dialog, and waits until the focus has left it.
func (b *tab) close() {
	b.t.Helper()
	b.press(escape)
	b.await(`!document.querySelector("dialog[open]") && !document.activeElement.closest("dialog")`)
}

// focusByTab moves the focus with the tab key to the first element that a
// selector fits, from the element before it in the page that can have the focus.
func (b *tab) focusByTab(selector string) {
	b.t.Helper()
	ok := eval[bool](b, `(() => {
		const to = document.querySelector(`+quoted(selector)+`);
		if (!to) return false;
		to.scrollIntoView({ block: "center" });
		const all = [...document.querySelectorAll("a[href], button, input, summary, [tabindex]")]
			.filter((e) => e.tabIndex >= 0 && !e.disabled && e.checkVisibility());
		const before = all[all.indexOf(to) - 1];
		if (before) before.focus({ preventScroll: true });
		return document.activeElement === before;
	})()`)
	if !ok {
		b.t.Fatalf("nothing to tab from to %s", selector)
	}
	b.press(tabKey)
	b.await(`document.activeElement === document.querySelector(` + quoted(selector) + `)`)
}
