package matrix

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/corpustest"
)

const (
	core = "# Core — First Principles\n\n### C1. Correctness\nIt is right.\n\n### C2. Clarity\nIt is clear.\n\n### C3. Simple | Plain\nIt is simple.\n"

	alpha = `# Alpha Beta — First Principles

### P1. Waits are *Bounded*
Every wait ends. This derives from ` + "`C2 Clarity` (one sees it) and `C1 Correctness`" + ` (a hang is wrong).

### P2. A | B
Either. This derives from ` + "`C1 Correctness`" + ` (either).

| P-rule | Core | Why |
|---|---|---|
| P1 Waits are *Bounded* | C2, C1 | One sees it |
| P2 A \| B | C1 | Either |

| Violation | Principle |
|---|---|
| No timeout | P1 |
| Neither | P2 |
`
	untraced = "# Zeta\n\n### P1. One\nFirst.\n"
	topic    = "# Topic — Derived Rules\n\n> Derives from `domains/alpha/first-principles.md`. Applies P1 primarily.\n\n| Violation | Principle |\n|---|---|\n| Late | P1 |\n"
	manifest = "# Manifest\n\n| Path | Title | Since | Status |\n|---|---|---|---|\n| `domains/zeta/first-principles.md` | Zeta | v0.1 P1 | complete |\n| `domains/alpha/first-principles.md` | Alpha | v0.1 P2 | complete |\n| `domains/alpha/topic.md` | Topic | v0.1 P2 | complete |\n"
)

func load(t *testing.T, files map[string]string) *corpus.Corpus {
	t.Helper()
	c, err := corpus.Load(context.Background(), corpustest.FS(files), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func whole() map[string]string {
	return map[string]string{
		"MANIFEST.md": manifest, "domains/core/first-principles.md": core, "domains/alpha/first-principles.md": alpha, "domains/alpha/topic.md": topic,
		"domains/zeta/first-principles.md": untraced, "languages/go/first-principles.md": strings.ReplaceAll(alpha, "Alpha Beta", "Go"),
	}
}

func render(t *testing.T, files map[string]string, name string) string {
	t.Helper()
	text, ok := Render(load(t, files), name)
	if !ok {
		t.Fatalf("%s is not made", name)
	}
	return text
}

// TestPrinciples holds the matrix: domains in the order of the manifest, core and
// languages left out, a row for each principle, traced or not.
func TestPrinciples(t *testing.T) {
	want := `

3 principles of 2 domains, each traced to the core principles it derives from: 3 mappings.
● is the primary core of a principle, ○ another one that it derives from.

### Zeta

| Principle | C1 Correctness | C2 Clarity | C3 Simple \| Plain |
|---|:-:|:-:|:-:|
| zeta P1 One | | | |

### Alpha Beta

| Principle | C1 Correctness | C2 Clarity | C3 Simple \| Plain |
|---|:-:|:-:|:-:|
| alpha P1 Waits are Bounded | ○ | ● | |
| alpha P2 A \| B | ● | | |

`
	if diff := cmp.Diff(want, render(t, whole(), Principles)); diff != "" {
		t.Error(diff)
	}
}

// TestCoverage holds the counts of domains and of languages, with totals.
func TestCoverage(t *testing.T) {
	want := `

| Domain | Principles | C1 | C2 | C3 | Untouched | Documents | Violations |
|---|--:|--:|--:|--:|---|--:|--:|
| zeta | 1 | 0 | 0 | 0 | C1, C2, C3 | 1 | 0 |
| alpha | 2 | 2 | 1 | 0 | C3 | 2 | 3 |
| **Total** | 3 | 2 | 1 | 0 | C3 | 3 | 3 |

`
	if diff := cmp.Diff(want, render(t, whole(), Domains)); diff != "" {
		t.Error(diff)
	}
	want = `

| Language | Principles | C1 | C2 | C3 | Untouched | Documents | Violations |
|---|--:|--:|--:|--:|---|--:|--:|
| go | 2 | 2 | 1 | 0 | C3 | 1 | 2 |
| **Total** | 2 | 2 | 1 | 0 | C3 | 1 | 2 |

`
	if diff := cmp.Diff(want, render(t, whole(), Languages)); diff != "" {
		t.Error(diff)
	}
}

// TestWithoutCore holds that the columns are those of the traces where no document
// defines the cores, with the titles that citations give.
func TestWithoutCore(t *testing.T) {
	got := render(t, map[string]string{"domains/alpha/first-principles.md": alpha}, Principles)
	if !strings.Contains(got, "\n| Principle | C1 Correctness | C2 Clarity |\n") || !strings.Contains(got, "\n2 principles of 1 domain,") {
		t.Errorf("got %s", got)
	}
}

// TestEmpty holds that a corpus without domains gives blocks as well.
func TestEmpty(t *testing.T) {
	for _, name := range Names {
		got := render(t, map[string]string{"domains/core/first-principles.md": core}, name)
		if !strings.HasPrefix(got, "\n") || !strings.HasSuffix(got, "\n") {
			t.Errorf("%s is %q", name, got)
		}
	}
	if _, ok := Render(load(t, whole()), "agent-checklist"); ok {
		t.Error("a block of another maker is made")
	}
}

// TestBlocksAreFreshOnceWritten holds that a page made new is fresh when it is
// read again, and that its tables are tables.
func TestBlocksAreFreshOnceWritten(t *testing.T) {
	files := whole()
	c := load(t, files)
	for _, page := range Pages {
		files["matrix/"+page.Name] = page.New(c, Render)
	}
	again := load(t, files)
	blocks := Blocks(again)
	if len(blocks) != len(Names) {
		t.Fatalf("%d blocks", len(blocks))
	}
	for _, b := range blocks {
		if b.Stale() {
			t.Errorf("%s is stale at once", b.Name)
		}
	}
	for _, page := range Pages {
		doc := again.Document("matrix/" + page.Name)
		if len(doc.Tables) == 0 || len(doc.Problems) > 0 {
			t.Errorf("%s has %d tables and %v", page.Name, len(doc.Tables), doc.Problems)
		}
		for _, table := range doc.Tables {
			for _, row := range table.Rows {
				if len(row.Cells) != len(table.Header) {
					t.Errorf("%s: a row has %d cells under %d", page.Name, len(row.Cells), len(table.Header))
				}
			}
		}
	}
}

// TestTitlesHoldAnyText holds that no title breaks out of its cell or heading, or
// ends the block.
func TestTitlesHoldAnyText(t *testing.T) {
	const hostile = "Waits | [are](x) `bound` <b> <!-- atelier:end --> *all*"
	files := whole()
	c := load(t, files)
	c.Cores[0].Title = hostile
	for _, d := range c.Domains {
		d.First.Title = hostile
		d.Principles[0].Title = hostile
	}
	for _, page := range Pages {
		files["matrix/"+page.Name] = page.New(c, Render)
	}
	again := load(t, files)
	for _, page := range Pages {
		doc := again.Document("matrix/" + page.Name)
		if len(doc.Generated) != len(page.Blocks) || len(doc.Problems) > 0 || len(doc.RawHTML) > 0 || len(doc.Links) > 0 {
			t.Errorf("%s: %d blocks, %v, %v, %v", page.Name, len(doc.Generated), doc.Problems, doc.RawHTML, doc.Links)
		}
		for _, table := range doc.Tables {
			for _, row := range table.Rows {
				if len(row.Cells) != len(table.Header) {
					t.Errorf("%s: a row has %d cells under %d", page.Name, len(row.Cells), len(table.Header))
				}
			}
		}
	}
	if doc := again.Document("matrix/principles-matrix.md"); doc.Tables[0].Rows[0].Cells[0].Prose.Text != "zeta P1 "+hostile {
		t.Errorf("the row shows %q", doc.Tables[0].Rows[0].Cells[0].Prose.Text)
	}
}

// TestMarks holds that the first core of a trace row is the primary one.
func TestMarks(t *testing.T) {
	p := load(t, whole()).DomainByName("alpha").Principle(1)
	if diff := cmp.Diff(map[int]string{2: "●", 1: "○"}, Marks(p)); diff != "" {
		t.Error(diff)
	}
}
