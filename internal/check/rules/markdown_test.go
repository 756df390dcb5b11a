package rules_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/check"
	"atelier/internal/check/checktest"
	"atelier/internal/check/rules"
	"atelier/internal/diag"
)

// markdownFindings are what a rule of the group markdown finds in one document.
func markdownFindings(t *testing.T, rule, text string) []*diag.Diagnostic {
	t.Helper()
	c := checktest.Load(t, map[string][]byte{"review/notes.md": []byte("# Notes\n\n" + text)}, rules.All())
	var out []*diag.Diagnostic
	for _, d := range check.Run(c, rules.All()) {
		if d.Rule == "markdown/"+rule {
			out = append(out, d)
		}
	}
	return out
}

// TestMarkdownFixes holds what a fix writes that is only offered, and those that
// leave a file without a line end at its end.
func TestMarkdownFixes(t *testing.T) {
	for _, test := range []struct {
		rule, before, after string
		safe                bool
	}{
		{"broken-table", "| A | B | C |\n|---|---:|\n| 1 | 2 | 3 |\n", "| A | B | C |\n|---|---:|---|\n| 1 | 2 | 3 |\n", false},
		{"broken-table", "| A | B |\n|---|:-:|--:|\n| 1 | 2 |\n", "| A | B |\n|---|:-:|\n| 1 | 2 |\n", false},
		{"broken-table", "| A | B |\n|---|\n", "| A | B |\n|---|---|\n", false},
		{"broken-table", "| A | B |\n|---|\n| 1 | 2 |\n| 1 |\n", "| A | B |\n|---|---|\n| 1 | 2 |\n| 1 |\n", false},
		{"broken-table", "> | Aa | B |\n> | 1 | 2 |\n", "> | Aa | B |\n> |----|---|\n> | 1 | 2 |\n", false},
		{"broken-table", "Fields:\n| A | B |\n| 1 | 2 |\n", "Fields:\n| A | B |\n|---|---|\n| 1 | 2 |\n", false},
		{"broken-table", "A | B\n=====\n", "", false},
		{"broken-table", "> | A | B |\n>\n> |---|---|\n> | 1 | 2 |", "> | A | B |\n> |---|---|\n> | 1 | 2 |", true},
		{"ragged-row", "| A | B | C |\n|---|---|---|\n| 1 |\n| 1 | 2 | 3 |\n", "| A | B | C |\n|---|---|---|\n| 1 | | |\n| 1 | 2 | 3 |\n", false},
		{"ragged-row", "| A | B |\n|---|---|\n| 1 | 2 | 3 | 4 |\n| 1 | 2 |\n", "| A | B |\n|---|---|\n| 1 | 2 \\| 3 \\| 4 |\n| 1 | 2 |\n", false},
		{"ragged-row", "| A | B |\n|---|---|\n| 1 | 2 |\n| 1", "| A | B |\n|---|---|\n| 1 | 2 |\n| 1 | |", true},
		{"ragged-row", "| A | B |\n|---|---|\n| 1 | 2 |\n| 1 | 2 | |", "| A | B |\n|---|---|\n| 1 | 2 |\n| 1 | 2 |", true},
		{"unescaped-pipe", "| A | B |\n|---|---|\n| `1 | 2` |\n", "| A | B |\n|---|---|\n| `1 \\| 2` |\n", false},
		{"unescaped-pipe", "| A | B |\n|---|---|\n| `1 | 2` | `3||4` |", "| A | B |\n|---|---|\n| `1 \\| 2` | `3\\|\\|4` |", true},
		{"orphan-rows", "| A | B |\n|---|---|\n| 1 | 2 |\n<!-- x -->\n| 3 | 4 |\n", "<!-- x -->\n| A | B |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n", false},
		{"orphan-rows", "| A | B |\n|---|---|\n| 1 | 2 |\n\n| 3 |\n| 3 | 4 |\n", "| A | B |\n|---|---|\n| 1 | 2 |\n| 3 |\n| 3 | 4 |\n", false},
		{"orphan-rows", "| A | B |\n|---|---|\n\n\n| 3 | 4 |", "| A | B |\n|---|---|\n| 3 | 4 |", true},
		{"swallowed-paragraph", "| A | B |\n|---|---|\n| 1 | 2 |\nText.", "| A | B |\n|---|---|\n| 1 | 2 |\n\nText.", true},
		{"unclosed-fence", "```go\na\nb\n\nText.\n", "```go\na\nb\n```\n\nText.\n", false},
		{"unclosed-fence", "> ~~~~go\n> a\n>\n> Text.\n", "> ~~~~go\n> a\n> ~~~~\n>\n> Text.\n", false},
		{"unclosed-fence", "- ```go\n  a\n\n  Text.\n", "- ```go\n  a\n  ```\n\n  Text.\n", false},
		{"unclosed-fence", "```go\na\n\n```go\nb\n```\n", "```go\na\n```\n\n```go\nb\n```\n", false},
		{"unclosed-fence", "```go\na", "```go\na\n```", true},
		{"unclosed-comment", "<!-- a\nb\n\nText.\n", "<!-- a\nb -->\n\nText.\n", false},
		{"unclosed-comment", "<!-- a\n## B\n", "<!-- a -->\n## B\n", false},
		{"unclosed-comment", "> <!-- a -- >\n>\n> Text.\n", "> <!-- a -->\n>\n> Text.\n", false},
		{"unclosed-comment", "<!-- a\n\nText.\n\n<!-- b -->\n", "<!-- a -->\n\nText.\n\n<!-- b -->\n", false},
		{"unclosed-comment", "<!-- a\n| 1 |\nb -- >", "<!-- a\n| 1 |\nb -->", false},
		{"unclosed-comment", "<!-- a", "<!-- a -->", true},
		{"raw-html", "<!-- a --> Text.\n", "<!-- a -->\nText.\n", false},
		{"raw-html", "<!-- a --!> b --> Text.\n", "<!-- a --!> b -->\nText.\n", false},
		{"raw-html", "> - <!-- a --> Text.\n", "> - <!-- a -->\n>   Text.\n", false},
		{"raw-html", "  <!--\n  a\n  -->Text.\n", "  <!--\n  a\n  -->\n  Text.\n", false},
		{"raw-html", "A List<String> here.\n", "A List\\<String> here.\n", false},
	} {
		t.Run(test.rule, func(t *testing.T) {
			found := markdownFindings(t, test.rule, test.before)
			if test.after == "" {
				if len(found) > 0 {
					t.Fatalf("%q: got %s", test.before, checktest.Concise(found[0]))
				}
				return
			}
			if len(found) != 1 || found[0].Fix == nil {
				t.Fatalf("%q: got %d findings, want one with a fix", test.before, len(found))
			}
			if found[0].Fix.Safe != test.safe {
				t.Errorf("%q: the fix is safe: %v, want %v", test.before, found[0].Fix.Safe, test.safe)
			}
			content, _ := diag.Apply(found[0].File, []byte("# Notes\n\n"+test.before), found[0].Fix.Edits)
			after := strings.TrimPrefix(string(content), "# Notes\n\n")
			if diff := cmp.Diff(test.after, after); diff != "" {
				t.Errorf("%q (-want +got):\n%s", test.before, diff)
			}
			for _, d := range markdownFindings(t, test.rule, after) {
				if d.Message == found[0].Message {
					t.Errorf("left after the fix: %s", checktest.Concise(d))
				}
			}
		})
	}
}

// TestMarkdownOtherEnds holds the text that a finding marks, what it shows beside
// it, and the way out.
func TestMarkdownOtherEnds(t *testing.T) {
	for _, test := range []struct {
		rule, text, marked, hint string
		related                  []string // message and marked text
	}{
		{"broken-table", "| A | B |\n|---|\n", "|---|", "give the two the same number of cells", []string{"the header, 2 cells: | A | B |"}},
		{"broken-table", "| A |\n|---|---|\n| 1 | 2 |\n", "|---|---|", "the rows have 2 too: correct the header", []string{"the header, 1 cell: | A |"}},
		{"broken-table", "| A | B |\n| 1 | 2 |\n", "| A | B |", "put “|---|---|” below it", nil},
		{"broken-table", "|---|---|\n| 1 | 2 |\n", "|---|---|", "put a row of headings above it", nil},
		{"ragged-row", "| A | B |\n|---|---|\n| 1 |\n", "| 1 |", "add what is missing, or an empty cell", []string{"the header, 2 cells: | A | B |"}},
		{"ragged-row", "| A | B |\n|---|---|\n| 1 | 2 | lost | too |\n", "lost | too", "escape a pipe that belongs to the text: “\\|”; else give the table one more column", []string{"the header, 2 cells: | A | B |"}},
		{"ragged-row", "| A |\n|---|\n| 1 | 2 |\n| 3 | 4 |\n", "| A |", "give the header the cell that it lacks", []string{"the first of the rows: | 1 | 2 |"}},
		{"ragged-row", "| A | B |\n|---|---|\n| 1\n| 2 |\n", "| 2 |", "write the row on one line", []string{"the row that goes on: | 1"}},
		{"unescaped-pipe", "| A | B |\n|---|---|\n| `1|2|3` | 4 |\n", "|", "escape the pipe: “\\|”", []string{"this one too: |"}},
		{"orphan-rows", "| A | B |\n|---|---|\n| 1 | 2 |\n<!-- x -->\n| 3 | 4 |\n\n| 5 | 6 |\n", "| 3 | 4 |", "move the comment before the table",
			[]string{"the table: | A | B |", "what cuts it: <!-- x -->", "more of its rows: | 5 | 6 |"}},
		{"orphan-rows", "| A | B |\n|---|---|\n| 1 | 2 |\n\nText.\n\n| 3 | 4 |\n", "| 3 | 4 |", "move the text below the table, or before it", []string{"the table: | A | B |", "what cuts it: Text."}},
		{"swallowed-paragraph", "> | A | B |\n> |---|---|\n> | 1 | 2 |\n> One\n> two.\n", "One\n> two.", "put a blank line between the two", []string{"the table: | A | B |"}},
		{"unclosed-fence", "```go\na\n~~~\n", "```go", "end it with “```” on a line of its own", []string{"this line does not end it, it has other marks: ~~~"}},
		{"unclosed-fence", "````go\na\n```\n", "````go", "end it with “````” on a line of its own", []string{"this line does not end it, it has fewer marks: ```"}},
		{"unclosed-fence", "```go\na\n     ```\n", "```go", "end it with “```” on a line of its own", []string{"this line does not end it, it is indented too far: ```"}},
		{"unclosed-fence", "```\na\n", "```", "end it with “```” on a line of its own; if this line was meant to end a block, the block before it has no end", nil},
		{"unclosed-fence", "```go\na\n```go\nb\n```\n", "```go", "end it with “```” on a line of its own; if the other one is part of its text, open it with more marks", []string{"this line stands in the block: ```go"}},
		{"fence-language", "~~~~\na\n~~~~\n", "~~~~", "name it behind the marks, “~~~~go”; for output and diagrams “~~~~text”", nil},
		{"heading-jump", "## A\n\n#### B *c*\n", "B *c*", "make it one of level 3, or add the heading in between", []string{"the heading above it: A"}},
		{"duplicate-heading", "## A\n\n## A\n\n## A\n\nSee [A](#a-1).\n", "A", "give each heading a text of its own", []string{"the first of them: A", "it is cited here: #a-1", "the same again: A"}},
		{"unclosed-comment", "<!-- a -- >\n\nText.\n", "<!-- a -- >", "end it with “-->”", []string{"this does not end it: -- >"}},
		{"unclosed-comment", "<!-- a\n\n<!-- b -->\n", "<!-- a", "end it with “-->”", []string{"this line stands in the comment: <!-- b -->"}},
		{"raw-html", "<!-- a --> Text, <!-- b --> more.\n", "Text, <!-- b --> more.", "put the comment on a line of its own, or behind the text", []string{"the comment: <!-- a -->"}},
		{"raw-html", "Some <u>text</u>.\n", "<u>", "say it in Markdown", []string{"its end tag: </u>"}},
		{"raw-html", "One<br>two.\n", "<br>", "say it in one sentence, make it two rows or paragraphs, or end the line in “\\”", nil},
	} {
		t.Run(test.rule, func(t *testing.T) {
			found := markdownFindings(t, test.rule, test.text)
			if len(found) != 1 {
				t.Fatalf("%q: got %d findings, want one", test.text, len(found))
			}
			d := found[0]
			if marked := d.File.Slice(d.Span); marked != test.marked {
				t.Errorf("%q: %q is marked, want %q", test.text, marked, test.marked)
			}
			if d.Hint != test.hint {
				t.Errorf("%q: the hint is %q, want %q", test.text, d.Hint, test.hint)
			}
			if d.Target == "" {
				t.Errorf("%q: the finding has no target", test.text)
			}
			var related []string
			for _, r := range d.Related {
				related = append(related, r.Message+": "+r.File.Slice(r.Span))
			}
			if diff := cmp.Diff(test.related, related); diff != "" {
				t.Errorf("%q (-want +got):\n%s", test.text, diff)
			}
		})
	}
}
