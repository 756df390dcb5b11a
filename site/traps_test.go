package site

import (
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"atelier/internal/config"
	"atelier/internal/corpus"
)

// trapCorpus is one page of every heading that other tools give a wrong anchor,
// and of every text that they take for something else.
const trapCorpus = `
-- domains/sample/first-principles.md --
---
description: not a heading
---
# Sample — First Principles

### P1. Messages are Contracts

A message has a schema.

| Violation | Principle Breached |
|-----------|--------------------|
| No schema | P1 |
-- domains/sample/README.md --
# Traps

## Files & skills

## The ` + "`max_unacked`" + ` setting

## Änderungen

## 你好

## Warn ⚠️ 🎉 now

## Pattern

## Pattern

## Pattern 1

## See [the docs](https://host/dest) ![alt](pic.png)<!-- gone --> here

## ` + "`--config`" + `

## Ratio:-1

## With {#an-id}

Setext
------

<a id="by-hand"></a> <a name="by-name"></a>

<table><tr id="a-row"><td>x</td></tr></table>

[1](#files--skills) [2](#the-max_unacked-setting) [3](#änderungen) [4](#%C3%A4nderungen) [5](#你好) [6](#warn-️--now)
[7](#pattern) [8](#pattern-1) [9](#pattern-1-1) [10](#see-the-docs--here) [11](#--config) [12](#ratio-1)
[13](#with-an-id) [14](#setext) [15](#by-hand) [16](#by-name) [17](#a-row) [18](#) [19](#top) [20](first-principles.md#L10)
-- domains/sample/text/README.md --
# Text

## Code

` + "A link in code `[x](missing.md)` is none, and ``a `b` c`` is one span.\n\n```text\n# no heading\n[x](missing.md)\n```\n\n~~~\n```\n# none\n~~~\n\n````\n```\n# none\n```\n````\n\n- item\n\n  ```\n  # none\n  ```\n\nLazy\n    text goes on.\n\n    # indented\n" + `
## Links

Text <!-- [x](missing.md) -->A <!-- [y](missing.md)
over lines --> B.

<!--
[z](missing.md)
-->

Wiki [[wiki]], plain [plain], index a[0][1], label [text][undefined], mail a@b.c,
host foo.com/x.md, [spaced](https://h/a b.md), bracket [url](https://h/?q[0]=1).
A note[^1], [wrapped
text](first-principles-missing.md) and
[one](../first-principles.md "a title with x.md") [two](../README.md) [three](/domains/sample).

- [x] done
- [ ] open

> [!NOTE]
> An alert.

[^1]: The note.

## Tables

| A | B |
|---|---|
| ` + "`x \\| y`" + ` | **P1** |
| one | two | lost |
| three |

x | y in prose is no table.

> | Q |
> |---|
> | quoted |

- item

  | L |
  |---|
  | listed |

` + "## End\n\n```text\n# unclosed\n[x](missing.md)\n"

func traps(t *testing.T, name string) *html.Node {
	t.Helper()
	return pageOf(t, build(t, archive(trapCorpus)), name)
}

// hrefs are the addresses that the page links, by the text that links them.
func hrefs(page *html.Node) map[string]string {
	out := map[string]string{}
	for _, a := range find(page, "a", "", "") {
		for _, attribute := range a.Attr {
			if attribute.Key != "href" {
				continue
			}
			if decoded, err := url.PathUnescape(attribute.Val); err == nil {
				out[textOf(a)] = decoded
			}
		}
	}
	return out
}

// TestAnchorsOfTraps holds that the page has the ids that the checker knows, and
// that every link to one of them works.
func TestAnchorsOfTraps(t *testing.T) {
	c, err := corpus.Load(t.Context(), archive(trapCorpus), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	page := traps(t, "domains/sample/readme.html")
	for _, id := range c.Document("domains/sample/README.md").Anchors.All() {
		if n := len(find(page, "", "id", id)) + len(find(page, "", "name", id)); n != 1 {
			t.Errorf("the id %q of the checker stands %d times on the page", id, n)
		}
	}
	links := hrefs(page)
	for text, want := range map[string]string{
		"1": "#files--skills", "2": "#the-max_unacked-setting", "3": "#änderungen", "4": "#änderungen", "5": "#你好",
		"6": "#warn-️--now", "7": "#pattern", "8": "#pattern-1", "9": "#pattern-1-1", "10": "#see-the-docs--here",
		"11": "#--config", "12": "#ratio-1", "13": "#with-an-id", "14": "#setext", "15": "#by-hand", "16": "#by-name", "17": "#a-row",
	} {
		if links[text] != want {
			t.Errorf("link %s leads to %q, want %q", text, links[text], want)
		}
		if id := want[1:]; len(find(page, "", "id", id))+len(find(page, "", "name", id)) == 0 {
			t.Errorf("the page has no id %q", id)
		}
	}
	for _, text := range []string{"18", "19", "20"} {
		if _, ok := links[text]; !ok {
			t.Errorf("link %s is none on the page", text)
		}
	}
}

// TestTextOfTraps holds what the page shows of text that other tools read wrongly.
func TestTextOfTraps(t *testing.T) {
	page := traps(t, "domains/sample/text/readme.html")
	for _, id := range []string{"no-heading", "none", "indented", "unclosed"} {
		if len(find(page, "", "id", id)) > 0 {
			t.Errorf("a line of code became the heading %q", id)
		}
	}
	for _, id := range []string{"code", "links", "tables", "end"} {
		if len(find(page, "h2", "id", id)) != 1 {
			t.Errorf("the page lacks the heading %q", id)
		}
	}
	links := hrefs(page)
	for _, text := range []string{"x", "y", "z", "wiki", "plain", "text", "0", "spaced", "a@b.c", "foo.com/x.md", "wrapped text"} {
		if to, ok := links[text]; ok {
			t.Errorf("%q became a link to %q", text, to)
		}
	}
	for text, want := range map[string]string{"one": "../first-principles.html", "two": "../readme.html", "three": "../first-principles.html", "url": "https://h/?q[0]=1"} {
		if links[text] != want {
			t.Errorf("%q leads to %q, want %q", text, links[text], want)
		}
	}
	text := textOf(page)
	for _, want := range []string{
		"A link in code [x](missing.md) is none", "a `b` c", "Lazy text goes on.", "Text A B.", "Wiki [[wiki]], plain [plain], index a[0][1], label [text][undefined]",
		"wrapped text", "The note.", "An alert.", "x | y in prose is no table.", "# unclosed",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for _, gone := range []string{"over lines", "[z]"} {
		if strings.Contains(text, gone) {
			t.Errorf("the page shows %q, which is a comment", gone)
		}
	}
	cells := map[string]bool{}
	for _, cell := range find(page, "td", "", "") {
		cells[textOf(cell)] = true
	}
	for _, want := range []string{"x | y", "P1", "one", "two", "three", "", "quoted", "listed"} {
		if !cells[want] {
			t.Errorf("no cell holds %q", want)
		}
	}
	if n := len(find(page, "table", "", "")); n != 3 {
		t.Errorf("%d tables, want 3", n)
	}
	if n := len(find(page, "input", "type", "checkbox")); n != 2 {
		t.Errorf("%d boxes of tasks, want 2", n)
	}
}
