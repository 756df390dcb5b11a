package mutation

import (
	"context"
	"flag"
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
	"atelier/internal/corpustest"
	"atelier/internal/diag"
	"atelier/internal/matrix"
)

// perRule is the number of mutants drawn for a rule, where the corpus has as
// many places.
const perRule = 20

// alone injects each fault into a corpus of its own. Without it, some that lie
// apart are injected together, and each alone only where what is found is not
// just what all of them must give. So a finding too many could hide only where
// another fault of the same corpus withholds it.
var alone = flag.Bool("alone", false, "inject each fault into a corpus of its own")

// together is the number of faults that are injected at once.
const together = 6

// TestMutants injects faults into this repository's corpus. Kill is the share
// of mutants whose fault is found by its rule at its line, precision the share
// with no other finding. Both must be whole.
func TestMutants(t *testing.T) {
	// Each mutant makes a model of the corpus and drops it; with more room the
	// garbage of many goes at once.
	defer debug.SetGCPercent(debug.SetGCPercent(400))
	perRule, together := perRule, together
	if raceEnabled {
		perRule = 1 // the race detector needs each operator once
	}
	if *alone {
		together = 1
	}
	b := newBench(t)
	var mutants []Mutant
	for _, o := range Operators {
		drawn := b.sound.Draw(o, perRule)
		if len(drawn) == 0 {
			t.Errorf("no place for a fault of %s", o.Rule)
		}
		mutants = append(mutants, drawn...)
	}
	var verdicts []verdict
	var again int
	var mu sync.Mutex
	var group errgroup.Group
	group.SetLimit(2)
	for _, batch := range batches(b.sound.Random, mutants, together) {
		group.Go(func() error {
			found := b.judge(batch)
			repeat := len(batch) > 1 && slices.ContainsFunc(found, func(v verdict) bool { return !v.sound() })
			if repeat {
				found = nil
				for _, m := range batch {
					found = append(found, b.judge([]Mutant{m})...)
				}
			}
			mu.Lock()
			defer mu.Unlock()
			verdicts = append(verdicts, found...)
			if repeat {
				again += len(batch)
			}
			return nil
		})
	}
	_ = group.Wait()
	killed, precise := 0, 0
	for _, v := range verdicts {
		if v.killed {
			killed++
		}
		if len(v.others) == 0 {
			precise++
		}
		if !v.sound() {
			t.Errorf("want %s:%d %s alone, found: %v; also: %s\n\tedit: %s", v.Path, v.line, v.Rule, v.killed, strings.Join(v.others, "\n\t"), describe(v.Mutant, b.files))
		}
	}
	t.Logf("%d mutants of %d rules: kill %s, precision %s; %d injected again alone",
		len(mutants), len(Operators), share(killed, len(mutants)), share(precise, len(mutants)), again)
}

// batches puts mutants together that change different documents and speak of
// different rules. Faults of generated blocks stand alone: what follows from a
// change of the corpus is refreshed where a corpus has others.
func batches(random *rand.Rand, mutants []Mutant, size int) [][]Mutant {
	mutants = slices.Clone(mutants)
	random.Shuffle(len(mutants), func(i, j int) { mutants[i], mutants[j] = mutants[j], mutants[i] })
	var whole, open [][]Mutant
	for _, m := range mutants {
		i := slices.IndexFunc(open, func(batch []Mutant) bool { return !slices.ContainsFunc(batch, m.meets) })
		switch {
		case size == 1 || ofBlocks(m.Rule):
			whole = append(whole, []Mutant{m})
		case i < 0:
			open = append(open, []Mutant{m})
		case len(open[i]) == size-1:
			whole = append(whole, append(open[i], m))
			open = slices.Delete(open, i, i+1)
		default:
			open[i] = append(open[i], m)
		}
	}
	return append(whole, open...)
}

func ofBlocks(rule string) bool {
	return strings.HasPrefix(rule, "matrix/") || strings.HasPrefix(rule, "review/")
}

// meets reports whether two mutants are of one rule or concern one document.
func (m Mutant) meets(other Mutant) bool {
	return m.Rule == other.Rule || slices.ContainsFunc(m.paths(), func(path string) bool { return slices.Contains(other.paths(), path) })
}

func (m Mutant) paths() []string {
	out := []string{m.Path}
	if m.Gone != "" {
		out = append(out, m.Gone)
	}
	for _, e := range m.Edits {
		out = append(out, e.Path)
	}
	return out
}

// A verdict is what the check found of a mutant.
type verdict struct {
	Mutant
	line   int
	killed bool
	others []string // findings that belong to no mutant
}

func (v verdict) sound() bool { return v.killed && len(v.others) == 0 }

// A bench is a sound corpus, and what its mutants are judged with.
type bench struct {
	t      *testing.T
	files  map[string][]byte
	loader corpus.Loader
	sound  *Sound
	before map[string]bool // the findings of the sound corpus, by fingerprint
	// An author refreshes the checklists after every edit; making their blocks
	// for each mutant takes a third of the time. So every rule runs only for
	// faults of the checklists themselves, and all but one for the others.
	every, most []*check.Rule
}

func newBench(t *testing.T) *bench {
	b := &bench{t: t, files: ownFiles(t), before: map[string]bool{}, every: rules.All()}
	b.most = slices.DeleteFunc(slices.Clone(b.every), func(r *check.Rule) bool { return r.Name == "review/stale" })
	b.sound = &Sound{Corpus: b.load(b.files), Random: rand.New(rand.NewPCG(1, 2))}
	found := check.Check(b.sound.Corpus, b.every, check.Options{})
	for i, d := range found.Diagnostics {
		b.before[found.Fingerprints[i]] = true
		if d.Severity == diag.Error {
			t.Fatalf("the corpus is not sound: %s", concise(d))
		}
	}
	return b
}

// judge checks a corpus with the faults of some mutants.
func (b *bench) judge(batch []Mutant) []verdict {
	changed := b.files
	for _, m := range batch {
		changed = m.Apply(changed)
	}
	catalogue := b.most
	if strings.HasPrefix(batch[0].Rule, "review/") {
		catalogue = b.every
	}
	c := b.load(changed)
	found := check.Check(c, catalogue, check.Options{})
	if !strings.HasPrefix(batch[0].Rule, "matrix/") && stale(found.Diagnostics) && refresh(c, changed) {
		found = check.Check(b.load(changed), catalogue, check.Options{})
	}
	out := make([]verdict, len(batch))
	for i, m := range batch {
		out[i] = verdict{Mutant: m, line: m.Line(changed)}
	}
	for j, d := range found.Diagnostics {
		i := slices.IndexFunc(out, func(v verdict) bool {
			return !v.killed && v.Rule == d.Rule && v.Path == d.File.Path && v.line == d.Position().Line
		})
		switch {
		case i >= 0:
			out[i].killed = true
		case d.Severity >= diag.Warning && !b.before[found.Fingerprints[j]]:
			for i := range out {
				out[i].others = append(out[i].others, concise(d))
			}
		}
	}
	return out
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

func share(n, of int) string {
	return fmt.Sprintf("%.1f %% (%d of %d)", 100*float64(n)/float64(of), n, of)
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

func (b *bench) load(files map[string][]byte) *corpus.Corpus {
	c, err := b.loader.Load(context.Background(), uncopied{corpustest.FS(files)}, config.Default())
	if err != nil {
		panic(err) // the files lie in memory
	}
	return c
}

// uncopied are files that are read as they lie in memory: most are the same in
// all mutants, and nothing writes to them.
type uncopied struct{ fstest.MapFS }

func (u uncopied) ReadFile(name string) ([]byte, error) {
	if f := u.MapFS[name]; f != nil {
		return f.Data, nil
	}
	return u.MapFS.ReadFile(name) // which says what is wrong
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
