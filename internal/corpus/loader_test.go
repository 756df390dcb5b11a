package corpus

import (
	"context"
	"encoding/json"
	"testing"

	"atelier/internal/config"
	"atelier/internal/corpustest"
)

// TestLoader holds that a load with documents parsed before gives the same
// model as one that parses all, also after one file changed.
func TestLoader(t *testing.T) {
	docs := corpustest.Generate(40)
	var loader Loader
	model := func(load func() (*Corpus, error)) string {
		c, err := load()
		if err != nil {
			t.Fatal(err)
		}
		data, err := json.Marshal(c.Model())
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for _, change := range []string{"", "\nSee `domains/d001/topic-1.md` and P2.\n", "\n### P4. More\n"} {
		docs["domains/d000/first-principles.md"] = append(docs["domains/d000/first-principles.md"], change...)
		fsys := corpustest.FS(docs)
		warm := model(func() (*Corpus, error) { return loader.Load(context.Background(), fsys, config.Default()) })
		again := model(func() (*Corpus, error) { return loader.Load(context.Background(), fsys, config.Default()) })
		cold := model(func() (*Corpus, error) { return Load(context.Background(), fsys, config.Default()) })
		if warm != cold || again != cold {
			t.Errorf("after %q a load with kept documents differs", change)
		}
	}
}

// BenchmarkReload links a corpus of 500 documents of which one changed.
func BenchmarkReload(b *testing.B) {
	docs := corpustest.Generate(corpustest.Size)
	fsys := corpustest.FS(docs)
	var loader Loader
	n := 0
	for b.Loop() {
		n++
		fsys["MANIFEST.md"].Data = append(fsys["MANIFEST.md"].Data, '\n')
		if _, err := loader.Load(context.Background(), fsys, config.Default()); err != nil {
			b.Fatal(err)
		}
	}
}
