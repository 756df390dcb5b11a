package mutation

import (
	"context"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"golang.org/x/sync/errgroup"

	"atelier/internal/block"
	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/matrix"
)

// perRule is the number of mutants drawn for a rule, where the corpus has as
// many places.
const perRule = 20

// TestMutants injects faults into this repository's corpus. Kill is the share
// of mutants whose fault is found by its rule at its line, precision the share
// with no other finding. Both must be whole.
func TestMutants(t *testing.T) {
	// Each mutant makes a model of the corpus and drops it; with more room the
	// garbage of many goes at once.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	files := ownFiles(t)
	var loader corpus.Loader
	perRule := perRule
	if raceEnabled {
		perRule = 1 // the race detector needs each operator once
	}
	sound := &Sound{Corpus: load(t, &loader, files), Random: rand.New(rand.NewPCG(1, 2))}
	// An author refreshes the checklists after every edit; making their blocks for
	// each mutant would be a third of the time. So they are made only for faults of
	// the checklists themselves.
	every := rules.All()
	all := slices.DeleteFunc(slices.Clone(every), func(r *check.Rule) bool { return r.Name == "review/stale" })
	before := map[string]bool{}
	base := check.Check(sound.Corpus, every, check.Options{})
	for i, d := range base.Diagnostics {
		before[base.Fingerprints[i]] = true
		if d.Severity == diag.Error {
			t.Fatalf("the corpus is not sound: %s", concise(d))
		}
	}
	var mutants []Mutant
	for _, o := range Operators {
		drawn := sound.Draw(o, perRule)
		if len(drawn) == 0 {
			t.Errorf("no place for a fault of %s", o.Rule)
		}
		mutants = append(mutants, drawn...)
	}
	killed, precise := make([]bool, len(mutants)), make([]bool, len(mutants))
	var mu sync.Mutex
	var group errgroup.Group
	group.SetLimit(2)
	for i, m := range mutants {
		group.Go(func() error {
			changed := m.Apply(files)
			c := load(t, &loader, changed)
			all := all
			if strings.HasPrefix(m.Rule, "review/") {
				all = every
			}
			out := check.Check(c, all, check.Options{})
			if !strings.HasPrefix(m.Rule, "matrix/") && stale(out.Diagnostics) && refresh(c, changed) {
				out = check.Check(load(t, &loader, changed), all, check.Options{})
			}
			want := fmt.Sprintf("%s:%d %s", m.Path, m.Line(changed), m.Rule)
			var others []string
			for j, d := range out.Diagnostics {
				got := fmt.Sprintf("%s:%d %s", d.File.Path, d.Position().Line, d.Rule)
				switch {
				case got == want && !killed[i]:
					killed[i] = true
				case d.Severity >= diag.Warning && !before[out.Fingerprints[j]]:
					others = append(others, concise(d))
				}
			}
			precise[i] = len(others) == 0
			if !killed[i] || !precise[i] {
				mu.Lock()
				defer mu.Unlock()
				t.Errorf("want %s alone, found: %v; also: %s\n\tedit: %s", want, killed[i], strings.Join(others, "\n\t"), describe(m, files))
			}
			return nil
		})
	}
	_ = group.Wait()
	t.Logf("%d mutants of %d rules: kill %s, precision %s", len(mutants), len(Operators), share(killed), share(precise))
}

// stale reports whether a generated block of the matrix is behind the corpus.
func stale(ds []*diag.Diagnostic) bool {
	return slices.ContainsFunc(ds, func(d *diag.Diagnostic) bool { return d.Rule == "matrix/stale" })
}

// refresh rewrites the stale blocks of the matrix, as an author does after an
// edit: a row more or less is a fault of its own kind, and the block that is
// stale for it another one.
func refresh(c *corpus.Corpus, files map[string][]byte) bool {
	blocks := map[string][]*block.Block{}
	for _, b := range matrix.Blocks(c) {
		if b.Stale() {
			blocks[b.Document.Path] = append(blocks[b.Document.Path], b)
		}
	}
	for path, list := range blocks {
		files[path] = []byte(block.Rewrite(list[0].Document.File.Text, list))
	}
	return len(blocks) > 0
}

func share(flags []bool) string {
	n := 0
	for _, f := range flags {
		if f {
			n++
		}
	}
	return fmt.Sprintf("%.1f %% (%d of %d)", 100*float64(n)/float64(len(flags)), n, len(flags))
}

func concise(d *diag.Diagnostic) string {
	at := d.Position()
	return fmt.Sprintf("%s:%d:%d: %s[%s] %s", d.File.Path, at.Line, at.Column, d.Severity, d.Rule, d.Message)
}

func describe(m Mutant, files map[string][]byte) string {
	e := m.Edits[0]
	old := string(files[e.Path][e.Start:e.End])
	if len(old) > 80 {
		old = old[:80] + "…"
	}
	return fmt.Sprintf("%s at %d: %q -> %q", e.Path, e.Start, old, e.Text)
}

func load(t *testing.T, loader *corpus.Loader, files map[string][]byte) *corpus.Corpus {
	fsys := fstest.MapFS{}
	for name, data := range files {
		fsys[name] = &fstest.MapFile{Data: data}
	}
	c, err := loader.Load(context.Background(), fsys, config.Default())
	if err != nil {
		t.Error(err)
		panic(err)
	}
	return c
}

func ownFiles(t *testing.T) map[string][]byte {
	files := map[string][]byte{}
	for _, root := range []string{"domains", "languages", "review", "matrix", "MANIFEST.md", "ROADMAP.md", "PERSONAS.md"} {
		_ = filepath.WalkDir(filepath.Join("../../..", root), func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return nil
			}
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			rel, _ := filepath.Rel("../../..", name)
			files[filepath.ToSlash(rel)] = data
			return nil
		})
	}
	if len(files) < 10 {
		t.Fatalf("only %d files", len(files))
	}
	return files
}
