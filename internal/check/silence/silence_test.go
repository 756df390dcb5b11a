// Package silence holds the check to saying nothing new of a corpus that is
// written otherwise and says the same, and to the same findings however it runs.
// It is a measure of the whole, and has tests only.
package silence

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/check"
	"atelier/internal/check/mutation"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// TestSilence rewrites every document of a corpus so that it says the same: no
// finding changes, and of the model nothing but positions.
func TestSilence(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // each rewrite makes a model and drops it
	changed := map[string]int{}
	for _, c := range []struct {
		name  string
		files func(*testing.T) fstest.MapFS
	}{{"own", ownCorpus}, {"faulty", faultyCorpus}, {"seed", seedCorpus}} {
		t.Run(c.name, func(t *testing.T) { silence(t, c.files(t), changed) })
	}
	for _, r := range rewrites {
		if changed[r.name] < 10 {
			t.Errorf("%s: changes %d documents", r.name, changed[r.name])
		}
	}
}

// seedCorpus are the real documents beside the repository.
func seedCorpus(t *testing.T) fstest.MapFS {
	t.Helper()
	root := "../../../../shared/seed-corpus"
	if dir := os.Getenv("ATELIER_SEED"); dir != "" {
		root = dir
	}
	if _, err := os.Stat(filepath.Join(root, "expected.json")); err != nil {
		if os.Getenv("ATELIER_REQUIRE_ALL") == "1" {
			t.Fatal("no seed corpus beside the repository, and ATELIER_REQUIRE_ALL=1")
		}
		t.Skip("no seed corpus beside the repository (set ATELIER_SEED)")
	}
	return treeOf(t, os.DirFS(root), ".")
}

// ownCorpus is that of this repository.
func ownCorpus(t *testing.T) fstest.MapFS {
	t.Helper()
	root := os.DirFS("../../..")
	names, err := fs.Glob(root, "*.*")
	if err != nil {
		t.Fatal(err)
	}
	names = slices.DeleteFunc(names, func(name string) bool { return strings.HasPrefix(name, ".") })
	return treeOf(t, root, append(names, "domains", "languages", "review", "matrix")...)
}

// treeOf are the files below some names.
func treeOf(t *testing.T, from fs.FS, names ...string) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	for _, name := range names {
		err := fs.WalkDir(from, name, func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := fs.ReadFile(from, name)
			out[name] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// silence compares a corpus with its rewrites, and counts the documents changed.
func silence(t *testing.T, files fstest.MapFS, count map[string]int) {
	before := load(t, files)
	known := map[view]snapshot{}
	for _, r := range rewrites {
		t.Run(r.name, func(t *testing.T) {
			if _, ok := known[r.view]; !ok {
				known[r.view] = take(t, before, r.view)
			}
			changed := maps.Clone(files)
			for _, d := range before.Documents {
				if text := r.apply(d); text != string(files[d.Path].Data) {
					count[r.name]++
					changed[d.Path] = &fstest.MapFile{Data: []byte(text)}
				}
			}
			was, is := known[r.view], take(t, load(t, changed), r.view)
			if diff := cmp.Diff(was.findings, is.findings); diff != "" {
				t.Errorf("findings (-before +after):\n%s", diff)
			}
			for path, text := range was.text {
				if !slices.Equal(text, is.text[path]) {
					t.Errorf("%s: text (-before +after):\n%s", path, cmp.Diff(text, is.text[path]))
				}
			}
			if !slices.Equal(was.model, is.model) {
				t.Errorf("model (-before +after):\n%s", cmp.Diff(was.model, is.model))
			}
		})
	}
}

// A snapshot is what a corpus says, without the places where it does.
type snapshot struct {
	findings []string
	text     map[string][]string // of the blocks of each document
	model    []string            // a line a value
}

func take(t *testing.T, c *corpus.Corpus, v view) snapshot {
	t.Helper()
	s := snapshot{findings: findings(c, v), text: map[string][]string{}, model: model(t, c, v)}
	for _, d := range c.Documents {
		for _, b := range d.Blocks {
			s.text[d.Path] = append(s.text[d.Path], fmt.Sprintf("%d %s", b.Kind, v.shown(b.Prose.Text)))
		}
	}
	return s
}

func load(t *testing.T, fsys fs.FS) *corpus.Corpus {
	t.Helper()
	c, err := corpus.Load(context.Background(), fsys, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// findings are those of a corpus without their places.
func findings(c *corpus.Corpus, v view) []string {
	outcome := check.Check(c, rules.All(), check.Options{})
	var out []string
	for i, d := range outcome.Diagnostics {
		line := fmt.Sprintf("%s %s %s: %s", d.File.Path, d.Severity, d.Rule, v.shown(d.Message))
		if !v.moves {
			line += " " + outcome.Fingerprints[i]
		}
		out = append(out, line)
	}
	for _, s := range outcome.Suppressed {
		out = append(out, fmt.Sprintf("%s suppressed %s: %s (%s)", s.File.Path, s.Rule, v.shown(s.Message), s.Reason))
	}
	slices.Sort(out)
	return out
}

// shown is text as it is compared.
func (v view) shown(text string) string {
	if v.endings {
		return strings.ReplaceAll(text, ".md", "")
	}
	return text
}

// model is the corpus as lines of JSON, without its places.
func model(t *testing.T, c *corpus.Corpus, v view) []string {
	t.Helper()
	data, err := json.MarshalIndent(c.Model(), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for line := range strings.Lines(string(data)) {
		switch key, _, _ := strings.Cut(strings.TrimLeft(line, " "), ":"); key {
		case `"line"`, `"column"`, `"endLine"`, `"endColumn"`, `"startOffset"`, `"endOffset"`:
		case `"target"`, `"path"`:
			out = append(out, line)
		default:
			out = append(out, v.shown(line))
		}
	}
	return out
}

// faultyCorpus is this repository's corpus with many faults: some documents are
// gone, every other path is a Markdown link, and of every kind of fault that
// stays the same however a document is written there is one.
func faultyCorpus(t *testing.T) fstest.MapFS {
	files := ownCorpus(t)
	plant(t, files)
	for _, name := range []string{"domains/concurrency/patterns.md", "domains/errors/first-principles.md", "domains/observability/metrics.md"} {
		if files[name] == nil {
			t.Fatalf("no document %s", name)
		}
		delete(files, name)
	}
	for _, d := range load(t, files).Documents {
		files[d.Path] = &fstest.MapFile{Data: []byte(apply(d, links(d)))}
	}
	return files
}

// plant makes one fault of each kind, each in a document of its own.
func plant(t *testing.T, files fstest.MapFS) {
	t.Helper()
	sound := &mutation.Sound{Corpus: load(t, files), Random: rand.New(rand.NewPCG(3, 4))}
	used := map[string]bool{}
	for _, o := range mutation.Operators {
		if lineFaults[o.Rule] {
			continue
		}
		for _, m := range sound.Draw(o, 1<<20) {
			if len(m.Edits) != 1 || used[m.Edits[0].Path] || files[m.Edits[0].Path] == nil {
				continue // a file of its own, which no rewrite concerns
			}
			e := m.Edits[0]
			used[e.Path] = true
			text := string(files[e.Path].Data)
			files[e.Path] = &fstest.MapFile{Data: []byte(text[:e.Start] + e.Text + text[e.End:])}
			break
		}
	}
}

// lineFaults are faults of lines, which a rewrite of the lines may mend or hide.
var lineFaults = map[string]bool{
	"markdown/unclosed-fence": true, "markdown/unclosed-comment": true, "markdown/broken-table": true, "markdown/accidental-list": true,
	"markdown/orphan-rows": true, "markdown/swallowed-paragraph": true,
}

// links writes every other path reference as a Markdown link.
func links(d *corpus.Document) []edit {
	var out []edit
	for i, ref := range d.References {
		m := ref.Mention
		if i%2 == 1 || m == nil || m.Kind != parse.PathMention || !m.InCode || ref.Generated || ref.Role != corpus.InProse ||
			m.Pattern != nil || m.Section != nil || m.Principle > 0 || strings.Contains(d.File.Slice(ref.Span), "\n") || d.Kind == corpus.KindManifest {
			continue
		}
		span := source.Span{Start: ref.Span.Start - 1, End: ref.Span.End + 1} // with its backticks
		if _, in := m.Block.Prose.InLink(m.Start); in {
			continue
		}
		text := d.File.Slice(span)
		out = append(out, edit{span, fmt.Sprintf("[%s](/%s)", [...]string{text, "see there"}[i/2%2], ref.Path)})
	}
	return out
}
