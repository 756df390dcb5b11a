package git

import (
	"io/fs"
	"path/filepath"
	"slices"
	"testing"
)

// TestTree holds that a folder at a commit has all its files, and the content of
// Markdown and of what is asked for.
func TestTree(t *testing.T) {
	dir := repository(t)
	for _, c := range []struct {
		folder, rev string
		also        []string
		want        map[string]string
	}{
		{".", "HEAD", nil, map[string]string{"a.md": "one", "sub/b ü.md": "two", "sub/c.json": ""}},
		{".", "HEAD~1", []string{"sub/c.json"}, map[string]string{"a.md": "one", "sub/b ü.md": "one", "sub/c.json": "{}"}},
		{"sub", "HEAD", []string{"c.json"}, map[string]string{"b ü.md": "two", "c.json": "{}"}},
	} {
		r, err := Open(t.Context(), filepath.Join(dir, c.folder))
		if err != nil {
			t.Fatal(err)
		}
		commit, err := r.Commit(t.Context(), c.rev)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := r.Tree(t.Context(), commit, c.also...)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		_ = fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			names = append(names, name)
			if data, err := fs.ReadFile(tree, name); err != nil || string(data) != c.want[name] {
				t.Errorf("%s at %s: %s holds %q (%v), want %q", c.folder, c.rev, name, data, err, c.want[name])
			}
			return nil
		})
		if len(names) != len(c.want) || !slices.IsSorted(names) {
			t.Errorf("%s at %s: the files are %q", c.folder, c.rev, names)
		}
	}
}
