package review

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// seedRow is a violation as the expectation of the seed corpus has it.
type seedRow struct {
	place, text           string
	principles, secondary []string
}

// seedRows reads the violations that were extracted by hand.
func seedRows(t *testing.T, root string) []seedRow {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	var expected struct {
		Documents map[string]struct {
			Violations []struct {
				Line                  int
				Text                  string
				Principles, Secondary []string
			}
		}
	}
	if err := json.Unmarshal(data, &expected); err != nil {
		t.Fatal(err)
	}
	var out []seedRow
	for _, path := range slices.Sorted(maps.Keys(expected.Documents)) {
		for _, v := range expected.Documents[path].Violations {
			out = append(out, seedRow{fmt.Sprintf("%s#%d", path, v.Line), v.Text, v.Principles, v.Secondary})
		}
	}
	return out
}

// TestSeedChecklist holds every format of the checklist of the seed corpus to the
// 57 violations that were extracted by hand: each stands in exactly one item, with
// its place, its words and its principles, merged ones with all of them.
func TestSeedChecklist(t *testing.T) {
	root := seedRoot(t)
	rows := seedRows(t, root)
	if len(rows) != 57 {
		t.Fatalf("the expectation has %d violations", len(rows))
	}
	c := load(t, root)
	l := &List{Items: Items(c)}

	var checklist struct {
		Items []struct {
			ID, Violation, Remark string
			Sources               []string
			Principles, Secondary []struct{ ID string }
		}
	}
	if err := json.Unmarshal([]byte(written(t, l, "json")), &checklist); err != nil {
		t.Fatal(err)
	}
	items := map[string]int{} // place -> index of its item
	sources := 0
	for n, i := range checklist.Items {
		sources += len(i.Sources)
		for _, s := range i.Sources {
			if other, twice := items[s]; twice {
				t.Errorf("%s is a source of %s and of %s", s, i.ID, checklist.Items[other].ID)
			}
			items[s] = n
		}
	}
	if sources != 57 {
		t.Errorf("the items have %d sources", sources)
	}
	for _, row := range rows {
		n, ok := items[row.place]
		if !ok {
			t.Errorf("no item comes from %s (%s)", row.place, row.text)
			continue
		}
		i := checklist.Items[n]
		if i.Violation != row.text && !strings.Contains(i.Remark, row.place+" says “"+row.text+"”") {
			t.Errorf("%s says %q; its item %s has neither the words nor a remark: %q, %q", row.place, row.text, i.ID, i.Violation, i.Remark)
		}
		for _, p := range slices.Concat(row.principles, row.secondary) {
			if !slices.ContainsFunc(slices.Concat(i.Principles, i.Secondary), func(q struct{ ID string }) bool { return q.ID == "messaging/"+p }) {
				t.Errorf("%s breaches %s; its item %s does not", row.place, p, i.ID)
			}
		}
	}

	// The other formats have the same items, each with all of its places.
	table, err := csv.NewReader(strings.NewReader(written(t, l, "csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(table) != 1+len(checklist.Items) {
		t.Errorf("csv has %d rows for %d items", len(table)-1, len(checklist.Items))
	}
	for n, cells := range table[1:] {
		if i := checklist.Items[n]; cells[0] != i.ID || strings.TrimPrefix(cells[7], "'") != i.Violation || cells[9] != strings.Join(i.Sources, " ") {
			t.Errorf("row %d of csv is %q, the item %v", n+2, cells, i)
		}
	}
	for _, format := range []string{"markdown", "github"} {
		lines := list(rendered(t, written(t, l, format)))
		if len(lines) != len(checklist.Items) {
			t.Errorf("%s has %d lines for %d items", format, len(lines), len(checklist.Items))
		}
		for _, i := range checklist.Items {
			n := countOf(lines, func(line string) bool {
				return strings.Contains(line, " "+i.ID+" ") && !slices.ContainsFunc(i.Sources, func(s string) bool { return !strings.Contains(line, s) })
			})
			if n != 1 {
				t.Errorf("%s has %d lines with %s and all of %v", format, n, i.ID, i.Sources)
			}
		}
	}
	for _, name := range Names {
		text, _ := Render(c, name)
		lines := list(rendered(t, text))
		if name == AgentChecklist { // and the size of the domain
			lines = lines[:len(lines)-1]
		}
		if len(lines) != len(checklist.Items) {
			t.Errorf("the block %s has %d lines for %d items", name, len(lines), len(checklist.Items))
		}
	}
}
