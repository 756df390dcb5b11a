// Package site renders a corpus as a static site: flat HTML pages with relative
// links, one stylesheet, no script that reading needs. The same corpus gives
// the same bytes on every machine.
package site

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
	"golang.org/x/text/unicode/norm"

	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

//go:embed templates/*.html
var templateFiles embed.FS

//go:embed assets
var assetFiles embed.FS

// A File is one file of the site.
type File struct {
	// Path is slash-separated and relative to the site's root.
	Path    string
	Content []byte
}

// Options are the choices of a build.
type Options struct {
	// Title names the site; the default is the title of the manifest's
	// corpus, "Principles".
	Title string
	// Findings are marked on the pages they stand in.
	Findings []*diag.Diagnostic
	// URL is the address at which the site will stand, "" where it is not
	// known: canonical links, the site map and the feed need it.
	URL string
	// Repository is the web address of the repository that holds the corpus,
	// or "", and Folder the folder of the corpus in it, "" or ending in "/".
	Repository, Folder string
	// Changes are the last changes of documents by path, as far as they are
	// known.
	Changes map[string]Change
	// Progress is told how many of all pages are rendered; it may be called
	// from several goroutines at once.
	Progress func(done, total int)
}

// A Change is the commit that changed a document last.
type Change struct {
	Time   time.Time
	Commit string
}

// builder holds what the pages of one build share.
type builder struct {
	corpus    *corpus.Corpus
	options   Options
	fsys      fs.FS
	templates *template.Template
	highlight *highlighter
	marks     map[*corpus.Document][]*markTarget
	rowIDs    map[*corpus.Document]map[int]string
	claimed   map[string]string
	findings  map[string][]*diag.Diagnostic
	assets    chan string
	anchors   map[*corpus.Document]map[*parse.Section]definition
	outlines  map[*corpus.Document]*outline
	structure *structure
	index     indexPages
	idUses    map[string][]*corpus.Reference
	urls      map[string]bool // the HTML pages of this build
}

// definition is what a heading defines on the site.
type definition struct{ short, page string }

// foldPath is a path as a file system sees it that ignores case and composes
// letters.
func foldPath(p string) string { return norm.NFC.String(strings.ToLower(p)) }

// A page is one page before it is rendered, or another file that is made: one
// of render and bytes is set.
type page struct {
	url    string
	source string // what it is made from, for messages
	render func(*builder) (*content, error)
	bytes  func(*builder) ([]byte, error)
}

// content fills the page template.
type content struct {
	Title       string
	Description string
	Kind        string
	Crumbs      []crumb
	Body        template.HTML
	Contents    template.HTML
	Aside       template.HTML
	Findings    []finding
	// Preview is what a preview of the page says, the description where it is
	// empty.
	Preview string
	// Twin is the same as Markdown, relative to the page, or "".
	Twin string
	// Scripts are the scripts of this page beside those of every page, by
	// their names in the folder assets.
	Scripts []string
	Origin  *origin
}

type crumb struct{ Text, URL string }

// finding is a finding as a page shows it.
type finding struct {
	Severity, Rule, Message string
	Line                    int
}

// Build renders every page. Files of the corpus that documents show or link are
// read from fsys. Files are sorted by path.
func Build(c *corpus.Corpus, fsys fs.FS, o Options) ([]File, error) {
	if o.Title == "" {
		o.Title = "Principles"
	}
	s := &builder{
		corpus: c, options: o, fsys: fsys, highlight: newHighlighter(),
		marks: map[*corpus.Document][]*markTarget{}, rowIDs: map[*corpus.Document]map[int]string{},
		claimed: map[string]string{}, findings: map[string][]*diag.Diagnostic{},
		anchors:  map[*corpus.Document]map[*parse.Section]definition{},
		outlines: map[*corpus.Document]*outline{}, urls: map[string]bool{},
	}
	var err error
	s.templates, err = template.ParseFS(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	for _, d := range o.Findings {
		s.findings[d.File.Path] = append(s.findings[d.File.Path], d)
	}
	for _, d := range c.Documents {
		s.outlines[d] = newOutline(d)
	}
	s.structure, s.idUses = newStructure(c), idUses(c)
	s.index = s.findIndexPages()
	for _, d := range c.Documents {
		s.marks[d] = s.marksFor(d)
	}
	s.identifyRows()
	s.identifyDefinitions()
	pages := s.pages()
	more, err := s.furtherFiles()
	if err != nil {
		return nil, err
	}
	pages = append(pages, more...)
	for _, p := range pages {
		if err := s.claim(p.url, p.source); err != nil {
			return nil, err
		}
		s.urls[p.url] = p.render != nil
	}
	files, err := s.renderAll(pages)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}

// renderAll renders pages in parallel and adds the assets.
func (s *builder) renderAll(pages []page) ([]File, error) {
	files := make([]File, len(pages))
	contents := make([]*content, len(pages))
	var done atomic.Int64
	s.assets = make(chan string)
	wanted := map[string]bool{}
	collected := make(chan struct{})
	go func() {
		defer close(collected)
		for name := range s.assets {
			wanted[name] = true
		}
	}()
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, p := range pages {
		group.Go(func() error {
			var err error
			if files[i], contents[i], err = s.make(p); err != nil {
				return fmt.Errorf("%s: %w", p.url, err)
			}
			if s.options.Progress != nil {
				s.options.Progress(int(done.Add(1)), len(pages))
			}
			return nil
		})
	}
	err := group.Wait()
	close(s.assets)
	<-collected
	if err != nil {
		return nil, err
	}
	for name := range wanted {
		data, err := fs.ReadFile(s.fsys, name)
		if err != nil {
			return nil, fmt.Errorf("a document shows %s, which cannot be read: %w", name, err)
		}
		if err := s.claim(name, name); err != nil {
			return nil, err
		}
		files = append(files, File{name, data})
	}
	own, err := ownAssets()
	if err != nil {
		return nil, err
	}
	made, err := s.afterPages(pages, contents)
	if err != nil {
		return nil, err
	}
	for _, f := range append(own, made...) {
		if err := s.claim(f.Path, "a file of the site's own"); err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// make renders one page, or makes one other file.
func (s *builder) make(p page) (File, *content, error) {
	if p.bytes != nil {
		data, err := p.bytes(s)
		return File{p.url, data}, nil, err
	}
	c, err := p.render(s)
	if err != nil {
		return File{}, nil, err
	}
	f, err := s.file(p.url, c)
	return f, c, err
}

// afterPages makes the files that tell of all pages: previews, and with an
// address the site map and the feed.
func (s *builder) afterPages(pages []page, contents []*content) ([]File, error) {
	out, err := s.previews(pages, contents)
	if err != nil || s.options.URL == "" {
		return out, err
	}
	sitemap, err := s.sitemap(pages)
	if err != nil {
		return nil, err
	}
	feed, err := s.feed()
	if err != nil {
		return nil, err
	}
	return append(append(out, sitemap), feed...), nil
}

// asset asks for a file of the corpus to be copied.
func (s *builder) asset(name string) { s.assets <- name }

func ownAssets() ([]File, error) {
	var files []File
	err := fs.WalkDir(assetFiles, "assets", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := assetFiles.ReadFile(name)
		files = append(files, File{name, data})
		return err
	})
	return append(files, File{".nojekyll", nil}), err
}

// file puts content into the page template.
func (s *builder) file(url string, c *content) (File, error) {
	var b bytes.Buffer
	err := s.templates.ExecuteTemplate(&b, "page.html", struct {
		*content
		Site      string
		Root      string
		Home      string
		Canonical string
		Feed      bool
		Nav       template.HTML
		Top       template.HTML
		Foot      template.HTML
	}{
		c, s.options.Title, strings.Repeat("../", strings.Count(url, "/")), relative(url, "index.html", ""), s.canonical(url), s.hasFeed(),
		s.nav(url), s.top(url), s.foot(url),
	})
	return File{url, b.Bytes()}, err
}

// pages lists every page of the site.
func (s *builder) pages() []page {
	out := []page{{url: "index.html", source: "the home page", render: (*builder).home}}
	for _, d := range s.corpus.Documents {
		out = append(out, page{url: documentURL(d), source: d.Path, render: func(s *builder) (*content, error) { return s.document(d), nil }})
	}
	for _, d := range s.corpus.Domains {
		seen := map[int]bool{}
		for i, p := range d.Principles {
			if seen[p.Number] {
				continue // a second definition of the number is a finding
			}
			seen[p.Number] = true
			out = append(out, page{url: principleURL(p), source: d.First.Path + " " + p.ID(), render: func(s *builder) (*content, error) { return s.principle(p, i), nil }})
		}
	}
	for i, core := range s.corpus.Cores {
		if s.corpus.CoreByNumber(core.Number) == core {
			out = append(out, page{url: coreURL(core), source: core.Document.Path + " " + core.ID(), render: func(s *builder) (*content, error) { return s.core(core, i), nil }})
		}
	}
	if s.corpus.Document(path.Join(s.corpus.Config.Matrix, "principles-matrix.md")) == nil && len(s.corpus.Domains) > 0 {
		out = append(out, page{url: s.matrixURL(), source: "the matrix page", render: (*builder).matrixPage})
	}
	out = append(out, s.collections()...)
	return append(out, page{url: "404.html", source: "the page for missing pages", render: (*builder).notFound})
}

// identifyRows gives ids to the rows that other pages link to.
func (s *builder) identifyRows() {
	set := func(d *corpus.Document, row *parse.Row, id string) {
		if row == nil {
			return
		}
		if s.rowIDs[d] == nil {
			s.rowIDs[d] = map[int]string{}
		}
		if _, taken := d.Anchors.Lookup(id); !taken {
			s.rowIDs[d][row.Span.Start] = id
		}
	}
	for _, a := range s.corpus.AntiPatterns {
		if s.corpus.AntiPattern(a.ID) == a {
			set(a.Document, a.Row, a.ID)
		}
	}
	for _, r := range s.corpus.Registers {
		for _, e := range r.Entries {
			if s.corpus.Entry(e.ID) == e {
				set(r.Document, e.Row, strings.ToLower(e.ID))
			}
		}
	}
	for _, d := range s.corpus.Domains {
		for _, p := range d.Principles {
			if p.Row != nil {
				set(d.First, p.Row.Row, "trace-"+p.Anchor())
			}
		}
	}
	for _, d := range s.corpus.Documents {
		for i, v := range d.Violations {
			set(d, v.Row, violationID(i))
		}
	}
}

// violationID is the id of the row of a document's violation, counted from 0.
func violationID(i int) string { return fmt.Sprintf("a-violation-%d", i+1) }

// identifyDefinitions finds the headings that define principles and cores.
func (s *builder) identifyDefinitions() {
	set := func(d *corpus.Document, sec *parse.Section, def definition) {
		if s.anchors[d] == nil {
			s.anchors[d] = map[*parse.Section]definition{}
		}
		if _, taken := d.Anchors.Lookup(def.short); taken {
			def.short = ""
		}
		s.anchors[d][sec] = def
	}
	for _, d := range s.corpus.Domains {
		for _, p := range d.Principles {
			if d.Principle(p.Number) == p {
				set(d.First, p.Section, definition{p.Anchor(), principleURL(p)})
			}
		}
	}
	for _, core := range s.corpus.Cores {
		if s.corpus.CoreByNumber(core.Number) == core {
			set(core.Document, core.Section, definition{core.Anchor(), coreURL(core)})
		}
	}
}

// shortAnchor is the id, beside GitHub's, of a heading that defines something.
func (s *builder) shortAnchor(d *corpus.Document, sec *parse.Section) string {
	return s.anchors[d][sec].short
}

// definitionPage is the page of what a heading defines, or "".
func (s *builder) definitionPage(d *corpus.Document, sec *parse.Section) string {
	return s.anchors[d][sec].page
}

// describeDocument is the meta description of a document: its front matter's,
// or its first sentences.
func describeDocument(d *corpus.Document) string {
	if text, ok := d.Front.Values["description"].(string); ok {
		return text
	}
	for _, b := range d.Blocks {
		if b.Kind == parse.ParagraphBlock && !b.Header && len(b.Prose.Text) > 40 {
			return shorten(b.Prose.Text, 160)
		}
	}
	return d.Title
}

// shorten cuts text at a word before a number of bytes.
func shorten(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	cut := strings.LastIndexByte(text[:limit], ' ')
	if cut <= 0 {
		return text
	}
	return strings.TrimRight(text[:cut], ",;:.—– ") + "…"
}
