package matrix

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/config"
	"atelier/internal/corpus"
)

const (
	first = `# Sample — First Principles

### P1. Waits | Bounds
Text.

### P2. Order is Declared
Text. This derives from ` + "`C3 Simplicity`" + ` and ` + "`C1`" + `.

| P-rule | Core | Why |
|---|---|---|
| P1 | C1, C3 | Yes |

| Violation | Principle |
|---|---|
| One | P1 |
| Two | P2 |
`
	topic    = "# Topic\n\n| Violation | Principle |\n|---|---|\n| Three | P1 |\n"
	language = "# Go\n\n### P1. Errors are Values\nText. This derives from `C2 Clarity`.\n"
	core     = "# Core\n\n### C1. Correctness\nText.\n\n### C2. Clarity\nText.\n\n### C3. Simplicity\nText.\n"
)

func load(t *testing.T, files map[string]string) *corpus.Corpus {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	c, err := corpus.Load(context.Background(), fsys, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestRender holds the text of every block, of a corpus with a core document and
// of one whose cores are known from citations alone.
func TestRender(t *testing.T) {
	files := map[string]string{
		"domains/sample/first-principles.md": first, "domains/sample/topic.md": topic, "languages/go/first-principles.md": language,
	}
	without := load(t, files)
	files["domains/core/first-principles.md"] = core
	with := load(t, files)
	const counts = "\n\n2 principles of 1 domain, each traced to the core principles it derives from: 2 mappings.\n" +
		"● is the primary core of a principle, ○ another one that it derives from.\n\n### Sample\n\n"
	for _, test := range []struct {
		name, block string
		corpus      *corpus.Corpus
		want        string
	}{
		{"principles", Principles, with, counts + `| Principle | C1 Correctness | C2 Clarity | C3 Simplicity |
|---|:-:|:-:|:-:|
| sample P1 Waits \| Bounds | ● | | ○ |
| sample P2 Order is Declared | ○ | | ● |

`},
		{"principles without a core document", Principles, without, counts + `| Principle | C1 | C2 Clarity | C3 Simplicity |
|---|:-:|:-:|:-:|
| sample P1 Waits \| Bounds | ● | | ○ |
| sample P2 Order is Declared | ○ | | ● |

`},
		{"domains", Domains, with, `

| Domain | Principles | C1 | C2 | C3 | Untouched | Documents | Violations |
|---|--:|--:|--:|--:|---|--:|--:|
| sample | 2 | 2 | 0 | 2 | C2 | 2 | 3 |
| **Total** | 2 | 2 | 0 | 2 | C2 | 2 | 3 |

`},
		{"languages", Languages, with, `

| Language | Principles | C1 | C2 | C3 | Untouched | Documents | Violations |
|---|--:|--:|--:|--:|---|--:|--:|
| go | 1 | 0 | 1 | 0 | C1, C3 | 1 | 0 |
| **Total** | 1 | 0 | 1 | 0 | C1, C3 | 1 | 0 |

`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, ok := Render(test.corpus, test.block)
			if diff := cmp.Diff(test.want, got); diff != "" || !ok {
				t.Errorf("known: %v (-want +got):\n%s", ok, diff)
			}
		})
	}
	if _, ok := Render(with, "nope"); ok || Known("nope") {
		t.Error("a block that nobody makes is known")
	}
}

// TestPages holds that every block has its page.
func TestPages(t *testing.T) {
	var blocks []string
	for _, page := range Pages {
		blocks = append(blocks, page.Blocks...)
	}
	for _, name := range Names {
		if !strings.Contains(strings.Join(blocks, " "), name) {
			t.Errorf("no page holds %s", name)
		}
	}
}
