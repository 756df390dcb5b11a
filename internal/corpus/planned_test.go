package corpus

import (
	"testing"

	"atelier/internal/config"
	"atelier/internal/corpustest"
)

// TestRootIsNoPlannedDomain holds that the folder of all documents is there, even
// where the manifest plans a document that would make a domain of it.
func TestRootIsNoPlannedDomain(t *testing.T) {
	cfg := config.Default()
	cfg.Collections = []string{"**/*.md"}
	c, err := Load(t.Context(), corpustest.FS(map[string]string{
		"MANIFEST.md": "# Manifest\n\n| Path | Title | Since | Status |\n|---|---|---|---|\n| `first-principles.md` | All | v0.1 P1 | planned |\n| `domains/a/first-principles.md` | A | v0.1 P1 | planned |\n",
		"docs/a.md":   "# A\n\nSee [all](..), [all](../) and [a](../domains/a/first-principles.md).\n",
	}), cfg)
	if err != nil {
		t.Fatal(err)
	}
	planned := 0
	for _, ref := range c.References {
		if ref.From.Path == "docs/a.md" && ref.Status == Planned {
			planned++
			if ref.Path != "domains/a/first-principles.md" {
				t.Errorf("%s is planned", ref.Text)
			}
		}
	}
	if planned != 1 {
		t.Errorf("%d planned references, want that to the planned domain", planned)
	}
}
