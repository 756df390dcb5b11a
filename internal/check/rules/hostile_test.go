package rules

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"atelier/internal/check"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/corpustest"
)

// TestManyFindings holds that a check takes a time in proportion to its input
// where one block, or one table, has nothing but findings.
func TestManyFindings(t *testing.T) {
	for _, c := range []struct{ name, once, again string }{
		{"links in a paragraph", "", "`domains/none/x` "},
		{"principles in a paragraph", "", "b P7, "},
		{"rows of violations", "| Violation | Principle |\n|--|--|\n", "| A | P9 |\n"},
		{"headings", "", "### P1. A\n\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			corpustest.Linear(t, 2_000, func(size int) {
				loaded, err := corpus.Load(context.Background(), fstest.MapFS{
					"domains/b/first-principles.md": {Data: []byte("# B — First Principles\n\n### P1. Waits End\n\nText.\n")},
					"domains/a/first-principles.md": {Data: []byte("# A — First Principles\n\n" + c.once + strings.Repeat(c.again, size))},
				}, config.Default())
				if err != nil {
					t.Fatal(err)
				}
				if found := check.Check(loaded, All(), check.Options{}).Diagnostics; len(found) < size/2 {
					t.Fatalf("only %d findings", len(found))
				}
			})
		})
	}
}
