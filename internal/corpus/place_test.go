package corpus

import (
	"context"
	"testing"

	"atelier/internal/config"
	"atelier/internal/corpustest"
)

// small loads a corpus of a few files.
func small(t *testing.T, files map[string]string) *Corpus {
	t.Helper()
	c, err := Load(context.Background(), corpustest.FS(files), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

const placesManifest = "# Manifest\n\n| Path | Title | Since | Status |\n|---|---|---|---|\n" +
	"| `domains/old/first-principles.md` | Old | v0.1 P1 | complete |\n" +
	"| `domains/new/deep/first-principles.md` | Deep | v0.2 P1 | planned |\n" +
	"| `domains/gone/first-principles.md` | |\n"

func TestDomainFolder(t *testing.T) {
	c := small(t, map[string]string{
		"MANIFEST.md":                          placesManifest,
		"domains/core/first-principles.md":     "# Core\n\n### C1. Correctness\nYes.\n",
		"domains/old/first-principles.md":      "# Old\n\n### P1. One\nYes.\n",
		"languages/go/sub/first-principles.md": "# Go\n\n### P1. One\nYes.\n",
	})
	for name, want := range map[string]string{
		"domains/old/first-principles.md":  "domains/old",
		"domains/old":                      "domains/old",
		"domains/old/a/b.md":               "domains/old",
		"domains/new/deep/topic.md":        "domains/new/deep",
		"domains/new/topic.md":             "domains/new",
		"domains/unknown.md":               "domains/unknown",
		"domains/core/first-principles.md": "",
		"domains/corelike/topic.md":        "domains/corelike",
		"languages/go/sub/x.md":            "languages/go/sub",
		"review/decisions.md":              "",
		"MANIFEST.md":                      "",
		"":                                 "",
	} {
		if got := c.DomainFolder(name); got != want {
			t.Errorf("DomainFolder(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestSlugDomain(t *testing.T) {
	c := small(t, map[string]string{
		"MANIFEST.md":                        placesManifest,
		"domains/old/first-principles.md":    "# Old\n\n### P1. One\nSee `domains/named/x`.\n",
		"domains/old-er/first-principles.md": "# Older\n\n### P1. One\nYes.\n",
	})
	for id, want := range map[string]string{
		"old-slow": "old", "old-er-slow": "old-er", "deep-slow": "deep", "gone-slow": "gone",
		"named-slow": "", "old": "", "old-": "old", "data-testid": "", "": "",
	} {
		if got := c.SlugDomain(id); got != want {
			t.Errorf("SlugDomain(%q) = %q, want %q", id, got, want)
		}
	}
}

func TestManifestCells(t *testing.T) {
	c := small(t, map[string]string{
		"MANIFEST.md":                     placesManifest,
		"domains/old/first-principles.md": "# Old\n\n### P1. One\nYes.\n",
	})
	rows := map[string]*ManifestRow{}
	for _, r := range c.Manifest.Rows {
		rows[r.Path] = r
	}
	old, gone := rows["domains/old/first-principles.md"], rows["domains/gone/first-principles.md"]
	if !old.Exists || gone.Exists {
		t.Errorf("Exists is %v for a file that is there, %v for one that is not", old.Exists, gone.Exists)
	}
	if old.StatusCell == nil || old.StatusCell.Prose.Text != "complete" || old.SinceCell.Prose.Text != "v0.1 P1" {
		t.Errorf("the cells of a whole row are not its cells")
	}
	if gone.PathCell == nil || gone.SinceCell != nil || gone.StatusCell != nil {
		t.Errorf("a row that lacks cells has cells that it lacks")
	}
}

func TestNearestAntiPattern(t *testing.T) {
	c := small(t, map[string]string{
		"domains/old/first-principles.md": "# Old\n\n### P1. One\nYes.\n",
		"review/anti-patterns.md": "# A\n\n| Anti-pattern | Breaches |\n|---|---|\n" +
			"| `old-slow-a` | old P1 |\n| `old-slow-b` | old P1 |\n| `old-hasty-write` | old P1 |\n",
	})
	for slug, want := range map[string]string{
		"old-hasty-writes": "old-hasty-write", // one letter
		"old-hasty-wrtie":  "old-hasty-write", // two
		"old-hasty-reader": "",                // more
		"old-slow-c":       "",                // near to two: found, but neither is meant
		"old-slow-bb":      "old-slow-b",
	} {
		got, found := c.nearestAntiPattern(slug)
		if got != want || found != (slug != "old-hasty-reader") {
			t.Errorf("nearestAntiPattern(%q) = %q, %v; want %q", slug, got, found, want)
		}
	}
}

func TestAntiPatternHome(t *testing.T) {
	c := small(t, map[string]string{
		"domains/old/first-principles.md": "# Old\n\n### P1. One\nYes.\n",
		"review/anti-patterns.md": "# A\n\n| Anti-pattern | Breaches | Document |\n|---|---|---|\n" +
			"| `old-a` | old P1 | `domains/old/first-principles.md` |\n| `old-b` | old P1 | [Old](../domains/old/first-principles.md) |\n| `old-c` | old P1 | Old |\n",
	})
	for id, want := range map[string]bool{"old-a": true, "old-b": true, "old-c": false} {
		home := c.AntiPattern(id).Home
		if got := home != nil && home.Target == c.Document("domains/old/first-principles.md"); got != want {
			t.Errorf("%s has its home: %v, want %v", id, got, want)
		}
	}
}
