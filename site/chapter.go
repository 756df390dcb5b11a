package site

import (
	"fmt"
	"html"
	"html/template"
	"strings"
)

// A chapter is a heading of a page that is made rather than written, and what
// stands below it.
type chapter struct {
	id    string // the heading's, prefixed as those of the page's own furniture
	title string
	// entries is how many things it lists, 0 where counting says nothing.
	entries int
	body    string // HTML, "" where there is nothing to say: then it is left out
}

// writeChapters writes the chapters that say something.
func writeChapters(b *strings.Builder, chapters []chapter) {
	for _, c := range chapters {
		if c.body != "" {
			fmt.Fprintf(b, "<h2 id=\"%s\">%s</h2>\n", c.id, html.EscapeString(c.title))
			b.WriteString(c.body)
		}
	}
}

// chapterContents is the list "On this page" of the chapters that say
// something, each with the number of its entries; none where one is all.
func chapterContents(chapters []chapter) template.HTML {
	var b strings.Builder
	n := 0
	for _, c := range chapters {
		if c.body == "" {
			continue
		}
		n++
		size := ""
		if c.entries > 0 {
			size = fmt.Sprintf(` <span class="size">%d</span>`, c.entries)
		}
		fmt.Fprintf(&b, `<li><a href="#%s">%s%s</a></li>`, c.id, html.EscapeString(c.title), size)
	}
	if n < 2 {
		return ""
	}
	return template.HTML("<ol>" + b.String() + "</ol>") // escaped above
}
