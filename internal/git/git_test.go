package git

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestTreeFollowsLinks holds that a symbolic link to a file of the commit is that
// file, and that one to a folder, to nothing, out of the tree or in a circle is
// not there.
func TestTreeFollowsLinks(t *testing.T) {
	dir := repository(t)
	for name, to := range map[string]string{
		"sub/link.md": "../a.md", "sub/again.md": "link.md", "folder": "sub", "gone.md": "none.md",
		"out.md": "/etc/passwd", "up.md": "../x.md", "round.md": "turn.md", "turn.md": "round.md",
	} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Skip(err)
		}
	}
	for _, args := range [][]string{{"add", "."}, {"-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-qm", "links"}} {
		command := exec.Command("git", args...)
		command.Dir = dir
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := r.Tree(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.md", "sub/link.md", "sub/again.md"} {
		if data, err := fs.ReadFile(tree, name); err != nil || string(data) != "one" {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	for _, name := range []string{"folder", "gone.md", "out.md", "up.md", "round.md"} {
		if _, err := fs.Stat(tree, name); err == nil {
			t.Errorf("%s is there", name)
		}
	}
}

// TestOpenSaysWhy holds that a repository which git refuses to use is not called
// none: git says what to do.
func TestOpenSaysWhy(t *testing.T) {
	dir := repository(t)
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	t.Setenv("HOME", t.TempDir())
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	_, err := Open(t.Context(), dir)
	if err == nil || errors.Is(err, ErrNoRepository) || !strings.Contains(err.Error(), "safe.directory") {
		t.Errorf("got %v", err)
	}
	if _, err := Open(t.Context(), t.TempDir()); !errors.Is(err, ErrNoRepository) {
		t.Errorf("a folder without a repository: %v", err)
	}
}
