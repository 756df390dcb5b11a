package main

import (
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

// TestBuildsAreIdentical builds this repository's corpus from two clones: at
// other paths, with files made in another order and other file times, in another
// time zone and language, with one processor and with eight. The sites are equal
// byte for byte, dates of changes included.
func TestBuildsAreIdentical(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip(err)
	}
	corpus := ownCorpus(t)
	random := rand.New(rand.NewPCG(3, 4))
	first := filepath.Join(t.TempDir(), "a")
	shuffled(t, random, filepath.Join(first, "docs"), corpus)
	runGit(t, first, "init", "-q", "-b", "main")
	for i, part := range []string{"docs/domains", "."} {
		runGit(t, first, "add", part)
		date := time.Date(2026, 3, 4+i, 23, 30, 0, 0, time.FixedZone("", -5*3600)).Format(time.RFC3339)
		runGit(t, first, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-m", "part", "--date", date)
	}
	second := filepath.Join(t.TempDir(), "a longer", "päth", "b")
	runGit(t, ".", "clone", "-q", "--no-checkout", first, second)
	shuffled(t, random, filepath.Join(second, "docs"), corpus)

	var sites [2]map[string]string
	for i, build := range []struct {
		root, output string
		env          []string
	}{
		{first, filepath.Join(t.TempDir(), "site"), []string{"GOMAXPROCS=1", "TZ=Pacific/Kiritimati", "LC_ALL=C"}},
		{second, filepath.Join(second, "docs", "_site"), []string{"GOMAXPROCS=8", "TZ=America/Los_Angeles", "LC_ALL=tr_TR.UTF-8"}},
	} {
		command := exec.Command("atelier", "build", "-C", filepath.Join(build.root, "docs"), "-o", build.output, "--site-url", "https://example.org/p/")
		command.Env = append(os.Environ(), build.env...)
		if out, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		sites[i] = readFolder(t, build.output)
	}
	if len(sites[0]) < 500 || !strings.Contains(sites[0]["feed.xml"], "2026-03-0") {
		t.Errorf("%d files, and a feed without dates", len(sites[0]))
	}
	for _, name := range slices.Sorted(maps.Keys(sites[0])) {
		if other, ok := sites[1][name]; !ok {
			t.Errorf("only one site has %s", name)
		} else if other != sites[0][name] {
			t.Errorf("%s differs between two builds", name)
		}
	}
	if len(sites[0]) != len(sites[1]) {
		t.Errorf("%d and %d files", len(sites[0]), len(sites[1]))
	}
}

// shuffled writes a tree to disk in a random order, with random file times.
func shuffled(t *testing.T, random *rand.Rand, dir string, files fstest.MapFS) {
	t.Helper()
	names := slices.Sorted(maps.Keys(files))
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	for _, name := range names {
		put(t, filepath.Join(dir, filepath.FromSlash(name)), string(files[name].Data))
	}
	for _, name := range names {
		at := time.Unix(random.Int64N(2e9), random.Int64N(1e9))
		for name := filepath.Join(dir, filepath.FromSlash(name)); len(name) > len(dir); name = filepath.Dir(name) {
			if err := os.Chtimes(name, at, at); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func runGit(t *testing.T, dir string, args ...string) {
	t.Helper()
	command := exec.Command("git", args...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1", "GIT_COMMITTER_DATE=2026-03-06T12:00:00Z")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %s: %v: %s", args[0], err, out)
	}
}

// put writes a file and the folders above it.
func put(t testing.TB, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// readFolder is every file of a folder.
func readFolder(t testing.TB, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	root := os.DirFS(dir)
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(root, name)
		files[name] = string(content)
		return err
	})
	if err != nil {
		t.Errorf("%s cannot be read: %v", dir, err)
	}
	return files
}
