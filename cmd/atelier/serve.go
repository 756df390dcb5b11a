package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/corpus"
	"atelier/site"
	"atelier/site/serve"
)

func newServe(a *app) *cobra.Command {
	var addr string
	var open bool
	c := &cobra.Command{
		Use:   "serve",
		Short: "Preview the site with live reload",
		Long: `Serve the site from memory and load open pages anew when the corpus changes. Pages
show their findings; a corpus that cannot be loaded shows its error. Only names
of this machine are answered, and only requests from it are taken unless --addr
says otherwise.`,
		Example: "  atelier serve\n  atelier serve --addr 127.0.0.1:9000 --open",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), addr, open) },
	}
	c.Flags().StringVar(&addr, "addr", "127.0.0.1:8000", "address to listen on")
	c.Flags().BoolVar(&open, "open", false, "open the front page in a browser")
	return c
}

// preview is the corpus of a root as the server wants it.
type preview struct {
	app    *app
	opened *opened
	loader corpus.Loader
}

// loaded is one state of the corpus and its site.
type loaded struct {
	*site.Site
	corpus *corpus.Corpus
}

func (p *preview) Load(ctx context.Context) (serve.Site, error) {
	c, err := p.app.loadWith(ctx, &p.loader, p.opened.dir, p.opened.root)
	if err != nil {
		return nil, err
	}
	s, err := site.Prepare(c, p.opened.root.FS(), site.Options{Title: c.Config.Site.Title})
	return &loaded{s, c}, err
}

func (p *preview) Check(_ context.Context, s serve.Site) (serve.Site, error) {
	state := s.(*loaded)
	found := check.Check(state.corpus, rules.All(), check.Options{})
	checked, err := site.Prepare(state.corpus, p.opened.root.FS(), site.Options{Title: state.corpus.Config.Site.Title, Findings: found.Diagnostics})
	return &loaded{checked, state.corpus}, err
}

func (a *app) serve(ctx context.Context, addr string, open bool) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("--addr takes HOST:PORT: %w", err)
	}
	o, err := a.openRoot()
	if err != nil {
		return err
	}
	defer o.close()
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", addr, err)
	}
	server := serve.New(&preview{app: a, opened: o}, host)
	url := "http://" + listener.Addr().String() + "/"
	a.note("serving %s at %s (Ctrl-C ends it)", o.dir, url)

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	changes := make(chan struct{}, 1)
	go refreshAfter(ctx, server, changes)
	changes <- struct{}{}
	watched := make(chan error, 1)
	go func() {
		watched <- serve.Watch(ctx, o.dir, func() {
			select {
			case changes <- struct{}{}:
			default: // a refresh is due already, and will see this change too
			}
		})
	}()
	if open {
		openBrowser(ctx, url)
	}
	httpServer := serve.Timeouts(server)
	httpServer.BaseContext = func(net.Listener) context.Context { return ctx }
	ended := make(chan error, 1)
	go func() { ended <- httpServer.Serve(listener) }()
	select {
	case err = <-watched:
	case err = <-ended:
	case <-ctx.Done():
	}
	cancel()
	stop, done := context.WithTimeout(context.Background(), time.Second)
	defer done()
	_ = httpServer.Shutdown(stop)
	if errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// refreshAfter loads the corpus after each change, one at a time.
func refreshAfter(ctx context.Context, server *serve.Server, changes <-chan struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-changes:
			server.Refresh(ctx)
		}
	}
}

// openBrowser asks the desktop to show an address; where there is none, the
// address on the terminal has to do.
func openBrowser(ctx context.Context, url string) {
	command := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if command == nil {
		command = []string{"xdg-open"}
	}
	_ = exec.CommandContext(ctx, command[0], append(command[1:], url)...).Start()
}
