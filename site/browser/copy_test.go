package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// copied presses a copy button, given as JavaScript, and gives what is then
// pasted into a field.
func (b *tab) copied(button string) string {
	b.t.Helper()
	eval[bool](b, `(() => {
		const button = `+button+`;
		button.scrollIntoView({ block: "center" });
		button.focus();
		return true;
	})()`)
	b.check("the button can be seen when it has the focus", `getComputedStyle(document.activeElement).opacity === "1"`)
	b.press(enter)
	b.await(`document.activeElement.matches("button.copy") && document.activeElement.textContent === "Copied"`)
	eval[bool](b, `(() => {
		const area = document.createElement("textarea");
		area.id = "pasted";
		document.getElementById("pasted")?.remove();
		document.querySelector("main").append(area);
		area.focus();
		return true;
	})()`)
	call(b, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeKeyDown, Key: "v", Code: "KeyV", Modifiers: int64(chromedp.ModifierCtrl), Commands: []string{"paste"}})
	b.await(`document.getElementById("pasted").value`)
	return eval[string](b, `document.getElementById("pasted").value`)
}

// buttonOf is the copy button of the code block that has a text.
func buttonOf(text string) string {
	return `[...document.querySelectorAll(".code pre")].find((e) => e.textContent.includes(` + quoted(text) + `)).parentElement.querySelector("button.copy")`
}

// TestCopy holds that a session is copied as its commands, without prompts and
// output, and other code as it stands; by the clipboard and, where a page has no
// right to it, in the old way.
func TestCopy(t *testing.T) {
	t.Parallel()
	b := open(t, host(t, odd(t)), narrow)
	for _, setting := range []browser.PermissionSetting{browser.PermissionSettingGranted, browser.PermissionSettingDenied} {
		for _, name := range []string{"clipboard-read", "clipboard-write"} {
			if _, err := chromedp.CallBrowser(b.ctx, browser.SetPermission, browser.SetPermissionParams{
				Permission: &browser.PermissionDescriptor{Name: name}, Setting: setting, Origin: strings.TrimSuffix(b.site.root, base),
			}); err != nil {
				t.Fatal(err)
			}
		}
		b.visit("domains/tide/gauges.html")
		for text, want := range map[string]string{
			"above LAT":    "gauge --read harbour\ngauge --read harbour --with-an-option-that-makes-the-line-longer-than-any-screen-is-wide --and=another_one_that_goes_on_and_on_and_on",
			"print(heigh":  "for height in [4.31]:\n    print(height)",
			"func height":  "// A long line of code stays one line: it scrolls in a box of its own, and the page does not scroll with it, at whatever width.\nfunc height(raw, datum float64) float64 { return raw - datum }",
			"broken: fals": `gauge: {name: "harbour", heights: [4.1, 4.2], broken: false}`,
		} {
			if got := b.copied(buttonOf(text)); got != want {
				t.Errorf("clipboard %s: copied\n%s\nwant\n%s", setting, got, want)
			}
		}
		b.visit("review/checklists.html")
		if got, want := b.copied(`document.querySelector("[data-copy] button")`), eval[string](b, `document.getElementById("a-markdown").textContent`); got != want || !strings.Contains(got, "- [ ] ") {
			t.Errorf("clipboard %s: copied\n%s\nof the checklist\n%s", setting, got, want)
		}
	}
}
