package git

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// repository makes a repository with two commits: the first of a.md and two files
// in sub, the second of one of them.
func repository(t *testing.T) string {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	dir := t.TempDir()
	run := func(date string, args ...string) {
		t.Helper()
		command := exec.Command("git", args...)
		command.Dir = dir
		command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_COMMITTER_DATE="+date, "GIT_AUTHOR_DATE="+date,
			"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.org")
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	run("", "init", "-q")
	write("a.md", "one")
	write("sub/b ü.md", "one")
	write("sub/c.json", "{}")
	run("", "add", ".")
	run("2026-01-02T03:04:05Z", "commit", "-q", "-m", "one")
	write("sub/b ü.md", "two")
	run("2026-02-03T23:30:00-02:00", "commit", "-q", "-a", "-m", "two")
	return dir
}

func TestLastChanges(t *testing.T) {
	dir := repository(t)
	first := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	second := time.Date(2026, 2, 4, 1, 30, 0, 0, time.UTC)
	for _, c := range []struct {
		folder, prefix string
		want           map[string]time.Time
	}{
		{".", "", map[string]time.Time{"a.md": first, "sub/b ü.md": second, "sub/c.json": first}},
		{"sub", "sub/", map[string]time.Time{"b ü.md": second, "c.json": first}},
	} {
		r, err := Open(t.Context(), filepath.Join(dir, c.folder))
		if err != nil {
			t.Fatal(err)
		}
		if r.Prefix() != c.prefix {
			t.Errorf("%s: the prefix is %q, want %q", c.folder, r.Prefix(), c.prefix)
		}
		got, err := r.LastChanges(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(c.want) {
			t.Errorf("%s: %d files, want %d: %v", c.folder, len(got), len(c.want), got)
		}
		for name, want := range c.want {
			if !got[name].Time.Equal(want) || len(got[name].Commit) < 40 {
				t.Errorf("%s: %s was changed %v by %q, want %v", c.folder, name, got[name].Time, got[name].Commit, want)
			}
		}
	}
}

func TestLastChangesShallow(t *testing.T) {
	dir := repository(t)
	clone := filepath.Join(t.TempDir(), "clone")
	if out, err := exec.Command("git", "clone", "-q", "--depth", "1", "file://"+dir, clone).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	r, err := Open(t.Context(), clone)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.LastChanges(t.Context()); !errors.Is(err, ErrShallow) {
		t.Errorf("a shallow clone gives %v", err)
	}
}
