package corpus

import (
	"context"
	"testing"

	"atelier/internal/config"
	"atelier/internal/corpustest"
	"atelier/internal/parse"
)

// BenchmarkGoldmark is goldmark alone over the generated corpus, with the same
// extensions: what everything else is compared with.
func BenchmarkGoldmark(b *testing.B) {
	docs := corpustest.Generate(corpustest.Size)
	b.SetBytes(corpustest.Bytes(docs))
	for b.Loop() {
		for _, content := range docs {
			parse.Markdown(content)
		}
	}
}

// BenchmarkParse parses every document, one after the other.
func BenchmarkParse(b *testing.B) {
	docs := corpustest.Generate(corpustest.Size)
	b.SetBytes(corpustest.Bytes(docs))
	for b.Loop() {
		for name, content := range docs {
			parse.Bytes(name, content)
		}
	}
}

// BenchmarkLoad reads, parses and links, in parallel.
func BenchmarkLoad(b *testing.B) {
	docs := corpustest.Generate(corpustest.Size)
	fsys := corpustest.FS(docs)
	b.SetBytes(corpustest.Bytes(docs))
	for b.Loop() {
		if _, err := Load(context.Background(), fsys, config.Default()); err != nil {
			b.Fatal(err)
		}
	}
}
