package site

import (
	"context"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"atelier/internal/config"
	"atelier/internal/corpus"
)

// large is a corpus of two domains with registers, a roadmap, a manifest, code
// and a comparison.
const large = small + `
-- domains/other/first-principles.md --
---
aliases: [old/other.md, /older]
requirements: [ATELIER-2]
description: Rules of the other domain.
---
# Other — First Principles

### P1. Waits are Bounded
Every wait ends, see ` + "`domains/sample/long-topic.md`" + ` and sample P1. This derives from ` + "`C1 Correctness`" + ` (a hang is wrong).

| P-rule | Core | Why |
|--------|------|-----|
| P1 Waits are Bounded | C1 | A hang is wrong |

| Violation | Principle Breached |
|-----------|--------------------|
| Wait with ` + "`timeout=0`" + ` (` + "`other-endless-wait`" + `) | P1 Waits are Bounded |
-- domains/other/waits.md --
# Waits — Derived Rules

> Derives from ` + "`domains/other/first-principles.md`" + `. Applies P1
> (Waits are Bounded) primarily.

## Which Timer (P1, D-001)

A choice of **three** timers. In the first sentence stands nothing, and
D-001 asks for the ` + "`table`" + ` with P1 below.

| Timer | Cost |
|-------|------|
| **Wheel** | ` + "`O(1)`" + ` |
| **Heap** | logarithmic |

` + "```sh" + `
$ wait --for 3s
done
` + "```" + `

This was authored in P2.

| Violation | Principle |
|-----------|-----------|
| No clock | P1 |
-- review/decisions.md --
# Decisions

| Decision | Title | Status | Since | Requires |
| --- | --- | --- | --- | --- |
| D-001 | Timers are ` + "`compared`" + ` | accepted | v0.1 P2 | table |
-- review/anti-patterns.md --
# Anti-Patterns

| Anti-pattern | Breaches | Compounds | Document | Summary |
| --- | --- | --- | --- | --- |
| ` + "`other-endless-wait`" + ` | other P1 | sample P2 | ` + "`domains/other/waits.md`" + ` | A wait without an end |
-- ROADMAP.md --
# Roadmap

## v0.1 First

| Phase | Name | Status | Key Deliverables |
| --- | --- | --- | --- |
| P1 | Sample | complete | ` + "`domains/sample/first-principles.md`" + `; ATELIER-1..2 |
| P2 | Other | complete | ` + "`domains/other/waits.md`" + ` |

## Requirements

| Requirement | Title | Phase | Status |
| --- | --- | --- | --- |
| ATELIER-1 | Messages | v0.1 P1 | complete |
| ATELIER-2 | Order | v0.1 P1 | complete |
-- PERSONAS.md --
# Personas

| Persona | Reviews | First question | Checklist |
| --- | --- | --- | --- |
| Waiter | ` + "`domains/other/`" + ` | Who waits for ` + "`whom`" + `? | none |

## Waiter

Waits.
-- MANIFEST.md --
# Manifest

| Path | Title | Since | Status |
| --- | --- | --- | --- |
| ` + "`domains/core/first-principles.md`" + ` | Core — First Principles | v0.1 P1 | complete |
| ` + "`domains/sample/first-principles.md`" + ` | Sample — First Principles | v0.1 P1 | complete |
| ` + "`domains/sample/long-topic.md`" + ` | Long Topic — Derived Rules | v0.1 P1 | complete |
| ` + "`domains/other/first-principles.md`" + ` | Other — First Principles | v0.1 P2 | complete |
| ` + "`domains/other/waits.md`" + ` | Waits — Derived Rules | v0.1 P2 | complete |
`

func buildWith(t *testing.T, fsys fs.FS, o Options) []File {
	t.Helper()
	c, err := corpus.Load(context.Background(), fsys, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	files, err := Build(c, fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func contentOf(t *testing.T, files []File, name string) string {
	t.Helper()
	for _, f := range files {
		if f.Path == name {
			return string(f.Content)
		}
	}
	t.Fatalf("no file %s", name)
	return ""
}

func has(files []File, name string) bool {
	for _, f := range files {
		if f.Path == name {
			return true
		}
	}
	return false
}

// only is the one node that fits, or the test fails.
func only(t *testing.T, root *html.Node, tag, attribute, value string) *html.Node {
	t.Helper()
	found := find(root, tag, attribute, value)
	if len(found) != 1 {
		t.Fatalf("%d nodes %s[%s=%s], want one", len(found), tag, attribute, value)
	}
	return found[0]
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func TestCrawlSmall(t *testing.T) {
	crawl(t, buildWith(t, archive(large), Options{URL: "https://example.org/deep/er/"}), "deep/er/")
}

func TestViolationsPage(t *testing.T) {
	page := pageOf(t, build(t, archive(large)), "violations.html")
	group := only(t, page, "tbody", "id", "domain=other")
	rows := find(group, "tr", "data-domain", "other")
	if len(rows) != 2 {
		t.Fatalf("%d rows of the domain, want 2", len(rows))
	}
	row := only(t, group, "tr", "id", "principle=other/P1")
	if row != rows[0] || attribute(row, "data-core") != "C1" || attribute(row, "data-principle") != "other/P1" {
		t.Error("the first row of the principle does not carry its keys")
	}
	if code := find(row, "code", "", ""); len(code) != 2 || textOf(code[0]) != "timeout=0" {
		t.Error("the violation lost its code spans")
	}
	if len(find(page, "a", "href", "#core=C1")) != 1 || len(find(page, "details", "id", "core=C1")) != 1 {
		t.Error("the filter of a core leads nowhere without a script")
	}
	if len(find(page, "script", "src", "assets/filter.js")) != 1 {
		t.Error("the page lacks its script")
	}
}

func TestQuotesKeepTheirMarkup(t *testing.T) {
	p1 := pageOf(t, build(t, archive(large)), "domains/other/p1.html")
	quotes := find(p1, "q", "", "")
	for _, q := range quotes {
		text := textOf(q)
		if strings.HasPrefix(text, "In the first sentence") {
			if !strings.HasSuffix(text, "with P1 below.") || len(find(q, "code", "", "")) != 1 || len(find(q, "span", "class", "here")) != 1 {
				t.Errorf("the sentence is clipped or rendered wrongly: %q", text)
			}
			if links := find(q, "a", "", ""); len(links) != 1 || textOf(links[0]) != "D-001" {
				t.Errorf("the sentence lost its link: %q", text)
			}
			return
		}
	}
	t.Errorf("the sentence is not quoted in %d quotes", len(quotes))
}

// begun is a corpus of which the rows are still to be filled in.
const begun = `-- domains/core/first-principles.md --
# Core — First Principles

### C1. Correctness
It is right.
-- domains/payments/first-principles.md --
# Payments — First Principles

### P1. Charges are Idempotent

### P2. Refunds are Traceable
A refund names its charge. This derives from ` + "`C1 Correctness`" + ` (it adds up).

## 2. Core Principle Trace

| P-rule | Core | Why |
|--------|------|-----|
| P1 Charges are Idempotent | | |
| P2 Refunds are Traceable | C1 | It adds up |

| Violation | Principle Breached |
|-----------|--------------------|
| | P1 Charges are Idempotent |
| | P2 Refunds are Traceable |
`

// TestExplanationOfARegister holds that what only explains the ids of a register
// names none of them.
func TestExplanationOfARegister(t *testing.T) {
	const register = begun + "-- review/decisions.md --\n# Decisions\n\nIds look like D-001.\n\n| Decision | Title |\n|---|---|\n"
	if _, ok := fileOf(build(t, archive(register)), "requirements.html"); ok {
		t.Error("there is a page for an id of an explanation")
	}
	if _, ok := fileOf(build(t, archive(register+"-- review/other.md --\n# Other\n\nSee D-001.\n")), "requirements.html"); !ok {
		t.Error("there is no page for an id that no register defines")
	}
}

func fileOf(files []File, name string) (File, bool) {
	i := slices.IndexFunc(files, func(f File) bool { return f.Path == name })
	if i < 0 {
		return File{}, false
	}
	return files[i], true
}

// TestBlankRows holds that a row of violations that says nothing is none.
func TestBlankRows(t *testing.T) {
	files := build(t, archive(begun))
	for _, f := range files {
		if f.Path == "violations.html" || strings.HasPrefix(f.Path, "review/") {
			t.Errorf("there is a %s", f.Path)
		}
	}
	for _, figure := range find(pageOf(t, files, "index.html"), "dt", "", "") {
		if textOf(figure) == "Violations" {
			t.Error("the home page counts violations")
		}
	}
	for _, name := range []string{"domains/payments/p1.html", "domains/payments/p1.md"} {
		if strings.Contains(contentOf(t, files, name), "What breaches it") {
			t.Errorf("%s lists what breaches it", name)
		}
	}
	files = build(t, archive(begun+"| A refund without a charge | |\n"))
	page := pageOf(t, files, "violations.html")
	if rows := find(page, "tr", "data-domain", "payments"); len(rows) != 1 {
		t.Errorf("%d rows, want one", len(rows))
	}
	// The row breaches nothing, so that there is no core to filter by.
	for _, n := range slices.Concat(find(page, "dt", "", ""), find(page, "h2", "", "")) {
		if text := textOf(n); strings.Contains(strings.ToLower(text), "core") {
			t.Errorf("there is a %q without an entry", text)
		}
	}
}

// TestTitles holds that no two pages of this repository's site have one title.
func TestTitles(t *testing.T) {
	named := map[string]string{}
	for _, f := range ownSite(t) {
		if !strings.HasSuffix(f.Path, ".html") || strings.HasPrefix(f.Path, "r/") {
			continue
		}
		page := parsePage(t, f.Content).root
		title := strings.ToLower(textOf(only(t, only(t, page, "head", "", ""), "title", "", "")))
		if other := named[title]; other != "" {
			t.Errorf("%s and %s are both titled %q", other, f.Path, title)
		}
		named[title] = f.Path
	}
}

func TestRegisterPages(t *testing.T) {
	files := build(t, archive(large))
	decision := only(t, pageOf(t, files, "decisions.html"), "section", "id", "d-001")
	text := textOf(decision)
	if !strings.Contains(text, "D-001 Timers are compared") || !strings.Contains(text, "Waits — Derived Rules") || len(find(decision, "q", "", "")) == 0 {
		t.Errorf("the entry of D-001 is %q", text)
	}
	if phase := find(decision, "a", "href", "phases.html#v0.1-p2"); len(phase) != 1 {
		t.Error("the phase of D-001 is no link")
	}
	anti := only(t, pageOf(t, files, "anti-patterns.html"), "section", "id", "other-endless-wait")
	for _, want := range []string{"A wait without an end", "Breaches other P1 Waits are Bounded", "Compounds sample P2", "Shown in Waits", "Named in"} {
		if !strings.Contains(textOf(anti), want) {
			t.Errorf("the entry lacks %q: %s", want, textOf(anti))
		}
	}
	for register, target := range map[string]string{"review/decisions.html": "../decisions.html#d-001", "review/anti-patterns.html": "../anti-patterns.html#other-endless-wait"} {
		if len(find(pageOf(t, files, register), "a", "href", target)) != 1 {
			t.Errorf("the row of %s does not lead to %s", register, target)
		}
	}
	if only(t, pageOf(t, files, "requirements.html"), "section", "id", "atelier-1") == nil {
		t.Error("no requirement")
	}
	if requirement := only(t, pageOf(t, files, "requirements.html"), "section", "id", "atelier-2"); !strings.Contains(textOf(requirement), "ATELIER-1..2") || !strings.Contains(textOf(requirement), "met by Other") {
		t.Errorf("the range does not count as a use: %s", textOf(requirement))
	}
	phase := textOf(only(t, pageOf(t, files, "phases.html"), "section", "id", "v0.1-p2"))
	for _, want := range []string{"v0.1 P2 Other", "complete", "Waits — Derived Rules", "D-001", "This was authored in P2."} {
		if !strings.Contains(phase, want) {
			t.Errorf("the phase lacks %q: %s", want, phase)
		}
	}
}

func TestDomainsPage(t *testing.T) {
	page := pageOf(t, build(t, archive(large)), "domains.html")
	pictures := find(page, "svg", "", "")
	if len(pictures) != 2 {
		t.Fatalf("%d pictures, want 2", len(pictures))
	}
	for _, picture := range pictures {
		pairs := 0
		for _, a := range find(picture, "a", "", "") {
			if strings.HasSuffix(attribute(a, "href"), "#a-other--sample") {
				pairs++
			}
			if attribute(a, "tabindex") != "-1" {
				t.Error("a link of a picture is in the tab order")
			}
		}
		if pairs != 1 {
			t.Errorf("the pair stands %d times in a picture", pairs)
		}
	}
	table := only(t, page, "div", "class", "structure")
	cell := find(table, "a", "href", "#a-other--sample")
	if len(cell) != 1 || textOf(cell[0]) != "2" {
		t.Error("the table does not count the references of the pair")
	}
	if pair := textOf(only(t, page, "li", "id", "a-other--sample")); !strings.Contains(pair, "→ Long Topic") {
		t.Errorf("the pair is %q", pair)
	}
}

func TestBackLinksAreMarked(t *testing.T) {
	back := strings.Replace(large, "A message has a schema.", "A message has a schema, see `domains/other/waits.md`.", 1)
	page := pageOf(t, build(t, archive(back)), "domains.html")
	if n := len(find(page, "a", "class", "back")); n != 2 {
		t.Errorf("%d marks in the pictures, want one in each", n)
	}
	if len(find(page, "a", "class", "acknowledged")) != 0 || len(find(page, "span", "class", "error")) != 1 {
		t.Error("the back-link counts as acknowledged")
	}
	allowed := back + "\n| From | To | Decision | Why |\n| --- | --- | --- | --- |\n| `domains/sample/first-principles.md` | `domains/other/waits.md` | D-001 | Needed |\n"
	page = pageOf(t, build(t, archive(allowed)), "domains.html")
	if len(find(page, "a", "class", "acknowledged")) != 2 || len(find(page, "span", "class", "error")) != 0 {
		t.Error("the acknowledgement is not shown")
	}
}

func TestComparisonsAndExamples(t *testing.T) {
	files := build(t, archive(large))
	comparisons := pageOf(t, files, "comparisons.html")
	if h := only(t, comparisons, "h2", "id", "a-d-001"); !strings.Contains(textOf(h), "Timers are compared") {
		t.Errorf("the heading is %q", textOf(h))
	}
	excerpt := only(t, comparisons, "section", "class", "excerpt")
	if len(find(excerpt, "table", "", "")) != 1 || len(find(excerpt, "strong", "", "")) != 3 || !strings.Contains(textOf(excerpt), "A choice of three timers.") {
		t.Errorf("the excerpt is %q", textOf(excerpt))
	}
	examples := pageOf(t, files, "examples.html")
	if h := only(t, examples, "h3", "id", "a-other-p1"); textOf(h) != "P1 Waits are Bounded" {
		t.Errorf("the heading is %q", textOf(h))
	}
	var prompts []*html.Node
	for _, pre := range find(examples, "pre", "", "") {
		prompts = append(prompts, find(pre, "span", "class", "hl-p")...)
	}
	if len(prompts) != 1 || strings.TrimSpace(textOf(prompts[0])) != "$" {
		t.Errorf("%d prompts are marked, want one", len(prompts))
	}
}

// holdLinks holds that the links of a Markdown file lead to what the site has, and
// are not named by line numbers of the corpus.
func holdLinks(t *testing.T, files []File, name, markdown string) {
	t.Helper()
	links := regexp.MustCompile(`\[((?:[^\]\\]|\\.)*)\]\(([^)#]*)(?:#([^)]*))?\)`).FindAllStringSubmatch(markdown, -1)
	if len(links) < 4 {
		t.Errorf("%s has %d links", name, len(links))
	}
	for _, link := range links {
		to := path.Join(path.Dir(name), link[2])
		if !slices.ContainsFunc(files, func(f File) bool { return f.Path == to }) {
			t.Errorf("%s: %s leads to nothing", name, link[0])
		} else if link[3] != "" && len(find(pageOf(t, files, to), "", "id", link[3])) != 1 {
			t.Errorf("%s: %s leads to no part of %s", name, link[0], to)
		}
		if strings.Contains(link[1], "#") {
			t.Errorf("%s: the link %s is named by a line", name, link[0])
		}
	}
}

func TestChecklistPage(t *testing.T) {
	files := build(t, archive(large))
	page := pageOf(t, files, "review/checklists.html")
	list := only(t, page, "pre", "id", "a-markdown")
	markdown := contentOf(t, files, "review/checklists.md")
	const question = "- [ ] Is a schema in place?"
	if !strings.Contains(markdown, question) || !strings.Contains(textOf(list), question) {
		t.Error("the text to copy is not the export")
	}
	holdLinks(t, files, "review/checklists.md", markdown)
	groups := find(page, "section", "class", "checklist")
	if len(groups) != 2 {
		t.Fatalf("%d domains, want 2", len(groups))
	}
	if items := find(groups[1], "li", "", ""); len(items) != 2 || len(find(groups[1], "a", "href", "../domains/other/p1.html")) != 1 {
		t.Errorf("%d items of the second domain, want 2", len(items))
	}
}

func TestHomeRolesAndPictures(t *testing.T) {
	home := pageOf(t, build(t, archive(large)), "index.html")
	roles := only(t, home, "ul", "class", "roles")
	if len(find(roles, "a", "href", "PERSONAS.html#waiter")) != 1 || textOf(only(t, roles, "q", "", "")) != "Who waits for whom?" {
		t.Errorf("the roles are %q", textOf(roles))
	}
	if len(find(home, "svg", "", "")) != 1 {
		t.Error("no picture of the domains")
	}
	grid := only(t, home, "div", "class", "grid")
	if none := find(grid, "td", "class", "none"); len(none) != 1 {
		t.Errorf("%d empty cells, want one: other has no principle of C2", len(none))
	}
}

func TestPrintPages(t *testing.T) {
	files := build(t, archive(large))
	one := pageOf(t, files, "domains/other/print.html")
	if n := len(find(one, "section", "class", "print-document")); n != 2 {
		t.Errorf("%d documents of the domain, want 2", n)
	}
	if all := pageOf(t, files, "print.html"); len(find(all, "section", "class", "print-document")) != 10 {
		t.Errorf("%d documents in all, want 10", len(find(all, "section", "class", "print-document")))
	}
}
