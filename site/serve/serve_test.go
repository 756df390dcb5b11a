package serve

import (
	"bufio"
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// pages is a site of fixed pages.
type pages map[string]string

func (p pages) Render(name string) ([]byte, bool, error) {
	text, ok := p[name]
	if text == "fail" {
		return nil, false, errors.New("domains/a/b.md:3:4: broken")
	}
	return []byte(text), ok, nil
}

// source gives a site, or an error.
type source struct {
	site, checked Site
	err           error
}

func (s *source) Load(context.Context) (Site, error) { return s.site, s.err }

func (s *source) Check(context.Context, Site) (Site, error) { return s.checked, nil }

func get(t *testing.T, s *Server, target string, change ...func(*http.Request)) *http.Response {
	t.Helper()
	r := httptest.NewRequest(http.MethodGet, target, nil)
	r.Host = "127.0.0.1:8000"
	for _, c := range change {
		c(r)
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	var b strings.Builder
	if _, err := bufio.NewReader(r.Body).WriteTo(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestServe(t *testing.T) {
	site := pages{"index.html": "<body>home</body>", "a/b.html": "<body>b</body>", "assets/x.css": "css", "404.html": "<body>none</body>", "bad.html": "fail"}
	src := &source{site: site, checked: site}
	s := New(src)
	if r := get(t, s, "/"); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("before the first load: %d", r.StatusCode)
	}
	s.Refresh(context.Background())
	for _, c := range []struct {
		target, want, kind string
		status             int
	}{
		{"/", "home<script src=\"/-/live.js\" defer></script>", "text/html", 200},
		{"/index.html", "home", "text/html", 200},
		{"/a/b.html", "b", "text/html", 200},
		{"/assets/x.css", "css", "text/css", 200},
		{"/nothing.html", "none", "text/html", 404},
		{"/../../etc/passwd", "none", "text/html", 404},
		{"/bad.html", "domains/a/b.md:3:4: broken", "text/html", 500},
		{"/-/live.js", "EventSource", "text/javascript", 200},
		{"/-/error.css", "main", "text/css", 200},
	} {
		r := get(t, s, c.target)
		if r.StatusCode != c.status || !strings.HasPrefix(r.Header.Get("Content-Type"), c.kind) || !strings.Contains(strings.ReplaceAll(body(t, r), "\n", ""), c.want) {
			t.Errorf("%s: %d %s", c.target, r.StatusCode, r.Header.Get("Content-Type"))
		}
		if !strings.Contains(r.Header.Get("Content-Security-Policy"), "script-src 'self'") {
			t.Errorf("%s has no policy", c.target)
		}
	}
}

func TestForeignHostsAndMethods(t *testing.T) {
	s := New(&source{site: pages{"index.html": "x"}, checked: pages{"index.html": "x"}}, "desk.example")
	s.Refresh(context.Background())
	for host, want := range map[string]int{
		"127.0.0.1:8000": 200, "localhost": 200, "[::1]:80": 200, "desk.example:8000": 200, "DESK.example": 200,
		"evil.example": 403, "evil.example:8000": 403, "": 403, "127.0.0.1.evil.example": 403,
	} {
		if r := get(t, s, "/", func(r *http.Request) { r.Host = host }); r.StatusCode != want {
			t.Errorf("host %q: %d, want %d", host, r.StatusCode, want)
		}
	}
	if r := get(t, s, "/", func(r *http.Request) { r.Method = http.MethodPost }); r.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d", r.StatusCode)
	}
}

// TestErrorAndRecovery holds that a corpus that breaks shows its error with its
// place, and that the next load shows the site again.
func TestErrorAndRecovery(t *testing.T) {
	src := &source{site: pages{"index.html": "fine"}, checked: pages{"index.html": "fine and checked"}}
	s := New(src)
	s.Refresh(context.Background())
	if got := body(t, get(t, s, "/")); !strings.Contains(got, "fine and checked") {
		t.Errorf("got %q", got)
	}
	src.err = errors.New("atelier.yaml:3:5: there is no key <b>")
	s.Refresh(context.Background())
	r := get(t, s, "/any.html")
	if got := body(t, r); r.StatusCode != 500 || !strings.Contains(got, "atelier.yaml:3:5: there is no key &lt;b&gt;") || !strings.Contains(got, "/-/live.js") {
		t.Errorf("%d %q", r.StatusCode, got)
	}
	src.err = nil
	s.Refresh(context.Background())
	if r := get(t, s, "/"); r.StatusCode != 200 {
		t.Errorf("after the mend: %d", r.StatusCode)
	}
}

// TestEvents holds that an open page hears of a reload, then of findings.
func TestEvents(t *testing.T) {
	s := New(&source{site: pages{}, checked: pages{}})
	server := httptest.NewServer(s)
	defer server.Close()
	r, err := http.Get(server.URL + "/-/events")
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	in := bufio.NewReader(r.Body)
	if _, err := in.ReadString('\n'); err != nil { // the stream is open, and the page has joined
		t.Fatal(err)
	}
	s.Refresh(context.Background())
	var events []string
	for len(events) < 2 {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		if event, ok := strings.CutPrefix(strings.TrimSpace(line), "event: "); ok {
			events = append(events, event)
		}
	}
	if events[0] != "reload" || events[1] != "findings" {
		t.Errorf("events: %v", events)
	}
}

// TestWatch holds that a change in a folder, also in one that is made later, is
// noticed, by notices and by looking.
func TestWatch(t *testing.T) {
	for name, watch := range map[string]func(context.Context, string, func()) error{
		"notices": Watch,
		"looking": func(ctx context.Context, dir string, changed func()) error {
			return pollTree(ctx, dir, 5*time.Millisecond, changed)
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.Mkdir(filepath.Join(dir, "a"), 0o755); err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
			defer cancel()
			changes := make(chan bool, 100)
			ended := make(chan error, 1)
			go func() { ended <- watch(ctx, dir, func() { changes <- true }) }()
			// The watcher starts in its own time: write until it notices.
			await(t, ctx, changes, func(i int) { write(t, filepath.Join(dir, "a", "x.md"), i) })
			if err := os.Mkdir(filepath.Join(dir, "a", "later"), 0o755); err != nil {
				t.Fatal(err)
			}
			await(t, ctx, changes, func(i int) { write(t, filepath.Join(dir, "a", "later", "y.md"), i) })
			cancel()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
	if err := Watch(context.Background(), filepath.Join(t.TempDir(), "none"), func() {}); err == nil {
		t.Error("a folder that is not there can be watched")
	}
}

func write(t *testing.T, name string, n int) {
	t.Helper()
	if err := os.WriteFile(name, []byte(strings.Repeat("x", n%200+1)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// await drains what was noticed and repeats a change until it is noticed too.
func await(t *testing.T, ctx context.Context, changes chan bool, change func(int)) {
	t.Helper()
	for len(changes) > 0 {
		<-changes
	}
	ticker := time.NewTicker(50 * time.Millisecond)
	defer ticker.Stop()
	for i := 0; ; i++ {
		change(i)
		select {
		case <-changes:
			return
		case <-ctx.Done():
			t.Fatal("the change was not noticed")
		case <-ticker.C:
		}
	}
}
