package browser

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"atelier/site/serve"
)

// slowSite has a page that comes only when it may.
type slowSite struct {
	asked chan string   // the names of pages, as they are asked for
	may   chan struct{} // closed when the slow page may come
}

func (s *slowSite) Render(name string) (content []byte, ok bool, err error) {
	if name != "index.html" && name != "slow.html" {
		return nil, false, nil
	}
	s.asked <- name
	if name == "slow.html" {
		<-s.may
	}
	return []byte(`<!doctype html><html lang="en"><title>` + name + `</title><body><main><h1>` + name + `</h1><p><a href="/slow.html">On</a></p></main></body></html>`), true, nil
}

func (s *slowSite) Missing() ([]byte, error) {
	return []byte("<!doctype html><title>None</title>"), nil
}

type slowSource struct{ site *slowSite }

func (s slowSource) Load(context.Context) (serve.Site, error) { return s.site, nil }

// Check never ends, so that no page is asked for a second time for its findings.
func (s slowSource) Check(ctx context.Context, at serve.Site) (serve.Site, error) {
	<-ctx.Done()
	return at, nil
}

// TestClickDuringReload holds that a click is not lost where the corpus changes
// while the page that it leads to is on its way, nor where it changes during the
// click itself; and that a page that is only looked at is loaded anew.
func TestClickDuringReload(t *testing.T) {
	t.Parallel()
	site := &slowSite{asked: make(chan string, 100), may: make(chan struct{})}
	server, changes := hostSource(t, slowSource{site})
	release := sync.OnceFunc(func() { close(site.may) })
	t.Cleanup(release) // before the server ends, which waits for the page
	b := open(t, server, wide)
	b.expected = true // that there is no icon
	// next waits until a page is asked for.
	next := func(want string) {
		t.Helper()
		select {
		case got := <-site.asked:
			if got != want {
				t.Fatalf("%s is asked for, want %s", got, want)
			}
		case <-time.After(patience):
			t.Fatalf("%s is not asked for", want)
		}
	}
	// quiet holds that none is asked for, for longer than a reload takes to come.
	quiet := func() {
		t.Helper()
		select {
		case got := <-site.asked:
			t.Fatalf("%s is asked for", got)
		case <-time.After(400 * time.Millisecond):
		}
	}
	b.visit("index.html")
	next("index.html")
	b.await(`document.querySelector("h1").textContent === "index.html"`)
	changes <- struct{}{}
	next("index.html") // the page is loaded anew
	b.await(`document.readyState === "complete"`)
	quiet()

	at := eval[struct{ X, Y float64 }](b, `(() => { const r = document.querySelector("a").getBoundingClientRect(); return { X: r.left + r.width / 2, Y: r.top + r.height / 2 }; })()`)
	mouse := func(kind input.DispatchMouseEventType) {
		b.do(chromedp.MouseEvent(kind, at.X, at.Y, chromedp.Button("left"), chromedp.ClickCount(1)))
	}
	mouse(input.DispatchMouseEventTypeMousePressed)
	changes <- struct{}{}
	quiet()
	mouse(input.DispatchMouseEventTypeMouseReleased)
	next("slow.html")
	changes <- struct{}{}
	quiet()
	release()
	b.await(`location.pathname === "/slow.html" && document.readyState === "complete"`)
}
