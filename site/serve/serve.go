// Package serve previews a site from memory: it renders the page that is asked
// for, watches the corpus, and tells open pages when to load anew. A corpus that
// cannot be loaded shows its error, never a dead server.
package serve

import (
	"bytes"
	"context"
	"crypto/rand"
	_ "embed"
	"encoding/hex"
	"fmt"
	"html"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"path"
	"strings"
	"sync"
	"time"
)

//go:embed live.js
var liveScript []byte

//go:embed error.css
var errorStyle []byte

// A Site renders its pages one by one.
type Site interface {
	// Render gives the file at a path below the site's root; ok is false where
	// the site has none.
	Render(path string) (content []byte, ok bool, err error)
	// Missing gives the page for an address at which the site has nothing; its
	// links hold at any depth.
	Missing() (content []byte, err error)
}

// A Source makes the site from the corpus as it is now.
type Source interface {
	// Load reads the corpus. The site may lack its findings; Check adds them.
	Load(context.Context) (Site, error)
	// Check gives the same site with its findings. What it gives once the
	// context has ended is not looked at.
	Check(context.Context, Site) (Site, error)
}

// A Server serves one site. Make it with [New].
type Server struct {
	source Source
	hosts  map[string]bool
	start  string // tells the states of this server from those of others

	mu    sync.RWMutex
	state *state
}

// New is a server for hosts, names without ports, that a request may name beside
// those of this machine and the address that it came to. Any other is refused, so
// that no page of another site can read the preview by pointing a name at this
// machine. It serves once [Server.Run] has loaded the corpus.
func New(source Source, hosts ...string) *Server {
	s := &Server{source: source, hosts: map[string]bool{"localhost": true, "127.0.0.1": true, "::1": true}}
	for _, h := range hosts {
		if h != "" {
			s.hosts[strings.ToLower(h)] = true
		}
	}
	var random [8]byte
	_, _ = rand.Read(random[:]) // never fails: crypto/rand ends the program instead
	s.start = hex.EncodeToString(random[:])
	s.state = &state{next: make(chan struct{})}
	return s
}

// grace is how long the check waits after a load, so that open pages, which load
// anew at once, have the machine to themselves.
const grace = 30 * time.Millisecond

// Run loads the corpus after each change, tells open pages, then checks it and
// tells them again. What fails is shown in the place of every page. A change ends
// a check that still runs.
func (s *Server) Run(ctx context.Context, changes <-chan struct{}) {
	var checks sync.WaitGroup
	defer checks.Wait()
	over := make(chan struct{}) // closed when the state that is checked is of no more interest
	for {
		select {
		case <-ctx.Done():
			return
		case <-changes:
		}
		close(over)
		over = make(chan struct{})
		site, err := s.source.Load(ctx)
		if ctx.Err() != nil {
			return
		}
		if loaded := s.publish(site, err); err == nil {
			until := over
			checks.Go(func() { s.check(ctx, loaded, until) })
		}
	}
}

// check checks a loaded state, unless that takes until it is over.
func (s *Server) check(ctx context.Context, loaded *state, over <-chan struct{}) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-over:
			cancel()
		case <-ctx.Done():
		}
	}()
	select {
	case <-ctx.Done():
		return
	case <-time.After(grace):
	}
	site, err := s.source.Check(ctx, loaded.site)
	if ctx.Err() == nil {
		s.replace(loaded, site, err)
	}
}

// policy is the content security policy of every page: what the site itself
// keeps, and the connection that the live reload needs.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// missingPage is the file that hosts show where there is none. Here the site stands
// at the root, whatever address its configuration gives.
const missingPage = "404.html"

// The addresses of the preview's own files; no page of a site begins so.
const (
	livePath   = "/-/live.js"
	stylePath  = "/-/error.css"
	eventsPath = "/-/events"
)

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.allowed(r) {
		http.Error(w, "This preview answers to the names of this machine only. Give atelier serve another one with --addr.", http.StatusForbidden)
		return
	}
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Only GET and HEAD.", http.StatusMethodNotAllowed)
		return
	}
	header := w.Header()
	header.Set("Content-Security-Policy", policy)
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Referrer-Policy", "no-referrer")
	// The search index is a script, which a page of any site could run.
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	header.Set("Cache-Control", "no-store")
	switch r.URL.Path {
	case eventsPath:
		s.events(w, r)
	case livePath:
		send(w, r, http.StatusOK, ".js", liveScript)
	case stylePath:
		send(w, r, http.StatusOK, ".css", errorStyle)
	default:
		s.page(w, r)
	}
}

// allowed reports whether a request names this machine: by one of the names that
// the server knows, or by the address that the request came to. A name that
// another site points here is neither.
func (s *Server) allowed(r *http.Request) bool {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.ToLower(strings.Trim(host, "[]"))
	if s.hosts[host] {
		return true
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	named, err := netip.ParseAddr(host)
	return ok && err == nil && local.AddrPort().Addr().Unmap() == named.Unmap()
}

// page serves a file of the site.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	state := s.now()
	live := func(content []byte) []byte { return live(content, s.token(state)) }
	switch {
	case state.fault != nil:
		send(w, r, http.StatusInternalServerError, ".html", live(errorPage("The corpus cannot be loaded", state.fault.Error(), mended)))
		return
	case state.site == nil:
		send(w, r, http.StatusServiceUnavailable, ".html", live(errorPage("The corpus is being loaded", "this takes a moment", "The page follows.")))
		return
	}
	site := state.site
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" || strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index.html")
	}
	content, ok, err := site.Render(name)
	status := http.StatusOK
	if err == nil && (!ok || name == missingPage) {
		status = http.StatusNotFound
		content, err = site.Missing()
		name = missingPage
	}
	if err != nil {
		send(w, r, http.StatusInternalServerError, ".html", live(errorPage("The page cannot be rendered", err.Error(), mended)))
		return
	}
	if path.Ext(name) == ".html" {
		content = live(content)
	}
	send(w, r, status, path.Ext(name), content)
}

// live adds the script that loads the page anew, and what state the page shows.
func live(content []byte, token string) []byte {
	tag := `<script src="` + livePath + `" data-seen="` + token + `" defer></script>`
	if i := bytes.LastIndex(content, []byte("</body>")); i >= 0 {
		return bytes.Join([][]byte{content[:i], []byte(tag + "\n"), content[i:]}, nil)
	}
	return append(bytes.Clone(content), tag...)
}

// mended tells the reader of an error what to do.
const mended = "The page loads anew when the file is mended."

// errorPage stands in the place of a page. The errors of a corpus or configuration
// name their place as file:line:column.
func errorPage(title, text, then string) []byte {
	return fmt.Appendf(nil, `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title><link rel="stylesheet" href="%s"></head>
<body data-error><main><h1>%s</h1><pre>%s</pre><p>%s</p></main></body>
</html>
`, title, stylePath, title, html.EscapeString(text), then)
}

func send(w http.ResponseWriter, r *http.Request, status int, extension string, content []byte) {
	kind := mime.TypeByExtension(extension)
	switch extension {
	case ".html":
		kind = "text/html; charset=utf-8"
	case ".js":
		kind = "text/javascript; charset=utf-8"
	case ".css":
		kind = "text/css; charset=utf-8"
	case ".md", ".txt":
		kind = "text/plain; charset=utf-8"
	case ".json":
		kind = "application/json"
	case "":
		kind = "application/octet-stream"
	}
	w.Header().Set("Content-Type", kind)
	w.Header().Set("Content-Length", fmt.Sprint(len(content)))
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		_, _ = w.Write(content) // a reader that went away is no fault of ours
	}
}

// Timeouts are those of the preview's HTTP server. Writing has none, since the
// stream of events stays open.
func Timeouts(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute}
}
