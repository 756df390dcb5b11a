package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
	"golang.org/x/sys/unix"
)

// TestKilledBuild kills builds with SIGKILL at random moments of their whole
// length. After each, the output folder holds the old site or the new one, to
// the last byte, and what was left beside it does not pile up.
func TestKilledBuild(t *testing.T) {
	const kills, most = 50, 150
	b := newKillableBuild(t)
	b.measure()
	random := rand.New(rand.NewPCG(1, 2))
	fell := map[moment]int{}
	n := 0
	// The length of the parts depends on the machine: go on until each was hit.
	for ; n < kills || n < most && (fell[inTheWrite] < 5 || fell[afterTheSwap] == 0); n++ {
		// A third of the moments is spread over the whole length, a third over the
		// write, which is the shorter part, and a third over what follows the swap.
		fell[b.kill(n%3, random.Float64())]++
		if t.Failed() {
			t.Fatalf("after kill %d", n)
		}
	}
	t.Logf("%d kills: %d before the write, %d in it, %d after the swap, %d after the end; a build takes %v, its write %v, and %v from the swap on",
		n, fell[beforeTheWrite], fell[inTheWrite], fell[afterTheSwap], fell[afterTheEnd], b.length[0], b.length[1], b.length[2])
	if fell[beforeTheWrite] == 0 || fell[inTheWrite] == 0 || fell[afterTheSwap] == 0 {
		t.Error("a part of the build was not hit")
	}
	b.run()
	if left := b.leftovers(); len(left) > 0 {
		t.Errorf("a whole build left %v", left)
	}
}

// A moment is the part of a build in which it was killed.
type moment int

const (
	beforeTheWrite moment = iota
	inTheWrite
	afterTheSwap
	afterTheEnd
)

// killableBuild alternates between two sites of one corpus.
type killableBuild struct {
	t       *testing.T
	dir     string
	sites   [2]map[string]string // what each is, by path
	current int                  // the one in place
	length  [3]time.Duration     // of a build, from its start, its write and its swap on
	notices *fsnotify.Watcher
}

func newKillableBuild(t *testing.T) *killableBuild {
	b := &killableBuild{t: t, dir: t.TempDir()}
	if err := unix.Renameat2(unix.AT_FDCWD, t.TempDir(), unix.AT_FDCWD, t.TempDir(), unix.RENAME_EXCHANGE); err != nil {
		t.Skipf("folders cannot change places here: %v", err)
	}
	var links strings.Builder
	for i := range 100 {
		name := fmt.Sprintf("img/%03d.png", i)
		put(t, filepath.Join(b.dir, "corpus", name), strings.Repeat(name, 1+i%50*40))
		fmt.Fprintf(&links, "![a picture](../../%s)\n", name)
	}
	put(t, filepath.Join(b.dir, "corpus/domains/a/first-principles.md"), "# A — First Principles\n\n### P1. Waits are Bounded\n\nEvery wait ends.\n\n"+links.String())
	var err error
	if b.notices, err = fsnotify.NewWatcher(); err == nil {
		err = b.notices.Add(b.dir)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.notices.Close() })
	return b
}

// start starts a build of the site that is not in place.
func (b *killableBuild) start() *exec.Cmd {
	put(b.t, filepath.Join(b.dir, "corpus/atelier.yaml"), fmt.Sprintf("site:\n  title: Site %d\n", 1-b.current))
	command := exec.Command("atelier", "build", "-C", "corpus", "-o", "site")
	command.Dir = b.dir
	command.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+b.dir)
	if err := command.Start(); err != nil {
		b.t.Fatal(err)
	}
	return command
}

// run builds the site that is not in place.
func (b *killableBuild) run() {
	if err := b.start().Wait(); err != nil {
		b.t.Fatal(err)
	}
	b.current = 1 - b.current
}

// measure builds both sites, and notes what they are and how long it takes.
func (b *killableBuild) measure() {
	for range 2 {
		b.run()
		b.sites[b.current] = readFolder(b.t, filepath.Join(b.dir, "site"))
	}
	if diff := b.same(0, b.sites[1]); diff == "" {
		b.t.Fatal("the two sites do not differ")
	}
	for b.length[2] == 0 {
		ended := make(chan struct{})
		started := [3]time.Time{time.Now()}
		command := b.start()
		var err error
		go func() { err = command.Wait(); close(ended) }()
		if b.reaches(1, nil, ended) {
			started[1] = time.Now()
			if b.await(isSite, ended) {
				started[2] = time.Now()
			}
		}
		<-ended
		if err != nil {
			b.t.Fatal(err)
		}
		b.current = 1 - b.current
		for from, at := range started {
			if !at.IsZero() {
				b.length[from] = time.Since(at)
			}
		}
	}
}

// reaches waits until a build starts to write, from 1, or has swapped its site
// in, from 2; it is false where the build ends first. A stage that is left from
// another build is not this one's.
func (b *killableBuild) reaches(from int, left []string, ended <-chan struct{}) bool {
	switch from {
	case 1:
		return b.await(func(name string) bool {
			_, err := os.Lstat(name) // notices of builds before are still to come too
			return err == nil && strings.HasPrefix(filepath.Base(name), ".site.") && !slices.Contains(left, name)
		}, ended)
	case 2:
		return b.reaches(1, left, ended) && b.await(isSite, ended)
	}
	return true
}

func isSite(name string) bool { return filepath.Base(name) == "site" }

// await waits for a notice of a file beside the site, or until a build ends.
func (b *killableBuild) await(wanted func(name string) bool, ended <-chan struct{}) (came bool) {
	for {
		select {
		case event := <-b.notices.Events:
			if wanted(event.Name) {
				return true
			}
		case err := <-b.notices.Errors:
			b.t.Fatal(err)
		case <-ended:
			return false
		}
	}
}

// kill starts a build and kills it after a part of its length from its start, its
// write or its swap on, and holds that the site is whole.
func (b *killableBuild) kill(from int, part float64) moment {
	before := b.leftovers()
	command := b.start()
	var err error
	ended := make(chan struct{})
	go func() { err = command.Wait(); close(ended) }()
	b.reaches(from, before, ended)
	select {
	case <-ended:
	case <-time.After(time.Duration(part * float64(b.length[from]))):
		_ = command.Process.Kill() // it may have ended
		<-ended
	}
	left := b.leftovers()
	if len(left) > 1 {
		b.t.Errorf("killed builds left %v", left)
	}
	site := readFolder(b.t, filepath.Join(b.dir, "site"))
	old, new := b.same(b.current, site), b.same(1-b.current, site)
	switch {
	case old == "" && err == nil:
		b.t.Error("a build that ended well left the old site")
	case old == "" && (len(left) == 0 || len(before) > 0 && left[0] == before[0]):
		return beforeTheWrite
	case old == "":
		return inTheWrite
	case new != "":
		b.t.Errorf("the site is not the old one (%s), nor the new one (%s)", old, new)
	}
	b.current = 1 - b.current
	if err == nil {
		return afterTheEnd
	}
	return afterTheSwap
}

// leftovers are the folders that builds left beside the site.
func (b *killableBuild) leftovers() []string {
	left, err := filepath.Glob(filepath.Join(b.dir, ".site.*"))
	if err != nil {
		b.t.Fatal(err)
	}
	return left
}

// same is "" where files are those of a site, else how they differ.
func (b *killableBuild) same(site int, files map[string]string) string {
	want := b.sites[site]
	for name, content := range want {
		got, ok := files[name]
		if !ok {
			return name + " is missing"
		}
		if got != content {
			return name + " differs"
		}
	}
	if len(files) != len(want) {
		return fmt.Sprintf("%d files in the place of %d", len(files), len(want))
	}
	return ""
}
