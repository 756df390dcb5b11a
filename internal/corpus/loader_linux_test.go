package corpus

import (
	"context"
	"io/fs"
	"sync"
	"syscall"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/config"
)

// readsFS notes which files are read. A loader reads several at once.
type readsFS struct {
	fstest.MapFS
	mu   sync.Mutex
	read map[string]int
}

func (r *readsFS) ReadFile(name string) ([]byte, error) {
	r.mu.Lock()
	r.read[name]++
	r.mu.Unlock()
	return fs.ReadFile(r.MapFS, name)
}

// TestLoaderReads holds that a loader reads what may have changed, and no more: a
// file of another version, and one that was as new as the clock when it was read.
func TestLoaderReads(t *testing.T) {
	const a, b, c = "domains/a/first-principles.md", "domains/a/b.md", "domains/a/c.md"
	fsys := fstest.MapFS{}
	write := func(name, text string, inode uint64, second int64) {
		fsys[name] = &fstest.MapFile{Data: []byte(text), Sys: &syscall.Stat_t{Ino: inode, Size: int64(len(text)), Ctim: syscall.Timespec{Sec: second}}}
	}
	write(a, "# A\n", 1, 100)
	write(b, "# B\n", 2, 101)
	fsys[c] = &fstest.MapFile{Data: []byte("# C\n")} // of a file system that tells nothing
	var loader Loader
	for _, step := range []struct {
		name   string
		change func()
		read   map[string]int
		titles [3]string
	}{
		{"the first load", func() {}, map[string]int{a: 1, b: 1, c: 1}, [3]string{"A", "B", "C"}},
		{"nothing is older than the clock", func() {}, map[string]int{a: 1, b: 1, c: 1}, [3]string{"A", "B", "C"}},
		{"written twice in one tick", func() { write(b, "# X\n", 2, 101) }, map[string]int{a: 1, b: 1, c: 1}, [3]string{"A", "X", "C"}},
		{"the clock moved on", func() { write(b, "# Y\n", 2, 110) }, map[string]int{a: 1, b: 1, c: 1}, [3]string{"A", "Y", "C"}},
		{"one file is new", func() { write(b, "# Z\n", 2, 120) }, map[string]int{b: 1, c: 1}, [3]string{"A", "Z", "C"}},
		{"another file of the same time", func() { write(a, "# V\n", 3, 100) }, map[string]int{a: 1, b: 1, c: 1}, [3]string{"V", "Z", "C"}},
		{"another size", func() { write(a, "# VV\n", 3, 100) }, map[string]int{a: 1, b: 1, c: 1}, [3]string{"VV", "Z", "C"}},
		{"nothing tells of a change", func() { fsys[c].Data = []byte("# W\n") }, map[string]int{b: 1, c: 1}, [3]string{"VV", "Z", "W"}},
	} {
		t.Run(step.name, func(t *testing.T) {
			step.change()
			reads := &readsFS{MapFS: fsys, read: map[string]int{}}
			corpus, err := loader.Load(context.Background(), reads, config.Default())
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(step.read, reads.read); diff != "" {
				t.Errorf("read (-want +got):\n%s", diff)
			}
			got := [3]string{corpus.Document(a).Title, corpus.Document(b).Title, corpus.Document(c).Title}
			if got != step.titles {
				t.Errorf("titles %v, want %v", got, step.titles)
			}
		})
	}
}
