package corpus

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/config"
	"atelier/internal/corpustest"
)

// problems are the findings of reading a tree, one a line.
func problems(t *testing.T, fsys fs.FS) []string {
	t.Helper()
	c, err := Load(context.Background(), fsys, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, p := range c.Problems() {
		at := p.Position()
		out = append(out, fmt.Sprintf("%s:%d:%d %s", p.File.Path, at.Line, at.Column, p.Rule))
	}
	return out
}

// faultyFS is a file system in which single files and folders fail.
type faultyFS struct {
	fs.FS
	read, list map[string]error
}

func (f faultyFS) Open(name string) (fs.File, error) {
	if err := f.read[name]; err != nil {
		return nil, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return f.FS.Open(name)
}

func (f faultyFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if err := f.list[name]; err != nil {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: err}
	}
	return fs.ReadDir(f.FS, name)
}

func (f faultyFS) Stat(name string) (fs.FileInfo, error) { return fs.Stat(f.FS, name) }

const sound = "# Sound\n\nText.\n"

func TestOddFiles(t *testing.T) {
	for _, test := range []struct {
		name string
		fsys fs.FS
		want []string
	}{
		{"sound", corpustest.FS(map[string]string{"domains/a/first-principles.md": sound}), nil},
		{"empty file", corpustest.FS(map[string]string{"domains/a/first-principles.md": ""}), nil},
		{"binary file", corpustest.FS(map[string]string{"domains/a/x.md": "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"}),
			[]string{"domains/a/x.md:1:1 source/invalid-utf8"}},
		{"NUL byte", corpustest.FS(map[string]string{"domains/a/x.md": "# A\n\nab\x00c\n"}),
			[]string{"domains/a/x.md:3:3 source/invalid-utf8"}},
		{"invalid UTF-8", corpustest.FS(map[string]string{"domains/a/x.md": "# A\n\nsoft \xff\xfe\n"}),
			[]string{"domains/a/x.md:3:6 source/invalid-utf8"}},
		{"UTF-16 with a mark", corpustest.FS(map[string]string{"domains/a/x.md": "\xff\xfe#\x00 \x00A\x00"}),
			[]string{"domains/a/x.md:1:1 source/invalid-utf8"}},
		{"Latin-1 after CRLF", corpustest.FS(map[string]string{"domains/a/x.md": "# A\r\n\r\ncaf\xe9\r\n"}),
			[]string{"domains/a/x.md:3:4 source/invalid-utf8"}},
		{"deep quotes", corpustest.FS(map[string]string{"domains/a/x.md": "# A\n\n" + strings.Repeat("> ", 200) + "x\n"}),
			[]string{"domains/a/x.md:3:1 source/too-deep"}},
		{"many open brackets", corpustest.FS(map[string]string{"domains/a/x.md": "# A\n\n" + strings.Repeat("[", 2000) + "\n"}),
			[]string{"domains/a/x.md:3:1 source/too-deep"}},
		{"one file fails", faultyFS{FS: corpustest.FS(map[string]string{"domains/a/first-principles.md": sound, "domains/a/x.md": sound}),
			read: map[string]error{"domains/a/x.md": errors.New("input/output error")}},
			[]string{"domains/a/x.md:1:1 source/unreadable"}},
		{"one folder fails", faultyFS{FS: corpustest.FS(map[string]string{"domains/a/first-principles.md": sound, "domains/b/x.md": sound}),
			list: map[string]error{"domains/b": fs.ErrPermission}},
			[]string{"domains/b:1:1 source/unreadable"}},
		{"folder with the name of a document", corpustest.FS(map[string]string{"domains/a/x.md/y.txt": "", "domains/a/first-principles.md": sound}),
			[]string{"domains/a/x.md:1:1 source/unreadable"}},
		{"nothing but such a folder", corpustest.FS(map[string]string{"domains/a/x.md/y.txt": ""}),
			[]string{"domains/a/x.md:1:1 source/unreadable"}},
		{"two cases of a document", corpustest.FS(map[string]string{"domains/a/Topic.md": sound, "domains/a/topic.md": sound}),
			[]string{"domains/a/topic.md:1:1 source/case-collision"}},
		{"two cases of a folder", corpustest.FS(map[string]string{"domains/A/x.md": sound, "domains/A/y.md": sound, "domains/a/x.md": sound, "domains/a/y.md": sound}),
			[]string{"domains/a/x.md:1:1 source/case-collision"}},
		{"three cases", corpustest.FS(map[string]string{"domains/a/TOPIC.md": sound, "domains/a/Topic.md": sound, "domains/a/topic.md": sound}),
			[]string{"domains/a/Topic.md:1:1 source/case-collision", "domains/a/topic.md:1:1 source/case-collision"}},
		{"the same name in two folders", corpustest.FS(map[string]string{"domains/a/x.md": sound, "domains/b/X.md": sound}), nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, problems(t, test.fsys)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestHugeFiles(t *testing.T) {
	line := append([]byte("# A\n\n"), bytes.Repeat([]byte("x"), 50<<20)...)
	got := problems(t, fstest.MapFS{"domains/a/x.md": {Data: line}})
	if diff := cmp.Diff([]string{"domains/a/x.md:3:1 source/too-large"}, got); diff != "" {
		t.Errorf("a line of 50 MB (-want +got):\n%s", diff)
	}
	got = problems(t, fstest.MapFS{"domains/a/x.md": {Data: make([]byte, 64<<20+1)}})
	if diff := cmp.Diff([]string{"domains/a/x.md:1:1 source/too-large"}, got); diff != "" {
		t.Errorf("a file of 64 MiB and a byte (-want +got):\n%s", diff)
	}
}

func TestNothingToRead(t *testing.T) {
	for _, fsys := range []fs.FS{
		fstest.MapFS{},
		fstest.MapFS{"domains": {Mode: fs.ModeDir}},
		corpustest.FS(map[string]string{"notes.txt": "x", ".hidden/domains/a/x.md": sound, "domains/_draft/x.md": sound}),
		os.DirFS(t.TempDir()),
	} {
		if _, err := Load(context.Background(), fsys, config.Default()); !errors.Is(err, ErrNoDocuments) {
			t.Errorf("got %v, want %v", err, ErrNoDocuments)
		}
	}
	failing := faultyFS{FS: corpustest.FS(map[string]string{"domains/a/x.md": sound}), list: map[string]error{".": fs.ErrPermission}}
	if _, err := Load(context.Background(), failing, config.Default()); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("an unreadable root: got %v, want %v", err, fs.ErrPermission)
	}
}

// writeTree makes a tree on disk; a value that starts with "->" is a symbolic
// link to what follows.
func writeTree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		target, link := strings.CutPrefix(text, "->")
		var err error
		if link {
			err = os.Symlink(target, full)
		} else {
			err = os.WriteFile(full, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestSymbolicLinks(t *testing.T) {
	dir := writeTree(t, map[string]string{
		"outside/secret.md":                    sound,
		"corpus/domains/a/first-principles.md": "# A\n\n[1](inner.png) [2](gone.png) [3](out.png) [4](outdir/secret.md) [5](indir/x.md) [6](out.md)\n\nAnd `domains/a/outdir/secret`.\n",
		"corpus/domains/a/pic.png":             "x",
		"corpus/domains/a/inner.png":           "->pic.png",
		"corpus/domains/a/gone.png":            "->nothing.png",
		"corpus/domains/a/out.png":             "->../../../outside/secret.md",
		"corpus/domains/a/outdir":              "->../../../outside",
		"corpus/domains/a/out.md":              "->../../../outside/secret.md",
		"corpus/domains/a/gone.md":             "->nothing.md",
		"corpus/domains/a/folder.md":           "->../b",
		"corpus/domains/b/x.md":                sound,
		"corpus/domains/a/indir":               "->../b",
	})
	root, err := os.OpenRoot(filepath.Join(dir, "corpus"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	want := []string{
		"domains/a/folder.md:1:1 source/unreadable",
		"domains/a/gone.md:1:1 source/unreadable",
		"domains/a/indir:1:1 source/unreadable",
		"domains/a/out.md:1:1 source/unreadable",
		"domains/a/outdir:1:1 source/unreadable",
	}
	if diff := cmp.Diff(want, problems(t, root.FS())); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	c, err := Load(context.Background(), root.FS(), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	var outside, gone []string
	for _, ref := range c.References {
		switch ref.Fault {
		case Outside:
			outside = append(outside, ref.Text)
		case NoTarget:
			gone = append(gone, ref.Text)
		}
	}
	slices.Sort(outside)
	if diff := cmp.Diff([]string{"domains/a/outdir/secret", "out.png", "outdir/secret.md"}, outside); diff != "" {
		t.Errorf("references that lead out (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"gone.png"}, gone); diff != "" {
		t.Errorf("references to nothing (-want +got):\n%s", diff)
	}
}
