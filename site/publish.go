package site

import (
	"bytes"
	"cmp"
	"encoding/xml"
	"html/template"
	"slices"
	"strings"
	"time"

	"atelier/internal/address"
	"atelier/internal/corpus"
)

// furtherFiles lists what is made beside the pages that people read: Markdown
// twins, files for programs, short addresses and redirects.
func (s *builder) furtherFiles() []page {
	out := s.twins()
	out = append(out,
		page{url: address.LLMs, source: "the index for language models", bytes: (*builder).llms},
		page{url: address.LLMsFull, source: "all documents in one file", bytes: (*builder).llmsFull},
		page{url: address.Model, source: "the model", bytes: (*builder).model},
	)
	out = append(out, s.shortAddresses()...)
	return append(out, s.aliases()...)
}

// summaries lists the files that tell of all pages: previews, and with an address
// the site map and the feed.
func (s *builder) summaries(pages []page) []page {
	out := s.previews(pages)
	if s.options.URL == "" {
		return out
	}
	out = append(out, page{url: address.SiteMap, source: "the site map", bytes: func(s *builder) ([]byte, error) { return s.sitemap(pages) }})
	if s.hasFeed() {
		out = append(out, page{url: address.Feed, source: "the feed", bytes: (*builder).feed})
	}
	return out
}

// redirect is a page that leads to another, without a script.
func (s *builder) redirect(url, source, target, fragment, title string) page {
	return page{url: url, source: source, bytes: func(s *builder) ([]byte, error) {
		var b bytes.Buffer
		b.Grow(1 << 10)
		err := s.templates.ExecuteTemplate(&b, "redirect.html", struct {
			Title, Link, Root, Canonical string
		}{title, relative(url, target, fragment), rootOf(url), s.canonical(target)})
		return b.Bytes(), err
	}}
}

// shortAddresses are the stable addresses below r/: r/messaging-p4.html,
// r/c5.html, r/d-062.html and r/messaging-unbounded-retry.html.
func (s *builder) shortAddresses() []page {
	var out []page
	add := func(short address.Short, target, fragment, title string) {
		out = append(out, s.redirect(short.Path, "the short address of "+title, target, fragment, title))
	}
	for _, short := range address.Shorts(s.corpus) {
		switch {
		case short.Principle != nil:
			add(short, address.Principle(short.Principle), "", short.Principle.Name()+" "+short.Principle.Title)
		case short.Core != nil:
			add(short, address.Core(short.Core), "", short.Core.ID()+" "+short.Core.Title)
		case short.AntiPattern != nil:
			add(short, s.index.AntiPatterns, short.AntiPattern.ID, short.AntiPattern.ID)
		case short.Entry != nil:
			e := short.Entry
			add(short, s.entryPage(e), strings.ToLower(e.ID), e.ID+" "+e.Title)
		}
	}
	return out
}

// aliases are the old paths that front matter names, as far as they are free; the
// check says which are not.
func (s *builder) aliases() []page {
	var out []page
	for _, a := range s.addresses.Aliases() {
		out = append(out, s.redirect(a.Path, "an alias of "+a.Document.Path, s.documentURL(a.Document), "", documentTitle(a.Document)))
	}
	return out
}

// absolute is the address of a page where the site's own is known.
func (s *builder) absolute(url string) string {
	if s.options.URL == "" {
		return ""
	}
	if url == "index.html" {
		url = ""
	}
	return strings.TrimSuffix(s.options.URL, "/") + "/" + strings.TrimPrefix(escapePath(url), "./")
}

// canonical is the address that a page gives as its own; one that is shown at
// any depth has none.
func (s *builder) canonical(url string) string {
	if strings.HasPrefix(url, "/") {
		return ""
	}
	return s.absolute(url)
}

// sitemap lists the pages in the form of sitemaps.org, with the last change
// where it is known.
func (s *builder) sitemap(pages []page) ([]byte, error) {
	type entry struct {
		Loc     string `xml:"loc"`
		LastMod string `xml:"lastmod,omitempty"`
	}
	changed := map[string]string{}
	for _, d := range s.corpus.Documents {
		if c, ok := s.options.Changes[d.Path]; ok {
			changed[s.documentURL(d)] = c.Time.UTC().Format(time.DateOnly)
		}
	}
	set := struct {
		XMLName xml.Name `xml:"http://www.sitemaps.org/schemas/sitemap/0.9 urlset"`
		URLs    []entry  `xml:"url"`
	}{}
	for _, p := range pages {
		if p.render != nil {
			set.URLs = append(set.URLs, entry{s.absolute(p.url), changed[p.url]})
		}
	}
	slices.SortFunc(set.URLs, func(a, b entry) int { return strings.Compare(a.Loc, b.Loc) })
	return xmlText(set)
}

// hasFeed reports whether there is a feed: it needs the site's address, and dates.
func (s *builder) hasFeed() bool {
	return s.options.URL != "" && slices.ContainsFunc(s.corpus.Documents, func(d *corpus.Document) bool {
		_, ok := s.options.Changes[d.Path]
		return ok
	})
}

// The elements of an Atom feed (RFC 4287).
type atomLink struct {
	Rel  string `xml:"rel,attr,omitempty"`
	Href string `xml:"href,attr"`
}

type atomEntry struct {
	Title   string   `xml:"title"`
	Link    atomLink `xml:"link"`
	ID      string   `xml:"id"`
	Updated string   `xml:"updated"`
	Summary string   `xml:"summary"`
	path    string
}

// feed is the documents that changed last.
func (s *builder) feed() ([]byte, error) {
	const longest = 50
	var entries []atomEntry
	for _, d := range s.corpus.Documents {
		c, ok := s.options.Changes[d.Path]
		if !ok {
			continue
		}
		address := s.absolute(s.documentURL(d))
		entries = append(entries, atomEntry{documentTitle(d), atomLink{Href: address}, address, c.Time.UTC().Format(time.RFC3339), describeDocument(d), d.Path})
	}
	slices.SortFunc(entries, func(a, b atomEntry) int {
		return cmp.Or(strings.Compare(b.Updated, a.Updated), strings.Compare(a.path, b.path))
	})
	feed := struct {
		XMLName xml.Name    `xml:"http://www.w3.org/2005/Atom feed"`
		Title   string      `xml:"title"`
		ID      string      `xml:"id"`
		Links   []atomLink  `xml:"link"`
		Updated string      `xml:"updated"`
		Author  string      `xml:"author>name"`
		Entries []atomEntry `xml:"entry"`
	}{
		Title: s.options.Title, ID: s.absolute("index.html"), Updated: entries[0].Updated, Author: s.options.Title,
		Links:   []atomLink{{Rel: "self", Href: s.absolute("feed.xml")}, {Href: s.absolute("index.html")}},
		Entries: entries[:min(longest, len(entries))],
	}
	return xmlText(feed)
}

func xmlText(value any) ([]byte, error) {
	data, err := xml.MarshalIndent(value, "", " ")
	return append([]byte(xml.Header), append(data, '\n')...), err
}

// An origin says where a page comes from: the source in the repository, and the
// last change.
type origin struct {
	Source, Edit  string
	Changed, Date string // for people, and for machines
	Commit        string // the address of the commit, or ""
}

// originOf is where a document comes from, nil where nothing is known.
func (s *builder) originOf(d *corpus.Document) *origin {
	o := &origin{}
	repository := strings.TrimSuffix(strings.TrimSuffix(s.options.Repository, "/"), ".git")
	part := "/"
	if strings.Contains(repository, "gitlab") {
		part = "/-/"
	}
	if repository != "" {
		name := strings.TrimPrefix(escapePath(s.options.Folder+d.Path), "./")
		o.Source, o.Edit = repository+part+"blob/HEAD/"+name, repository+part+"edit/HEAD/"+name
	}
	if c, ok := s.options.Changes[d.Path]; ok {
		o.Date, o.Changed = c.Time.UTC().Format(time.DateOnly), c.Time.UTC().Format("2 January 2006")
		if repository != "" {
			o.Commit = repository + part + "commit/" + c.Commit
		}
	}
	if *o == (origin{}) {
		return nil
	}
	return o
}

// foot lists the pages that the bar has no room for.
func (s *builder) foot(url string) template.HTML {
	var b strings.Builder
	for _, link := range []struct{ target, label string }{
		{s.index.Comparisons, "Comparisons"}, {s.index.Examples, "Examples"}, {s.index.IDs, "Requirements"}, {s.index.Phases, "Phases"}, {address.Book, "All on one page"},
	} {
		if link.target != "" {
			s.barLink(&b, url, link.target, link.label)
		}
	}
	return template.HTML(b.String())
}
