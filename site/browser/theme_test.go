package browser

import (
	"bytes"
	"image/png"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
)

// The colours of the paper.
const (
	lightPaper = "rgb(251, 250, 246)"
	darkPaper  = "rgb(22, 26, 25)"
)

// frames notes the colour of the paper in every frame of a page from its start.
const frames = `(() => {
	const seen = window.atelierTestFrames = [];
	const note = () => {
		seen.push(document.body ? getComputedStyle(document.body).backgroundColor : "no body");
		if (seen.length < 300) requestAnimationFrame(note);
	};
	requestAnimationFrame(note);
})()`

// paper is the colour of the paper as it is drawn, taken from a picture.
func (b *tab) paper() (dark bool) {
	b.t.Helper()
	shot := call(b, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	picture, err := png.Decode(bytes.NewReader(shot.Data))
	if err != nil {
		b.t.Fatal(err)
	}
	r, g, bl, _ := picture.At(picture.Bounds().Max.X-30, picture.Bounds().Max.Y-5).RGBA()
	return r+g+bl < 3*0x8000
}

// TestThemeWithoutFlash loads pages whose stylesheet is slow, with a theme that
// the system asks for and one that the reader has chosen against it: nothing is
// drawn in the other theme before.
func TestThemeWithoutFlash(t *testing.T) {
	t.Parallel()
	// Once slow, the stylesheet is asked for, and comes when it is released.
	var slow atomic.Bool
	asked, release := make(chan bool, 1), make(chan bool)
	site := host(t, odd(t))
	site.before = func(name string) {
		if name == "assets/style.css" && slow.Load() {
			asked <- true
			<-release
		}
	}
	b := open(t, site, wide)
	b.onNewPage(frames)
	for _, c := range []struct {
		name, system, chosen string
		dark                 bool
	}{
		{"the system is dark", "dark", "Auto", true},
		{"the system is light", "light", "Auto", false},
		{"dark is chosen on a light system", "light", "Dark", true},
		{"light is chosen on a dark system", "dark", "Light", false},
	} {
		slow.Store(false)
		b.look(view{width: 1280, theme: c.system})
		b.visit("index.html")
		b.choose(c.chosen)

		slow.Store(true)
		call(b, page.Navigate, page.NavigateParams{URL: site.url("domains/tide/gauges.html")})
		select {
		case <-asked:
		case <-time.After(patience):
			t.Fatal("the page asks for no stylesheet")
		}
		b.await(`location.pathname.endsWith("gauges.html") && document.querySelector(".foot")`)
		theme := strings.ToLower(c.chosen)
		if theme == "auto" {
			theme = ""
		}
		b.check(c.name+": the theme is set before the stylesheet is there", `(document.documentElement.dataset.theme || "") === `+quoted(theme))
		eval[bool](b, `new Promise((r) => setTimeout(() => r(true), 100))`) // time to draw, for a page that would
		b.check(c.name+": nothing is drawn before the stylesheet is there", `performance.getEntriesByType("paint").length === 0 && atelierTestFrames.length === 0`)
		release <- true
		b.await(`document.readyState === "complete" && performance.getEntriesByType("paint").length > 0 && atelierTestFrames.length > 3`)
		want := lightPaper
		if c.dark {
			want = darkPaper
		}
		if seen := slices.Compact(eval[[]string](b, `atelierTestFrames`)); len(seen) != 1 || seen[0] != want {
			t.Errorf("%s: the paper had the colours %q, want %s only", c.name, seen, want)
		}
		if dark := b.paper(); dark != c.dark {
			t.Errorf("%s: the page is drawn dark: %v", c.name, dark)
		}
	}
}

// choose presses the button of the theme until it says a theme's name.
func (b *tab) choose(name string) {
	b.t.Helper()
	for range 3 {
		eval[bool](b, `document.querySelector("button.theme").focus(), true`)
		b.press(enter)
		if eval[string](b, `document.querySelector("button.theme").textContent`) == name {
			return
		}
	}
	b.t.Fatalf("the button of the theme never says %s", name)
}

// TestThemeButton holds that a choice lasts, is heard by other windows, and can
// be given back to the system.
func TestThemeButton(t *testing.T) {
	t.Parallel()
	b := open(t, host(t, odd(t)), view{width: 390, theme: "light"})
	b.visit("index.html")
	if b.paper() {
		t.Error("the page is dark on a light system")
	}
	b.choose("Dark")
	b.await(`getComputedStyle(document.body).backgroundColor === ` + quoted(darkPaper))
	b.visit("search.html")
	b.check("the choice lasts", `getComputedStyle(document.body).backgroundColor === `+quoted(darkPaper))
	b.check("the button says so", `document.querySelector("button.theme").getAttribute("aria-label") === "Dark theme"`)
	b.choose("Auto")
	b.check("the system's theme is back", `getComputedStyle(document.body).backgroundColor === `+quoted(lightPaper))
	b.look(view{width: 390, theme: "dark"})
	b.await(`getComputedStyle(document.body).backgroundColor === ` + quoted(darkPaper))
	if !b.paper() {
		t.Error("the page is light on a dark system")
	}
}
