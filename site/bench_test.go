package site

import (
	"context"
	"testing"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/corpustest"
)

func generated(b *testing.B) (*corpus.Corpus, map[string][]byte) {
	docs := corpustest.Generate(corpustest.Size)
	c, err := corpus.Load(context.Background(), corpustest.FS(docs), config.Default())
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(corpustest.Bytes(docs))
	return c, docs
}

// BenchmarkCheck runs every rule over a loaded corpus of 500 documents.
func BenchmarkCheck(b *testing.B) {
	c, _ := generated(b)
	all := rules.All()
	for b.Loop() {
		for _, d := range check.Run(c, all) {
			if d.Severity > 1 {
				b.Fatalf("the generated corpus is not sound: %s", d.Message)
			}
		}
	}
}

// BenchmarkBuild renders the site of a loaded corpus of 500 documents.
func BenchmarkBuild(b *testing.B) {
	c, docs := generated(b)
	for b.Loop() {
		if _, err := Build(c, corpustest.FS(docs), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkSave is what a save costs in the preview: one document of 1,000 is
// parsed, the corpus linked, and one page rendered.
func BenchmarkSave(b *testing.B) {
	docs := corpustest.Generate(1000)
	fsys := corpustest.FS(docs)
	var loader corpus.Loader
	const path = "domains/d050/topic-1.md"
	for b.Loop() {
		fsys[path].Data = append(fsys[path].Data, '\n')
		c, err := loader.Load(context.Background(), fsys, config.Default())
		if err != nil {
			b.Fatal(err)
		}
		s, err := Prepare(c, fsys, Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, ok, err := s.Render("domains/d050/topic-1.html"); !ok || err != nil {
			b.Fatal(err)
		}
	}
}
