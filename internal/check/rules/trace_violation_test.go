package rules_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"atelier/internal/check"
	"atelier/internal/check/checktest"
	"atelier/internal/check/rules"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

const samplePath = "domains/sample/first-principles.md"

// sample is the sound corpus of the cases with one change in its domain sample.
func sample(t *testing.T, before, after string) map[string][]byte {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/base.txtar")
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range archive.Files {
		files[f.Name] = f.Data
	}
	if bytes.Count(files[samplePath], []byte(before)) != 1 {
		t.Fatalf("%q does not stand once in %s", before, samplePath)
	}
	files[samplePath] = bytes.Replace(files[samplePath], []byte(before), []byte(after), 1)
	return files
}

// findings are what one rule finds, next to its group, the other one of this
// file, and the rules given.
func findings(t *testing.T, c *corpus.Corpus, name string, others ...*check.Rule) []*diag.Diagnostic {
	t.Helper()
	selected, err := check.Select(rules.All(), []string{"trace", "violation"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []*diag.Diagnostic
	for _, d := range check.Run(c, append(selected, others...)) {
		if d.Rule == name {
			out = append(out, d)
		}
	}
	return out
}

const (
	rowOne   = "| P1 Messages are Contracts | C1, C2 | Agreement; a seen boundary |\n"
	rowTwo   = "| P2 Order is a Property, Not an Assumption | C1 | Order is correctness |\n"
	rowThree = "| P3 Readers are Idempotent | C3 | One path |\n"
	claim    = "touches 3 of 3 core principles (C1, C2, C3)"
)

// TestUnsafeFixes holds the fixes that are only offered: what they write, and
// that the finding is gone afterwards.
func TestUnsafeFixes(t *testing.T) {
	for _, test := range []struct {
		rule, before, after string
		want                string // the changed place afterwards
	}{
		{"trace/missing-row", rowTwo, "", rowOne + "| P2 Order is a Property, Not an Assumption | C1 | |\n" + rowThree},
		{"trace/missing-row", rowOne, "", "|-----|\n| P1 Messages are Contracts | C1, C2 | |\n" + rowTwo},
		{"trace/missing-row", rowThree, "", rowTwo + "| P3 Readers are Idempotent | C3 | |\n\n"},
		{"trace/missing-row", "| P-rule | Core | Why |\n|--------|------|-----|\n" + rowOne + rowTwo + rowThree,
			"> | P-rule | Core | Why | Since |\n> |---|---|---|---|\n> | P2 | C1 | Order | v0.2 |\n> | P3 | C3 | Path | v0.2 |\n",
			"> |---|---|---|---|\n> | P1 Messages are Contracts | C1, C2 | | |\n> | P2 | C1 | Order | v0.2 |\n"},
		{"trace/no-core", "Assumption | C1 |", "Assumption | |", "Assumption | C1 | Order"},
		{"trace/no-core", "Assumption | C1 |", "Assumption || ", "Assumption | C1 |  Order"},
		{"trace/no-core", "Assumption | C1 |", "Assumption | none |", "Assumption | C1 | Order"},
		{"trace/prose-mismatch", "| C1, C2 | Agreement", "| C3, C2 | Agreement", "| C2, C1 | Agreement"},
		{"trace/coverage-claim", claim, "touches 1 of 8 core principles (C1)", claim},
	} {
		t.Run(test.rule, func(t *testing.T) {
			files := sample(t, test.before, test.after)
			found := findings(t, checktest.Load(t, files, rules.All()), test.rule)
			if len(found) != 1 || found[0].Fix == nil || found[0].Fix.Safe {
				t.Fatalf("got %d findings, want one with a fix that is not safe", len(found))
			}
			content, _ := diag.Apply(found[0].File, files[samplePath], found[0].Fix.Edits)
			if !strings.Contains(string(content), test.want) {
				t.Errorf("the fixed file lacks %q:\n%s", test.want, content)
			}
			files[samplePath] = content
			for _, d := range findings(t, checktest.Load(t, files, rules.All()), test.rule) {
				t.Errorf("left after the fix: %s", checktest.Concise(d))
			}
		})
	}
}

// TestNoFix holds that nothing is offered where nothing is certain.
func TestNoFix(t *testing.T) {
	for _, test := range []struct{ rule, before, after string }{
		{"trace/duplicate-row", rowTwo, "| P1 Messages are Contracts | C2 | Another |\n" + rowTwo},
		{"trace/unknown-principle", rowTwo, "| P12 | C1 | Order |\n"},
		{"trace/unknown-principle", rowThree, rowThree + "| P1 | C1 | Lost | cell |\n| Other | C1 | Order |\n"},
		{"trace/prose-mismatch", "| C1, C2 | Agreement", "| C1 Correctness | Agreement"},
		{"trace/coverage-claim", claim, "touches two of 3 core principles"},
		{"trace/missing-table", "| P-rule | Core | Why |", "| Principle | C1 | C2 |"},
		{"violation/no-principle", "(nothing grants it) | P2 Order", "(nothing grants it) | The Order"},
		{"violation/empty", "| Order assumed (nothing grants it) |", "| |"},
	} {
		found := findings(t, checktest.Load(t, sample(t, test.before, test.after), rules.All()), test.rule)
		if len(found) != 1 {
			t.Errorf("%s: got %d findings, want one", test.rule, len(found))
			continue
		}
		if found[0].Fix != nil {
			t.Errorf("%s: offers %q", test.rule, found[0].Fix.Title)
		}
	}
}

// TestLastLine holds that a row which is the last line of a file, without a line
// end, is removed with the line break before it.
func TestLastLine(t *testing.T) {
	files := sample(t, "\n## 4. Relationship", "\n## 4. Relationship")
	before, _, _ := bytes.Cut(files[samplePath], []byte("\n## 3. What"))
	files[samplePath] = append(bytes.TrimSpace(before), "\n"+strings.TrimSpace(rowThree)...)
	found := findings(t, checktest.Load(t, files, rules.All()), "trace/duplicate-row")
	if len(found) != 1 || found[0].Fix == nil || !found[0].Fix.Safe {
		t.Fatalf("got %d findings, want one with a safe fix", len(found))
	}
	content, _ := diag.Apply(found[0].File, files[samplePath], found[0].Fix.Edits)
	if diff := cmp.Diff(string(bytes.TrimSpace(before)), string(content)); diff != "" {
		t.Errorf("fixed file (-want +got):\n%s", diff)
	}
}

// TestWithheld holds which faults withhold the findings of these rules: an error
// of another rule that breaks the fact leaves nothing but itself.
func TestWithheld(t *testing.T) {
	domain := func(c *corpus.Corpus) *corpus.Domain { return c.DomainByName("sample") }
	numbers := func(c *corpus.Corpus) diag.Fact { return check.NumbersOf(domain(c)) }
	tables := func(c *corpus.Corpus) diag.Fact { return check.TablesOf(domain(c).First) }
	text := func(c *corpus.Corpus) diag.Fact { return check.TextOf(samplePath) }
	trace := func(c *corpus.Corpus) diag.Fact { return check.TraceOf(domain(c)) }
	violations := func(c *corpus.Corpus) diag.Fact { return check.ViolationsIn(domain(c).First) }
	row := func(i int) func(*corpus.Corpus) diag.Fact {
		return func(c *corpus.Corpus) diag.Fact { return check.RowFact(domain(c).First, domain(c).Trace.Rows[i].Row) }
	}
	number := func(i int) func(*corpus.Corpus) diag.Fact {
		return func(c *corpus.Corpus) diag.Fact {
			return check.MentionFact(domain(c).First, domain(c).Trace.Rows[i].Mention)
		}
	}
	core := func(i int) func(*corpus.Corpus) diag.Fact {
		return func(c *corpus.Corpus) diag.Fact {
			return check.MentionFact(domain(c).First, domain(c).Trace.Rows[i].Cores[0])
		}
	}
	breach := func(i int) func(*corpus.Corpus) diag.Fact {
		return func(c *corpus.Corpus) diag.Fact {
			return check.MentionFact(domain(c).First, domain(c).First.Violations[i].Principles[0])
		}
	}
	type fact = func(*corpus.Corpus) diag.Fact
	for _, test := range []struct {
		name, rule, before, after string
		withheld                  []fact
		kept                      []fact
	}{
		{"missing row", "trace/missing-row", rowTwo, "", []fact{numbers, tables}, []fact{violations, row(0)}},
		{"missing row of a wrong number", "trace/missing-row", rowTwo, "| P9 | C1 | Order |\n", []fact{row(1), number(1)}, nil},
		{"title of another row", "trace/missing-row", rowTwo, "| P3 Order is a Property, Not an Assumption | C1 | Order |\n", []fact{number(1)}, nil},
		{"row for a wrong title", "trace/duplicate-row", rowTwo, "| P3 Order is a Property, Not an Assumption | C1 | Order |\n", []fact{numbers, number(1), number(2)}, []fact{tables, number(0)}},
		{"unknown number", "trace/unknown-principle", rowThree, rowThree + "| P9 | C1 | Order |\n", []fact{numbers}, []fact{tables, row(0)}},
		{"ragged unknown number", "trace/unknown-principle", rowThree, rowThree + "| P9 | C1 |\n", []fact{row(3)}, nil},
		{"no core", "trace/no-core", "Assumption | C1 |", "Assumption | |", []fact{}, []fact{numbers, row(1)}},
		{"no core in a ragged row", "trace/no-core", rowTwo, "| P2 Order is a Property, Not an Assumption |\n", []fact{row(1)}, nil},
		{"order", "trace/order", rowTwo + rowThree, rowThree + rowTwo, []fact{numbers, trace, row(0), number(2)}, []fact{violations}},
		{"mismatch", "trace/prose-mismatch", "| C3 | One path |", "| C1 | One path |", []fact{numbers, row(2), number(2), core(2)}, []fact{row(0), core(0), violations}},
		{"claim", "trace/coverage-claim", claim, "touches 2 of 3 core principles", []fact{numbers, trace, tables, row(0), core(2),
			func(c *corpus.Corpus) diag.Fact { return check.PrincipleFact(domain(c), 2) }}, []fact{violations}},
		{"total", "trace/coverage-claim", claim, "touches 3 of 8 core principles", []fact{
			func(c *corpus.Corpus) diag.Fact { return check.TextOf(c.Core.Path) },
			func(c *corpus.Corpus) diag.Fact { return check.CoreNumbers() }}, nil},
		{"missing trace", "trace/missing-table", "| P-rule | Core | Why |", "| Principle | C1 | C2 |", []fact{tables, text, trace}, []fact{numbers}},
		{"missing violations", "violation/missing-table", "| Violation | Principle Breached |", "| Case | Principle |", []fact{tables, text, violations}, []fact{numbers, trace}},
		{"no principle", "violation/no-principle", "| P2 Order is a Property, Not an Assumption |\n| Reader", "| order |\n| Reader", nil, []fact{numbers, violations}},
		{"uncovered", "violation/uncovered-principle", "| P2 Order is a Property, Not an Assumption |\n| Reader", "| P1 |\n| Reader", []fact{numbers, violations, tables, text}, []fact{trace, breach(1)}},
		{"undefined number", "violation/uncovered-principle", "| P2 Order is a Property, Not an Assumption |\n| Reader", "| P9 |\n| Reader", []fact{breach(1)}, []fact{breach(0)}},
		{"title under another number", "violation/uncovered-principle", "| P2 Order is a Property, Not an Assumption |\n| Reader", "| P1 Order is a Property, Not an Assumption |\n| Reader", []fact{breach(1)}, []fact{breach(0)}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := checktest.Load(t, sample(t, test.before, test.after), rules.All())
			left := func(f fact) int {
				return len(findings(t, c, test.rule, &check.Rule{Name: "test/fault", Severity: diag.Error, Run: func(p *check.Pass) {
					p.Report(&diag.Diagnostic{File: domain(c).First.File, Breaks: []diag.Fact{f(c)}})
				}}))
			}
			for i, f := range test.withheld {
				if left(f) != 0 {
					t.Errorf("fact %d (%s) does not withhold %s", i, f(c), test.rule)
				}
			}
			for i, f := range test.kept {
				if left(f) != 1 {
					t.Errorf("fact %d (%s) leaves %d findings of %s, want 1", i, f(c), left(f), test.rule)
				}
			}
		})
	}
}
