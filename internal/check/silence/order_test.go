package silence

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/report"
)

// shuffled lists folders in another order each time.
type shuffled struct {
	fstest.MapFS
	random *rand.Rand
}

func (s shuffled) ReadDir(name string) ([]fs.DirEntry, error) {
	entries, err := s.MapFS.ReadDir(name)
	s.random.Shuffle(len(entries), func(i, j int) { entries[i], entries[j] = entries[j], entries[i] })
	return entries, err
}

// TestOrder holds that a run at any parallelism, with files in any order and with
// documents parsed before gives what the cold sequential run does, byte for byte.
func TestOrder(t *testing.T) {
	for name, corpusOf := range map[string]func(*testing.T) fstest.MapFS{"faulty": oddCorpus, "seed": seedCorpus} {
		t.Run(name, func(t *testing.T) {
			files := corpusOf(t)
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
			cold := written(t, new(corpus.Loader), files)
			if len(cold) < 10_000 {
				t.Fatalf("only %d bytes", len(cold))
			}
			warm := new(corpus.Loader)
			for _, procs := range []int{1, 2, 8} {
				runtime.GOMAXPROCS(procs)
				for run := range uint64(2) {
					again := shuffled{files, rand.New(rand.NewPCG(run, uint64(procs)))}
					if diff := cmp.Diff(string(cold), string(written(t, warm, again))); diff != "" {
						t.Fatalf("GOMAXPROCS %d, run %d (-cold +again):\n%s", procs, run, diff)
					}
				}
			}
		})
	}
}

// written are the findings of a tree, and its model.
func written(t *testing.T, loader *corpus.Loader, fsys fs.FS) []byte {
	t.Helper()
	cfg := config.Default()
	cfg.Ignore = []string{"domains/*/ignored-*.md"}
	c, err := loader.Load(t.Context(), fsys, cfg)
	if err != nil {
		t.Fatal(err)
	}
	all := rules.All()
	findings := report.New(c, all, check.Check(c, all, check.Options{}))
	var out bytes.Buffer
	for _, format := range []string{"json", "text"} {
		if err := report.Write(&out, format, findings, report.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	encoder := json.NewEncoder(&out)
	encoder.SetIndent("", " ")
	if err := encoder.Encode([]any{c.Model(), c.Paths()}); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// oddCorpus is the faulty corpus with files that cannot be read, that are not and
// that differ by case only.
func oddCorpus(t *testing.T) fstest.MapFS {
	files := faultyCorpus(t)
	for name, text := range map[string]string{
		"domains/api/latin.md": "# \xe9\n", "domains/data/binary.md": "\x00", "domains/edge/IoT.md": "# IoT\n", "domains/edge/IOT.md": "# IOT\n",
		"domains/api/ignored-b.md": "# B\n", "domains/api/ignored-a.md": "# A\n", "domains/data/ignored-c.md": "# C\n",
		"domains/testing/folder.md/x.txt": "", "domains/data/folder.md/x.txt": "",
		"domains/data/gone.md": "# Gone\n\n[a](nothing.md) [b](../nothing.md) [c](../api/restt.md) [d](iot.md) [e](../edge/Iot.md)\n",
	} {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}
