package rules

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"atelier/internal/check"
	"atelier/internal/check/checktest"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

// What follows is about faults that rules of other groups report, so each rule
// is run alone: the cases in testdata hold the whole catalogue.

const (
	topicPath    = "domains/sample/topic.md"
	registerPath = "review/anti-patterns.md"
	manifestPath = "MANIFEST.md"
)

// An edit replaces a text of a file that stands there once.
type edit struct{ path, before, after string }

// changedBase is the base corpus of the cases with a few edits.
func changedBase(t *testing.T, edits ...edit) *corpus.Corpus {
	t.Helper()
	archive, err := txtar.ParseFile(filepath.Join("testdata", "base.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for _, f := range archive.Files {
		files[f.Name] = f.Data
	}
	for _, e := range edits {
		text := string(files[e.path])
		if strings.Count(text, e.before) != 1 {
			t.Fatalf("%q stands %d times in %s", e.before, strings.Count(text, e.before), e.path)
		}
		files[e.path] = []byte(strings.Replace(text, e.before, e.after, 1))
	}
	return checktest.Load(t, files, All())
}

// alone are the findings of one rule.
func alone(c *corpus.Corpus, rule *check.Rule) []string {
	var out []string
	for _, d := range check.Run(c, []*check.Rule{rule}) {
		out = append(out, checktest.Concise(d))
	}
	return out
}

var (
	noSecondUse = []edit{{topicPath, "Repeats (P3, P2)", "Repeats (P3)"}, {topicPath, ", in no order (P2)", ", in no order"}}
	noLinkUse   = edit{topicPath, "`domains/older/patterns` Pattern 1 says", "everybody says"}
	topicRow    = "| `domains/sample/topic.md` | Topic — Derived Rules | v0.2 P1 | complete |\n"
	firstRow    = "| `domains/sample/first-principles.md` | Sample — First Principles | v0.2 P1 | complete |\n"
)

func TestFaultsOfOtherRules(t *testing.T) {
	for name, c := range map[string]struct {
		rule  *check.Rule
		edits []edit
	}{
		"a base that leads nowhere": {derivationWrongBase, []edit{
			{topicPath, "Derives from `domains/sample/first-principles.md`", "Derives from `domains/sample/first-principle.md`"},
		}},
		"the right title behind a wrong number": {derivationUnusedPrinciple, append([]edit{
			{topicPath, "one schema (P1).", "one schema (P1), and order is one (P3 Order is a Property, Not an Assumption)."},
		}, noSecondUse...)},
		"a fence that swallows the only use": {derivationUnusedPrinciple, append([]edit{
			{topicPath, "A reader keeps", "```\nA reader keeps"},
		}, noSecondUse...)},
		"a fence that swallows the only section": {derivationUnannotatedPrinciple, []edit{
			{topicPath, "A topic has one schema (P1).", "A topic has one schema (P1, P3).\n\n```\n"},
		}},
		"a fence that swallows the only link": {derivationUnusedLink, []edit{
			{topicPath, "A topic has one schema", "```\nA topic has one schema"},
		}},
		"a misspelt use of a link": {derivationUnusedLink, []edit{
			{topicPath, "`domains/older/patterns` Pattern 1 says", "`domains/older/paterns` says"},
		}},
		"a use of a link in the wrong case": {derivationUnusedLink, []edit{
			{topicPath, "`domains/older/patterns` Pattern 1 says", "`domains/Older/patterns.md` says"},
		}},
		"a misspelt declaration of a link": {derivationUnusedLink, []edit{
			{topicPath, "Cross-links `domains/older/patterns`", "Cross-links `domains/older/paterns`"},
		}},
		"a link that leads nowhere": {derivationUndeclaredLink, []edit{
			{topicPath, "one schema (P1).", "one schema (P1). See `domains/older/nothing`."},
		}},
		"a document without a title": {manifestTitleMismatch, []edit{
			{topicPath, "# Topic — Derived Rules\n", ""},
		}},
		"a register row with a cell too many": {antiPatternMalformed, []edit{
			{registerPath, "| sample P3 | sample P2 |", "| | sample P3 | sample P2 |"},
		}},
		"a register row with a cell too few": {antiPatternMalformed, []edit{
			{registerPath, "| sample P3 | sample P2 | `domains/sample/topic.md` | A retry that never ends |", "| sample P3 |"},
		}},
		"a home that leads nowhere": {antiPatternMalformed, []edit{
			{registerPath, "`domains/sample/topic.md`", "`domains/sample/nothing.md`"},
		}},
		"a breach that does not exist": {antiPatternBreachMismatch, []edit{
			{topicPath, "(P3 breach)", "(P4 breach)"},
		}},
		"rows that a comment cuts off": {manifestUnlistedDocument, []edit{
			{manifestPath, topicRow, "<!-- later -->\n" + topicRow},
		}},
		"a domain in rows that a comment cuts off": {manifestUnplacedDomain, []edit{
			{manifestPath, firstRow, "<!-- later -->\n" + firstRow},
		}},
		"a table that is broken": {manifestUnlistedDocument, []edit{
			{manifestPath, "|------|-------|-------|--------|", "|------|-------|"},
		}},
		"a domain in a table that is broken": {manifestUnplacedDomain, []edit{
			{manifestPath, "|------|-------|-------|--------|", "|------|-------|"},
		}},
	} {
		if found := alone(changedBase(t, c.edits...), c.rule); len(found) > 0 {
			t.Errorf("%s: %s", name, strings.Join(found, "\n"))
		}
	}
}

// TestWithheld runs each rule beside one that breaks a fact: what rests on the
// fact is withheld.
func TestWithheld(t *testing.T) {
	sample := func(c *corpus.Corpus) *corpus.Domain { return c.DomainByName("sample") }
	topic := func(c *corpus.Corpus) *corpus.Document { return c.Document(topicPath) }
	register := func(c *corpus.Corpus) *corpus.Document { return c.Document(registerPath) }
	facts := map[string]func(*corpus.Corpus) diag.Fact{
		"numbers":    func(c *corpus.Corpus) diag.Fact { return check.NumbersOf(sample(c)) },
		"header":     func(c *corpus.Corpus) diag.Fact { return check.HeaderOf(topic(c)) },
		"violations": func(c *corpus.Corpus) diag.Fact { return check.ViolationsIn(topic(c)) },
		"text":       func(c *corpus.Corpus) diag.Fact { return check.TextOf(topicPath) },
		"manifest":   func(c *corpus.Corpus) diag.Fact { return check.TextOf(manifestPath) },
		"place":      func(c *corpus.Corpus) diag.Fact { return check.PlaceOf("domains/sample") },
		"register row": func(c *corpus.Corpus) diag.Fact {
			return check.RowFact(register(c), c.AntiPatterns[0].Row)
		},
		"manifest row": func(c *corpus.Corpus) diag.Fact {
			return check.RowFact(c.Manifest.Document, topic(c).Row.Row)
		},
		"violation row": func(c *corpus.Corpus) diag.Fact {
			return check.RowFact(topic(c), topic(c).Violations[1].Row)
		},
		"link": func(c *corpus.Corpus) diag.Fact {
			return check.MentionFact(topic(c), topic(c).Header.CrossLinks[0].Mention)
		},
	}
	for _, c := range []struct {
		rule    *check.Rule
		edits   []edit
		needs   string
		remains string // facts that it must not rest on
	}{
		{derivationMissingHeader, []edit{{topicPath, "> Derives from `domains/sample/first-principles.md`. Applies P1 (Messages are\n> Contracts), P3 (Readers are Idempotent) primarily, with P2 (ordering).\n", ""}, {topicPath, "> Cross-links `domains/older/patterns` for bounded waits.\n", ""}},
			"text", "header numbers"},
		{derivationWrongBase, []edit{{topicPath, "Derives from `domains/sample/first", "Derives from `domains/older/first"}}, "text", "header numbers"},
		{derivationUnusedPrinciple, noSecondUse, "text header numbers violations", "manifest"},
		{derivationUndeclaredPrinciple, []edit{{topicPath, " primarily, with P2 (ordering)", " primarily"}}, "header numbers", "violations"},
		{derivationUnannotatedPrinciple, []edit{{topicPath, "Shape (P1 Messages are Contracts)", "Shape"}}, "text header numbers", "violations"},
		{derivationUnusedLink, []edit{noLinkUse}, "text header violations link", "numbers"},
		{derivationUndeclaredLink, []edit{{topicPath, "one schema (P1).", "one schema (P1). See `domains/older/first-principles`."}}, "header", "numbers"},
		{antiPatternBreachMismatch, []edit{{topicPath, "(P3 breach)", "(P2 breach)"}}, "register row|numbers|text", "header"},
		{antiPatternBreachMismatch, []edit{{topicPath, "| Reader without a key (a repeat doubles) | P3 Readers are Idempotent |", "| `sample-endless-retry` | P1 |"}}, "register row|violation row|numbers", "header"},
		{antiPatternUndefined, []edit{{topicPath, "`sample-endless-retry`", "`sample-endles-retry`"}}, "register row", "numbers"},
		{antiPatternUnused, []edit{{topicPath, "`sample-endless-retry`", "known"}}, "register row|text", "numbers"},
		{manifestUnlistedDocument, []edit{{manifestPath, topicRow, ""}}, "manifest|place", "text"},
		{manifestUnplacedDomain, []edit{{manifestPath, firstRow, ""}}, "manifest", "place"},
		{manifestStaleStatus, []edit{{manifestPath, topicRow, strings.Replace(topicRow, "complete", "planned", 1)}}, "manifest|manifest row", "text"},
		{manifestTitleMismatch, []edit{{manifestPath, topicRow, strings.Replace(topicRow, "Topic —", "Topics —", 1)}}, "manifest|manifest row|text", "header"},
		{manifestFrontMatterMismatch, []edit{{topicPath, "# Topic —", "---\nsince: v9.9\n---\n# Topic —"}}, "manifest|manifest row|text", "header"},
	} {
		loaded := changedBase(t, c.edits...)
		if found := alone(loaded, c.rule); len(found) != 1 {
			t.Errorf("%s: %d findings, want one: %s", c.rule.Name, len(found), strings.Join(found, "\n"))
			continue
		}
		split := func(s string) []string {
			if strings.Contains(s, "|") || strings.HasSuffix(s, " row") {
				return strings.Split(s, "|")
			}
			return strings.Fields(s)
		}
		for _, name := range split(c.needs) {
			if broken(loaded, c.rule, facts[name](loaded)) != 0 {
				t.Errorf("%s is not withheld where %s is broken", c.rule.Name, name)
			}
		}
		for _, name := range split(c.remains) {
			if broken(loaded, c.rule, facts[name](loaded)) != 1 {
				t.Errorf("%s is withheld where %s is broken", c.rule.Name, name)
			}
		}
	}
}

// broken is the number of findings of a rule beside an error that breaks a fact.
func broken(c *corpus.Corpus, rule *check.Rule, fact diag.Fact) int {
	breaker := &check.Rule{Name: "test/breaker", Severity: diag.Error, Run: func(p *check.Pass) {
		p.Report(&diag.Diagnostic{File: c.Documents[0].File, Breaks: []diag.Fact{fact}})
	}}
	return len(check.Run(c, []*check.Rule{rule, breaker})) - 1
}

// TestTitleWithCode holds a title with a pipe in a code span against the row
// that the fix would write.
func TestTitleWithCode(t *testing.T) {
	c := changedBase(t,
		edit{topicPath, "# Topic — Derived Rules", "# The `a|b` Topic"},
		edit{manifestPath, "| Topic — Derived Rules |", `| The ` + "`a\\|b`" + ` Topic |`})
	if found := alone(c, manifestTitleMismatch); len(found) > 0 {
		t.Errorf("%s", strings.Join(found, "\n"))
	}
}
