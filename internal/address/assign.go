package address

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// A Short is a stable short address, such as r/messaging-p4.html, of one of the
// things that it names.
type Short struct {
	Path        string
	Principle   *corpus.Principle
	Core        *corpus.Core
	AntiPattern *corpus.AntiPattern
	Entry       *corpus.Entry
}

// Shorts are the short addresses below r/. Of two things with one name the first
// has it: a principle, then a core, an anti-pattern, an id.
func Shorts(c *corpus.Corpus) []Short {
	var out []Short
	taken := map[string]bool{}
	add := func(name string, s Short) {
		s.Path = "r/" + name + ".html"
		if !taken[Fold(s.Path)] {
			taken[Fold(s.Path)] = true
			out = append(out, s)
		}
	}
	for _, d := range c.Domains {
		for _, p := range d.Principles {
			if d.Principle(p.Number) == p {
				add(ShortKey(c, d)+"-"+p.Anchor(), Short{Principle: p})
			}
		}
	}
	for _, core := range c.Cores {
		if c.CoreByNumber(core.Number) == core {
			add(core.Anchor(), Short{Core: core})
		}
	}
	for _, a := range c.AntiPatterns {
		if c.AntiPattern(a.ID) == a {
			add(a.ID, Short{AntiPattern: a})
		}
	}
	for _, r := range c.Registers {
		for _, e := range r.Entries {
			if c.Entry(e.ID) == e {
				add(strings.ToLower(e.ID), Short{Entry: e})
			}
		}
	}
	return out
}

// A Table says what is published where. Pages of the site's own keep their
// addresses, then documents do, then files, then aliases: what comes too late gets
// another one, beside the one that it wants, and an alias none.
type Table struct {
	// Indexes are the pages that gather.
	Indexes Indexes

	documents map[*corpus.Document]string
	files     map[string]string
	aliases   []Alias
	clashes   []Clash
	taken     map[string]string // what stands at a path, folded
	reserved  []string          // what the site's own pages and files claim
	folders   map[string]bool   // folded
}

// An Alias is a page that leads from an old path of a document.
type Alias struct {
	Document *corpus.Document
	Path     string
}

// A Clash is something that does not get the address that it wants.
type Clash struct {
	// One of the three: a document, a file that documents show or link, an alias
	// of Document as it is written.
	Document    *corpus.Document
	File, Alias string
	Wanted      string
	// By says what has the address, and Got where the thing is published
	// instead, "" where it is not.
	By, Got string
	// ByAlias says that another alias has it.
	ByAlias bool
}

// Assign gives everything that a corpus holds its address.
func Assign(c *corpus.Corpus) *Table {
	t := &Table{Indexes: indexesOf(c), documents: map[*corpus.Document]string{}, files: map[string]string{}, taken: map[string]string{}, folders: map[string]bool{}}
	t.reserve(c)
	for name := range t.taken {
		t.reserved = append(t.reserved, name)
	}
	slices.Sort(t.reserved)
	t.assignDocuments(c)
	for _, name := range linkedFiles(c) {
		got, by := t.place(name, "-file", "", name)
		t.files[name] = got
		if got != name {
			t.clashes = append(t.clashes, Clash{File: name, Wanted: name, By: by, Got: got})
		}
	}
	aliases := map[string]bool{}
	for _, d := range c.Documents {
		for _, text := range d.Aliases() {
			page, ok := parse.AliasPage(text)
			if !ok {
				continue // the check says so
			}
			if by := t.takenBy(page); by != "" {
				t.clashes = append(t.clashes, Clash{Document: d, Alias: text, Wanted: page, By: by, ByAlias: aliases[Fold(page)]})
				continue
			}
			t.claim(page, "an alias of "+d.Path)
			aliases[Fold(page)] = true
			t.aliases = append(t.aliases, Alias{d, page})
		}
	}
	return t
}

// Document is the page of a document.
func (t *Table) Document(d *corpus.Document) string { return t.documents[d] }

// File is where a file of the corpus that documents show or link is put.
func (t *Table) File(name string) string { return cmp.Or(t.files[name], name) }

// Files are the files of the corpus that are put on the site, sorted.
func (t *Table) Files() []string {
	var out []string
	for name := range t.files {
		out = append(out, name)
	}
	slices.Sort(out)
	return out
}

// Aliases are the pages that lead from old paths.
func (t *Table) Aliases() []Alias { return t.aliases }

// Clashes are what does not get the address that it wants, in the order in which
// addresses are given.
func (t *Table) Clashes() []Clash { return t.clashes }

// Reserved are the addresses of the site's own pages and files, folded and sorted,
// beside those in the folders of the search and the previews.
func (t *Table) Reserved() []string { return t.reserved }

// reserve claims the addresses of the site's own.
func (t *Table) reserve(c *corpus.Corpus) {
	for page, what := range map[string]string{
		Home: "the home page", Missing: "the page of missing pages", Search: "the search", Index: "the index from A to Z", Book: "all documents on one page",
		LLMs: "a file for language models", LLMsFull: "a file for language models", Model: "the model", SiteMap: "the site map", Feed: "the feed",
		NoJekyll: "a file for hosts", Marker: "the mark of the folder",
	} {
		t.claim(page, what)
	}
	for _, name := range OwnAssets {
		t.claim(name, "a file of its own")
	}
	indexes := t.Indexes
	for _, page := range indexes.All() {
		t.claim(page, "a page that gathers from all documents")
	}
	if indexes.Checklists != "" {
		t.claim(Twin(indexes.Checklists), "a page that gathers from all documents, as Markdown")
	}
	if len(c.Domains) > 0 {
		for _, page := range []string{Matrix(c), Coverage(c)} {
			if !HasDocument(c, page) {
				t.claim(page, "a page that gathers from all documents")
			}
		}
	}
	withTwin := func(page, what string) {
		t.claim(page, what)
		t.claim(Twin(page), what+", as Markdown")
	}
	for _, d := range c.Domains {
		t.claim(Print(d), "all documents of the domain on one page")
		for _, p := range d.Principles {
			withTwin(Principle(p), "the page of "+p.Name())
		}
	}
	for _, core := range c.Cores {
		withTwin(Core(core), "the page of "+core.ID())
	}
	for _, s := range Shorts(c) {
		t.claim(s.Path, "a short address")
	}
}

func (t *Table) assignDocuments(c *corpus.Corpus) {
	var late []*corpus.Document
	for _, d := range c.Documents {
		page := Wanted(d)
		if page == Home && t.taken[Fold(Twin(page))] == "" {
			t.documents[d] = page // what the home page says first
			t.claim(Twin(page), d.Path)
			continue
		}
		if t.takenBy(page) != "" || t.takenBy(Twin(page)) != "" {
			late = append(late, d)
			continue
		}
		t.documents[d] = page
		t.claim(page, d.Path)
		t.claim(Twin(page), d.Path)
	}
	for _, d := range late {
		page := Wanted(d)
		got, by := t.place(page, "-document", Twin(page), d.Path)
		t.documents[d] = got
		t.clashes = append(t.clashes, Clash{Document: d, Wanted: page, By: by, Got: got})
	}
}

// place claims a path for something, or the first free one beside it, and its twin
// where it has one. It says what has the path that was wanted.
func (t *Table) place(wanted, suffix, twin, what string) (got, by string) {
	free := func(name string) bool { return t.takenBy(name) == "" && (twin == "" || t.takenBy(Twin(name)) == "") }
	extension := path.Ext(wanted)
	got, by = wanted, cmp.Or(t.takenBy(wanted), t.takenBy(twin))
	for n := 1; !free(got); n++ {
		got = strings.TrimSuffix(wanted, extension) + suffix + extension
		if n > 1 {
			got = fmt.Sprintf("%s%s-%d%s", strings.TrimSuffix(wanted, extension), suffix, n, extension)
		}
	}
	t.claim(got, what)
	if twin != "" {
		t.claim(Twin(got), what)
	}
	return got, by
}

// claim says what stands at a path.
func (t *Table) claim(name, what string) {
	name = Fold(name)
	t.taken[name] = what
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		t.folders[dir] = true
	}
}

// takenBy says what stands at a path, or where a folder of it would stand; ""
// where nothing does.
func (t *Table) takenBy(name string) string {
	name = Fold(name)
	switch {
	case name == "":
		return ""
	case strings.HasPrefix(name, Shards), strings.HasPrefix(name, Previews):
		return "a file of its own"
	case t.folders[name]:
		return "a folder"
	}
	for at := name; at != "."; at = path.Dir(at) {
		if what := t.taken[at]; what != "" {
			return what
		}
	}
	return ""
}

// linkedFiles are the files of the corpus, documents aside, that documents show or
// link, sorted.
func linkedFiles(c *corpus.Corpus) []string {
	var out []string
	for _, ref := range c.References {
		if ref.Asset && ref.Link != nil && ref.Status == corpus.Resolved {
			out = append(out, ref.Path)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
