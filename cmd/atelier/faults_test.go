package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/corpustest"
	"atelier/internal/diag"
	"atelier/internal/report"
)

// ownCorpus is this repository's corpus as a file system that tests change.
func ownCorpus(t testing.TB) fstest.MapFS {
	t.Helper()
	fsys := fstest.MapFS{}
	for _, root := range []string{"domains", "languages", "review", "matrix", "MANIFEST.md", "ROADMAP.md", "PERSONAS.md"} {
		err := filepath.WalkDir(filepath.Join("../..", root), func(name string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() {
				return err
			}
			data, err := os.ReadFile(name)
			rel, _ := filepath.Rel("../..", name)
			fsys[filepath.ToSlash(rel)] = &fstest.MapFile{Data: data}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return fsys
}

// findingsOf are the errors and warnings of a corpus, but for references to
// documents that the manifest plans.
func findingsOf(t testing.TB, fsys fs.FS) []*diag.Diagnostic {
	t.Helper()
	c, err := corpus.Load(context.Background(), fsys, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	var out []*diag.Diagnostic
	for _, d := range check.Run(c, rules.All()) {
		if d.Severity == diag.Error || d.Severity == diag.Warning && d.Rule != "link/dangling" {
			out = append(out, d)
		}
	}
	return out
}

// TestOwnCorpusIsSound holds this repository to its own rules.
func TestOwnCorpusIsSound(t *testing.T) {
	for _, d := range findingsOf(t, ownCorpus(t)) {
		t.Error(report.Concise(d))
	}
}

// TestSingleFaults makes one fault after the other in this repository's corpus:
// each gives one finding, at the place that was changed.
func TestSingleFaults(t *testing.T) {
	const (
		first  = "domains/messaging/first-principles.md"
		queues = "domains/messaging/queues.md"
		core   = "domains/core/first-principles.md"
	)
	for _, c := range []struct {
		name, path string
		edit       func(t *testing.T, text string) string
		rule, at   string // at is text on the line of the finding
	}{
		{"a deleted trace row", first, deleteLine("| P4 Delivery Semantics are Explicit | C1, C2 |"), "trace/missing-row", "### P4. Delivery Semantics are Explicit"},
		{"a principle retitled in its heading", first, replace("### P4. Delivery Semantics are Explicit", "### P4. Semantics are Chosen"), "principle/title-mismatch", "### P4. Semantics are Chosen"},
		{"a principle retitled in one citation", queues, replace("Ack, Nack and Reject (P4 Delivery Semantics are Explicit)", "Ack, Nack and Reject (P4 Delivery Semantic is Explicit)"), "principle/title-mismatch", "Delivery Semantic is Explicit"},
		{"a principle that does not exist", queues, replace("Ack, Nack and Reject (P4 Delivery Semantics are Explicit)", "Ack, Nack and Reject (P4 Delivery Semantics are Explicit, P11)"), "principle/undefined", "P11"},
		{"a broken path in a wrapped code span", queues, replace("\n## Competing Consumers", "\nMore stands in `domains/messaging/delivery-\nsemantic.md` on this.\n\n## Competing Consumers"), "link/dangling", "More stands in"},
		{"two titles swapped in a derivation header", queues, swapTitles("Ordering is a Property, Not an Assumption", "Consumers are Idempotent"), "principle/title-mismatch", ""},
		{"a link from core to a domain", core, replace("# Core — First Principles\n", "# Core — First Principles\n\nSee `domains/messaging/queues.md`.\n"), "link/back-link", "See `domains"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fsys := ownCorpus(t)
			fsys[c.path] = &fstest.MapFile{Data: []byte(c.edit(t, string(fsys[c.path].Data)))}
			found := findingsOf(t, fsys)
			if len(found) != 1 {
				for _, d := range found {
					t.Log(report.Concise(d))
				}
				t.Fatalf("%d findings, want one", len(found))
			}
			d := found[0]
			line := d.File.Slice(d.File.LineSpan(d.Position().Line))
			if d.Rule != c.rule || d.File.Path != c.path || !strings.Contains(line, c.at) {
				t.Errorf("got %s on the line %q, want %s in %s on a line with %q", report.Concise(d), line, c.rule, c.path, c.at)
			}
		})
	}
}

// replace edits a text that stands once in a document.
func replace(before, after string) func(*testing.T, string) string {
	return func(t *testing.T, text string) string {
		if strings.Count(text, before) != 1 {
			t.Fatalf("%q stands %d times", before, strings.Count(text, before))
		}
		return strings.Replace(text, before, after, 1)
	}
}

// deleteLine takes out the line that starts so.
func deleteLine(start string) func(*testing.T, string) string {
	return func(t *testing.T, text string) string {
		before, rest, ok := strings.Cut(text, "\n"+start)
		if !ok {
			t.Fatalf("no line starts with %q", start)
		}
		_, after, _ := strings.Cut(rest, "\n")
		return before + "\n" + after
	}
}

// TestSeedFindings holds the check of the seed corpus to what its expected.json
// says must fire, and that nothing fires at warning level.
func TestSeedFindings(t *testing.T) {
	c, err := corpus.Load(context.Background(), os.DirFS(corpustest.Seed(t)), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{}
	errors, warnings := 0, 0
	for _, d := range check.Run(c, rules.All()) {
		switch d.Severity {
		case diag.Error:
			errors++
			if d.Rule != "link/dangling" {
				t.Errorf("an error that is not expected: %s", report.Concise(d))
			}
		case diag.Warning:
			warnings++
			t.Errorf("a warning: %s", report.Concise(d))
		default:
			got[d.Rule] = append(got[d.Rule], d.File.Path+" "+d.Message)
		}
	}
	if errors != 57 || warnings != 0 {
		t.Errorf("%d errors and %d warnings, want 57 and none", errors, warnings)
	}
	for rule, wanted := range map[string][]string{
		"derivation/unused-principle": {"queues.md P7"},
		"derivation/undeclared-principle": {
			"delivery-semantics.md P1", "delivery-semantics.md P9", "pubsub.md P9", "pubsub.md P8",
			"streams.md P6", "streams.md P1", "streams.md P9",
		},
		"principle/unapplied":             {"first-principles.md P9"},
		"violation/conflicting-principle": {"first-principles.md Unbounded retry budget"},
		"markdown/accidental-list":        {"delivery-semantics.md “+”", "pubsub.md “1)”"},
	} {
		if len(got[rule]) != len(wanted) {
			t.Errorf("%s: %d infos, want %d: %v", rule, len(got[rule]), len(wanted), got[rule])
			continue
		}
		for i, w := range wanted {
			file, what, _ := strings.Cut(w, " ")
			if !strings.Contains(got[rule][i], file) || !strings.Contains(got[rule][i], what) {
				t.Errorf("%s: %q, want %s about %s", rule, got[rule][i], file, what)
			}
		}
	}
}

// swapTitles swaps two titles in the derivation header, however it is wrapped.
func swapTitles(a, b string) func(*testing.T, string) string {
	return func(t *testing.T, text string) string {
		header := regexp.MustCompile(`(?m)^>.*\n(?:>.*\n)*`).FindStringIndex(text)
		if header == nil {
			t.Fatal("there is no header")
		}
		wrapped := func(title string) *regexp.Regexp {
			return regexp.MustCompile(`\(` + strings.ReplaceAll(regexp.QuoteMeta(title), " ", `[ \n>]+`) + `\)`)
		}
		quote := text[header[0]:header[1]]
		if !wrapped(a).MatchString(quote) || !wrapped(b).MatchString(quote) {
			t.Fatalf("the header lacks a title: %s", quote)
		}
		quote = wrapped(a).ReplaceAllLiteralString(quote, "(\x00)")
		quote = wrapped(b).ReplaceAllLiteralString(quote, "("+a+")")
		quote = strings.Replace(quote, "(\x00)", "("+b+")", 1)
		return text[:header[0]] + quote + text[header[1]:]
	}
}
