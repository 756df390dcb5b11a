package site

import (
	"fmt"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// headings are the headings of a page, as "2 Title".
func headings(page *html.Node) []string {
	var out []string
	for n := range page.Descendants() {
		if n.Type == html.ElementNode && len(n.Data) == 2 && n.Data[0] == 'h' && n.Data[1] >= '1' && n.Data[1] <= '6' {
			text, _, _ := strings.Cut(textOf(n), " #")
			out = append(out, fmt.Sprintf("%c %s", n.Data[1], text))
		}
	}
	return out
}

const skipping = `
-- domains/sample/first-principles.md --
# Sample — First Principles

### P1. Messages are Contracts
A message has a schema.

##### Its Schema
Is written down.

> ## Quoted
> Text.

###### And More

### P2. Order is Declared
By key.
-- domains/sample/deep.md --
## First

##

#### Fourth

### Third

# Top

###### Sixth
-- domains/sample/plain.md --
No heading stands here.
`

// TestHeadingLevels holds that no page skips a level of headings, whatever its
// document does, and that every page has a heading of the first level.
func TestHeadingLevels(t *testing.T) {
	files := build(t, archive(skipping))
	for name, want := range map[string]string{
		"domains/sample/first-principles.html": "1 Sample — First Principles|2 P1. Messages are Contracts|3 Its Schema|4 Quoted|4 And More|2 P2. Order is Declared",
		"domains/sample/deep.html":             "1 First|2 Fourth|2 Third|1 Top|2 Sixth",
		"domains/sample/plain.html":            "1 domains/sample/plain.md",
		"domains/sample/print.html": "1 Sample|2 Sample — First Principles|3 P1. Messages are Contracts|4 Its Schema|5 Quoted|5 And More|3 P2. Order is Declared|" +
			"2 First|3 Fourth|3 Third|2 Top|3 Sixth|2 domains/sample/plain.md",
		"domains/sample/p1.html": "1 P1 Messages are Contracts|2 Its Schema",
	} {
		page := only(t, pageOf(t, files, name), "article", "", "")
		if got := strings.Join(headings(page), "|"); got != want {
			t.Errorf("%s has the headings\n%s, want\n%s", name, got, want)
		}
	}
	for _, f := range files {
		if !strings.HasSuffix(f.Path, ".html") || strings.HasPrefix(f.Path, "r/") {
			continue
		}
		last := byte('0')
		for _, h := range headings(parsePage(t, f.Content).root) {
			if h[0] > last+1 {
				t.Errorf("%s: %q follows a heading of level %c", f.Path, h, last)
			}
			last = h[0]
		}
		if last == '0' {
			t.Errorf("%s has no heading", f.Path)
		}
	}
}
