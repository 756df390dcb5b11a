package corpus

import (
	"testing"

	"atelier/internal/parse"
)

// TestSwallowedText holds that text directly under a table is none of its rows:
// no document of the manifest, no decision, no anti-pattern, and no place where a
// number must be a citation.
func TestSwallowedText(t *testing.T) {
	c := small(t, map[string]string{
		"MANIFEST.md": placesManifest + "See `domains/other/x.md`.\n\n" +
			"| From | To | Decision | Why |\n|---|---|---|---|\n| `domains/old/a` | `domains/new/b` | D-001 | Needed |\n`domains/old/c` too.\n",
		"domains/old/first-principles.md": "# Old\n\n### P1. One\nYes.\n\n| P-rule | Core | Why |\n|---|---|---|\n| P1 One | C1 | Yes |\nP99 is text.\n",
		"review/decisions.md":             "# Decisions\n\n| Decision | Title |\n|---|---|\n| D-001 | One |\nD-002 is next.\n",
		"review/anti-patterns.md":         "# Anti-Patterns\n\n| Anti-pattern | Breaches |\n|---|---|\n| `old-way` | old P1 |\nThat is all.\n",
	})
	if n := len(c.Manifest.Rows); n != 3 {
		t.Errorf("the manifest has %d rows, want 3", n)
	}
	if n := len(c.Manifest.Acks); n != 1 {
		t.Errorf("the manifest has %d acknowledgements, want 1", n)
	}
	if n := len(c.Registers[0].Entries); n != 1 {
		t.Errorf("the register has %d decisions, want 1", n)
	}
	if n := len(c.AntiPatterns); n != 1 {
		t.Errorf("the register has %d anti-patterns, want 1", n)
	}
	d := c.Document("domains/old/first-principles.md")
	for _, m := range d.Mentions {
		if m.Kind == parse.PrincipleMention && m.Number == 99 && d.Reference(m) != nil {
			t.Errorf("P99 below the table is read as a citation with the role %s", d.Reference(m).Role)
		}
	}
}
