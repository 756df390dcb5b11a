package corpus

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"atelier/internal/config"
	"atelier/internal/parse"
)

const (
	sampleFirst = `# Sample

### P1. Messages are Contracts
Text derives from ` + "`C1 Correctness`" + ` (why).

### P2. Order is Declared
Text.

| P-rule | Core | Why |
|--------|------|-----|
| P1 Messages are Contracts | C1 | P99 is text here |
| P2 Order is Declared (a gloss) | C1 | why |

| Violation | Principle Breached |
|-----------|--------------------|
| Alert on P99 alone | P9 |
`
	sampleTopic = "# Topic\n\n### P1. Messages again\nText of `P2 Order is Declared` and `P1`, `P1/P2`, `P2: Other`.\n"
)

func loadSample(t *testing.T) *Corpus {
	t.Helper()
	c, err := Load(context.Background(), fstest.MapFS{
		"domains/sample/first-principles.md": {Data: []byte(sampleFirst)},
		"domains/sample/topic.md":            {Data: []byte(sampleTopic)},
	}, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A heading of the form of a definition is one in first-principles.md only, and
// prose in a table may speak of P99.
func TestRolesOfPrincipleMentions(t *testing.T) {
	c := loadSample(t)
	var got []string
	for _, ref := range c.References {
		if ref.Kind == ToPrinciple {
			got = append(got, fmt.Sprintf("%s %s", ref.Text, ref.Role))
		}
	}
	want := "P1 defines, P2 defines, P1 traces, P2 traces, P9 violates, P1 annotates, P2 cites, P1 cites, P1 cites, P2 cites, P2 cites"
	if s := strings.Join(got, ", "); s != want {
		t.Errorf("got  %s\nwant %s", s, want)
	}
}

func TestClaims(t *testing.T) {
	c := loadSample(t)
	d := c.Domains[0]
	if got := d.Trace.Rows[1].Title(); got == nil || got.Text != "Order is Declared" {
		t.Errorf("title of a row: %+v", got)
	}
	var spans []string
	for _, m := range c.Document("domains/sample/topic.md").Mentions {
		if m.Kind == parse.PrincipleMention {
			if claim := SpanTitle(m); claim != nil {
				file := c.Document("domains/sample/topic.md").File
				spans = append(spans, fmt.Sprintf("%s %s=%s", m.Text, claim.Text, file.Slice(claim.Span)))
			}
		}
	}
	if s := strings.Join(spans, ", "); s != "P2 Order is Declared=Order is Declared, P2 Other=Other" {
		t.Errorf("titles in code spans: %s", s)
	}
	m := d.Trace.Rows[0].Mention
	for title, want := range map[string]bool{"messages are contracts": true, "Messages": true, "Messages are Contract": false, "Other": false} {
		if got := Gives(m, title) != nil; got != want {
			t.Errorf("Gives(%q) = %v, want %v", title, got, want)
		}
	}
}

// A heading that begins with C4 does not make a domain the core document.
func TestDomainWithCoreLikeHeading(t *testing.T) {
	c, err := Load(context.Background(), fstest.MapFS{
		"domains/a/first-principles.md": {Data: []byte("# A\n\n### P1. One\nText.\n\n### C4. Diagrams\nText.\n\n### P2. Two\nText.\n")},
		"domains/b/first-principles.md": {Data: []byte("# B\n\n### C1: One\nText.\n")},
	}, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	if c.Core == nil || c.Core.Path != "domains/b/first-principles.md" || len(c.Domains) != 1 || len(c.Domains[0].Principles) != 2 {
		t.Errorf("core %+v, %d domains", c.Core, len(c.Domains))
	}
}
