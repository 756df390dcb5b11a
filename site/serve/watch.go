package serve

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// The times of the watcher. An editor that saves by several steps (write,
// rename, change the mode) is one change; a folder that cannot be watched is
// looked at once in a while.
const (
	settle = 15 * time.Millisecond
	poll   = time.Second
)

// Watch calls changed after every change below dir, until ctx ends: by the
// system's notices, or by looking where there are none (a network drive, or too
// many folders). It returns an error only where dir cannot be read at all.
func Watch(ctx context.Context, dir string, changed func()) error {
	if _, err := os.Stat(dir); err != nil {
		return err
	}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return pollTree(ctx, dir, poll, changed)
	}
	defer watcher.Close()
	if err := addFolders(watcher, dir); err != nil {
		return pollTree(ctx, dir, poll, changed)
	}
	var timer *time.Timer
	var due <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-watcher.Errors: // notices were lost: look at everything
			changed()
		case event, ok := <-watcher.Events:
			if !ok {
				return nil
			}
			if skipped(filepath.Base(event.Name)) || event.Op == fsnotify.Chmod {
				continue
			}
			if event.Has(fsnotify.Create) {
				_ = addFolders(watcher, event.Name) // a file, or gone again
			}
			if timer == nil {
				timer = time.NewTimer(settle)
			} else {
				timer.Reset(settle)
			}
			due = timer.C
		case <-due:
			due = nil
			changed()
		}
	}
}

// skipped reports whether a name is one that the corpus does not enter.
func skipped(name string) bool {
	return strings.HasPrefix(name, ".") && name != "." || strings.HasPrefix(name, "_") || strings.HasSuffix(name, "~") || name == "node_modules" || name == "vendor"
}

func addFolders(watcher *fsnotify.Watcher, dir string) error {
	return filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			if name == dir {
				return err
			}
			return nil
		case !entry.IsDir():
			return nil
		case name != dir && skipped(entry.Name()):
			return fs.SkipDir
		}
		return watcher.Add(name)
	})
}

// pollTree compares sizes and times of all files every so often.
func pollTree(ctx context.Context, dir string, every time.Duration, changed func()) error {
	ticker := time.NewTicker(every)
	defer ticker.Stop()
	before := state(dir)
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
			if now := state(dir); now != before {
				before = now
				changed()
			}
		}
	}
}

// state sums up names, sizes and times of the files below dir.
func state(dir string) string {
	var b strings.Builder
	_ = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		if name != dir && skipped(entry.Name()) {
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) || err != nil {
			return nil
		}
		b.WriteString(name)
		b.WriteString(info.ModTime().UTC().Format(time.RFC3339Nano))
		b.WriteString(" ")
		b.WriteString(info.Mode().String())
		b.WriteByte(byte(info.Size()))
		b.WriteByte(byte(info.Size() >> 8))
		b.WriteByte('\n')
		return nil
	})
	return b.String()
}
