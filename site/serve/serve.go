// Package serve previews a site from memory: it renders the page that is asked
// for, watches the corpus, and tells open pages when to load anew. A corpus that
// cannot be loaded shows its error, never a dead server.
package serve

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"html"
	"mime"
	"net"
	"net/http"
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
}

// A Source makes the site from the corpus as it is now.
type Source interface {
	// Load reads the corpus. The site may lack its findings; Check adds them.
	Load(context.Context) (Site, error)
	// Check gives the same site with its findings.
	Check(context.Context, Site) (Site, error)
}

// A Server serves one site. Make it with [New].
type Server struct {
	source Source
	hosts  map[string]bool

	mu      sync.RWMutex
	site    Site
	fault   error
	version int

	clients clients
}

// New is a server for hosts, names without ports, that a request may name; any
// other is refused, so that no page of another site can read the preview by
// pointing a name at this machine. It serves once [Server.Refresh] has run.
func New(source Source, hosts ...string) *Server {
	s := &Server{source: source, hosts: map[string]bool{"localhost": true, "127.0.0.1": true, "::1": true}}
	for _, h := range hosts {
		s.hosts[h] = true
	}
	s.clients.open = map[chan string]bool{}
	return s
}

// Refresh loads the corpus, tells open pages, then checks it and tells them
// again. What fails is shown in the place of every page.
func (s *Server) Refresh(ctx context.Context) {
	site, err := s.source.Load(ctx)
	if ctx.Err() != nil {
		return
	}
	version := s.publish(site, err)
	s.clients.tell("reload")
	if err != nil {
		return
	}
	checked, err := s.source.Check(ctx, site)
	if ctx.Err() != nil || err == nil && !s.replace(version, checked) {
		return
	}
	if err != nil {
		s.publish(nil, err)
		s.clients.tell("reload")
		return
	}
	s.clients.tell("findings")
}

func (s *Server) publish(site Site, err error) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.site, s.fault = site, err
	s.version++
	return s.version
}

// replace puts a checked site in the place of the one it was made from, unless
// a newer one came in between.
func (s *Server) replace(version int, site Site) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.version != version {
		return false
	}
	s.site = site
	return true
}

// policy is the content security policy of every page: what the site itself
// keeps, and the connection that the live reload needs.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// The addresses of the preview's own files; no page of a site begins so.
const (
	livePath   = "/-/live.js"
	stylePath  = "/-/error.css"
	eventsPath = "/-/events"
)

// ServeHTTP implements [http.Handler].
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.allowed(r.Host) {
		http.Error(w, "This preview answers to the names of this machine only.", http.StatusForbidden)
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

func (s *Server) allowed(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return s.hosts[strings.ToLower(strings.Trim(host, "[]"))]
}

// page serves a file of the site.
func (s *Server) page(w http.ResponseWriter, r *http.Request) {
	s.mu.RLock()
	site, fault := s.site, s.fault
	s.mu.RUnlock()
	switch {
	case fault != nil:
		send(w, r, http.StatusInternalServerError, ".html", live(errorPage("The corpus cannot be loaded", fault)))
		return
	case site == nil:
		send(w, r, http.StatusServiceUnavailable, ".html", live(errorPage("The corpus is being loaded", errors.New("this takes a moment"))))
		return
	}
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	if name == "" || strings.HasSuffix(r.URL.Path, "/") {
		name = path.Join(name, "index.html")
	}
	content, ok, err := site.Render(name)
	status := http.StatusOK
	if err == nil && !ok {
		status = http.StatusNotFound
		if content, ok, err = site.Render("404.html"); err == nil && !ok {
			err = errors.New("the site has no such page, and none that says so")
		}
		name = "404.html"
	}
	if err != nil {
		send(w, r, http.StatusInternalServerError, ".html", live(errorPage("The page cannot be rendered", err)))
		return
	}
	if path.Ext(name) == ".html" {
		content = live(content)
	}
	send(w, r, status, path.Ext(name), content)
}

// live adds the script that loads the page anew.
func live(content []byte) []byte {
	const tag = `<script src="` + livePath + `" defer></script>`
	if i := bytes.LastIndex(content, []byte("</body>")); i >= 0 {
		return bytes.Join([][]byte{content[:i], []byte(tag + "\n"), content[i:]}, nil)
	}
	return append(bytes.Clone(content), tag...)
}

// errorPage shows an error; those of a corpus or configuration name their place
// as file:line:column.
func errorPage(title string, err error) []byte {
	return fmt.Appendf(nil, `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title><link rel="stylesheet" href="%s"></head>
<body><main><h1>%s</h1><pre>%s</pre><p>The page loads anew when the file is mended.</p></main></body>
</html>
`, title, stylePath, title, html.EscapeString(err.Error()))
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

// events is the stream by which open pages learn of a change.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	flusher, ok := w.(http.Flusher)
	if !ok {
		http.Error(w, "Streaming is not possible here.", http.StatusInternalServerError)
		return
	}
	messages := s.clients.join()
	defer s.clients.leave(messages)
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, "retry: 500\n\n")
	flusher.Flush()
	for {
		select {
		case <-r.Context().Done():
			return
		case message := <-messages:
			if _, err := fmt.Fprintf(w, "event: %s\ndata: -\n\n", message); err != nil {
				return
			}
			flusher.Flush()
		}
	}
}

// clients are the open pages.
type clients struct {
	mu   sync.Mutex
	open map[chan string]bool
}

func (c *clients) join() chan string {
	messages := make(chan string, 8)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open[messages] = true
	return messages
}

func (c *clients) leave(messages chan string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, messages)
}

// tell sends a message to every page; one that does not listen misses it.
func (c *clients) tell(message string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for messages := range c.open {
		select {
		case messages <- message:
		default:
		}
	}
}

// Timeouts are those of the preview's HTTP server. Writing has none, since the
// stream of events stays open.
func Timeouts(h http.Handler) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: 2 * time.Minute}
}
