package serve

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// watched is a folder and what its watcher saw last.
type watched struct {
	t    *testing.T
	dir  string // as the watcher was given it
	file string // another file that it watches
	// seen is the folder as it was at each call of Changed.
	seen chan string
	last string
}

// watching starts a watcher: by notices, or by looking.
func watching(t *testing.T, dir string, look bool) *watched {
	w := &watched{t: t, dir: dir, file: filepath.Join(t.TempDir(), "other.yaml"), seen: make(chan string, 1000), last: "nothing was seen"}
	watcher := &Watcher{
		Dir: dir, Files: []string{w.file},
		Skip:    func(name string) bool { return strings.HasPrefix(path.Base(name), "_") },
		Changed: func() { w.seen <- w.tree() },
		Looking: func(err error, _ time.Duration) { t.Errorf("notices end: %v", err) },
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if look {
			watcher.look(ctx, 5*time.Millisecond)
		} else {
			watcher.Run(ctx)
		}
	}()
	t.Cleanup(func() { cancel(); <-ended })
	return w
}

// tree is what the folder and the other file hold.
func (w *watched) tree() string {
	var b strings.Builder
	dir, err := filepath.EvalSymlinks(w.dir)
	if err != nil {
		return "gone"
	}
	_ = filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil
		}
		content, _ := os.ReadFile(name)
		relative, _ := filepath.Rel(dir, name)
		fmt.Fprintf(&b, "%s: %s\n", filepath.ToSlash(relative), content)
		return nil
	})
	other, _ := os.ReadFile(w.file)
	return b.String() + string(other)
}

// await waits until the watcher has seen the folder as it is now.
func (w *watched) await(after string) {
	w.t.Helper()
	want := w.tree()
	end := time.After(20 * time.Second)
	for w.last != want {
		select {
		case w.last = <-w.seen:
		case <-end:
			w.t.Fatalf("%s: the watcher has last seen\n%s\nthe folder holds\n%s", after, w.last, want)
		}
	}
}

func (w *watched) do(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

func (w *watched) write(name, content string) {
	w.t.Helper()
	w.do(os.WriteFile(filepath.Join(w.dir, filepath.FromSlash(name)), []byte(content), 0o644))
}

// rename moves a file or folder below dir.
func (w *watched) rename(from, to string) {
	w.t.Helper()
	w.do(os.Rename(filepath.Join(w.dir, filepath.FromSlash(from)), filepath.Join(w.dir, filepath.FromSlash(to))))
}

func (w *watched) mkdir(name string) {
	w.t.Helper()
	w.do(os.MkdirAll(filepath.Join(w.dir, filepath.FromSlash(name)), 0o755))
}

// TestWatch holds that the state after every kind of change is seen, in the ways
// in which editors save and git changes a tree, by notices and by looking.
func TestWatch(t *testing.T) {
	for _, look := range []bool{false, true} {
		t.Run(map[bool]string{false: "notices", true: "looking"}[look], func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			dir = filepath.Join(dir, "corpus")
			w := &watched{t: t, dir: dir}
			w.mkdir("domains/a")
			w.write("domains/a/x.md", "first")
			w = watching(t, dir, look)
			w.await("the start")
			for _, step := range []struct {
				name   string
				change func()
			}{
				{"written over", func() { w.write("domains/a/x.md", "second") }},
				{"saved by rename", func() {
					w.write("domains/a/.x.md.tmp", "third")
					w.rename("domains/a/.x.md.tmp", "domains/a/x.md")
				}},
				{"saved with a backup", func() {
					w.rename("domains/a/x.md", "domains/a/x.md~")
					w.write("domains/a/x.md", "fourth")
				}},
				{"removed", func() { w.do(os.Remove(filepath.Join(dir, "domains", "a", "x.md"))) }},
				{"a file in new folders", func() { w.mkdir("domains/b/c/d"); w.write("domains/b/c/d/y.md", "1") }},
				{"written in the new folders", func() { w.write("domains/b/c/d/y.md", "22") }},
				{"a folder renamed", func() { w.rename("domains/b", "domains/e") }},
				{"written in the renamed folder", func() { w.write("domains/e/c/d/y.md", "333") }},
				{"many files at once", func() {
					for i := range 300 {
						w.mkdir(fmt.Sprintf("many/%d", i%30))
						w.write(fmt.Sprintf("many/%d/%d.md", i%30, i), "x")
					}
				}},
				{"many files changed and removed", func() {
					for i := range 300 {
						if i%3 == 0 {
							w.do(os.Remove(filepath.Join(dir, "many", fmt.Sprint(i%30), fmt.Sprint(i)+".md")))
						} else {
							w.write(fmt.Sprintf("many/%d/%d.md", i%30, i), "changed")
						}
					}
				}},
				{"a folder removed and made again", func() {
					w.do(os.RemoveAll(filepath.Join(dir, "domains", "e")))
					w.mkdir("domains/e/c")
					w.write("domains/e/c/z.md", "1")
				}},
				{"written in the folder made again", func() { w.write("domains/e/c/z.md", "22") }},
				{"another file", func() { w.do(os.WriteFile(w.file, []byte("other"), 0o644)) }},
				{"everything removed", func() { w.do(os.RemoveAll(dir)) }},
				{"everything made again", func() { w.mkdir("domains/a"); w.write("domains/a/x.md", "again") }},
				{"written in what was made again", func() { w.write("domains/a/x.md", "and again") }},
				{"exchanged for another folder", func() {
					other := filepath.Join(filepath.Dir(dir), "other")
					w.do(os.MkdirAll(filepath.Join(other, "domains"), 0o755))
					w.do(os.WriteFile(filepath.Join(other, "domains", "o.md"), []byte("other"), 0o644))
					w.do(os.Rename(dir, dir+".old"))
					w.do(os.Rename(other, dir))
				}},
				{"written in the other folder", func() { w.write("domains/o.md", "more") }},
			} {
				step.change()
				w.await(step.name)
			}
		})
	}
}

// TestWatchSymbolicLink holds that a root may be a link, which may be made to
// lead elsewhere.
func TestWatchSymbolicLink(t *testing.T) {
	dir := t.TempDir()
	w := &watched{t: t, dir: dir}
	for _, name := range []string{"one", "two"} {
		w.mkdir(name)
		w.write(name+"/x.md", name)
	}
	link := func() {
		w.t.Helper()
		if err := os.Symlink("one", filepath.Join(dir, "link")); err != nil {
			t.Skip(err)
		}
	}
	link()
	w = watching(t, filepath.Join(dir, "link"), false)
	w.await("the start")
	w.write("x.md", "changed")
	w.await("written through the link")
	w.do(os.Symlink("two", filepath.Join(dir, "next")))
	w.do(os.Rename(filepath.Join(dir, "next"), w.dir))
	w.await("the link leads elsewhere")
	w.write("x.md", "changed again")
	w.await("written there")
}

// TestWatchSkips holds that a change which does not matter is not told of.
func TestWatchSkips(t *testing.T) {
	dir := t.TempDir()
	w := &watched{t: t, dir: dir}
	w.mkdir("domains")
	w.mkdir("_site")
	w = watching(t, dir, false)
	w.await("the start")
	w.write("_site/page.html", "page")
	w.write("_notes.txt", "notes")
	w.mkdir("_new/folder")
	// Notices come in the order of the changes: had one of those above
	// mattered, it would be told of before this one, or with it.
	time.Sleep(2 * settle)
	w.write("domains/x.md", "x")
	var seen []string
	for len(seen) == 0 || !strings.Contains(seen[len(seen)-1], "x.md: x") {
		select {
		case now := <-w.seen:
			seen = append(seen, now)
		case <-time.After(20 * time.Second):
			t.Fatal("the change that matters is not told of")
		}
	}
	if i := slices.IndexFunc(seen, func(s string) bool { return !strings.Contains(s, "x.md") }); i >= 0 {
		t.Errorf("told of a change that does not matter: %q", seen[i])
	}
}

// TestWatchGoesOn holds that changes which never end are told of all the same.
func TestWatchGoesOn(t *testing.T) {
	dir := t.TempDir()
	w := watching(t, dir, false)
	w.await("the start")
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	ticker := time.NewTicker(settle / 4)
	defer ticker.Stop()
	for i := 0; ; i++ {
		w.write("log.txt", fmt.Sprint(i))
		select {
		case <-w.seen:
			return
		case <-ctx.Done():
			t.Fatal("changes that follow each other closely are never told of")
		case <-ticker.C:
		}
	}
}
