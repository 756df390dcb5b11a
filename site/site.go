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
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"

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
}

// builder holds what the pages of one build share.
type builder struct {
	corpus    *corpus.Corpus
	options   Options
	fsys      fs.FS
	templates *template.Template
	highlight *highlighter
	marksMu   sync.Mutex
	marks     map[*corpus.Document][]*markTarget // made when a document is rendered first
	rowIDs    map[*corpus.Document]map[int]string
	claimed   map[string]string
	findings  map[string][]*diag.Diagnostic
	anchors   map[*corpus.Document]map[*parse.Section]definition
}

// definition is what a heading defines on the site.
type definition struct{ short, page string }

// foldPath is a path as a file system sees it that ignores case and composes
// letters.
func foldPath(p string) string { return norm.NFC.String(strings.ToLower(p)) }

// A page is one page before it is rendered.
type page struct {
	url    string
	source string // what it is made from, for messages
	render func(*builder) (*content, error)
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
}

type crumb struct{ Text, URL string }

// finding is a finding as a page shows it.
type finding struct {
	Severity, Rule, Message string
	Line                    int
}

// A Site is a corpus ready to be rendered, page by page or as a whole.
type Site struct {
	builder *builder
	pages   []page
	byURL   map[string]page
	assets  []string // files of the corpus that documents show or link
	// index makes the scripts of the search index, when they are asked for.
	index func() []File
}

// Prepare makes the plan of a site: which pages there are, and what they share.
// Files of the corpus that documents show or link are read from fsys. Two pages
// that would land on one path are an error.
func Prepare(c *corpus.Corpus, fsys fs.FS, o Options) (*Site, error) {
	if o.Title == "" {
		o.Title = "Principles"
	}
	s := &builder{
		corpus: c, options: o, fsys: fsys, highlight: sharedHighlighter,
		marks: map[*corpus.Document][]*markTarget{}, rowIDs: map[*corpus.Document]map[int]string{},
		claimed: map[string]string{}, findings: map[string][]*diag.Diagnostic{},
		anchors: map[*corpus.Document]map[*parse.Section]definition{},
	}
	var err error
	s.templates, err = template.ParseFS(templateFiles, "templates/*.html")
	if err != nil {
		return nil, err
	}
	for _, d := range o.Findings {
		s.findings[d.File.Path] = append(s.findings[d.File.Path], d)
	}
	s.identifyRows()
	s.identifyDefinitions()
	site := &Site{builder: s, pages: s.pages(), byURL: map[string]page{}, assets: s.assets(), index: sync.OnceValue(s.searchIndex)}
	for _, p := range site.pages {
		if err := s.claim(p.url, p.source); err != nil {
			return nil, err
		}
		site.byURL[p.url] = p
	}
	for _, name := range site.assets {
		if err := s.claim(name, name); err != nil {
			return nil, err
		}
	}
	return site, nil
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
// that path.
func (s *Site) Render(url string) (content []byte, ok bool, err error) {
	if p, ok := s.byURL[url]; ok {
		file, err := s.builder.renderPage(p)
		return file.Content, err == nil, err
	}
	if slices.Contains(s.assets, url) {
		content, err := fs.ReadFile(s.builder.fsys, url)
		return content, err == nil, err
	}
	if url == clientPath {
		content, err := clientScript()
		return content, err == nil, err
	}
	if strings.HasPrefix(url, shardFolder) {
		files := s.index()
		i := slices.IndexFunc(files, func(f File) bool { return f.Path == url })
		if i < 0 {
			return nil, false, nil
		}
		return files[i].Content, true, nil
	}
	if name, ok := strings.CutPrefix(url, "assets/"); ok && fs.ValidPath(name) {
		content, err := assetFiles.ReadFile(url)
		return content, err == nil, nil
	}
	return nil, false, nil
}

// Files are all files of the site, sorted by path, rendered in parallel.
func (s *Site) Files() ([]File, error) {
	files := make([]File, len(s.pages)+len(s.assets))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, p := range s.pages {
		group.Go(func() error {
			var err error
			files[i], err = s.builder.renderPage(p)
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	for i, name := range s.assets {
		data, err := fs.ReadFile(s.builder.fsys, name)
		if err != nil {
			return nil, fmt.Errorf("a document shows %s, which cannot be read: %w", name, err)
		}
		files[len(s.pages)+i] = File{name, data}
	}
	own, err := ownAssets()
	if err != nil {
		return nil, err
	}
	client, err := clientScript()
	if err != nil {
		return nil, err
	}
	files = slices.Concat(files, own, []File{{clientPath, client}}, s.index())
	slices.SortFunc(files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return files, nil
}

func (s *builder) renderPage(p page) (File, error) {
	content, err := p.render(s)
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", p.url, err)
	}
	return s.file(p.url, content)
}

// assets are the files of the corpus, documents aside, that documents show or
// link, sorted.
func (s *builder) assets() []string {
	seen := map[string]bool{}
	for _, ref := range s.corpus.References {
		if ref.Asset && ref.Link != nil && ref.Status == corpus.Resolved {
			seen[ref.Path] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
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
	var b bytes.Buffer
	err := s.templates.ExecuteTemplate(&b, "page.html", struct {
		*content
		Site string
		Root string
		Home string
		Nav  template.HTML
		Top  template.HTML
	}{c, s.options.Title, strings.Repeat("../", strings.Count(url, "/")), relative(url, "index.html", ""), s.nav(url), s.top(url)})
	return File{url, b.Bytes()}, err
}

// pages lists every page of the site.
func (s *builder) pages() []page {
	out := []page{{"index.html", "the home page", (*builder).home}}
	for _, d := range s.corpus.Documents {
		out = append(out, page{documentURL(d), d.Path, func(s *builder) (*content, error) { return s.document(d), nil }})
	}
	for _, d := range s.corpus.Domains {
		seen := map[int]bool{}
		for i, p := range d.Principles {
			if seen[p.Number] {
				continue // a second definition of the number is a finding
			}
			seen[p.Number] = true
			out = append(out, page{principleURL(p), d.First.Path + " " + p.ID(), func(s *builder) (*content, error) { return s.principle(p, i), nil }})
		}
	}
	for i, core := range s.corpus.Cores {
		if s.corpus.CoreByNumber(core.Number) == core {
			out = append(out, page{coreURL(core), core.Document.Path + " " + core.ID(), func(s *builder) (*content, error) { return s.core(core, i), nil }})
		}
	}
	if s.corpus.Document(path.Join(s.corpus.Config.Matrix, "principles-matrix.md")) == nil && len(s.corpus.Domains) > 0 {
		out = append(out, page{"matrix/principles-matrix.html", "the matrix page", (*builder).matrixPage})
	}
	out = append(out, page{searchURL, "the search page", (*builder).searchPage}, page{indexURL, "the index page", (*builder).indexPage})
	return append(out, page{"404.html", "the page for missing pages", (*builder).notFound})
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
