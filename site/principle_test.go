package site

import (
	"strings"
	"testing"
)

// TestFindingsOfAPrinciple holds that the page of a principle shows what is wrong
// with its section and its trace, and no more.
func TestFindingsOfAPrinciple(t *testing.T) {
	files := build(t, archive(begun))
	box := only(t, pageOf(t, files, "domains/payments/p1.html"), "section", "class", "findings")
	text := textOf(box)
	for _, want := range []string{"principle/empty", "trace/no-core", "domains/payments/first-principles.md, line 3"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %s: %s", want, text)
		}
	}
	if strings.Contains(text, "violation/empty") {
		t.Errorf("the page shows another part's finding: %s", text)
	}
	if boxes := find(pageOf(t, files, "domains/payments/p2.html"), "section", "class", "findings"); len(boxes) != 0 {
		t.Errorf("a sound principle shows %s", textOf(boxes[0]))
	}
}

func TestPrinciplePageSaysWhyAndShowsHow(t *testing.T) {
	p1 := pageOf(t, build(t, archive(large)), "domains/other/p1.html")
	cores := only(t, p1, "ul", "class", "cores")
	if why := only(t, cores, "span", "class", "why"); textOf(why) != "a hang is wrong" {
		t.Errorf("the reason is %q", textOf(why))
	}
	sections := only(t, p1, "ul", "class", "about")
	shown := only(t, sections, "details", "class", "fold")
	if got := textOf(only(t, shown, "summary", "", "")); got != "1 comparison table, 1 example" {
		t.Errorf("the section shows %q", got)
	}
	if len(find(shown, "table", "", "")) != 1 || len(find(shown, "pre", "", "")) != 1 {
		t.Error("the table and the code are not both shown")
	}
}

func TestContentsOfPrinciplePagesLeadToTheirChapters(t *testing.T) {
	files := build(t, archive(large))
	for name, want := range map[string]string{
		"domains/other/p1.html": "Derives from | What breaches it 2 | Anti-patterns 1 | Sections about it 1 | Where it is cited 3",
		"domains/core/c1.html":  "What derives from it 2 | Where it is cited 2",
	} {
		page := pageOf(t, files, name)
		var got []string
		for _, a := range find(only(t, page, "nav", "class", "contents"), "a", "", "") {
			got = append(got, textOf(a))
			only(t, page, "h2", "id", strings.TrimPrefix(attribute(a, "href"), "#"))
		}
		if strings.Join(got, " | ") != want {
			t.Errorf("%s: contents %q, want %q", name, strings.Join(got, " | "), want)
		}
	}
}

func TestCorePageSaysWhyEachPrincipleDerives(t *testing.T) {
	c1 := textOf(pageOf(t, build(t, archive(large)), "domains/core/c1.html"))
	if !strings.Contains(c1, "P1 Waits are Bounded primary a hang is wrong") {
		t.Errorf("the page of C1 lacks the reason: %s", c1)
	}
}
