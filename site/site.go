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
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"atelier/internal/address"
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
	// Title names the site; the default is "Principles", and for a tree without
	// any that of its index or "Documents".
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

// builder makes the pages of one build.
type builder struct {
	*plan
	findings map[string][]*diag.Diagnostic // by document
}

// plan is what pages share, whatever was found.
type plan struct {
	corpus    *corpus.Corpus
	options   Options
	fsys      fs.FS
	templates *template.Template
	highlight *highlighter
	marksMu   sync.Mutex
	marks     map[*corpus.Document][]*markTarget // made when a document is rendered first
	claimed   map[string]string
	addresses *address.Table
	index     address.Indexes
	// What one page or another needs is made when it is asked for first, since
	// a preview renders one page of a plan.
	outlines   map[*corpus.Document]func() *outline
	identified map[*corpus.Document]func() *identified
	structure  func() *structure
	meeting    func() map[string][]*corpus.Document
}

// A page is one page before it is rendered, or another file that is made: one
// of render and bytes is set.
type page struct {
	url    string
	source string // what it is made from, for messages
	title  string // of a page that gathers, for previews
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
	// In is the path of the document where the page is another's, else "".
	In string
}

// A Site is a corpus ready to be rendered, page by page or as a whole.
type Site struct {
	builder *builder
	pages   []page
	byURL   map[string]*page
	assets  map[string]string // files of the corpus that documents show or link, by where they are put
	// late are the files of the search, which are made when one is asked for
	// first: only then are their names known.
	late func() (map[string][]byte, error)
	// shards are the scripts of the search index, which needs no page.
	shards func() []File
}

// Prepare makes the plan of a site: which pages there are, and what they share.
// Files of the corpus that documents show or link are read from fsys. Two pages
// that would land on one path are an error.
func Prepare(c *corpus.Corpus, fsys fs.FS, o Options) (*Site, error) {
	s := &builder{plan: &plan{
		corpus: c, options: o, fsys: fsys, highlight: sharedHighlighter,
		addresses:  address.Assign(c),
		marks:      map[*corpus.Document][]*markTarget{},
		outlines:   make(map[*corpus.Document]func() *outline, len(c.Documents)),
		identified: make(map[*corpus.Document]func() *identified, len(c.Documents)),
		structure:  sync.OnceValue(func() *structure { return newStructure(c) }),
		meeting:    sync.OnceValue(func() map[string][]*corpus.Document { return meeting(c) }),
	}}
	for _, d := range c.Documents {
		s.outlines[d] = sync.OnceValue(func() *outline { return newOutline(d) })
		s.identified[d] = sync.OnceValue(func() *identified { return s.newIdentified(d) })
	}
	var err error
	s.templates, err = template.ParseFS(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	if s.options.Title == "" {
		s.options.Title = s.ownTitle()
	}
	s.index = s.addresses.Indexes
	s.findings = byDocument(o.Findings)
	site := &Site{builder: s, assets: s.assets()}
	site.pages = append(s.pages(), s.furtherFiles()...)
	site.pages = append(site.pages, s.summaries(site.pages)...)
	site.byURL = make(map[string]*page, len(site.pages))
	s.claimed = make(map[string]string, len(site.pages)+len(site.assets))
	for i := range site.pages {
		p := &site.pages[i]
		if err := s.claim(p.url, p.source); err != nil {
			return nil, err
		}
		site.byURL[p.url] = p
	}
	own, err := ownAssets()
	if err != nil {
		return nil, err
	}
	for _, f := range own {
		if err := s.claim(f.Path, "a file of the site's own"); err != nil {
			return nil, err
		}
	}
	for _, name := range slices.Sorted(maps.Keys(site.assets)) {
		if err := s.claim(name, site.assets[name]); err != nil {
			return nil, err
		}
	}
	site.late = sync.OnceValues(site.lateFiles)
	site.shards = sync.OnceValue(s.searchIndex)
	return site, nil
}

func byDocument(found []*diag.Diagnostic) map[string][]*diag.Diagnostic {
	out := map[string][]*diag.Diagnostic{}
	for _, d := range found {
		out[d.File.Path] = append(out[d.File.Path], d)
	}
	return out
}

// WithFindings is the same site with other findings on its pages. The two share
// what either has made.
func (s *Site) WithFindings(found []*diag.Diagnostic) *Site {
	out := *s
	out.builder = &builder{s.builder.plan, byDocument(found)}
	return &out
}

// Build renders every page. Files are sorted by path.
func Build(c *corpus.Corpus, fsys fs.FS, o Options) ([]File, error) {
	site, err := Prepare(c, fsys, o)
	if err != nil {
		return nil, err
	}
	return site.Files()
}

// Render gives one file of the site; ok is false where the site has none of
// that path. Pages are rendered when they are asked for.
func (s *Site) Render(url string) (content []byte, ok bool, err error) {
	if p, ok := s.byURL[url]; ok {
		file, err := s.builder.renderPage(*p)
		return file.Content, err == nil, err
	}
	if name, ok := s.assets[url]; ok {
		content, err := fs.ReadFile(s.builder.fsys, name)
		return content, err == nil, err
	}
	if url == address.Client {
		content, err := clientScript()
		return content, err == nil, err
	}
	if strings.HasPrefix(url, address.Shards) {
		for _, f := range s.shards() {
			if f.Path == url {
				return f.Content, true, nil
			}
		}
		return nil, false, nil
	}
	if strings.HasPrefix(url, "assets/") && fs.ValidPath(url) {
		if content, err := assetFiles.ReadFile(url); err == nil {
			return content, true, nil
		}
	}
	late, err := s.late()
	content, ok = late[url]
	return content, ok, err
}

// Missing is the page for an address below / at which the site has nothing.
func (s *Site) Missing() ([]byte, error) { return s.builder.missing("/") }

// Paths are the paths of the site's pages and of the files of the corpus that it
// copies, in no order; files of its own, which are no Markdown, are not among them.
func (s *Site) Paths() []string {
	out := slices.Collect(maps.Keys(s.assets))
	for _, p := range s.pages {
		out = append(out, p.url)
	}
	return out
}

// lateFiles are those whose names depend on what they hold, the scripts of the
// search.
func (s *Site) lateFiles() (map[string][]byte, error) {
	files, err := s.builder.searchFiles()
	if err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	for _, f := range files {
		if err := s.builder.claim(f.Path, "a file of the search"); err != nil {
			return nil, err
		}
		out[f.Path] = f.Content
	}
	return out, nil
}

// Files are all files of the site, sorted by path, rendered in parallel.
func (s *Site) Files() ([]File, error) {
	files, err := s.renderAll()
	if err != nil {
		return nil, err
	}
	for url, name := range s.assets {
		data, err := fs.ReadFile(s.builder.fsys, name)
		if err != nil {
			return nil, fmt.Errorf("a document shows %s, which cannot be read: %w", name, err)
		}
		files = append(files, File{url, data})
	}
	own, err := ownAssets()
	if err != nil {
		return nil, err
	}
	files = append(files, own...)
	late, err := s.late()
	if err != nil {
		return nil, err
	}
	for name, data := range late {
		files = append(files, File{name, data})
	}
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}

// renderAll makes every page, in parallel, and the search beside them.
func (s *Site) renderAll() ([]File, error) {
	files := make([]File, len(s.pages))
	var done atomic.Int64
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	group.Go(func() error {
		_, err := s.late()
		return err
	})
	for i, p := range s.pages {
		group.Go(func() error {
			var err error
			files[i], err = s.builder.renderPage(p)
			if progress := s.builder.options.Progress; progress != nil {
				progress(int(done.Add(1)), len(s.pages))
			}
			return err
		})
	}
	return files, group.Wait()
}

func (s *builder) renderPage(p page) (File, error) {
	if p.bytes != nil {
		data, err := p.bytes(s)
		if err != nil {
			err = fmt.Errorf("%s: %w", p.url, err)
		}
		return File{p.url, data}, err
	}
	content, err := p.render(s)
	if err == nil {
		err = known(content.Kind)
	}
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", p.url, err)
	}
	return s.file(p.url, content)
}

// assets are the files of the corpus, documents aside, that documents show or
// link, by where they are put.
func (s *builder) assets() map[string]string {
	out := map[string]string{}
	for _, name := range s.addresses.Files() {
		out[s.addresses.File(name)] = name
	}
	return out
}

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
	nav := s.nav(url)
	var b bytes.Buffer
	b.Grow(len(c.Body) + len(c.Contents) + len(c.Aside) + len(nav) + 8<<10) // and the frame
	err := s.templates.ExecuteTemplate(&b, "page.html", struct {
		*content
		Site      string
		Root      string
		Home      string
		Canonical string
		Feed      bool
		Plain     bool
		Nav       template.HTML
		Top       template.HTML
		Foot      template.HTML
	}{
		c, s.options.Title, rootOf(url), relative(url, "index.html", ""), s.canonical(url), s.hasFeed(), s.plain(),
		nav, s.top(url), s.foot(url),
	})
	return File{url, b.Bytes()}, err
}

// pages lists every page of the site.
func (s *builder) pages() []page {
	out := []page{{url: address.Home, source: "the home page", render: (*builder).home}}
	for _, d := range s.corpus.Documents {
		if s.documentURL(d) == address.Home {
			continue // the home page begins with it
		}
		out = append(out, page{url: s.documentURL(d), source: d.Path, render: func(s *builder) (*content, error) { return s.document(d), nil }})
	}
	for _, d := range s.corpus.Domains {
		seen := map[int]bool{}
		for i, p := range d.Principles {
			if seen[p.Number] {
				continue // a second definition of the number is a finding
			}
			seen[p.Number] = true
			out = append(out, page{url: address.Principle(p), source: d.First.Path + " " + p.ID(), render: func(s *builder) (*content, error) { return s.principle(p, i), nil }})
		}
	}
	for i, core := range s.corpus.Cores {
		if s.corpus.CoreByNumber(core.Number) == core {
			out = append(out, page{url: address.Core(core), source: core.Document.Path + " " + core.ID(), render: func(s *builder) (*content, error) { return s.core(core, i), nil }})
		}
	}
	if len(s.corpus.Domains) > 0 && !address.HasDocument(s.corpus, address.Matrix(s.corpus)) {
		out = append(out, page{url: s.matrixURL(), source: "the matrix page", render: (*builder).matrixPage})
	}
	out = append(out, s.collections()...)
	out = append(out, page{url: address.Search, source: "the search page", render: (*builder).searchPage}, page{url: address.Index, source: "the index page", render: (*builder).indexPage})
	return append(out, page{url: "404.html", source: "the page for missing pages", bytes: (*builder).hostedMissing})
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
