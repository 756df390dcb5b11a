package review

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/corpus"
)

// TestCompareCountsRegistersByRows holds that a register keeps the items whose
// row changed and no others, and that a renumbered principle did not change.
func TestCompareCountsRegistersByRows(t *testing.T) {
	documents := map[string][]string{"first-principles": {"| Part | P2 |"}, "topic": {"| Wait | P1 |"}}
	register := func(summary string) map[string]string {
		return map[string]string{"review/anti-patterns.md": "# Anti-Patterns\n\n| Anti-pattern | Breaches | Compounds | Document | Summary |\n|---|---|---|---|---|\n" +
			"| `a-hang` | a P1 | a P3 | `domains/a/topic.md` | " + summary + " |\n| `a-leak` | a P2 | | `domains/a/topic.md` | A part is held |\n"}
	}
	old := corpusOf(t, documents, register("A wait never ends"))
	now := corpusOf(t, documents, register("A wait ends late"))
	kept := func(ch *Changes) []string {
		items, err := Filter{Keep: []func(*Item) bool{ch.Keeps}}.Apply(now, Items(now))
		if err != nil {
			t.Fatal(err)
		}
		return idsOf(items)
	}
	if diff := cmp.Diff([]string{"a/P1/hang"}, kept(Compare(old, now, same))); diff != "" {
		t.Error(diff)
	}
	if got := kept(Compare(now, now, same)); len(got) != 0 {
		t.Errorf("nothing changed, and %v are kept", got)
	}
	if got := kept(Compare(nil, now, same)); len(got) != 4 {
		t.Errorf("all is new, and %v are kept", got)
	}
}

// TestCompareRenames holds that new names alone change nothing, and that a new title
// of a principle does.
func TestCompareRenames(t *testing.T) {
	const text = "# A — First Principles\n\n### P1. %s\nEvery wait of `domains/%s/first-principles.md` ends.\n\n| Violation | Principle |\n|---|---|\n| No timeout | P1 |\n"
	load := func(folder, title string) *corpus.Corpus {
		return corpusOf(t, nil, map[string]string{"domains/" + folder + "/first-principles.md": fmt.Sprintf(text, title, folder)})
	}
	kept := func(now *corpus.Corpus, ch *Changes) int {
		items, err := Filter{Keep: []func(*Item) bool{ch.Keeps}}.Apply(now, Items(now))
		if err != nil {
			t.Fatal(err)
		}
		return len(items)
	}
	old, now := load("a", "Waits are Bounded"), load("b", "Waits are Bounded")
	if n := kept(now, Compare(old, now, strings.NewReplacer("domains/a", "domains/b").Replace)); n != 0 {
		t.Errorf("a new folder keeps %d items", n)
	}
	now = load("b", "Every Wait is Bounded")
	if n := kept(now, Compare(old, now, strings.NewReplacer("domains/a", "domains/b", "Waits are Bounded", "Every Wait is Bounded").Replace)); n != 1 {
		t.Errorf("a new title keeps %d items", n)
	}
}
