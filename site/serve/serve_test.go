package serve

import (
	"bufio"
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
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

func (p pages) Missing() ([]byte, error) { return []byte(p["404.html"]), nil }

// source gives a site, or an error.
type source struct {
	mu            sync.Mutex
	site, checked Site
	err           error
	checking      func(context.Context) // what a check does before it ends
}

func (s *source) Load(context.Context) (Site, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.site, s.err
}

func (s *source) Check(ctx context.Context, _ Site) (Site, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.checking != nil {
		s.checking(ctx)
	}
	return s.checked, nil
}

// running is a server that runs, and what tells it of changes.
func running(t *testing.T, src *source, hosts ...string) (*Server, chan<- struct{}) {
	s := New(src, hosts...)
	changes := make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { s.Run(ctx, changes); close(ended) }()
	t.Cleanup(func() { cancel(); <-ended })
	return s, changes
}

// refresh loads and checks a running server's corpus.
func refresh(t *testing.T, s *Server, changes chan<- struct{}) {
	t.Helper()
	before := s.now()
	changes <- struct{}{}
	wait(t, s, func(now *state) bool { return now.load > before.load && (now.check > 0 || now.fault != nil) })
}

// wait waits for a state.
func wait(t *testing.T, s *Server, wanted func(*state) bool) {
	t.Helper()
	end := time.After(20 * time.Second)
	for now := s.now(); !wanted(now); now = s.now() {
		select {
		case <-now.next:
		case <-end:
			t.Fatal("the state does not come")
		}
	}
}

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
	s, changes := running(t, &source{site: site, checked: site})
	if r := get(t, s, "/"); r.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("before the first load: %d", r.StatusCode)
	}
	refresh(t, s, changes)
	for _, c := range []struct {
		target, want, kind string
		status             int
	}{
		{"/", "home<script src=\"/-/live.js\" data-seen=\"" + s.token(s.now()) + "\" defer></script>", "text/html", 200},
		{"/index.html", "home", "text/html", 200},
		{"/a/b.html", "b", "text/html", 200},
		{"/assets/x.css", "css", "text/css", 200},
		{"/nothing.html", "none", "text/html", 404},
		{"/404.html", "none", "text/html", 404},
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
		if r.Header.Get("Cross-Origin-Resource-Policy") != "same-origin" {
			t.Errorf("%s may be run as a script by any site", c.target)
		}
	}
}

func TestForeignHostsAndMethods(t *testing.T) {
	s, changes := running(t, &source{site: pages{"index.html": "x"}, checked: pages{"index.html": "x"}}, "Desk.example", "")
	refresh(t, s, changes)
	at := func(address string) func(*http.Request) {
		return func(r *http.Request) {
			local := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(address))
			*r = *r.WithContext(context.WithValue(r.Context(), http.LocalAddrContextKey, local))
		}
	}
	for _, c := range []struct {
		host, address string
		want          int
	}{
		{"127.0.0.1:8000", "127.0.0.1:8000", 200}, {"localhost", "127.0.0.1:80", 200}, {"[::1]:80", "[::1]:80", 200},
		{"desk.example:8000", "192.0.2.7:8000", 200}, {"DESK.example", "192.0.2.7:80", 200},
		{"192.0.2.7:8000", "192.0.2.7:8000", 200}, {"192.0.2.7", "[::ffff:192.0.2.7]:80", 200}, {"[2001:db8::7]:80", "[2001:db8::7]:80", 200},
		{"192.0.2.8:8000", "192.0.2.7:8000", 403}, {"evil.example", "127.0.0.1:80", 403}, {"evil.example:8000", "192.0.2.7:8000", 403},
		{"", "127.0.0.1:80", 403}, {"127.0.0.1.evil.example", "127.0.0.1:80", 403}, {"localhost.evil.example", "127.0.0.1:80", 403},
	} {
		for _, path := range []string{"/", eventsPath, livePath} {
			if c.want == 200 && path == eventsPath {
				continue // the stream does not end
			}
			if r := get(t, s, path, at(c.address), func(r *http.Request) { r.Host = c.host }); r.StatusCode != c.want {
				t.Errorf("%s of host %q at %s: %d, want %d", path, c.host, c.address, r.StatusCode, c.want)
			}
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
	s, changes := running(t, src)
	refresh(t, s, changes)
	if got := body(t, get(t, s, "/")); !strings.Contains(got, "fine and checked") {
		t.Errorf("got %q", got)
	}
	fail := func(err error) {
		src.mu.Lock()
		defer src.mu.Unlock()
		src.err = err
	}
	fail(errors.New("atelier.yaml:3:5: there is no key <b>"))
	refresh(t, s, changes)
	r := get(t, s, "/any.html")
	if got := body(t, r); r.StatusCode != 500 || !strings.Contains(got, "atelier.yaml:3:5: there is no key &lt;b&gt;") || !strings.Contains(got, "/-/live.js") {
		t.Errorf("%d %q", r.StatusCode, got)
	}
	fail(nil)
	refresh(t, s, changes)
	if r := get(t, s, "/"); r.StatusCode != 200 {
		t.Errorf("after the mend: %d", r.StatusCode)
	}
}

// TestChangeEndsCheck holds that a load does not wait for the check of the state
// before, and that what that check gives is not shown.
func TestChangeEndsCheck(t *testing.T) {
	checking := make(chan struct{}, 2)
	src := &source{site: pages{"index.html": "first"}, checked: pages{"index.html": "late"}}
	released := make(chan struct{})
	src.checking = func(ctx context.Context) {
		checking <- struct{}{}
		src.mu.Unlock()
		<-ctx.Done()
		<-released
		src.mu.Lock()
	}
	s, changes := running(t, src)
	changes <- struct{}{}
	<-checking
	src.mu.Lock()
	src.site = pages{"index.html": "second"}
	src.mu.Unlock()
	changes <- struct{}{}
	wait(t, s, func(now *state) bool { return now.load == 2 })
	<-checking
	close(released)
	if got := body(t, get(t, s, "/")); !strings.Contains(got, "second") {
		t.Errorf("got %q", got)
	}
}

// stream opens the stream of events of a page.
func stream(t *testing.T, url, seen, last string) *bufio.Reader {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	t.Cleanup(cancel)
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url+eventsPath+"?seen="+seen, nil)
	if err != nil {
		t.Fatal(err)
	}
	if last != "" {
		request.Header.Set("Last-Event-ID", last)
	}
	r, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Body.Close() })
	return bufio.NewReader(r.Body)
}

// event reads the next event, and the state that it tells of.
func event(t *testing.T, in *bufio.Reader) (name, id string) {
	t.Helper()
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatal(err)
		}
		key, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		switch key {
		case "event":
			name = value
		case "id":
			return name, value
		}
	}
}

// TestEvents holds that an open page hears of a reload, then of findings, and a
// page that shows an older state of what it missed.
func TestEvents(t *testing.T) {
	s, changes := running(t, &source{site: pages{}, checked: pages{}})
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	empty := s.token(s.now())
	in := stream(t, server.URL, empty, "")
	refresh(t, s, changes)
	first, loaded := event(t, in)
	second, checked := event(t, in)
	if first != "reload" || second != "findings" || checked != s.token(s.now()) {
		t.Errorf("events %s %s, then %s %s; the state is %s", first, loaded, second, checked, s.token(s.now()))
	}
	for _, c := range []struct{ seen, last, want string }{
		{empty, "", "reload"}, {loaded, "", "findings"}, {"", "", "reload"}, {"another-1-1", "", "reload"},
		{empty, loaded, "findings"}, // a stream that broke off and was opened again
	} {
		if got, id := event(t, stream(t, server.URL, c.seen, c.last)); got != c.want || id != checked {
			t.Errorf("a page that shows %q, last told %q, is told %s %s, want %s", c.seen, c.last, got, id, c.want)
		}
	}
	in = stream(t, server.URL, checked, "")
	refresh(t, s, changes)
	if got, id := event(t, in); got != "reload" || id == checked {
		t.Errorf("a page that shows the present state is told %s %s", got, id)
	}
}
