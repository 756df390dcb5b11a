package review

import (
	"context"
	"encoding/csv"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/config"
	"atelier/internal/corpus"
)

// corpusOf loads a corpus of the domain a: its principles, and its documents by
// name, each with the rows of its violation table.
func corpusOf(t testing.TB, documents map[string][]string, more map[string]string) *corpus.Corpus {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, rows := range documents {
		text := "# " + name + "\n\n> Derives from `domains/a/first-principles.md`. Applies P1.\n\n"
		if name == "first-principles" {
			text = "# A — First Principles\n\n### P1. One\nFirst.\n\n### P2. Two\nSecond.\n\n### P3. Three\nThird.\n\n"
		}
		text += "## Violations\n\n| Violation | Principle |\n|---|---|\n"
		for _, row := range rows {
			text += row + "\n"
		}
		fsys["domains/a/"+name+".md"] = &fstest.MapFile{Data: []byte(text)}
	}
	for name, text := range more {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	c, err := corpus.Load(context.Background(), fsys, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func idsOf(items []*Item) []string {
	var out []string
	for _, i := range items {
		out = append(out, i.ID)
	}
	return out
}

// TestItemsAreMerged holds that a violation of two documents is one item with
// both sources and the union of the principles, and says where they differ.
func TestItemsAreMerged(t *testing.T) {
	items := Items(corpusOf(t, map[string][]string{
		"first-principles": {"| Wait that never ends (a hang) | P1 |", "| Other | P2 |"},
		"topic":            {"| wait that  never ends (a leak) | P2, P1 (P3) |", "| Other | P2 |"},
	}, nil))
	if diff := cmp.Diff([]string{"a/P1/wait-never-ends", "a/P2/other"}, idsOf(items)); diff != "" {
		t.Fatal(diff)
	}
	wait := items[0]
	if got := fmt.Sprint(wait.Sources); got != "[domains/a/first-principles.md#16 domains/a/topic.md#9]" {
		t.Errorf("sources are %s", got)
	}
	if got := breaches(wait); got != "P1, P2 and then P3" {
		t.Errorf("it breaches %s", got)
	}
	if want := "domains/a/topic.md#9 breaches P2, P1 and then P3; domains/a/topic.md#9 says “wait that never ends (a leak)”"; wait.Remark != want {
		t.Errorf("remark %q", wait.Remark)
	}
	if items[1].Remark != "" || len(items[1].Sources) != 2 {
		t.Errorf("an equal violation has the remark %q and %d sources", items[1].Remark, len(items[1].Sources))
	}
}

// TestAntiPatternsAreItems holds that a registered anti-pattern is one item with
// the rows that name it, and an item without any.
func TestAntiPatternsAreItems(t *testing.T) {
	c := corpusOf(t, map[string][]string{
		"first-principles": {"| Wait that never ends (`a-hang`) | P1 (P3) |"},
		"topic":            {"| `a-hang`: a wait with no end | P1 (P3) |"},
	}, map[string]string{"review/anti-patterns.md": "# Anti-Patterns\n\n| Anti-pattern | Breaches | Compounds | Document | Summary |\n|---|---|---|---|---|\n" +
		"| `a-hang` | a P1 | a P3 | `domains/a/topic.md` | A wait never ends |\n| `a-leak` | a P2 | | `domains/a/topic.md` | A part is held for ever; memory grows |\n"})
	items := Items(c)
	if diff := cmp.Diff([]string{"a/P1/hang", "a/P2/leak"}, idsOf(items)); diff != "" {
		t.Fatal(diff)
	}
	if items[0].Kind != AntiPattern || len(items[0].Sources) != 3 || items[0].Question != "Is the change free of any wait that never ends?" {
		t.Errorf("got %s, %v, %q", items[0].Kind, items[0].Sources, items[0].Question)
	}
	if items[1].Document.Path != "domains/a/topic.md" || items[1].Question != "Is it ruled out that a part is held for ever (memory grows)?" {
		t.Errorf("got %s, %q", items[1].Document.Path, items[1].Question)
	}
}

// TestIDs holds what an id rests on.
func TestIDs(t *testing.T) {
	rows := []string{"| Retry of a call that nobody answers in time or ever | P1 |", "| Retry, twice | P2 |", "| *** | |"}
	items := Items(corpusOf(t, map[string][]string{"first-principles": rows}, nil))
	before := idsOf(items)
	if diff := cmp.Diff([]string{"a/P1/retry-of-call-nobody-answers", "a/P2/retry-twice", "a/-/item"}, before); diff != "" {
		t.Error(diff)
	}
	// Others may be reworded, moved and added.
	items = Items(corpusOf(t, map[string][]string{"first-principles": {"| New | P1 |", "| Retry, twice | P2 |", "| Retry of two calls | P1 |"}}, nil))
	if !slices.Contains(idsOf(items), "a/P2/retry-twice") {
		t.Errorf("the id of a row that stayed is gone: %v", idsOf(items))
	}
	// Two that would share an id are told apart by their documents, whichever
	// comes first, and in one document by all their words.
	items = Items(corpusOf(t, map[string][]string{
		"x":                {"| One two four five six seven eight | P1 |"},
		"y":                {"| One two four five six seven nine | P1 |", "| Ten ten ten ten ten ten a1 | P1 |", "| Ten ten ten ten ten ten a2 | P1 |", "| Same/one | P1 |", "| Same one | P1 |"},
		"first-principles": nil,
	}, nil))
	want := []string{
		"a/P1/one-two-four-five-six-seven@x", "a/P1/one-two-four-five-six-seven@y",
		"a/P1/ten-ten-ten-ten-ten-ten-a1@y", "a/P1/ten-ten-ten-ten-ten-ten-a2@y", "a/P1/sameone", "a/P1/same-one",
	}
	if diff := cmp.Diff(want, idsOf(items)); diff != "" {
		t.Error(diff)
	}
}

// TestCorporaHaveDistinctIDs holds the ids of real documents apart, and every
// violation as a source of exactly one item.
func TestCorporaHaveDistinctIDs(t *testing.T) {
	check := func(t *testing.T, root string) {
		c := load(t, root)
		seen, sources := map[string]bool{}, map[string]int{}
		for _, i := range append(Items(c), Duties(c)...) {
			if seen[i.ID] {
				t.Errorf("two items are %s", i.ID)
			}
			seen[i.ID] = true
			if i.Kind != Duty {
				for _, s := range i.Sources {
					sources[s.String()]++
				}
			}
		}
		rows := 0
		for _, d := range c.Documents {
			for _, v := range d.Violations {
				rows++
				if at := (Source{d.Path, d.File.Line(v.Row.Span.Start)}).String(); sources[at] != 1 {
					t.Errorf("%s is the source of %d items", at, sources[at])
				}
			}
		}
		if rows == 0 {
			t.Errorf("%d violations", rows)
		}
	}
	t.Run("own", func(t *testing.T) { check(t, "../..") })
	t.Run("seed", func(t *testing.T) { check(t, seedRoot(t)) })
}

// TestCSVIsRead holds that any text comes back from the csv as it was, but for
// what a spreadsheet would take for a formula.
func TestCSVIsRead(t *testing.T) {
	items := Items(corpusOf(t, map[string][]string{"first-principles": {
		"| =1+1, \"quoted\"; +x | P1 |", "| +1 | P1 |", "| -1 | P1 |", "| @x | P1 |", "| plain | P1, P2 |",
	}}, nil))
	var b strings.Builder
	if err := (&List{Items: items}).Write(&b, "csv"); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\r\n"); n != len(items)+1 || strings.Count(b.String(), "\n") != n {
		t.Errorf("%d lines end as RFC 4180 says", n)
	}
	rows, err := csv.NewReader(strings.NewReader(b.String())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, row := range rows[1:] {
		texts = append(texts, row[7])
		for _, cell := range row {
			if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
				t.Errorf("the cell %q is a formula", cell)
			}
		}
	}
	if diff := cmp.Diff([]string{`'=1+1, "quoted"; +x`, "'+1", "'-1", "'@x", "plain"}, texts); diff != "" {
		t.Error(diff)
	}
	if rows[5][4] != "a P1 One; a P2 Two" {
		t.Errorf("principles are %q", rows[5][4])
	}
}

// TestNeutral holds what a spreadsheet would take for a formula, or for the end of
// the cell before one.
func TestNeutral(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "a=1": "a=1", " =1": " =1", "=1": "'=1", "+1": "'+1", "-1": "'-1", "@a": "'@a", "\tx": "'\tx", "\rx": "'\rx", "\nx": "'\nx", "'=1": "'=1",
	} {
		if got := neutral(cell); got != want {
			t.Errorf("%q: got %q, want %q", cell, got, want)
		}
	}
}
