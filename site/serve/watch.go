package serve

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// The times of the watcher. An editor that saves by several steps (write,
// rename, change the mode) is one change, and so are those that follow each other
// closely, as in a checkout; but one that never ends is looked at now and then.
const (
	settle  = 10 * time.Millisecond
	longest = 200 * time.Millisecond
	poll    = time.Second
)

// A Watcher tells of changes below a folder: by the system's notices, or by
// looking where there are none.
type Watcher struct {
	// Dir is the absolute path of the folder, or of a symbolic link to it.
	Dir string
	// Files are absolute paths of single files elsewhere, which need not be
	// there.
	Files []string
	// Skip says of a path below Dir, with slashes, that it does not matter:
	// a file, or a folder with all below it.
	Skip func(name string) bool
	// Changed is called once changes are noticed, and after every change.
	Changed func()
	// Looking is called where changes are looked for instead of told of, with
	// the reason.
	Looking func(reason error, every time.Duration)
}

// errGone says that the folder itself was moved, removed or exchanged.
var errGone = errors.New("the folder is gone")

// Run watches until ctx ends. A folder that is removed is waited for.
func (w *Watcher) Run(ctx context.Context) {
	for ctx.Err() == nil {
		err := w.listen(ctx)
		switch {
		case errors.Is(err, errGone):
			w.Changed()
			w.await(ctx)
		case err != nil:
			w.Looking(err, poll)
			w.look(ctx, poll)
		}
	}
}

// await waits until the folder is there.
func (w *Watcher) await(ctx context.Context) {
	ticker := time.NewTicker(poll / 4)
	defer ticker.Stop()
	for {
		if info, err := os.Stat(w.Dir); err == nil && info.IsDir() {
			return
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// listen calls Changed by the system's notices.
func (w *Watcher) listen(ctx context.Context) error {
	notices, err := fsnotify.NewWatcher()
	if err != nil {
		return err
	}
	defer notices.Close()
	// A folder that is held open does not tell that it is removed; the one
	// above does.
	for _, file := range append([]string{w.Dir}, w.Files...) {
		if err := enough(notices.Add(filepath.Dir(file))); err != nil {
			return err
		}
	}
	dir, err := filepath.EvalSymlinks(w.Dir)
	if err != nil {
		return errGone
	}
	if err := w.add(notices, dir, dir); err != nil {
		return err
	}
	w.Changed()
	due := debounce{timer: time.NewTimer(time.Hour)}
	due.timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case err := <-notices.Errors:
			if !errors.Is(err, fsnotify.ErrEventOverflow) {
				return err
			}
			// Notices were lost, those of new folders too.
			if err := w.add(notices, dir, dir); err != nil {
				return err
			}
			due.push()
		case event := <-notices.Events:
			if event.Op == fsnotify.Chmod && runtime.GOOS == "darwin" {
				continue // the system's own search changes attributes of every file that is written
			}
			if name := filepath.Clean(event.Name); (name == w.Dir || name == dir) && event.Op&(fsnotify.Write|fsnotify.Chmod) != event.Op {
				return errGone
			}
			if !w.matters(dir, event.Name) {
				continue
			}
			if event.Has(fsnotify.Create) {
				if err := w.add(notices, dir, event.Name); err != nil {
					return err
				}
			}
			due.push()
		case <-due.timer.C:
			due.since = time.Time{}
			w.Changed()
		}
	}
}

// debounce makes one change of several that follow each other.
type debounce struct {
	timer *time.Timer
	since time.Time // of the first of them
}

func (d *debounce) push() {
	now := time.Now()
	if d.since.IsZero() {
		d.since = now
	}
	d.timer.Reset(min(settle, longest-now.Sub(d.since)))
}

// matters reports whether a change of a path may be one of the site.
func (w *Watcher) matters(dir, name string) bool {
	if slices.Contains(w.Files, filepath.Clean(name)) {
		return true
	}
	relative, err := filepath.Rel(dir, name)
	if err != nil || !filepath.IsLocal(relative) {
		return false // beside the folder or one of the files
	}
	return relative == "." || !w.Skip(filepath.ToSlash(relative))
}

// add watches what is a folder below dir, and the folders in it.
func (w *Watcher) add(notices *fsnotify.Watcher, dir, name string) error {
	return filepath.WalkDir(name, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil || !entry.IsDir():
			return nil
		case !w.matters(dir, name):
			return fs.SkipDir
		}
		return enough(notices.Add(name))
	})
}

// enough is the error that a folder cannot be watched, nil where it is gone or
// may not be read, and so is no part of the corpus.
func enough(err error) error {
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}

// look compares names, sizes and times of all files every so often.
func (w *Watcher) look(ctx context.Context, every time.Duration) {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	before := "nothing was looked at"
	for {
		if now := w.seen(); now != before {
			before = now
			w.Changed()
		}
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// state sums up the files that matter.
func (w *Watcher) seen() string {
	var b strings.Builder
	note := func(name string, info fs.FileInfo, err error) {
		if err == nil {
			fmt.Fprintf(&b, "%q %d %d %s\n", name, info.Size(), info.ModTime().UnixNano(), info.Mode())
		}
	}
	for _, file := range w.Files {
		info, err := os.Stat(file)
		note(file, info, err)
	}
	dir, err := filepath.EvalSymlinks(w.Dir)
	if err != nil {
		return ""
	}
	_ = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil
		case !w.matters(dir, name):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := entry.Info()
		note(name, info, err)
		return nil
	})
	return b.String()
}
