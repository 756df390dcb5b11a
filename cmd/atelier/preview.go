package main

import (
	"context"
	"errors"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/git"
	"atelier/site"
	"atelier/site/serve"
)

// preview is the corpus of a root as the server wants it.
type preview struct {
	app    *app
	dir    string // absolute
	root   *os.Root
	loader corpus.Loader
	config atomic.Pointer[config.Config] // of the last load that could read it
	// history is what git knew when its head was at a commit.
	history atomic.Pointer[history]
	asking  sync.Mutex
	head    string
	// changes is told that the corpus is to be loaded.
	changes chan struct{}
}

// find finds the root, and opens it.
func (p *preview) find() error {
	dir, err := p.app.findRoot()
	if err != nil {
		return err
	}
	if p.dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	p.config.Store(config.Default())
	p.history.Store(&history{})
	p.changes = make(chan struct{}, 1)
	return p.open()
}

// open opens the root, and opens it anew where another folder has taken its
// place. The old one stays open for pages that are being rendered, and is closed
// when none is.
func (p *preview) open() error {
	if p.root != nil {
		there, err := os.Stat(p.dir)
		opened, openedErr := p.root.Stat(".")
		if err == nil && openedErr == nil && os.SameFile(there, opened) {
			return nil
		}
	}
	o, err := p.app.openRootAt(p.dir)
	if err != nil {
		return err
	}
	p.root = o.root
	return nil
}

// loaded is one state of the corpus and its site.
type loaded struct {
	*site.Site
	corpus *corpus.Corpus
}

func (p *preview) Load(ctx context.Context) (serve.Site, error) {
	if err := p.open(); err != nil {
		return nil, err
	}
	c, err := p.app.loadWith(ctx, &p.loader, p.dir, p.root)
	if err != nil {
		return nil, err
	}
	p.config.Store(c.Config)
	options, err := siteOptions(c.Config.Site, "")
	if err != nil {
		return nil, err
	}
	h := p.history.Load()
	options.Folder, options.Changes = h.folder, h.changes
	s, err := site.Prepare(c, p.root.FS(), options)
	if err != nil {
		return nil, err
	}
	return &loaded{s, c}, nil
}

func (p *preview) Check(ctx context.Context, s serve.Site) (serve.Site, error) {
	state := s.(*loaded)
	found := check.Check(state.corpus, rules.All(), check.Options{Cancelled: func() bool { return ctx.Err() != nil }})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	p.readHistory(ctx)
	// What the last state leaves is collected now, while nobody waits, and not
	// during the next save.
	runtime.GC()
	return &loaded{state.WithFindings(found.Diagnostics), state.corpus}, nil
}

// readHistory asks git for the dates of changes, where a commit was made since it
// was asked last. That takes longer than a load, so they come with the next one.
func (p *preview) readHistory(ctx context.Context) {
	p.asking.Lock()
	defer p.asking.Unlock()
	head := ""
	if r, err := git.Open(ctx, p.dir); err == nil {
		head, _ = r.Commit(ctx, "HEAD")
	}
	if head == p.head {
		return
	}
	h := readHistory(ctx, p.dir)
	if ctx.Err() != nil {
		return
	}
	p.head = head
	p.history.Store(&h)
	p.changed()
}

func (p *preview) changed() {
	select {
	case p.changes <- struct{}{}:
	default: // a load is due already, and will see this change too
	}
}

// watcher tells of changes of the corpus and its configuration.
func (p *preview) watcher() *serve.Watcher {
	w := &serve.Watcher{
		Dir:     p.dir,
		Skip:    func(name string) bool { return immaterial(p.config.Load(), name) },
		Changed: p.changed,
		Looking: func(reason error, every time.Duration) {
			p.app.note("looking for changes every %v, since the system cannot tell of them: %s", every, whyLooking(reason))
		},
	}
	if file, err := filepath.Abs(p.app.config); err == nil && p.app.config != "" {
		w.Files = append(w.Files, file)
	}
	return w
}

// whyLooking says why changes are looked for, and what would change that.
func whyLooking(reason error) string {
	switch {
	case errors.Is(reason, syscall.ENOSPC):
		return "it watches no more folders for this user (on Linux fs.inotify.max_user_watches is the limit)"
	case errors.Is(reason, syscall.EMFILE):
		return "this user has too many watchers or open files (on Linux fs.inotify.max_user_instances is one limit)"
	}
	return reason.Error()
}

// immaterial reports whether a change of a file or folder of the root changes
// nothing: what the corpus does not enter, and what editors leave beside files.
func immaterial(cfg *config.Config, name string) bool {
	if corpus.Reads(cfg, name) {
		return false
	}
	base := path.Base(name)
	return corpus.Skips(cfg, name) || strings.HasSuffix(base, "~") || strings.HasPrefix(base, "#")
}
