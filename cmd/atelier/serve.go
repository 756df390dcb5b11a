package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"time"

	"github.com/spf13/cobra"

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
		Example:     "  atelier serve\n  atelier serve --addr 127.0.0.1:9000 --open",
		Args:        cobra.NoArgs,
		Annotations: map[string]string{exitZero: "done: ended with Ctrl-C or SIGTERM, as a server is"},
		RunE:        func(cmd *cobra.Command, _ []string) error { return a.serve(cmd.Context(), addr, open) },
	}
	c.Flags().StringVar(&addr, "addr", "127.0.0.1:8000", "address to listen on")
	c.Flags().BoolVar(&open, "open", false, "open the front page in a browser")
	return c
}

func (a *app) serve(ctx context.Context, addr string, open bool) error {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("--addr takes HOST:PORT, such as 127.0.0.1:9000: %w", err)
	}
	p := &preview{app: a}
	if err := p.find(); err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if ctx.Err() != nil {
		return nil // ended before it began
	}
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w; choose another address with --addr, such as 127.0.0.1:0 for any free port", addr, err)
	}
	names, shown := reachedBy(host, listener.Addr().(*net.TCPAddr))
	a.note("serving %s at %s (Ctrl-C ends it)", p.dir, shown)
	if !loopback(listener.Addr()) {
		a.note("other machines can read it too")
	}

	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	server := serve.New(p, names...)
	var running sync.WaitGroup
	defer waitShortly(&running)
	defer cancel()
	running.Go(func() { server.Run(ctx, p.changes) })
	running.Go(func() { p.watcher().Run(ctx) })
	running.Go(func() { p.readHistory(ctx) })
	if open {
		go a.openBrowser(ctx, shown)
	}
	httpServer := serve.Timeouts(server)
	httpServer.BaseContext = func(net.Listener) context.Context { return ctx }
	context.AfterFunc(ctx, func() {
		stop, done := context.WithTimeout(context.Background(), time.Second)
		defer done()
		_ = httpServer.Shutdown(stop)
	})
	if err := httpServer.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// waitShortly waits for what a server still does, but not for a check in its midst:
// nothing of it writes, and who ends a server wants it to end.
func waitShortly(running *sync.WaitGroup) {
	done := make(chan struct{})
	go func() { running.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(300 * time.Millisecond):
	}
}

// reachedBy are the names, beside those of this machine, by which a server may be
// asked for, and its address as people open it.
func reachedBy(host string, at *net.TCPAddr) (names []string, shown string) {
	if at.IP.IsUnspecified() {
		host = "localhost"
		if name, err := os.Hostname(); err == nil {
			names = append(names, name)
		}
	}
	if host == "" {
		host = at.IP.String()
	}
	return append(names, host), "http://" + net.JoinHostPort(host, fmt.Sprint(at.Port)) + "/"
}

func loopback(at net.Addr) bool {
	tcp, ok := at.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// openBrowser asks the desktop to show an address, and says where it cannot. What
// it has opened stays when the server ends.
func (a *app) openBrowser(ctx context.Context, url string) {
	command := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if command == nil {
		command = []string{"xdg-open"}
	}
	err := exec.CommandContext(context.WithoutCancel(ctx), command[0], append(command[1:], url)...).Run()
	if err == nil || ctx.Err() != nil {
		return
	}
	if !errors.Is(err, exec.ErrNotFound) {
		err = fmt.Errorf("%s: %w", command[0], err)
	}
	a.note("no browser was opened: %v; open %s in one", err, url)
}
