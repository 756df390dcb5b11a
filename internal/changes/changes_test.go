package changes_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"atelier/internal/changes"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/corpustest"
	"atelier/internal/parse"
)

// small is a corpus that the tests change.
func small() map[string]string {
	return map[string]string{
		"domains/core/first-principles.md": "# Core\n\n### C1. Correctness\nIt does what it says.\n\n### C2. Clarity\nA reader sees why.\n",
		"domains/a/first-principles.md": `# A — First Principles

### P1. Waits are Bounded
Every wait ends, and whoever waits says how long it does. This derives from ` + "`C1 Correctness`" + ` (a hang is wrong).

### P2. Order is Declared
A reader that assumes an order is wrong without it being granted. This derives from ` + "`C1 Correctness`" + ` (order is a property).

## Trace

| P-rule | Core | Why |
|--------|------|-----|
| P1 Waits are Bounded | C1 | A hang is wrong |
| P2 Order is Declared | C1 | Order is a property |

## Violations

| Violation | Principle Breached |
|-----------|--------------------|
| Wait with no timeout (a caller hangs) | P1 Waits are Bounded |
| Order assumed by a reader (nothing grants it) | P2 Order is Declared |
`,
		"domains/a/topic.md": `# Topic — Derived Rules

> Derives from ` + "`domains/a/first-principles.md`" + `. Applies P1 (Waits are Bounded) primarily.

## Shape (P1 Waits are Bounded)

A wait is bounded (P1).

| Violation | Principle |
|-----------|-----------|
| Timeout set by the callee (the owner cannot know) | P1 Waits are Bounded |
`,
		"domains/b/first-principles.md": `# B — First Principles

### P1. Readers are Idempotent
A repeat changes nothing, as ` + "`domains/a/P1 Waits are Bounded`" + ` and ` + "`domains/a/topic`" + ` want. This derives from ` + "`C1 Correctness`" + ` (a repeat).
`,
	}
}

func load(t *testing.T, files map[string]string) *corpus.Corpus {
	t.Helper()
	c, err := corpus.Load(context.Background(), corpustest.FS(files), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// An edit changes a text of a file, or with "" as the old text puts one at its
// end.
func edit(files map[string]string, name, from, to string) {
	if from == "" {
		files[name] += to
		return
	}
	if !strings.Contains(files[name], from) {
		panic(fmt.Sprintf("%s has no %q", name, from))
	}
	files[name] = strings.ReplaceAll(files[name], from, to)
}

func move(files map[string]string, from, to string) {
	files[to] = files[from]
	delete(files, from)
}

const first, topic, other = "domains/a/first-principles.md", "domains/a/topic.md", "domains/b/first-principles.md"

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(map[string]string)
		want   []string
	}{
		{"nothing", func(map[string]string) {}, nil},
		{"wrapped otherwise, in CRLF", func(f map[string]string) {
			edit(f, first, "and whoever waits", "and\nwhoever waits")
			f[first] = strings.ReplaceAll(f[first], "\n", "\r\n")
		}, nil},
		{"retitled", func(f map[string]string) {
			for _, name := range []string{first, topic, other} {
				edit(f, name, "Waits are Bounded", "Every Wait Ends in Time")
			}
		}, []string{"principle retitled a P1"}},
		{"retitled and reworded", func(f map[string]string) {
			edit(f, first, "P1. Waits are Bounded", "P1. Every Wait Ends in Time")
			edit(f, first, "says how long", "writes down how long")
		}, []string{"principle retitled a P1", "principle reworded a P1"}},
		{"put before another", func(f map[string]string) {
			edit(f, first, "### P2. Order", "### P2. Owners are Named\nOne part has one owner, whom a reader can ask. This derives from `C2 Clarity` (whom to ask).\n\n### P3. Order")
			edit(f, first, "P2 Order is Declared", "P3 Order is Declared")
			edit(f, first, "| P3 Order is Declared | C1 |", "| P2 Owners are Named | C2 | Whom to ask |\n| P3 Order is Declared | C1 |")
		}, []string{"principle added a P2", "principle renamed a P3", "reference added " + first}},
		{"exchanged", func(f map[string]string) {
			edit(f, first, "P1", "PX")
			edit(f, first, "P2", "P1")
			edit(f, first, "PX", "P2")
		}, []string{"principle renamed a P2", "principle renamed a P1", "reference removed " + topic, "reference removed " + other, "reference added " + topic, "reference added " + other, "violation changed " + topic}},
		{"another rule under the number", func(f map[string]string) {
			edit(f, first, "P2. Order is Declared", "P2. Money is Counted in Cents")
			edit(f, first, "A reader that assumes an order is wrong without it being granted. This derives from `C1 Correctness` (order is a property).", "No float holds an amount; cents do, and nothing else rounds.")
		}, []string{"principle added a P2", "principle removed a P2", "violation changed " + first}},
		{"document renamed", func(f map[string]string) {
			move(f, topic, "domains/a/subject.md")
			edit(f, other, "domains/a/topic", "domains/a/subject")
		}, []string{"document renamed domains/a/subject.md"}},
		{"document renamed and retitled", func(f map[string]string) {
			move(f, topic, "domains/a/subject.md")
			edit(f, "domains/a/subject.md", "# Topic", "# Subject")
			edit(f, other, "domains/a/topic", "domains/a/subject")
		}, []string{"document renamed domains/a/subject.md"}},
		{"domain renamed", func(f map[string]string) {
			move(f, first, "domains/waiting/first-principles.md")
			move(f, topic, "domains/waiting/topic.md")
			edit(f, "domains/waiting/topic.md", "domains/a/", "domains/waiting/")
			edit(f, other, "domains/a/", "domains/waiting/")
		}, []string{"document renamed domains/waiting/first-principles.md", "document renamed domains/waiting/topic.md"}},
		{"document removed", func(f map[string]string) {
			delete(f, topic)
			edit(f, other, " and `domains/a/topic`", "")
		}, []string{"document removed " + topic, "principle reworded b P1", "reference removed " + other}},
		{"document added", func(f map[string]string) {
			f["domains/a/third.md"] = "# Third — Derived Rules\n\n> Derives from `domains/a/first-principles.md`. Applies P2 primarily.\n\n| Violation | Principle |\n|---|---|\n| Nothing (at all) | P2 |\n"
		}, []string{"document added domains/a/third.md"}},
		{"trace", func(f map[string]string) {
			edit(f, first, "| P1 Waits are Bounded | C1 | A hang is wrong |", "| P1 Waits are Bounded | C1, C2 | A hang is wrong |")
			edit(f, first, "| P2 Order is Declared | C1 | Order is a property |\n", "")
		}, []string{"trace changed a P1", "trace removed a P2"}},
		{"trace reworded", func(f map[string]string) { edit(f, first, "| A hang is wrong |", "| A hang is a fault |") }, []string{"trace reworded a P1"}},
		{"violations", func(f map[string]string) {
			edit(f, first, "| Wait with no timeout (a caller hangs) |", "| Wait with no timeout at all (a caller hangs) |")
			edit(f, first, "", "| Part with no owner (nobody answers) | P2 |\n")
			edit(f, topic, "| Timeout set by the callee (the owner cannot know) | P1 Waits are Bounded |\n", "| Order assumed by a reader (nothing grants it) | P2 |\n")
			edit(f, first, "| Order assumed by a reader (nothing grants it) | P2 Order is Declared |\n", "")
		}, []string{"violation reworded " + first, "violation added " + first, "violation moved " + topic, "violation removed " + topic}},
		{"breach", func(f map[string]string) {
			edit(f, topic, "| P1 Waits are Bounded |\n", "| P2 (P1 compounding) |\n")
		}, []string{"violation changed " + topic}},
		{"reference", func(f map[string]string) { edit(f, topic, "bounded (P1).", "bounded (P1, P2), and P1 again.") }, []string{"reference added " + topic}},
		{"core", func(f map[string]string) {
			edit(f, "domains/core/first-principles.md", "A reader sees why", "A reader sees at once why")
			edit(f, "domains/core/first-principles.md", "", "\n### C3. Simplicity\nNothing without need.\n")
		}, []string{"core reworded C2", "core added C3"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := small()
			c.change(files)
			var got []string
			for _, change := range changes.Compare(load(t, small()), load(t, files)).Changes {
				got = append(got, fmt.Sprintf("%s %s %s", change.Kind, change.Action, change.Name))
			}
			if diff := cmp.Diff(sorted(c.want), sorted(got)); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			validate(t, changes.Compare(load(t, small()), load(t, files)))
		})
	}
}

func sorted(list []string) map[string]int {
	out := map[string]int{}
	for _, s := range list {
		out[s]++
	}
	return out
}

// validate holds a diff's JSON to the schema, its reverse to be as long, and its
// Markdown to be a list with nothing but text and marks in it.
func validate(t *testing.T, d *changes.Diff) {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("../../docs/schema/diff.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := d.Write(&b, "json", "one", "two", false); err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(&b)
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
	b.Reset()
	if err := d.Write(&b, "markdown", "one", "two", false); err != nil {
		t.Fatal(err)
	}
	doc := parse.Bytes("diff.md", b.Bytes())
	if len(doc.Items) != len(d.Changes) || len(doc.RawHTML) > 0 || len(doc.Links) > 0 {
		t.Errorf("%d items, %d tags, %d links for %d changes in\n%s", len(doc.Items), len(doc.RawHTML), len(doc.Links), len(d.Changes), b.String())
	}
}

// TestMarkdownEscapes holds that what documents say is text in the output.
func TestMarkdownEscapes(t *testing.T) {
	files := small()
	edit(files, first, "| Wait with no timeout (a caller hangs) |", "| Wait with `<b>` no \\*timeout\\* [x](y.md) &amp; ~~z~~ @octocat #12 GH-3 (a caller hangs) |")
	edit(files, first, "P2. Order is Declared", "P2. Order is `<i>` Declared")
	d := changes.Compare(load(t, small()), load(t, files))
	if len(d.Changes) < 2 {
		t.Fatalf("%d changes", len(d.Changes))
	}
	validate(t, d)
	var b strings.Builder
	if err := d.Write(&b, "markdown", "HEAD", "@{upstream} #1", false); err != nil {
		t.Fatal(err)
	}
	for _, mention := range []string{"@octocat", "#12", "GH-3", "#1\n"} {
		if strings.Contains(b.String(), mention) {
			t.Errorf("%q notifies somebody:\n%s", mention, b.String())
		}
	}
}

// TestOwnCorpus holds that this repository differs from itself in nothing, and
// that every name that resolves gives an impact.
func TestOwnCorpus(t *testing.T) {
	c, err := corpus.Load(context.Background(), os.DirFS("../.."), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(changes.Compare(c, c).Changes); n > 0 {
		t.Errorf("%d changes", n)
	}
	for _, name := range []string{"messaging P6", "messaging/P6", "C3", "D-062", "messaging-unbounded-retry", "domains/messaging/queues.md", "messaging", "atelier-97"} {
		named, err := c.Lookup(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		impact := changes.ImpactOf(c, changes.Target(named), nil)
		if name != "atelier-97" && len(impact.Direct) == 0 {
			t.Errorf("%s: nothing names it", name)
		}
	}
}
