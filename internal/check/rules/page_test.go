package rules_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"atelier/internal/check"
	"atelier/internal/check/checktest"
	"atelier/internal/check/rules"
	"atelier/internal/parse"
)

const rulesPage = "../../../docs/rules.md"

// TestRulesPage holds docs/rules.md to the catalogue and the pages of the rules:
// with -update it writes it. Every link of its contents leads to a heading.
func TestRulesPage(t *testing.T) {
	want := writeRulesPage(rules.All())
	if checktest.Updating() {
		if err := os.WriteFile(rulesPage, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(rulesPage)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("docs/rules.md is stale: go test ./internal/check/rules -run TestRulesPage -update writes it")
	}
	d := parse.Bytes("docs/rules.md", []byte(want))
	if len(d.Links) < len(rules.All()) {
		t.Errorf("the page has %d links, and there are %d rules", len(d.Links), len(rules.All()))
	}
	for _, l := range d.Links {
		if fragment, ok := strings.CutPrefix(l.Destination, "#"); ok {
			if _, found := d.Anchors.Lookup(fragment); !found {
				t.Errorf("the link %s leads to no heading", l.Destination)
			}
		}
	}
}

// writeRulesPage is a table of contents by group, and below it every page with
// its headings moved down by two.
func writeRulesPage(all []*check.Rule) string {
	var contents, pages strings.Builder
	group, groups := "", 0
	for _, r := range all {
		if r.Group() != group {
			group = r.Group()
			groups++
			fmt.Fprintf(&contents, "\n**[%s](#%s)**\n\n| Rule | Severity | Flags |\n| --- | --- | --- |\n", group, parse.Slug(group))
			fmt.Fprintf(&pages, "\n## %s\n", group)
		}
		fmt.Fprintf(&contents, "| [%s](#%s) | %s | %s |\n", r.Name, parse.Slug(r.Name), r.Severity, strings.ReplaceAll(r.Summary, "|", `\|`))
		fmt.Fprintf(&pages, "\n%s\n", strings.TrimRight(lower(r.Page, 2), "\n"))
	}
	return fmt.Sprintf(`# Rules

What %[1]satelier check%[1]s flags: %[2]d rules in %[3]d groups. %[1]satelier explain link/dangling%[1]s prints the page
of one. Severities are the defaults; %[1]satelier.yaml%[1]s changes them, and a comment with a reason silences a
rule for the block below it: %[1]s<!-- atelier:ignore link/dangling: the reason -->%[1]s.

The examples are run as tests: the first of each page makes the rule fire, the second does not. A block
of %[1]smarkdown%[1]s stands for %[1]sdomains/sample/first-principles.md%[1]s, one of %[1]stxtar%[1]s is a whole corpus.

This file is written from the pages in %[1]sinternal/check/rules/doc%[1]s by
%[1]sgo test ./internal/check/rules -run TestRulesPage -update%[1]s. Do not edit it.

## Contents
%[4]s%[5]s`, "`", len(all), groups, contents.String(), pages.String())
}

// lower moves the headings of a page down; what stands in a fence is none.
func lower(page string, by int) string {
	var out strings.Builder
	fence := ""
	for line := range strings.Lines(page) {
		switch {
		case fence == "" && strings.HasPrefix(line, "```"):
			fence = line[:len(line)-len(strings.TrimLeft(line, "`"))]
		case fence != "" && strings.TrimRight(line, "\n") == fence:
			fence = ""
		case fence == "" && strings.HasPrefix(line, "#"):
			out.WriteString(strings.Repeat("#", by))
		}
		out.WriteString(line)
	}
	return out.String()
}
