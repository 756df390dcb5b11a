package review

import (
	"testing"

	"github.com/google/go-cmp/cmp"
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
	if diff := cmp.Diff([]string{"a/P1/hang"}, kept(Compare(old, now))); diff != "" {
		t.Error(diff)
	}
	if got := kept(Compare(now, now)); len(got) != 0 {
		t.Errorf("nothing changed, and %v are kept", got)
	}
	if got := kept(Compare(nil, now)); len(got) != 4 {
		t.Errorf("all is new, and %v are kept", got)
	}
}
