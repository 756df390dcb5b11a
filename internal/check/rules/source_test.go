package rules_test

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/check"
	"atelier/internal/check/checktest"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/corpus"
)

// group are the findings of the rules of some groups over a tree.
func group(t *testing.T, fsys fs.FS, groups ...string) []string {
	t.Helper()
	c, err := corpus.Load(context.Background(), fsys, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	selected, err := check.Select(rules.All(), groups, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, d := range check.Run(c, selected) {
		out = append(out, checktest.Concise(d))
	}
	return out
}

// deafFS cannot list one folder.
type deafFS struct {
	fstest.MapFS
	dir string
}

func (f deafFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if name == f.dir {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrPermission}
	}
	return f.MapFS.ReadDir(name)
}

// TestUnreadableFolder holds a folder that cannot be listed to one finding: what
// names its documents follows from it.
func TestUnreadableFolder(t *testing.T) {
	tree := fstest.MapFS{
		"domains/b/x.md":  {Data: []byte("# X\n")},
		"review/notes.md": {Data: []byte("# Notes\n\nSee `domains/b/x`, [y](../domains/b/x.md#part), `domains/b/z`.\n")},
	}
	got := group(t, deafFS{tree, "domains/b"}, "link", "source")
	want := []string{"domains/b:1:1: error[source/unreadable] it cannot be read: permission denied"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestSymbolicLinkOut finds links that leave the corpus by a symbolic link, and
// no links out of nothing.
func TestSymbolicLinkOut(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"outside/secret.md":      "# Secret\n",
		"corpus/review/pic.png":  "x",
		"corpus/review/notes.md": "# Notes\n\nSee [a](out.png), [b](in.png), [c](gone.png), [d](folder/secret.md) and [e](out.md#part).\n",
	} {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"out.png": "../../outside/secret.md", "in.png": "pic.png", "gone.png": "nothing.png",
		"folder": "../../outside", "out.md": "../../outside/secret.md",
	} {
		if err := os.Symlink(target, filepath.Join(dir, "corpus", "review", name)); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(filepath.Join(dir, "corpus"))
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	want := []string{
		"review/notes.md:3:9: error[link/outside-root] “out.png” leads out of the corpus by a symbolic link",
		"review/notes.md:3:36: error[link/dangling] “gone.png” leads to “review/gone.png”, which does not exist",
		"review/notes.md:3:51: error[link/outside-root] “folder/secret.md” leads out of the corpus by a symbolic link",
		"review/out.md:1:1: error[source/unreadable] this is a symbolic link out of the corpus",
	}
	if diff := cmp.Diff(want, group(t, root.FS(), "link", "source")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLinkToNothing holds a symbolic link to nothing to one finding: there is no
// document yet that the manifest should list.
func TestLinkToNothing(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"MANIFEST.md":     "# Manifest\n\n| Path | Title | Since | Status |\n|---|---|---|---|\n| `review/notes.md` | Notes | v0.1 | complete |\n",
		"review/notes.md": "# Notes\n",
	} {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("nothing.md", filepath.Join(dir, "review", "more.md")); err != nil {
		t.Fatal(err)
	}
	want := []string{"review/more.md:1:1: error[source/unreadable] this is a symbolic link to nothing"}
	if diff := cmp.Diff(want, group(t, os.DirFS(dir), "manifest", "source")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
