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

// TestEmptyLastCell holds that an empty cell at the end of a row is none that the
// row lacks, with or without a space between its bars.
func TestEmptyLastCell(t *testing.T) {
	for row, missing := range map[string]int{
		"| 1 | 2 | |": 0, "|1|2||": 0, "|1|2|": 1, "1|2|": 1, "|1||": 1, "|1|||": 0, `|1|2\||`: 1, "|||": 1, "| 1 | 2": 1, "1|2|3": 0,
	} {
		d := Bytes("a.md", []byte("| a | b | c |\n|---|---|---|\n"+row+"\n"))
		r := d.Tables[0].Rows[0]
		if r.Missing != missing || len(r.Cells) != 3 {
			t.Errorf("%s: lacks %d cells of %d, want %d of 3", row, r.Missing, len(r.Cells), missing)
		}
		for _, cell := range r.Cells {
			if !r.Span.Encloses(cell.Span) {
				t.Errorf("%s: the cell at %v lies outside of the row at %v", row, cell.Span, r.Span)
			}
		}
	}
}
