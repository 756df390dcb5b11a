package corpus

import (
	"bytes"
	"context"
	"io/fs"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"atelier/internal/config"
	"atelier/internal/parse"
)

// A Loader keeps parsed documents between loads, so that of a tree in which one
// file changed one file is parsed, and, where the file system tells what changed,
// read. Parsed documents are immutable and shared by the corpora that a loader
// gives. Its zero value is ready for use, by several goroutines at once.
type Loader struct {
	mu     sync.Mutex
	parsed map[string]parsed
}

// parsed is a document and what it was parsed from.
type parsed struct {
	content []byte
	doc     *parse.Document
	version version
	settled bool // a later change of the file changes its version
}

// A version is the state of a file as a file system tells it: two contents with
// one version were written within a tick of its clock.
type version struct {
	device, inode uint64
	size          int64
	changed       int64 // the time of the change of content or attributes, in ns
}

// tick is more than the clock of any file system takes to move on.
const tick = 2 * time.Second

// Load is like the function of that name.
func (l *Loader) Load(ctx context.Context, fsys fs.FS, cfg *config.Config) (*Corpus, error) {
	t, err := walk(fsys, cfg)
	if err != nil {
		return nil, err
	}
	if len(t.documents) == 0 && len(t.problems) == 0 {
		return nil, ErrNoDocuments
	}
	docs := make([]*Document, len(t.documents))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range t.documents {
		if doc := l.known(t, name); doc != nil {
			docs[i] = &Document{Document: doc, Path: name}
			continue
		}
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			docs[i] = &Document{Document: l.read(t, name), Path: name}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	c := link(t, docs, cfg)
	c.State, c.Signoffs = t.file(cfg.Phase), t.file(cfg.Signoffs())
	return c, nil
}

// known is the document that a file was parsed to, where its version proves that
// it has not changed since, else nil.
func (l *Loader) known(t *tree, name string) *parse.Document {
	v, ok := t.versions[name]
	if !ok {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if p := l.parsed[name]; p.settled && p.version == v {
		return p.doc
	}
	return nil
}

// read parses a file, or finds what its content was parsed to before.
func (l *Loader) read(t *tree, name string) *parse.Document {
	content, fault := content(t.fsys, name)
	if fault != nil {
		return fault
	}
	l.mu.Lock()
	known, ok := l.parsed[name]
	l.mu.Unlock()
	if !ok || !bytes.Equal(known.content, content) {
		known.content, known.doc = content, parse.Bytes(name, content)
	}
	// The tree's clock stood at least at its newest change when the file was
	// read. Where the file's own was as new, another may have the same time.
	known.version, known.settled = t.versions[name]
	known.settled = known.settled && t.newest-known.version.changed > int64(tick)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.parsed == nil {
		l.parsed = map[string]parsed{}
	}
	l.parsed[name] = known
	return known.doc
}
