package browser

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	goruntime "runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// TestMain lets more tests run at once than there are processors, since each
// waits for frames most of the time, and ends the browser that they share.
func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = f.Value.Set(strconv.Itoa(2 * goruntime.GOMAXPROCS(0)))
	}
	code := m.Run()
	stopChromium()
	os.Exit(code)
}

// missing skips a test of which a part is not on this machine, or fails it where
// ATELIER_REQUIRE_ALL=1.
func missing(t testing.TB, part string) {
	t.Helper()
	if os.Getenv("ATELIER_REQUIRE_ALL") == "1" {
		t.Fatalf("%s, and ATELIER_REQUIRE_ALL=1", part)
	}
	t.Skip(part)
}

// packageFile is a file of a package that npm installs below .ci/npm.
func packageFile(t testing.TB, name string) string {
	t.Helper()
	file, err := filepath.Abs(filepath.Join("..", "..", ".ci", "npm", "node_modules", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); err != nil {
		missing(t, fmt.Sprintf("no %s (npm ci --ignore-scripts --prefix .ci/npm)", name))
	}
	return file
}

// patience is how long a test waits for what must come. It only ends a test that
// has failed; nothing waits for it otherwise.
const patience = time.Minute

var shared struct {
	once   sync.Once
	ctx    context.Context
	cancel func()
	err    error
}

// chromium is the browser of all tests, started when one asks for it first.
func chromium(t testing.TB) context.Context {
	t.Helper()
	program := ""
	for _, name := range []string{"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome-stable", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			program = found
			break
		}
	}
	if program == "" {
		missing(t, "no Chromium on the path (on Debian: apt-get install chromium-headless-shell)")
	}
	shared.once.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.ExecPath(program), chromedp.WindowSize(1280, 900),
			// Pages are drawn by the processor, without a software GPU between.
			chromedp.Flag("disable-gpu", true),
			chromedp.Flag("disable-software-rasterizer", true),
			chromedp.Flag("disable-gpu-rasterization", true),
			// No name is looked up: a request that leaves the site goes nowhere.
			chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"),
			chromedp.Flag("disable-quic", true),
			chromedp.Flag("disable-component-update", true),
			chromedp.Flag("hide-scrollbars", false),
			// Tabs are looked at side by side and leave no processor idle for
			// work ahead in other threads, which takes a quarter more. Nor do
			// pages live long enough for their scripts to be optimized.
			chromedp.Flag("js-flags", "--single-threaded --no-opt --no-maglev --min-semi-space-size=64"),
			// All tabs share a process, whose start costs more than most tests.
			chromedp.Flag("renderer-process-limit", "1"),
			// A page follows another in the same process: a new one each time
			// costs more than most tests do.
			chromedp.Flag("disable-features", "Translate,BackForwardCache,SpareRendererForSitePerProcess,RenderDocument,MediaRouter,OptimizationHints"),
		)
		if os.Getuid() == 0 {
			options = append(options, chromedp.NoSandbox)
		}
		allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
		ctx, cancel := chromedp.NewContext(allocator)
		shared.ctx, shared.cancel = ctx, func() { cancel(); stop() }
		shared.err = chromedp.Do(ctx) // the first call starts the browser
	})
	if shared.err != nil {
		t.Fatalf("%s does not start: %v", program, shared.err)
	}
	return shared.ctx
}

func stopChromium() {
	if shared.cancel != nil {
		shared.cancel()
	}
}

// A view is how a reader sees pages.
type view struct {
	width    int64  // in CSS pixels
	theme    string // that the system asks for: light or dark
	noScript bool
}

var (
	wide   = view{width: 1280, theme: "light"}
	narrow = view{width: 390, theme: "light"}
)

func (v view) String() string { return fmt.Sprintf("%d px, %s", v.width, v.theme) }

// A tab is a window of the browser with storage of its own. When its test ends,
// the test fails if a page broke the policy, threw an error, or asked for
// something outside of the site.
type tab struct {
	t    testing.TB
	ctx  context.Context
	site *server
	view view

	expected bool // that there are faults

	mu     sync.Mutex
	faults []string
}

// open makes a tab that sees a site.
func open(t testing.TB, site *server, v view) *tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(chromium(t))
	b := &tab{t: t, ctx: ctx, site: site, view: v}
	t.Cleanup(func() {
		cancel()
		if b.expected {
			return
		}
		for _, f := range b.takeFaults() {
			t.Error(f)
		}
	})
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	call(b, runtime.AddBinding, runtime.AddBindingParams{Name: violationBinding})
	b.onNewPage(`document.addEventListener("securitypolicyviolation", (e) => { ` + violationBinding + `(e.effectiveDirective + " " + e.blockedURI + " " + e.sample); });`)
	call(b, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
	if v.noScript {
		call(b, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	}
	b.look(v)
	return b
}

// violationBinding is the function by which a page tells of breaches of its policy.
const violationBinding = "atelierTestViolation"

// hear notes what the browser tells of a tab.
func (b *tab) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventBindingCalled:
		if e.Name == violationBinding {
			b.faults = append(b.faults, "the policy is broken: "+e.Payload)
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if e.ExceptionDetails.Exception != nil {
			text += " " + e.ExceptionDetails.Exception.Description
		}
		b.faults = append(b.faults, fmt.Sprintf("an error of a script at %s:%d: %s", e.ExceptionDetails.URL, e.ExceptionDetails.LineNumber+1, text))
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError || e.Entry.Level == log.EntryLevelWarning {
			b.faults = append(b.faults, fmt.Sprintf("the console says: %s %s", e.Entry.Text, e.Entry.URL))
		}
	case *network.EventRequestWillBeSent:
		if !b.site.owns(e.Request.URL) {
			b.faults = append(b.faults, "a request leaves the site: "+e.Request.URL)
		}
	}
}

// takeFaults are the faults so far; they are then forgotten.
func (b *tab) takeFaults() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	out := b.faults
	b.faults = nil
	return out
}

// do runs actions.
func (b *tab) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// look sets the width and the theme of the system.
func (b *tab) look(v view) {
	b.t.Helper()
	call(b, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: v.width, Height: 900, DeviceScaleFactor: 1})
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: v.theme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}

// onNewPage runs a script in every page before those of the page itself.
func (b *tab) onNewPage(script string) {
	b.t.Helper()
	call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
}

// visit loads a page of the site and waits for it.
func (b *tab) visit(path string) {
	b.t.Helper()
	b.do(chromedp.Navigate(b.site.url(path)))
}

// await waits until an expression is true.
func (b *tab) await(expression string) {
	b.t.Helper()
	b.awaitDoing(expression, func() {})
}

// awaitDoing does something again and again until an expression is true. It asks
// for frames meanwhile, since what moves in steps, as scrolling does, only moves
// while the page is drawn.
func (b *tab) awaitDoing(expression string, action func()) {
	b.t.Helper()
	ask := "Boolean(" + expression + ")"
	if !b.view.noScript {
		ask = "new Promise((r) => { requestAnimationFrame(r); setTimeout(r, 20); }).then(() => " + ask + ")"
	}
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	for {
		action()
		// A page that is being left cannot be asked: that is no answer yet.
		ok, err := chromedp.Run(ctx, chromedp.Evaluate[bool](ask, chromedp.EvalAwaitPromise))
		if ok {
			return
		}
		if ctx.Err() != nil {
			b.t.Fatalf("never true: %s (%v)", expression, err)
		}
		time.Sleep(time.Millisecond)
	}
}

// check fails the test where an expression is not true now.
func (b *tab) check(what, expression string) {
	b.t.Helper()
	if !eval[bool](b, "Boolean("+expression+")") {
		b.t.Errorf("%s: not true: %s", what, expression)
	}
}

// eval is the value of an expression, or of what it promises.
func eval[T any](b *tab, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%v in %s", err, expression[:min(len(expression), 200)])
	}
	return value
}

// quoted is text as JavaScript and CSS write it.
func quoted(text string) string {
	data, err := json.Marshal(text)
	if err != nil {
		panic(err) // a string can always be written
	}
	return strings.ReplaceAll(string(data), "\u2028", `\u2028`)
}

// call sends a command to the tab.
func call[P, R any](b *tab, command cdp.Command[P, R], params P) R {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	result, err := chromedp.Call(ctx, command, params)
	if err != nil {
		b.t.Fatal(err)
	}
	return result
}
