package parse

import "testing"

// TestSwallowed holds that text glued under a table is told from its rows.
func TestSwallowed(t *testing.T) {
	d := Bytes("a.md", []byte(`| A | B |
|---|---|
| 1 | 2 |
| 3 |
5 | 6
text below
text with a | bar and | another one

- | A | B |
  |---|---|
  | 1 |
  text in a list

> | A | B |
> |---|---|
> | 1 | 2 |
> text in a quote

A | B
--|--
1 | 2 | 3
`))
	want := [][]bool{
		{false, false, false, true, true},
		{false, true},
		{false, true},
		{false},
	}
	if len(d.Tables) != len(want) {
		t.Fatalf("got %d tables, want %d", len(d.Tables), len(want))
	}
	for i, table := range d.Tables {
		if len(table.Rows) != len(want[i]) {
			t.Errorf("table %d: got %d rows, want %d", i, len(table.Rows), len(want[i]))
			continue
		}
		for j, row := range table.Rows {
			if row.Swallowed != want[i][j] {
				t.Errorf("table %d, row %q: swallowed %v, want %v", i, d.File.Slice(row.Span), row.Swallowed, want[i][j])
			}
		}
	}
}
