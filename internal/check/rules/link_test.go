package rules_test

import (
	"fmt"
	"path/filepath"
	"slices"
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

// edit replaces a text that stands once in a file of the base corpus.
type edit struct{ file, before, after string }

const (
	olderDoc   = "domains/older/patterns.md"
	sampleDoc  = "domains/sample/topic.md"
	decisions  = "review/decisions.md"
	topOf      = "# Decisions\n"
	endOfOlder = "by its owner (P2).\n"
	endOfTopic = "Pattern 1 says.\n"
	lastRow    = "| `review/decisions.md` | Decisions | v0.2 P1 | complete |\n"
	ackTable   = lastRow + "\n| From | To | Decision | Why |\n|------|----|----------|-----|\n"
)

var backward = edit{olderDoc, endOfOlder, "by its owner (P2), see `domains/sample/topic`.\n"}

func acknowledges(from, to string) edit {
	return edit{"MANIFEST.md", lastRow, fmt.Sprintf("%s| `%s` | `%s` | D-001 | It explains the wait |\n", ackTable, from, to)}
}

// edited is the base corpus with changes; an edit to nothing removes the file.
func edited(t *testing.T, edits ...edit) *corpus.Corpus {
	t.Helper()
	base, err := txtar.ParseFile(filepath.Join("testdata", "base.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	tree := map[string][]byte{}
	for _, f := range base.Files {
		tree[f.Name] = f.Data
	}
	for _, e := range edits {
		switch text := string(tree[e.file]); {
		case e.before == "":
			delete(tree, e.file)
		case strings.Count(text, e.before) != 1:
			t.Fatalf("%q does not stand once in %s", e.before, e.file)
		default:
			tree[e.file] = []byte(strings.Replace(text, e.before, e.after, 1))
		}
	}
	return checktest.Load(t, tree, rules.All())
}

// linkRules are the rules under test, with others that stand for rules which
// break or need facts.
func linkRules(t *testing.T, others ...*check.Rule) []*check.Rule {
	t.Helper()
	selected, err := check.Select(rules.All(), []string{"link"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return append(selected, others...)
}

// TestLinkOtherEnds holds what a finding shows beside its message: the other
// ends, the way out, and the text that tells it from others.
func TestLinkOtherEnds(t *testing.T) {
	for _, test := range []struct {
		rule, name string
		edits      []edit
		want       []string // hint, target, related places
	}{
		{"link/back-link", "both rows and the ways out", []edit{backward}, []string{
			"link the other way, from the later document; or acknowledge it in MANIFEST.md (From, To, Decision, Why) and in the relationship list of the target's domain; or mend the order of the rows",
			"domains/sample/topic.md",
			"MANIFEST.md:7:3 the row of the document that links",
			"MANIFEST.md:9:3 the row of the document that is named, authored later",
		}},
		{"link/back-link", "the row that acknowledges another link", []edit{backward, acknowledges("domains/older/patterns.md", "domains/sample/first-principles.md")}, []string{
			"link the other way, from the later document; or acknowledge it in MANIFEST.md (From, To, Decision, Why) and in the relationship list of the target's domain; or mend the order of the rows",
			"domains/sample/topic.md",
			"MANIFEST.md:7:3 the row of the document that links",
			"MANIFEST.md:9:3 the row of the document that is named, authored later",
			"MANIFEST.md:17:3 what is acknowledged is a link to “domains/sample/first-principles.md”",
		}},
		{"link/back-link", "core", []edit{{"domains/core/first-principles.md", "It does what it says.", "See older P1."}}, []string{
			"say it in the document of the domain, which may name core", "domains/older/first-principles.md",
			"MANIFEST.md:5:3 the row of the document that links",
			"MANIFEST.md:6:3 the row of the document that is named",
		}},
		{"link/mutual", "the other way", []edit{{file: "MANIFEST.md"}, backward}, []string{
			"links go one way, to what was authored first: remove those of one side, or write a manifest that gives the order",
			"domains/older", "domains/older/patterns.md:8:65 the first link of the other way",
		}},
		{"link/dangling", "the nearest document", []edit{{decisions, topOf, topOf + "\nSee `domains/sample/topik`.\n"}}, []string{
			"mend the path, or list the document in the manifest as planned", "domains/sample/topik",
			"domains/sample/topic.md:1:3 the nearest document",
		}},
		{"link/dangling", "an address in brackets", []edit{{decisions, topOf, topOf + "\nSee [a]((https://h/x)).\n"}}, []string{
			"take “(” away: what stands before “https://” makes a path of the address", "(https://h/x)",
		}},
		{"link/dangling", "an address behind a character that nobody sees", []edit{{decisions, topOf, topOf + "\nSee [a](\u200bhttps://h/x).\n"}}, []string{
			"take the invisible character U+200B out", "\u200bhttps://h/x",
		}},
		{"link/dangling", "the row that plans it", []edit{{decisions, topOf, topOf + "\nSee `domains/newer/topic`.\n"}}, []string{
			"nothing is wrong here once the document is written", "domains/newer/topic",
			"MANIFEST.md:11:3 its row, with the status planned",
		}},
		{"link/missing-anchor", "the nearest anchor", []edit{{decisions, topOf, topOf + "\nSee [a](../domains/older/patterns.md#what-violate-the-patterns).\n"}}, []string{
			"name the anchor of a heading that the document has", "domains/older/patterns.md#what-violate-the-patterns",
			"domains/older/patterns.md:10:4 the nearest anchor",
		}},
		{"link/missing-anchor", "an attribute", []edit{{decisions, topOf, topOf + "\n## A Part {#part}\n\nSee [a](#part).\n"}}, []string{
			"attributes like {#id} are off here: every heading has the anchor of its text", "review/decisions.md#part",
			"review/decisions.md:3:4 the nearest anchor",
		}},
		{"link/missing-anchor", "the pattern of that number", []edit{{decisions, topOf, topOf + "\nSee `domains/older/patterns` Pattern 1 (Something Else).\n"}}, []string{
			"write the title of the heading, or leave it out", "domains/older/patterns Pattern 1 (Something Else)",
			"domains/older/patterns.md:6:15 the pattern of that number",
		}},
		{"link/missing-anchor", "the principles of the domain", []edit{{decisions, topOf, topOf + "\nSee `domains/older/P9 Things`.\n"}}, []string{
			"name a principle of the domain", "domains/older/P9",
			"domains/older/first-principles.md:1:3 the principles of the domain",
		}},
		{"link/wrong-case", "the document", []edit{{decisions, topOf, topOf + "\nSee `domains/sample/Topic`.\n"}}, []string{
			"write the path in the case of the file: not every file system forgives it", "domains/sample/Topic",
			"domains/sample/topic.md:1:3 the document as it is spelt",
		}},
		{"link/wrong-case", "the heading", []edit{{decisions, topOf, topOf + "\nSee [a](../domains/older/patterns.md#What-violates-the-patterns).\n"}}, []string{
			"write the anchor in its own case: browsers do not forgive it, only the pages of GitHub do", "../domains/older/patterns.md#What-violates-the-patterns",
			"domains/older/patterns.md:10:4 the anchor is that of this heading",
		}},
		{"link/direction-claim", "the link and the other claims", []edit{
			{sampleDoc, endOfTopic, "Pattern 1 says. The link is\none-directional outward (older → sample).\n"},
			{decisions, topOf, topOf + "\nIt was decided that sample does not link to older.\n"},
		}, []string{
			"remove the link, or mend the claim", "domains/sample domains/older",
			"domains/sample/first-principles.md:7:47 one of the 4 links", "review/decisions.md:3:21 this says the same",
		}},
		{"link/unused-acknowledgement", "the document", []edit{acknowledges(olderDoc, sampleDoc)}, []string{
			"remove the row, or restore the link", "domains/older/patterns.md domains/sample/topic.md",
			"domains/older/patterns.md:1:3 the document that does not link",
		}},
		{"link/one-ended-acknowledgement", "the list and the link", []edit{
			{"domains/older/first-principles.md", "Every wait ends. ", "Every wait ends, see sample/topic. "},
			acknowledges("domains/older/first-principles.md", sampleDoc),
		}, []string{
			"name the document that links in the relationship list, with the principles it leans on", "domains/older/first-principles.md domains/sample/topic.md",
			"domains/sample/first-principles.md:38:4 the last entry of the list",
			"domains/older/first-principles.md:6:22 the link that is acknowledged",
		}},
		{"link/undefined-label", "a space in a definition", []edit{{decisions, topOf, topOf + "\nSee [a][1] and [b][2].\n\n[1]: https://h/a b\n[2]: https://h/x\n"}}, []string{
			"encode the space as %20, or put the destination in pointy brackets", "1",
		}},
		{"link/undefined-label", "a definition in a paragraph", []edit{{decisions, topOf, topOf + "\nSee [a][it].\n[it]: https://h/x\n"}}, []string{
			"put a blank line before it", "it",
		}},
		{"link/undefined-label", "the nearest definition", []edit{{decisions, topOf, topOf + "\nSee [a][specifcation].\n\n[specification]: https://h/x\n"}}, []string{
			"define the label, or escape the bracket where none was meant", "specifcation",
			"review/decisions.md:5:1 the definition nearest to it",
		}},
	} {
		t.Run(test.rule+" "+test.name, func(t *testing.T) {
			for _, d := range check.Run(edited(t, test.edits...), linkRules(t)) {
				if d.Rule != test.rule {
					t.Errorf("unexpected: %s", checktest.Concise(d))
					continue
				}
				got := []string{d.Hint, d.Target}
				for _, r := range d.Related {
					at := r.File.Position(r.Span.Start)
					got = append(got, fmt.Sprintf("%s:%d:%d %s", r.File.Path, at.Line, at.Column, r.Message))
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			}
		})
	}
}

// breaking is a rule with one error that breaks a fact.
func breaking(fact func(*corpus.Corpus) diag.Fact) *check.Rule {
	return &check.Rule{Name: "test/breaks", Severity: diag.Error, Run: func(p *check.Pass) {
		p.Report(&diag.Diagnostic{File: p.Corpus.Documents[0].File, Message: "broken", Breaks: []diag.Fact{fact(p.Corpus)}})
	}}
}

func fact(f diag.Fact) func(*corpus.Corpus) diag.Fact {
	return func(*corpus.Corpus) diag.Fact { return f }
}

// TestLinkNeeds withholds findings that follow from an error of another rule.
func TestLinkNeeds(t *testing.T) {
	citation := func(c *corpus.Corpus) diag.Fact {
		d := c.Document(olderDoc)
		i := slices.IndexFunc(d.References, func(r *corpus.Reference) bool { return r.Text == "domains/sample/topic" })
		return check.ReferenceFact(d.References[i])
	}
	decided := func(text string) []edit { return []edit{{decisions, topOf, topOf + "\n" + text + "\n"}} }
	unused := []edit{acknowledges(olderDoc, sampleDoc)}
	oneEnded := []edit{{"domains/older/first-principles.md", "Every wait ends. ", "Every wait ends, see sample/topic. "}, acknowledges("domains/older/first-principles.md", sampleDoc)}
	crossLink := []edit{{sampleDoc, "## Shape (P1 Messages are Contracts)", "## Shape (P1 Messages are Contracts, cross-link older/first-principles)"}}
	for _, test := range []struct {
		rule  string
		edits []edit
		facts []func(*corpus.Corpus) diag.Fact
	}{
		{"link/back-link", []edit{backward}, []func(*corpus.Corpus) diag.Fact{
			fact(check.PlaceOf("domains/older")), fact(check.PlaceOf("domains/sample")), fact(check.PlaceOf(olderDoc)), citation,
			fact(check.AcknowledgementsOf(olderDoc)), fact(check.AcknowledgementsOf(sampleDoc)), fact(check.TextOf(sampleDoc)),
		}},
		{"link/dangling", decided("See `domains/older/gone`."), []func(*corpus.Corpus) diag.Fact{
			fact(check.TextOf("domains/older/gone.md")), fact(check.TextOf("domains/older")), fact(check.TextOf("domains")),
		}},
		{"link/missing-anchor", decided("See [a](../domains/older/patterns.md#gone)."), []func(*corpus.Corpus) diag.Fact{fact(check.TextOf(olderDoc))}},
		{"link/missing-anchor", decided("See `domains/older/P9`."), []func(*corpus.Corpus) diag.Fact{
			func(c *corpus.Corpus) diag.Fact { return check.NumbersOf(c.DomainByName("older")) },
		}},
		{"link/wrong-case", decided("See [a](../domains/older/patterns.md#What-violates-the-patterns)."), []func(*corpus.Corpus) diag.Fact{fact(check.TextOf(olderDoc))}},
		{"link/unused-acknowledgement", unused, []func(*corpus.Corpus) diag.Fact{fact(check.TextOf(olderDoc)), fact(check.TextOf(sampleDoc))}},
		{"link/one-ended-acknowledgement", oneEnded, []func(*corpus.Corpus) diag.Fact{fact(check.TextOf("domains/sample/first-principles.md"))}},
		{"link/undefined-label", decided("See [a b][gone]."), []func(*corpus.Corpus) diag.Fact{fact(check.TextOf(decisions))}},
		{"link/unbacked-cross-link", crossLink, []func(*corpus.Corpus) diag.Fact{fact(check.TextOf(sampleDoc))}},
	} {
		c := edited(t, test.edits...)
		fires := func(found []*diag.Diagnostic) bool {
			return slices.ContainsFunc(found, func(d *diag.Diagnostic) bool { return d.Rule == test.rule })
		}
		if !fires(check.Run(c, linkRules(t))) {
			t.Errorf("%s does not fire", test.rule)
		}
		for _, f := range test.facts {
			if fires(check.Run(c, linkRules(t, breaking(f)))) {
				t.Errorf("%s is not withheld where “%s” is broken", test.rule, f(c))
			}
		}
	}
}

// TestLinkBreaks lets what rests on a reference with an error be withheld.
func TestLinkBreaks(t *testing.T) {
	for _, text := range []string{
		"See `domains/older/gone`.", "See `domains/older/Patterns`.", "See `domains/../../gone`.",
		"See `domains/older/patterns` Pattern 9.", "See `domains/older/patterns` Pattern 1 (Other).",
	} {
		needing := &check.Rule{Name: "test/needs", Severity: diag.Warning, Run: func(p *check.Pass) {
			d := p.Corpus.Document(decisions)
			p.Report(&diag.Diagnostic{File: d.File, Message: "rests on the citation", Needs: []diag.Fact{check.MentionFact(d, d.Mentions[0])}})
		}}
		found := check.Run(edited(t, edit{decisions, topOf, topOf + "\n" + text + "\n"}), linkRules(t, needing))
		if len(found) != 1 || found[0].Rule == "test/needs" {
			t.Errorf("%s: %d findings, want one about the link", text, len(found))
		}
	}
}

// TestManifestRowsAreNoReferences leaves what the manifest lists to the rules
// about the manifest.
func TestManifestRowsAreNoReferences(t *testing.T) {
	row := "| `domains/sample/lost.md` | Lost | v0.2 P1 | complete |\n| `domains/sample/Topic.md` | Topic | v0.2 P1 | complete |\n"
	for _, d := range check.Run(edited(t, edit{"MANIFEST.md", lastRow, lastRow + row}), linkRules(t)) {
		t.Errorf("unexpected: %s", checktest.Concise(d))
	}
}

// TestGeneratedText leaves what stands in a generated block alone, and does not
// count it as a link either.
func TestGeneratedText(t *testing.T) {
	begin, end := "\n<!-- atelier:begin block -->\n\n", "\n<!-- atelier:end -->\n"
	selected, err := check.Select(rules.All(), []string{"link", "markdown/accidental-list"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := "## Shape (cross-link older/first-principles)\n\n`domains/sample/gone` [a](gone.md) [b][c] [d][gone] [e](my file.md) `domains/sample/topic`\n\n[c]: gone.md\n\n" +
		"The cost is the sum of setup time\n+ teardown time\n\nolder does not link to sample\n"
	for _, d := range check.Run(edited(t, edit{olderDoc, "## What Violates", begin + text + end + "\n## What Violates"}), selected) {
		t.Errorf("unexpected: %s", checktest.Concise(d))
	}
	found := check.Run(edited(t, edit{olderDoc, "## What Violates", begin + text + end + "\n## What Violates"}, acknowledges(olderDoc, sampleDoc)), selected)
	if len(found) != 1 || found[0].Rule != "link/unused-acknowledgement" {
		t.Errorf("%d findings, want the acknowledgement that no link outside of the block uses", len(found))
	}
}

// TestGeneratedTextBacksNothing looks for the cross-link of a heading in what is
// written by hand.
func TestGeneratedTextBacksNothing(t *testing.T) {
	begin, end := "<!-- atelier:begin block -->\n\n", "\n\n<!-- atelier:end -->\n"
	found := check.Run(edited(t, edit{decisions, topOf, topOf + "\n## A Part (D-001, cross-link older/patterns)\n\n" + begin + "`domains/older/patterns`" + end}), linkRules(t))
	if len(found) != 1 || found[0].Rule != "link/unbacked-cross-link" {
		t.Errorf("%d findings, want the cross-link that nothing backs", len(found))
	}
}

// TestPlannedEnds leaves acknowledgements alone one end of which the manifest
// still plans, also where the document is there.
func TestPlannedEnds(t *testing.T) {
	for _, row := range []string{"| Topic — Derived Rules | v0.2 P1 | complete |", "| Patterns — Derived Rules | v0.1 P2 | complete |"} {
		c := edited(t, acknowledges(olderDoc, sampleDoc), edit{"MANIFEST.md", row, strings.Replace(row, "complete", "planned", 1)})
		for _, d := range check.Run(c, linkRules(t)) {
			t.Errorf("unexpected: %s", checktest.Concise(d))
		}
	}
}

// TestLinkSpans holds the end of a finding: the smallest text that is wrong.
func TestLinkSpans(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"See `domains/\nsample/gone` here.", "domains/\nsample/gone"},
		{"See `domains/nothing/P9 Bounded Queues`.", "domains/nothing"},
		{"See `domains/sample/gone.md#part`.", "domains/sample/gone.md"},
		{"See `domains/older/patterns` Pattern 7 (Title).", "Pattern 7"},
		{"See `domains/older/patterns` Pattern 1 (Wrong\nTitle).", "Wrong\nTitle"},
		{"See `domains/older/patterns` §9.", "§9"},
		{"See `domains/older/P9 Bounded Queues`.", "P9"},
		{"See `domains/older/patterns.md#part`.", "part"},
		{"See [a](gone.md#part \"Title\").", "gone.md"},
		{"See [a](<gone file.md>).", "gone file.md"},
		{"See [a](anti-patterns.md#part).", "part"},
		{"See [a][b c].", "b c"},
		{"See [a](my file.md \"Title\").", "my file.md"},
		{"> See [a](my\n> file.md).", "my\n> file.md"},
		{"See [a](Anti-Patterns.md#part).", "Anti-Patterns.md"},
		{"See [a](anti-patterns.md#Anti-patterns).", "Anti-patterns"},
		{"See <file:///x>.", "file:///x"},
		{"See [a](gone&#45;x.md#part).", "gone&#45;x.md"},
		{"See [a].\n\n[a]: gone.md\n  \"Title\"", "gone.md"},
	} {
		c := edited(t, edit{decisions, topOf, topOf + "\n" + test.text + "\n"})
		found := check.Run(c, linkRules(t))
		if len(found) != 1 {
			t.Errorf("%s: %d findings, want 1", test.text, len(found))
			continue
		}
		if got := found[0].File.Slice(found[0].Span); got != test.want {
			t.Errorf("%s: the span holds %q, want %q", test.text, got, test.want)
		}
	}
}
