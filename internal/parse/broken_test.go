package parse

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestBrokenTables holds what was meant as a table and is none, and which rows
// are cut off from one.
func TestBrokenTables(t *testing.T) {
	const table = "| A | B |\n|---|---|\n| 1 | 2 |\n"
	for _, test := range []struct {
		name, text string
		tables     int
		want       []string
	}{
		{"sound", table, 1, nil},
		{"sound without outer bars", "A | B\n:-:|--\n1 | 2\n", 1, nil},
		{"delimiter too short", "| A | B |\n|---|\n| 1 | 2 |\n", 0, []string{"1 other count 2/1, 1 row"}},
		{"delimiter too long", "| A | B |\n|---|---|---|\n| 1 | 2 |\n| 3 | 4 |\n", 0, []string{"1 other count 2/3, 2 rows"}},
		{"no delimiter", "| A | B |\n| 1 | 2 |\n", 0, []string{"1 no delimiter 2/0, 1 row"}},
		{"other strokes", "| A | B |\n|===|===|\n| 1 | 2 |\n", 0, []string{"1 bad delimiter 2/2, 1 row"}},
		{"typeset dashes", "| A | B |\n|—|—|\n| 1 | 2 |\n", 0, []string{"1 bad delimiter 2/2, 1 row"}},
		{"plus signs", "| A | B |\n|---+---|\n| 1 | 2 |\n", 0, []string{"1 bad delimiter 2/2, 1 row"}},
		{"a cell of two strokes", "| A | B |\n|--- ---|---|\n| 1 | 2 |\n", 0, []string{"1 bad delimiter 2/2, 1 row"}},
		{"delimiter indented", "| A | B |\n     |---|---|\n| 1 | 2 |\n", 0, []string{"1 bad delimiter 2/2, 1 row"}},
		{"underlined", "| A | B |\n---\n| 1 | 2 |\n| 3 | 4 |\n", 0, []string{"1 underlined 2/1, 2 rows"}},
		{"no header", "|---|---|\n| 1 | 2 |\n", 0, []string{"1 no header 0/2, 1 row"}},
		{"text for a header", "Some text\n|---|---|\n| 1 | 2 |\n", 0, []string{"2 no header 0/2, 1 row"}},
		{"blank line below the header", "| A | B |\n\n|---|---|\n| 1 | 2 |\n", 0, []string{"1 no header 2/2, 1 row"}},
		{"the same below another table", table + "\n| C | D |\n\n|---|---|\n| 1 | 2 |\n", 1, []string{"5 no header 2/2, 1 row"}},
		{"text above it", "Here:\n| A | B |\n|---|\n| 1 | 2 |\n", 0, []string{"2 other count 2/1, 1 row"}},
		{"in a quote", "> | A | B |\n> |---|\n> | 1 | 2 |\n", 0, []string{"1 other count 2/1, 1 row"}},
		{"in a list", "- | A | B |\n  |---|\n  | 1 | 2 |\n", 0, []string{"1 other count 2/1, 1 row"}},
		{"carriage returns", "| A | B |\r\n|---|\r\n| 1 | 2 |\r\n", 0, []string{"1 other count 2/1, 1 row"}},
		{"rows cut off from a broken table", "| A | B |\n|---|\n| 1 | 2 |\n<!-- x -->\n| 3 | 4 |\n| 5 | 6 |\n", 0, []string{"1 other count 2/1, 1 row"}},
		{"another table without a delimiter", table + "\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n", 1, []string{"5 no delimiter 3/0, 1 row"}},
		{"text above it without a delimiter", "The fields:\n| A | B |\n| 1 | 2 |\n", 0, []string{"2 no delimiter 2/0, 1 row"}},
		{"lines of text above it in a quote", "> The fields\n> are these.\n> |A|B|\n> |1|2|\n> |3|4|\n", 0, []string{"3 no delimiter 2/0, 2 rows"}},
		{"text above other strokes", "The fields:\n| A | B |\n| = | = |\n| 1 | 2 |\n", 0, []string{"2 bad delimiter 2/2, 1 row"}},
		{"text above it below another table", table + "\nText.\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n", 1, []string{"6 no delimiter 3/0, 1 row"}},
		{"one row below a text", "The row is\n| A | B |\n", 0, nil},
		{"formulas below a text", "The bound is\n|x| + |y|\n|x| - |y|\n", 0, nil},
		{"drawn table without its last border", "+---+---+\n| A | B |\n| 1 | 2 |\n", 0, nil},
		{"generated", "<!-- atelier:begin x -->\n| A | B |\n|---|\n<!-- atelier:end -->\n", 0, nil},

		{"comment", table + "<!-- x -->\n| 3 | 4 |\n", 1, []string{"5 cut by comment, 1 row: “<!-- x -->”"}},
		{"comment of two lines", table + "<!-- x\ny -->\n| 3 | 4 |\n", 1, []string{"6 cut by comment, 1 row: “<!-- x\ny -->”"}},
		{"blank line", table + "\n| 3 | 4 |\n| 5 | 6 |\n", 1, []string{"5 cut by blank, 2 rows: “\n\n”"}},
		{"blank lines between all rows", table + "\n| 3 | 4 |\n\n| 5 | 6 |\n", 1, []string{"5 cut by blank, 1 row: “\n\n”", "7 cut by blank, 1 row: “\n\n”"}},
		{"text", table + "\nText.\n| 3 | 4 |\n", 1, []string{"6 cut by text, 1 row: “Text.”, not alone"}},
		{"paragraph", table + "\nText.\n\n| 3 | 4 |\n", 1, []string{"7 cut by text, 1 row: “Text.”"}},
		{"list", table + "\n- text\n\n| 3 | 4 |\n", 1, []string{"7 cut by text, 1 row: “\n\n- text\n\n”"}},
		{"text below the rows", table + "\n| 3 | 4 |\nText.\n", 1, []string{"5 cut by blank, 1 row: “\n\n”, not alone"}},
		{"header without rows", "| A | B |\n|---|---|\n\n| 1 | 2 |\n", 1, []string{"4 cut by blank, 1 row: “\n\n”"}},
		{"ragged row right below", table + "\n| 3 | 4 | 5 |\n", 1, []string{"5 cut by blank, 1 row: “\n\n”"}},
		{"no outer bars", "A | B\n--|--\n1 | 2\n\n3 | 4\n", 1, []string{"5 cut by blank, 1 row: “\n\n”"}},
		{"one column", "| A |\n|---|\n| 1 |\n<!-- x -->\n| 2 |\n", 1, []string{"5 cut by comment, 1 row: “<!-- x -->”"}},
		{"in a quote below a table", "> | A | B |\n> |---|---|\n>\n> | 1 | 2 |\n", 1, []string{"4 cut by blank, 1 row: “\n>\n> ”"}},

		{"prose with bars", "x | y in prose\nand a | b too\n", 0, nil},
		{"prose with bars below a table", table + "\nEither x | y or z.\n", 1, nil},
		{"amounts", "|x| is how far x is from zero,\n|y| is the same for y.\n", 0, nil},
		{"amount below a table", table + "\n|x| + |y| is how far both are.\n", 1, nil},
		{"lines with one bar", "| The first line\n| and the second\n", 0, nil},
		{"one line between bars", "| A | B |\n", 0, nil},
		{"another section", table + "\n## More\n\n| 3 | 4 |\n", 1, nil},
		{"another container", "> " + strings.ReplaceAll(table, "\n|", "\n> |") + "\n| 3 | 4 |\n", 1, nil},
		{"another table", table + "\n" + table, 2, nil},
		{"heading with bars", "The a | b choice\n---\n", 0, nil},
		{"thematic break below a table", table + "\n---\n", 1, nil},
		{"code", "```\n| A | B |\n| 1 | 2 |\n```\n\n    | A | B |\n    | 1 | 2 |\n", 0, nil},
		{"dashes for nothing in a row cut off", table + "\n| 3 | 4 |\n| — | — |\n", 1, []string{"5 cut by blank, 2 rows: “\n\n”"}},
		{"empty", "", 0, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := Bytes("x.md", []byte(test.text))
			if len(d.Tables) != test.tables {
				t.Errorf("got %d tables, want %d", len(d.Tables), test.tables)
			}
			if diff := cmp.Diff(test.want, tableFaults(d)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func tableFaults(d *Document) []string {
	names := []string{"other count", "no delimiter", "bad delimiter", "underlined", "no header"}
	var out []string
	rows := func(n int) string {
		if n == 1 {
			return "1 row"
		}
		return fmt.Sprintf("%d rows", n)
	}
	for _, b := range d.BrokenTables {
		at := b.Header.Text
		if at.Len() == 0 {
			at = b.Delimiter.Text
		}
		out = append(out, fmt.Sprintf("%d %s %d/%d, %s", d.File.Line(at.Start), names[b.Fault], len(b.Header.Cells), b.DelimiterCells, rows(len(b.Rows))))
	}
	for _, c := range d.CutRows {
		by := []string{"blank", "comment", "text"}[c.Cut]
		text := fmt.Sprintf("%d cut by %s, %s: “%s”", d.File.Line(c.Rows[0].Text.Start), by, rows(len(c.Rows)), d.File.Slice(c.By))
		if !c.Alone {
			text += ", not alone"
		}
		out = append(out, text)
	}
	return out
}

// TestSplitCodes holds which code spans the bars of a row cut.
func TestSplitCodes(t *testing.T) {
	for _, test := range []struct {
		row   string
		cells int
		want  []string // the code span, and the cells that are left of it and in it
	}{
		{"| `a | b` | c |", 3, []string{"`a | b` 1"}},
		{"| `a|b` | `c|d` |", 4, []string{"`a|b` 1", "`c|d` 1"}},
		{"| `a || b` | c |", 4, []string{"`a || b` 2"}},
		{"| `|` | a bar |", 3, []string{"`|` 1"}},
		{"| ``a | `b`` | c |", 3, []string{"``a | `b`` 1"}},
		{"| `a | b` and `c` | d |", 3, []string{"`a | b` 1"}},
		{"| `a` and `b | c` | d |", 3, []string{"`b | c` 1"}},
		{"| don`t | `a | b` | c |", 4, []string{"`a | b` 1"}},
		{"a | `b | c`", 3, []string{"`b | c` 1"}},
		{`| \` + "`a | b\\` | c |", 3, nil},
		{`| ` + "`a \\| b` | c |", 2, nil},
		{"| `a` | `b` |", 2, nil},
		{"| the ` mark | the ` mark |", 2, nil},
		{"| ` | ` |", 2, nil},
		{"| a ` | b |", 2, nil},
		{"| `a | ``b |", 2, nil},
		{"|", 0, nil},
		{"", 0, nil},
	} {
		cells := SplitRow(test.row)
		if len(cells) != test.cells {
			t.Errorf("%q: got %d cells, want %d", test.row, len(cells), test.cells)
		}
		var got []string
		for _, code := range splitCodes(test.row, cells) {
			got = append(got, fmt.Sprintf("%s %d", test.row[code.Span.Start:code.Span.End], len(code.Bars)))
			for _, bar := range code.Bars {
				if test.row[bar.Start:bar.End] != "|" {
					t.Errorf("%q: the place of a bar holds %q", test.row, test.row[bar.Start:bar.End])
				}
			}
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", test.row, diff)
		}
	}
}

// TestRows holds the text and the written cells of rows, and what is lost.
func TestRows(t *testing.T) {
	d := Bytes("a.md", []byte("> | A | B |\n> |---|---|\n> | 1 | 2 |\n> | 1 | 2 | 3 | 4 |\n> | 1 |\n> | 1 |  | 3 |\n> | 1 | 2 | |\n> | 1 | 2 ||\n>   1 | 2  \n"))
	want := []string{
		"“| 1 | 2 |” 2 cells", "“| 1 | 2 | 3 | 4 |” 4 cells, lost “3 | 4”", "“| 1 |” 1 cells, missing 1", "“| 1 |  | 3 |” 3 cells, lost “3”",
		"“| 1 | 2 | |” 3 cells, lost “ ”", "“| 1 | 2 ||” 2 cells", "“1 | 2” 2 cells",
	}
	var got []string
	for _, row := range d.Tables[0].Rows {
		text := fmt.Sprintf("“%s” %d cells", d.File.Slice(row.Text), len(row.Written(d.File)))
		if row.Lost.Len() > 0 {
			text += fmt.Sprintf(", lost “%s”", d.File.Slice(row.Lost))
		}
		if row.Missing > 0 {
			text += fmt.Sprintf(", missing %d", row.Missing)
		}
		got = append(got, text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if header := d.File.Slice(d.Tables[0].HeaderLine(d.File).Text); header != "| A | B |" {
		t.Errorf("the header is %q", header)
	}
}

// TestRawHTML holds which tags stand in a document, and what goes with them.
func TestRawHTML(t *testing.T) {
	d := Bytes("a.md", []byte("# T\n\nA <b>word</b>, <br> and <a id=\"x\" /> <p id=\"y\" class=\"z\">.\n\n<div>\nLost <i>words</i>\n</div>\n\n<!-- <hr> -->\n"))
	want := []string{"<b>", "</b> closing", "<br> empty", `<a id="x" /> empty anchor`, `<p id="y" class="z">`,
		"<div> of “Lost words”", "<i> of “Lost words”", "</i> closing of “Lost words”", "</div> closing of “Lost words”"}
	var got []string
	for _, tag := range d.RawHTML {
		text := d.File.Slice(tag.Span)
		for _, part := range []struct {
			is   bool
			word string
		}{{tag.Closing, " closing"}, {tag.Empty, " empty"}, {tag.Anchor, " anchor"}, {tag.Block == nil, " of “" + tag.Text + "”"}} {
			if part.is {
				text += part.word
			}
		}
		got = append(got, text)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
