package corpus

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/config"
	"atelier/internal/corpustest"
)

// TestCitesAndCrossings tells the references that rules judge from those that
// are shown only, and finds those that lead into another domain.
func TestCitesAndCrossings(t *testing.T) {
	c, err := Load(context.Background(), corpustest.FS(map[string]string{
		"domains/a/first-principles.md": "# A\n\n### P1. One\n\nText.\n",
		"domains/b/first-principles.md": "# B\n\n### P1. One\n\nText (P1).\n\n" +
			"See `domains/a/x`, [`domains/a/x.md`](../a/x.md), [a/x](../a/x.md), a/x, a P1, [t][l] [u][l] [a P1](../a/first-principles.md) D-1.\n\n" +
			"[l]: /domains/a/x.md\n\n<!-- atelier:begin block -->\n\n`domains/a/x` [y](../a/x.md) [z][m]\n\n[m]: ../a/x.md\n\n<!-- atelier:end -->\n",
		"domains/a/x.md":     "# X\n",
		"review/notes.md":    "# Notes\n\n`domains/a/x`\n",
		"domains/b/other.md": "# Other\n\n`domains/b/first-principles`, `domains/a/`, https://h/a, [w](https://h/b)\n",
	}), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	var cites, crossings []string
	for _, ref := range c.References {
		if ref.Cites() {
			cites = append(cites, ref.Text)
		}
	}
	for _, x := range c.Crossings() {
		if x.Folder != "domains/a" {
			t.Errorf("%s leads into %s", x.Text, x.Folder)
		}
		crossings = append(crossings, x.Text)
	}
	want := []string{
		"domains/a/x", "../a/x.md", "../a/x.md", "../a/first-principles.md", "/domains/a/x.md",
		"domains/b/first-principles", "domains/a/", "https://h/b", "domains/a/x",
	}
	if diff := cmp.Diff(want, cites); diff != "" {
		t.Errorf("judged (-want +got):\n%s", diff)
	}
	want = []string{"domains/a/x", "../a/x.md", "../a/x.md", "a/x", "a P1", "../a/first-principles.md", "/domains/a/x.md", "domains/a/"}
	if diff := cmp.Diff(want, crossings); diff != "" {
		t.Errorf("crossings (-want +got):\n%s", diff)
	}
}

func TestAcknowledgedFolders(t *testing.T) {
	c, err := Load(context.Background(), corpustest.FS(map[string]string{
		"domains/a/first-principles.md": "# A\n",
		"MANIFEST.md": "# Manifest\n\n| Path | Title | Since | Status |\n|---|---|---|---|\n| `domains/b/first-principles.md` | B | v0.1 P1 | planned |\n\n" +
			"| From | To |\n|---|---|\n| `domains/a/` | domains/b |\n| domains/a/x | `domains/c` |\n",
	}), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, a := range c.Manifest.Acks {
		got = append(got, a.From, a.To)
	}
	want := []string{"domains/a/first-principles.md", "domains/b/first-principles.md", "domains/a/x.md", "domains/c.md"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
