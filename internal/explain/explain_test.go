package explain

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"atelier/internal/check"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var update = flag.Bool("update", false, "rewrite testdata/pages.txtar")

const sample = `-- MANIFEST.md --
# Manifest

| Path | Title | Since | Status |
|------|-------|-------|--------|
| ` + "`domains/core/first-principles.md`" + ` | Core | v0.1 P1 | complete |
| ` + "`domains/sample/first-principles.md`" + ` | Sample — First Principles | v0.2 P1 | complete |
| ` + "`domains/sample/topic.md`" + ` | Topic — Derived Rules | v0.2 P1 | complete |
-- domains/core/first-principles.md --
# Core

What all domains rest on.

### C1. Correctness
It does what it says.

### C2. Clarity
A reader sees why.
-- domains/sample/first-principles.md --
# Sample — First Principles

### P1. Messages are Contracts
A message has a schema, see ` + "`domains/sample/to-\npic.md`" + `. This derives from ` + "`C1\nCorrectness`" + ` (both sides agree) and ` + "`C2 Clarity`" + `.

- One entry that is
  wrapped.

` + "```text\nthe code   stays\n```" + `

### P2. Order is Declared
Order is declared. This derives from ` + "`C1 Correctness`" + `.

## 2. Core Principle Trace

| P-rule | Core | Why |
|--------|------|-----|
| P1 Messages are Contracts | C1, C2 | Agreement |
| P2 Order is Declared | C1 | Order |

## 3. What Violates These Principles

| Violation | Principle Breached |
|-----------|--------------------|
| Message without a schema (readers guess) | P1 Messages are Contracts |
| Order assumed by readers of a message | P2 Order is Declared (P1 compounding) |

## 4. Relationship to Other Domains

- ` + "`domains/other/topic`" + ` ← P1 (its messages)
-- domains/sample/topic.md --
---
requirements: [ATELIER-8]
---
# Topic — Derived Rules

> Derives from ` + "`domains/sample/first-principles.md`" + `. Applies P1 (Messages are
> Contracts) primarily, with P2 (ordering).

## Shape (P1 Messages are Contracts, D-001)

A topic has one schema (P1). It is told twice (P1) as D-001 and ATELIER-7..8 ask; C2 says the
same.

See P1 and IDEATE-3. The ` + "`sample-no-schema`" + ` anti-pattern (P1 breach) is the opposite.

| Violation | Principle |
|-----------|-----------|
| Topic with two schemas (` + "`sample-no-schema`" + `) | P1 |
-- review/decisions.md --
# Decisions

**D-001.** Schemas are written. It was argued
about.

| Decision | Title | Status | Since | Requires |
|----------|-------|--------|-------|----------|
| D-001 | Schemas are written | accepted | v0.2 P1 | table |

| Requirement | Title | Phase | Status |
|-------------|-------|-------|--------|
| ATELIER-7 | Messages | v0.2 P1 | complete |
| ATELIER-8 | Order | v0.2 P1 | complete |

| Anti-pattern | Breaches | Compounds | Document | Summary |
|--------------|----------|-----------|----------|---------|
| ` + "`sample-no-schema`" + ` | sample P1 | sample P2 | ` + "`domains/sample/topic.md`" + ` | A message that nobody described |
`

func load(t *testing.T, archive string) *corpus.Corpus {
	t.Helper()
	fsys := fstest.MapFS{}
	for _, f := range txtar.Parse([]byte(archive)).Files {
		fsys[f.Name] = &fstest.MapFile{Data: f.Data}
	}
	c, err := corpus.Load(context.Background(), fsys, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

var testRules = []*check.Rule{
	{Name: "link/dangling", Severity: diag.Error, Summary: "a path names nothing", Page: "# link/dangling\n"},
	{Name: "link/mutual", Severity: diag.Error, Summary: "two domains link each other", Page: "# link/mutual\n"},
}

// The pages of one small corpus, as a reader sees them.
func TestPages(t *testing.T) {
	c := load(t, sample)
	golden, err := txtar.ParseFile("testdata/pages.txtar")
	if err != nil {
		t.Fatal(err)
	}
	for i, f := range golden.Files {
		got, err := Name(c, testRules, f.Name)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		if *update {
			golden.Files[i].Data = []byte(got)
		} else if diff := cmp.Diff(string(f.Data), got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", f.Name, diff)
		}
	}
	if *update {
		if err := os.WriteFile("testdata/pages.txtar", txtar.Format(golden), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The ways in which one may write a name.
func TestNames(t *testing.T) {
	c := load(t, sample)
	for want, names := range map[string][]string{
		"sample P1 — Messages are Contracts":      {"sample P1", "sample/P1", "sample/p1", "domains/sample/P1", "domains/sample/P1 Messages are Contracts", " sample  P1 "},
		"C2 — Clarity":                            {"C2", "c2", "core C2", "C2 Clarity", "C2 (Clarity)", "domains/core/C2"},
		"D-001 — Schemas are written":             {"D-001", "d-001"},
		"sample — Sample — First Principles":      {"sample", "Sample", "domains/sample", "domains/sample/", "domains/sample/first-principles.md"},
		"core — Core":                             {"core", "domains/core", "domains/core/first-principles.md"},
		"Topic — Derived Rules":                   {"domains/sample/topic.md", "domains/sample/topic", "sample/topic", "topic.md", "./domains/sample/topic.md"},
		"link/dangling (error): a path names":     {"link"},
		"IDEATE-3 — no register defines ids that": {"IDEATE-3"},
	} {
		for _, name := range names {
			got, err := Name(c, testRules, name)
			if err != nil {
				t.Errorf("%q: %v", name, err)
			} else if !strings.HasPrefix(got, want) {
				t.Errorf("%q: the page starts %q, want %q", name, strings.SplitN(got, "\n", 2)[0], want)
			}
		}
	}
}

// TestAmbiguousNames holds that a name which several have is an error with the
// names to choose from, and that these work.
func TestAmbiguousNames(t *testing.T) {
	const first = "# X\n\n### P1. %s\nIt derives from `C1 Correctness`.\n"
	c := load(t, "-- domains/go/first-principles.md --\n"+fmt.Sprintf(first, "One")+"-- domains/go/topic.md --\n# Topic\n"+
		"-- languages/go/first-principles.md --\n"+fmt.Sprintf(first, "Two")+"-- languages/go/topic.md --\n# Topic\n")
	for name, want := range map[string]string{
		"go":    `2 domains are named "go": say which, as in "domains/go" or "languages/go"`,
		"go P1": `2 domains are named "go": say which, as in "domains/go P1" or "languages/go P1"`,
		"topic": `2 documents are named so: say which, as in "domains/go/topic.md" or "languages/go/topic.md"`,
	} {
		if _, err := Name(c, nil, name); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", name, err, want)
		}
	}
	for name, want := range map[string]string{
		"languages/go P1": "go P1 — Two\nlanguages/go/", "domains/go": "go — X\ndomains/go/", "languages/go/topic": "Topic\nlanguages/go/",
	} {
		if got, err := Name(c, nil, name); err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, %v", name, got, err)
		}
	}
}

// What is not known is an error that says what comes near.
func TestUnknownNames(t *testing.T) {
	c := load(t, sample)
	for name, want := range map[string]string{
		"sample P9":             "sample has no P9: its principles run from P1 to P2",
		"sampel P1":             `did you mean "sample P1"?`,
		"sample P1 Other":       "sample P1 is “Messages are Contracts”, not “Other”",
		"C9":                    "there is no C9: domains/core/first-principles.md has C1 to C2",
		"D-01":                  `did you mean "D-001"?`,
		"D-999":                 "the ids run from D-001 to D-001",
		"ATELIER-9..12":         "no register defines ATELIER-9..12; the ids run from ATELIER-7 to ATELIER-8",
		"sample-no-shema":       `did you mean "sample-no-schema"?`,
		"domains/sample/topics": `did you mean "domains/sample/topic.md"?`,
		"link/dangeling":        `did you mean "link/dangling"?`,
		"first-principles.md":   "2 documents are named so",
		"xy":                    "a name is a rule",
		"":                      "a name is a rule",
	} {
		if _, err := Name(c, testRules, name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %q", name, err, want)
		}
	}
	two := load(t, sample+"-- domains/other/first-principles.md --\n# Other\n\n### P1. Another\nText.\n")
	if _, err := Name(two, nil, "P1"); err == nil || !strings.Contains(err.Error(), `2 domains have a P1: say which, as in "sample P1"`) {
		t.Errorf("P1 of two domains: %v", err)
	}
	if got, err := Name(two, nil, "P2"); err != nil || !strings.HasPrefix(got, "sample P2") {
		t.Errorf("P2 of one domain: %q, %v", got, err)
	}
	if err := NoRule(testRules, "D-001", errors.New("no document found")); err.Error() != `no rule is named "D-001", and there is no corpus to look it up in: no document found` {
		t.Error(err)
	}
}

// A corpus without a core document and registers is explained by what cites it.
func TestWithoutDefinitions(t *testing.T) {
	_, rest, _ := strings.Cut(sample, "-- domains/sample/first-principles.md --")
	first, _, _ := strings.Cut(rest, "-- review/decisions.md --")
	c := load(t, "-- domains/sample/first-principles.md --"+first)
	for name, want := range map[string]string{
		"C2":               "C2 — no core document defines it\n\nDerived from it (1)\n",
		"D-001":            "D-001 — no register defines ids that start with D-\n\nSubject of (1)\n",
		"sample-no-schema": "sample-no-schema — an anti-pattern that no register defines\n\nCited in prose (1)\n",
	} {
		if got, err := Name(c, nil, name); err != nil || !strings.HasPrefix(got, want) {
			t.Errorf("%s: got %q, %v; want %q", name, got, err, want)
		}
	}
	if _, err := Name(c, nil, "C7"); err == nil {
		t.Error("C7 is explained, and nothing names it")
	}
}

var placeLine = regexp.MustCompile(`^(?:  )?([\w./-]+\.md):(\d+)(?:, \d+)*$`)

// Every name of this repository's own corpus has a page; its lines fit a terminal
// but for paths, tables and code; its places exist; and each citation is there.
func TestOwnCorpus(t *testing.T) {
	c, err := corpus.Load(context.Background(), os.DirFS("../.."), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range c.Names() {
		text, err := Name(c, nil, name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\n")
			code := strings.HasPrefix(line, "  |") || strings.HasPrefix(line, "  `")
			if utf8.RuneCountInString(line) > width && !code && strings.Contains(strings.TrimSpace(line), " ") {
				t.Errorf("%s: a line is %d wide: %s", name, utf8.RuneCountInString(line), line)
			}
			if m := placeLine.FindStringSubmatch(line); m != nil {
				n, _ := strconv.Atoi(m[2])
				if d := c.Document(m[1]); d == nil || n < 1 || n > d.File.Lines() {
					t.Errorf("%s: there is no place %s", name, line)
				}
			}
		}
	}
	for _, d := range c.Domains {
		for _, p := range d.Principles {
			text, _ := Name(c, nil, p.Name())
			for _, ref := range c.Citations(p) {
				if ref.Role != corpus.InTrace && !strings.Contains(text, ref.From.Path+":") {
					t.Errorf("%s: %s cites it, and the page does not say so", p.Name(), ref.From.Path)
				}
			}
		}
	}
}
