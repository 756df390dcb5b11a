package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/parse"
)

func ownCorpus(t testing.TB) *corpus.Corpus {
	t.Helper()
	c, err := corpus.Load(context.Background(), own(), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestCodeExamples parses every code example of the corpus that the standard
// library, or the YAML library that is here anyway, can parse.
func TestCodeExamples(t *testing.T) {
	parsed := map[string]int{}
	for _, d := range ownCorpus(t).Documents {
		for _, f := range d.Fences {
			var err error
			switch f.Language {
			case "go":
				err = goExample(f.Text)
			case "json":
				err = jsonExample(f.Text)
			case "yaml":
				err = yamlExample(f.Text)
			default:
				continue
			}
			parsed[f.Language]++
			if err != nil {
				t.Errorf("%s:%d: %s example: %v", d.Path, d.File.Line(f.Span.Start), f.Language, err)
			}
		}
	}
	for _, language := range []string{"go", "json", "yaml"} {
		if parsed[language] == 0 {
			t.Errorf("no %s example was parsed", language)
		}
	}
	t.Logf("parsed: %v", parsed)
}

// goExample parses a file, or declarations, or statements, and holds them to
// gofmt.
func goExample(code string) error {
	var first error
	for _, wrap := range []string{"%s", "package example\n\n%s", "package example\n\nfunc example() {\n%s\n}"} {
		_, err := parser.ParseFile(token.NewFileSet(), "", fmt.Sprintf(wrap, code), parser.ParseComments)
		if err == nil {
			formatted, err := format.Source([]byte(code))
			if err == nil && !bytes.Equal(bytes.TrimSpace(formatted), bytes.TrimSpace([]byte(code))) {
				return fmt.Errorf("gofmt would change it")
			}
			return nil
		}
		if first == nil {
			first = err
		}
	}
	return first
}

// jsonExample takes one document, or one a line.
func jsonExample(code string) error {
	decoder := json.NewDecoder(strings.NewReader(code))
	for decoder.More() {
		var v any
		if err := decoder.Decode(&v); err != nil {
			return err
		}
	}
	return nil
}

func yamlExample(code string) error {
	decoder := yaml.NewDecoder(strings.NewReader(code))
	for {
		var v any
		if err := decoder.Decode(&v); err != nil {
			if err.Error() == "EOF" {
				return nil
			}
			return err
		}
	}
}

// shingle is the number of words that two sentences must share in a row to be
// near each other.
const shingle = 9

// TestNoSharedProse measures how near paragraphs of different documents come to
// each other, prints the worst pairs, and fails where one repeats another. The
// formulas of the format (derivation headers, coverage claims, table headers)
// are no prose of anybody's.
func TestNoSharedProse(t *testing.T) {
	type place struct {
		doc   *corpus.Document
		block *parse.Block
	}
	seen := map[string][]place{}
	words := map[*parse.Block]int{}
	for _, d := range ownCorpus(t).Documents {
		if d.Domain == nil && d.Kind != corpus.KindCore {
			continue
		}
		for _, b := range d.Blocks {
			if b.Kind != parse.ParagraphBlock || b.Generated || b.Header {
				continue
			}
			tokens := strings.FieldsFunc(strings.ToLower(b.Prose.Text), func(r rune) bool {
				return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' || r > 127)
			})
			words[b] = len(tokens)
			for i := 0; i+shingle <= len(tokens); i++ {
				key := strings.Join(tokens[i:i+shingle], " ")
				places := seen[key]
				if len(places) > 0 && places[len(places)-1].block == b || formula(key) {
					continue
				}
				seen[key] = append(places, place{d, b})
			}
		}
	}
	type pair struct{ a, b place }
	shared := map[pair]int{}
	example := map[pair]string{}
	for _, key := range slices.Sorted(maps.Keys(seen)) {
		places := seen[key]
		for i, a := range places {
			for _, b := range places[i+1:] {
				if a.doc != b.doc {
					shared[pair{a, b}]++
					example[pair{a, b}] = key
				}
			}
		}
	}
	worst := slices.SortedFunc(maps.Keys(shared), func(x, y pair) int {
		if shared[x] != shared[y] {
			return shared[y] - shared[x]
		}
		return strings.Compare(example[x]+x.a.doc.Path+x.b.doc.Path, example[y]+y.a.doc.Path+y.b.doc.Path)
	})
	for i, p := range worst {
		total := min(words[p.a.block], words[p.b.block]) - shingle + 1
		part := float64(shared[p]) / float64(total)
		if i < 10 {
			t.Logf("%2d of %3d shingles (%.0f %%): %s and %s: “… %s …”", shared[p], total, 100*part, p.a.doc.Path, p.b.doc.Path, example[p])
		}
		if shared[p] > 6 && part > 0.2 || part > 0.5 && total > 8 {
			t.Errorf("%s:%d and %s:%d say the same: “… %s …”", p.a.doc.Path, p.a.doc.File.Line(p.a.block.Span.Start),
				p.b.doc.Path, p.b.doc.File.Line(p.b.block.Span.Start), example[p])
		}
	}
	t.Logf("%d pairs of paragraphs share %d words in a row", len(worst), shingle)
}

// formula reports whether a shingle belongs to the coverage claim that every
// domain makes in the same words.
func formula(key string) bool {
	return strings.Contains(key, "core principles c1") || strings.Contains(key, "c1 c2 c") || strings.Contains(key, "c2 c3 c") ||
		strings.Contains(key, "of 8 core principles")
}

// TestCoresAreNotStarved holds that every core has principles in several domains.
func TestCoresAreNotStarved(t *testing.T) {
	c := ownCorpus(t)
	mappings := 0
	for _, d := range c.Domains {
		if d.Collection == "domains" {
			mappings += len(d.Principles)
		}
	}
	if mappings != 190 {
		t.Errorf("%d mappings, want 190", mappings)
	}
	for _, core := range c.Cores {
		if n := len(c.DerivedFrom(core)); n < 5 {
			t.Errorf("%s has %d principles, want at least 5", core.ID(), n)
		}
	}
}

// TestMatrixSaysWhatItLeavesOut holds that the numbers of the matrix and of the
// front page can be told from each other.
func TestMatrixSaysWhatItLeavesOut(t *testing.T) {
	const page, out = "matrix/principles-matrix.html", "Left out are the"
	if text := textOf(pageOf(t, ownSite(t), page)); !strings.Contains(text, out+" 32 principles of 4 languages: the coverage counts them too.") {
		t.Error("the matrix does not say that languages are left out")
	}
	if text := textOf(pageOf(t, build(t, archive(small)), page)); strings.Contains(text, out) {
		t.Error("a matrix without languages says that some are left out")
	}
}
