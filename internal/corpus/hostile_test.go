package corpus

import (
	"context"
	"strings"
	"testing"

	"atelier/internal/config"
	"atelier/internal/corpustest"
)

// TestHostileText holds the linking of a document to one pass over it: of a unit
// repeated without end, four times as much takes about four times as long.
func TestHostileText(t *testing.T) {
	for _, test := range []struct{ name, start, unit, end string }{
		{"principles of a violation", "| Violation | Principle |\n|---|---|\n| x | ", "(P1), ", " |\n"},
		{"relations", "", "- `domains/b/x` ← P1 (why)\n", ""},
		{"a path without end", "", "a/b/", "\n"},
		{"a path in code without end", "`domains/a/", "a/b/", "`\n"},
		{"links to anchors", "", "[x](first-principles.md#p1) ", "\n"},
		{"titles", "", "P1 (Won) ", "\n"},
		{"titles in code", "", "`P1 Won` ", "\n"},
		{"anti-patterns", "", "`a-b-c-d` ", "\n"},
		{"ids", "", "D-001 ", "\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			corpustest.Linear(t, 50_000, func(size int) {
				_, err := Load(context.Background(), corpustest.FS(map[string]string{
					"domains/a/first-principles.md": "# A\n\n### P1. One\n\nText.\n",
					"domains/a/x.md":                "# X\n\n" + test.start + strings.Repeat(test.unit, size/len(test.unit)) + test.end,
				}), config.Default())
				if err != nil {
					t.Error(err)
				}
			})
		})
	}
}
