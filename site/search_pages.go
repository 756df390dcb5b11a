package site

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html"
	"html/template"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/tdewolff/minify/v2"
	"github.com/tdewolff/minify/v2/js"

	"atelier/site/search"

	"atelier/internal/address"
)

//go:embed client/*.js
var clientFiles embed.FS

// searchFiles are the client and the scripts of the index.
func (s *builder) searchFiles() ([]File, error) {
	client, err := clientScript()
	if err != nil {
		return nil, err
	}
	return append([]File{{address.Client, client}}, s.searchIndex()...), nil
}

// searchIndex are the scripts of the index.
func (s *builder) searchIndex() []File {
	var files []File
	for _, shard := range search.New(s.searchUnits()).Shards() {
		files = append(files, File{address.Shards + shard.Name + ".js", shard.Script()})
	}
	return files
}

// clientScript is the client as one small script.
var clientScript = sync.OnceValues(func() ([]byte, error) {
	var source, out bytes.Buffer
	for _, name := range []string{"client/rank.js", "client/box.js"} {
		data, err := clientFiles.ReadFile(name)
		if err != nil {
			return nil, err
		}
		source.Write(data)
	}
	if err := js.Minify(minify.New(), &out, &source, nil); err != nil {
		return nil, fmt.Errorf("the script of the search: %w", err)
	}
	return out.Bytes(), nil
})

// searchPage is where the search stands on a page of its own. What it says is
// replaced by the script, where that runs.
func (s *builder) searchPage() (*content, error) {
	return &content{
		Title: "Search", Description: "Search the principles, what breaches them, and the documents that apply them.", Kind: kindSearch,
		Crumbs: s.crumbs(address.Search, nil),
		Body: template.HTML(`<h1>Search</h1>
<div id="a-search" class="search">
<p>The search runs in the browser and needs JavaScript, which is off here or has not loaded. The <a href="` + address.Index + `">index from A to Z</a> needs none: it lists every principle, core principle, anti-pattern, id and document. The <a href="index.html">front page</a> lists the principles by domain.</p>
</div>
`),
	}, nil
}

// An indexEntry is a line of the index from A to Z.
type indexEntry struct {
	name, key, where, page, fragment string
}

// indexPage lists by name what has one.
func (s *builder) indexPage() (*content, error) {
	entries := s.indexEntries()
	var letters, body strings.Builder
	letter := ""
	for _, e := range entries {
		if l := initial(e.key); l != letter {
			if letter != "" {
				body.WriteString("</ul>\n")
			}
			letter = l
			fmt.Fprintf(&letters, `<a href="#a-letter-%s">%s</a> `, html.EscapeString(l), html.EscapeString(l))
			fmt.Fprintf(&body, "<h2 id=\"a-letter-%s\">%s</h2>\n<ul>\n", html.EscapeString(l), html.EscapeString(l))
		}
		fmt.Fprintf(&body, `<li><a href="%s">%s</a> <span class="where">%s</span></li>`+"\n",
			html.EscapeString(relative(address.Index, e.page, e.fragment)), html.EscapeString(e.name), html.EscapeString(e.where))
	}
	if letter != "" {
		body.WriteString("</ul>\n")
	}
	return &content{
		Title: "Index A–Z", Description: "Every principle, core principle, anti-pattern, id and document by name.", Kind: kindIndex,
		Crumbs: s.crumbs(address.Index, nil),
		Body:   template.HTML("<h1>Index A–Z</h1>\n<nav class=\"letters\" aria-label=\"Letters\">" + letters.String() + "</nav>\n<div class=\"az\">\n" + body.String() + "</div>\n"),
	}, nil
}

func (s *builder) indexEntries() []indexEntry {
	pages, units := s.searchUnits()
	var out []indexEntry
	for _, u := range units {
		p := pages[u.Page]
		e := indexEntry{name: u.Title, where: p.Place, page: p.URL}
		switch u.Kind {
		case search.Document:
			e.name = u.Label
		case search.Principle:
			id, _, _ := strings.Cut(u.Label, " ")
			e.where = strings.TrimSpace(p.Place + " " + id)
		case search.Core:
			e.where, _, _ = strings.Cut(u.Label, " ")
		case search.Entry:
			e.name, e.where = u.Label, u.Excerpt
		case search.AntiPattern:
			e.where = u.Excerpt
		default:
			continue
		}
		if fragment, ok := strings.CutPrefix(u.Address, "#"); ok {
			e.fragment = fragment
		} else if u.Address != "" {
			e.page = e.page[:strings.LastIndexByte(e.page, '/')+1] + u.Address
		}
		e.key = strings.Join(search.Words(e.name), " ")
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b indexEntry) int {
		return cmp.Or(compareNumbered(a.key, b.key), cmp.Compare(a.page, b.page))
	})
	return out
}

// compareNumbered orders texts with the numbers in them by size: "a-2" stands
// before "a-10".
func compareNumbered(a, b string) int {
	const digits = "0123456789"
	for a != "" && b != "" {
		numberA, numberB := a[:len(a)-len(strings.TrimLeft(a, digits))], b[:len(b)-len(strings.TrimLeft(b, digits))]
		if numberA == "" || numberB == "" {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		sizeA, sizeB := strings.TrimLeft(numberA, "0"), strings.TrimLeft(numberB, "0")
		if c := cmp.Or(cmp.Compare(len(sizeA), len(sizeB)), cmp.Compare(sizeA, sizeB), cmp.Compare(numberA, numberB)); c != 0 {
			return c
		}
		a, b = a[len(numberA):], b[len(numberB):]
	}
	return cmp.Compare(len(a), len(b))
}

// initial is the letter that a name is listed under; names that start with a
// digit stand together.
func initial(key string) string {
	if r, _ := utf8.DecodeRuneInString(key); unicode.IsLetter(r) {
		return string(unicode.ToUpper(r))
	}
	return "0–9"
}
