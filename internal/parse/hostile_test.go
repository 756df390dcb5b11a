package parse

import (
	"strings"
	"testing"

	"atelier/internal/corpustest"
)

// TestHostileText holds the reading of a text to one pass: of a unit repeated
// without end, four times as much takes about four times as long.
func TestHostileText(t *testing.T) {
	const principle = "### P1. One\n\n"
	for _, test := range []struct{ name, start, unit string }{
		{"principles of a header", "> Derives from `domains/a/first-principles.md`. Applies ", "P1 (x), "},
		{"cross-links of a header", "> Derives from `domains/a/first-principles.md`. ", "Cross-links `domains/b/c` for x. "},
		{"a sentence of code spans", principle + "It derives from ", "`x` y "},
		{"sentences that derive", principle, "It derives from `C1 A` (x). "},
		{"parentheses that do not close", principle, "It derives from `C1 A` (x. "},
		{"headings in a statement", principle, "#### x\n\nText of `C1 A`.\n\n"},
		{"principles without a space", "", "###P1. One\n"},
		{"claims", "", "1 of 2 core principles ("},
		{"patterns", "", "`domains/a/b` Pattern 5 (x "},
		{"directions", "", "one-directional (a "},
		{"denials", "", "a does not link to b "},
		{"comments", "", "<!-- a -->\n"},
		{"suppressions", "", "<!-- atelier:ignore link: x -->\n\ntext\n\n"},
		{"blocks of markers", "", "<!-- atelier:begin x -->\n\nP1\n\n<!-- atelier:end -->\n\n"},
		{"rows cut off", "| A | B |\n|---|---|\n| 1 | 2 |\n\n", "| 3 | 4 |\n\n"},
		{"broken tables", "", "| A | B |\n| 1 | 2 |\n\n"},
		{"relations", "", "- `domains/b/x` ← P1 (why)\n"},
		{"items", "", "- a\n\n  b\n\n"},
		{"tags", "", "<b>x</b> "},
		{"backticks", "", "`a ``b "},
		{"the same heading", "", "# A\n\n"},
		{"footnotes", "[^1]: x\n\n", "[^1] "},
	} {
		t.Run(test.name, func(t *testing.T) {
			corpustest.Linear(t, 50_000, func(size int) {
				Bytes("x.md", []byte("# X\n\n"+test.start+strings.Repeat(test.unit, size/len(test.unit))+"\n"))
			})
		})
	}
}
