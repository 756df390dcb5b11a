package serve

import (
	"fmt"
	"net/http"
	"strings"
)

// A state is what the server shows: a site, or what hinders it. States are
// immutable.
type state struct {
	site  Site
	fault error
	// load counts the loads, check the checks of this one.
	load, check int
	// next is closed when another state has taken the place of this one.
	next chan struct{}
}

// now is the present state.
func (s *Server) now() *state {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return s.state
}

// publish shows what a load gave.
func (s *Server) publish(site Site, fault error) *state {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.set(&state{site: site, fault: fault, load: s.state.load + 1})
}

// replace shows a checked site in the place of the one that it was made from,
// unless another has come in between; one that cannot be checked is as good as
// one that cannot be loaded.
func (s *Server) replace(loaded *state, site Site, fault error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.state != loaded:
	case fault != nil:
		s.set(&state{fault: fault, load: loaded.load + 1})
	default:
		s.set(&state{site: site, load: loaded.load, check: loaded.check + 1})
	}
}

// set makes a state the present one; the caller holds the lock.
func (s *Server) set(to *state) *state {
	to.next = make(chan struct{})
	close(s.state.next)
	s.state = to
	return to
}

// token names a state. A page says by it what it shows, so that a change while it
// was loading, or while it was hidden, is not missed.
func (s *Server) token(of *state) string { return fmt.Sprintf("%s%d", s.loadToken(of), of.check) }

func (s *Server) loadToken(of *state) string { return fmt.Sprintf("%s-%d-", s.start, of.load) }

// events is the stream by which an open page learns what has changed since the
// state that it shows: everything, or the findings alone.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	flusher, ok := w.(http.Flusher)
	if !ok {
		http.Error(w, "Streaming is not possible here.", http.StatusInternalServerError)
		return
	}
	seen := r.URL.Query().Get("seen")
	if last := r.Header.Get("Last-Event-ID"); last != "" {
		seen = last // the browser opened a stream again that had broken off
	}
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, "retry: 500\n\n")
	for {
		state := s.now()
		if token := s.token(state); token != seen {
			event := "reload"
			if strings.HasPrefix(seen, s.loadToken(state)) {
				event = "findings"
			}
			if _, err := fmt.Fprintf(w, "event: %s\nid: %s\ndata: -\n\n", event, token); err != nil {
				return
			}
			seen = token
		}
		flusher.Flush()
		select {
		case <-r.Context().Done():
			return
		case <-state.next:
		}
	}
}
