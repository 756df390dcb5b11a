package corpus

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"atelier/internal/config"
	"atelier/internal/parse"
)

const registerDecisions = `# Decisions

| Decision | Title | Status | Since | Requires |
|----------|-------|--------|-------|----------|
| D-007 | One | accepted | v0.1 P1 | |
| D-008 | Two | accepted | v0.1 P1 | table |
| D-069 | Three | accepted | v0.1 P1 | |

| Requirement | Title | Phase | Status |
|-------------|-------|-------|--------|
| ATELIER-97 | A | v0.4 P2 | complete |
| ATELIER-98 | B | v0.4 P2 | complete |
| ATELIER-99 | C | v0.4 P2 | complete |
| ATELIER-100..101 | D and E | v0.4 P2 | complete |
ATELIER-120 is text that was glued under the table
`

func loadRegisters(t *testing.T, text string) *Corpus {
	t.Helper()
	c, err := Load(context.Background(), fstest.MapFS{
		"domains/sample/first-principles.md": {Data: []byte(sampleFirst)},
		"domains/sample/topic.md":            {Data: []byte(text)},
		"review/decisions.md":                {Data: []byte(registerDecisions)},
	}, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// What an id or a range resolves to: its status, its entries, what is missing,
// and what was meant.
func TestResolveIDs(t *testing.T) {
	for text, want := range map[string]string{
		"D-007":             "resolved [D-007] []",
		"D-7":               "dangling [] [D-7] D-007",
		"D-068":             "dangling [] [D-068] D-069",
		"D-006":             "dangling [] [D-006] D-007",
		"D-096":             "dangling [] [D-096] D-069",
		"D-999":             "dangling [] [D-999]",
		"D-007..008":        "resolved [D-007 D-008] []",
		"D-007..10":         "dangling [D-007 D-008] [D-009 D-010]",
		"ATELIER-97..101":   "resolved [ATELIER-97 ATELIER-98 ATELIER-99 ATELIER-100..101] []",
		"ATELIER-99..102":   "dangling [ATELIER-99 ATELIER-100..101] [ATELIER-102]",
		"ATELIER-101":       "resolved [ATELIER-100..101] []",
		"ATELIER-97..97":    "resolved [ATELIER-97] []",
		"ATELIER-101..97":   "dangling [] []",
		"ATELIER-1..999999": "dangling [] []",
		"ATELIER-120":       "dangling [] [ATELIER-120]",
		"IDEATE-41":         "unregistered [] []",
		"IDEATE-1..3":       "unregistered [] []",
	} {
		c := loadRegisters(t, "# Topic\n\nSee "+text+".\n")
		found := 0
		for _, ref := range c.Document("domains/sample/topic.md").References {
			found++
			var entries []string
			for _, e := range ref.Entries {
				entries = append(entries, e.ID)
			}
			if got := strings.TrimSpace(fmt.Sprint(ref.Status, " ", entries, " ", ref.MissingIDs, " ", ref.Suggestion)); got != want {
				t.Errorf("%s: got %s, want %s", text, got, want)
			}
		}
		if found != 1 {
			t.Errorf("%s: %d references, want 1", text, found)
		}
	}
}

// A range is a use of each of its ids, and a register's own row is none.
func TestUsesOfIDs(t *testing.T) {
	c := loadRegisters(t, "# Topic\n\nSee ATELIER-97..101, ATELIER-99 and IDEATE-1..2.\n")
	for id, want := range map[string]int{"ATELIER-97": 1, "ATELIER-99": 2, "ATELIER-101": 1, "IDEATE-2": 1, "D-007": 0} {
		if got := len(c.IDUses(id)); got != want {
			t.Errorf("%s is used %d times, want %d", id, got, want)
		}
	}
	if got := len(c.EntryUses(c.Entry("ATELIER-100"))); got != 1 {
		t.Errorf("the entry of a range is used %d times, want 1", got)
	}
	var defined []string
	for _, ref := range c.Document("review/decisions.md").References {
		if ref.Role == Defines {
			defined = append(defined, ref.Text)
		}
	}
	if want := []string{"D-007", "D-008", "D-069", "ATELIER-97", "ATELIER-98", "ATELIER-99", "ATELIER-100..101"}; !slices.Equal(defined, want) {
		t.Errorf("the registers define %v, want %v", defined, want)
	}
}

// The ids of the front matter have their own list, with the places of the text.
func TestRequirementsOfFrontMatter(t *testing.T) {
	for _, text := range []string{
		"---\nrequirements: [ATELIER-97, ATELIER-9]\n---\n# Topic\n",
		"---\nrequirements:\n  - ATELIER-97\n  - ATELIER-9 # a slip\nstatus: complete\n---\n# Topic\n",
		"---\nrequirements: ATELIER-97, ATELIER-9\n---\n# Topic\n",
	} {
		d := loadRegisters(t, text).Document("domains/sample/topic.md")
		if len(d.Requirements) != 2 {
			t.Errorf("%q: %d ids, want 2", text, len(d.Requirements))
			continue
		}
		for _, ref := range d.Requirements {
			if got := d.File.Slice(ref.Span); got != ref.Text {
				t.Errorf("%q: the text at %v is %q, want %q", text, ref.Span, got, ref.Text)
			}
		}
		if last := d.Requirements[1]; last.Status != Dangling || last.Text != "ATELIER-9" || last.Suggestion != "ATELIER-97" && last.Suggestion != "ATELIER-99" {
			t.Errorf("%q: %s is %s, with suggestion %q", text, last.Text, last.Status, last.Suggestion)
		}
	}
	for _, text := range []string{"requirements: 5", "requirements: [5, {a: b}, no id]", "requirements:"} {
		if d := loadRegisters(t, "---\n"+text+"\n---\n# Topic\n").Document("domains/sample/topic.md"); len(d.Requirements) != 0 {
			t.Errorf("%q gives %d ids", text, len(d.Requirements))
		}
	}
}

// What the configuration says is no citation is none, ids too.
func TestIDsThatAreNoCitations(t *testing.T) {
	cfg, err := config.Parse("atelier.yaml", []byte("notCitations: [D-3]\n"), config.Known{})
	if err != nil {
		t.Fatal(err)
	}
	c, err := Load(context.Background(), fstest.MapFS{
		"domains/sample/first-principles.md": {Data: []byte(sampleFirst + "\nVitamin D-3 is no decision.\n")},
		"review/decisions.md":                {Data: []byte(registerDecisions)},
	}, cfg)
	if err != nil {
		t.Fatal(err)
	}
	if uses := c.IDUses("D-3"); len(uses) != 0 {
		t.Errorf("D-3 is used %d times, want 0", len(uses))
	}
}

func TestJoinIDs(t *testing.T) {
	for _, x := range []struct {
		ids  []string
		want string
	}{
		{nil, ""},
		{[]string{"D-007"}, "D-007"},
		{[]string{"D-007", "D-008"}, "D-007 and D-008"},
		{[]string{"A-9", "A-10", "A-11", "A-13"}, "A-9 to A-11 and A-13"},
		{[]string{"A-1", "B-2", "C-4"}, "A-1, B-2 and C-4"},
	} {
		if got := JoinIDs(x.ids); got != x.want {
			t.Errorf("JoinIDs(%v) = %q, want %q", x.ids, got, x.want)
		}
	}
}

func TestReadID(t *testing.T) {
	for text, want := range map[string]bool{"D-062": true, "ATELIER-97..101": true, "d-062": false, "D-": false, "D-1 x": false, "": false, "D-1a": false} {
		if m := parse.ID(text); (m != nil) != want {
			t.Errorf("ID(%q) gives %v", text, m)
		}
	}
}
