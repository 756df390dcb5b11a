package browser

import (
	"bytes"
	"context"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"golang.org/x/tools/txtar"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/site"
)

// A built is a site that is built once for all tests.
type built struct {
	files map[string][]byte
	pages []string            // every HTML page, sorted
	kinds map[string][]string // of them, those of each kind, sorted
}

var bodyKind = regexp.MustCompile(`<body class="kind-([^" ]+)`)

// build renders a corpus; options gives the choices for it.
func build(fsys fs.FS, options func(*corpus.Corpus) site.Options) (*built, error) {
	c, err := corpus.Load(context.Background(), fsys, config.Default())
	if err != nil {
		return nil, err
	}
	files, err := site.Build(c, fsys, options(c))
	if err != nil {
		return nil, err
	}
	out := &built{files: map[string][]byte{}, kinds: map[string][]string{}}
	for _, f := range files {
		out.files[f.Path] = f.Content
		if path.Ext(f.Path) != ".html" {
			continue
		}
		out.pages = append(out.pages, f.Path)
		if m := bodyKind.FindSubmatch(f.Content); m != nil {
			out.kinds[string(m[1])] = append(out.kinds[string(m[1])], f.Path)
		}
	}
	return out, nil
}

var (
	ownOnce = sync.OnceValues(func() (*built, error) {
		return build(os.DirFS("../.."), func(*corpus.Corpus) site.Options { return site.Options{URL: "https://example.org" + base} })
	})
	oddOnce = sync.OnceValues(func() (*built, error) { return buildOdd() })
	// longOnce is the odd site with words of 800 letters in a title, in a
	// violation and in its code.
	longOnce = sync.OnceValues(func() (*built, error) {
		long := strings.Repeat("Donaudampf", 80)
		return buildOdd(
			"Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft", long,
			"A second word", long, "`gauge --force`", "`"+strings.ToLower(long)+"`")
	})
)

// buildOdd builds the odd corpus with some of its text replaced.
func buildOdd(replaced ...string) (*built, error) {
	text, err := txtar.ParseFile("testdata/odd.txtar")
	if err != nil {
		return nil, err
	}
	fsys := fstest.MapFS{}
	for _, f := range text.Files {
		fsys[f.Name] = &fstest.MapFile{Data: []byte(strings.NewReplacer(replaced...).Replace(string(f.Data)))}
	}
	return build(fsys, everything)
}

// everything are options by which pages show all that they can.
func everything(c *corpus.Corpus) site.Options {
	changes := map[string]site.Change{}
	for _, d := range c.Documents {
		changes[d.Path] = site.Change{Time: time.Unix(1790000000, 0), Commit: "0123abcd"}
	}
	return site.Options{
		Title: "Tides & Quays", URL: "https://example.org" + base, Repository: "https://example.org/tides.git",
		Changes: changes, Findings: check.Run(c, rules.All()),
	}
}

// own is the site of this repository's corpus, and odd that of a small corpus of
// what is hard to show.
func own(t testing.TB) *built { return ready(t, ownOnce) }
func odd(t testing.TB) *built { return ready(t, oddOnce) }

func ready(t testing.TB, once func() (*built, error)) *built {
	t.Helper()
	b, err := once()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestKinds holds that the two sites have a page of every kind that there is:
// what follows looks at pages kind by kind.
func TestKinds(t *testing.T) {
	for _, kind := range site.Kinds() {
		if len(odd(t).kinds[kind]) == 0 {
			t.Errorf("testdata/odd.txtar has no page of the kind %q: add one", kind)
		}
		if len(own(t).kinds[kind]) == 0 {
			t.Errorf("the corpus of this repository has no page of the kind %q", kind)
		}
	}
	for _, b := range []*built{own(t), odd(t)} {
		n := 0
		for _, pages := range b.kinds {
			n += len(pages)
		}
		if n != len(b.pages) {
			t.Errorf("%d pages of a kind, %d pages", n, len(b.pages))
		}
	}
	// Each page that gathers is one of a kind, unless it is a document's.
	for _, p := range own(t).kinds["generated"] {
		_, err := os.Stat("../../" + strings.TrimSuffix(p, ".html") + ".md")
		if err != nil && !slices.Contains(odd(t).pages, p) {
			t.Errorf("testdata/odd.txtar has no page %s: add what it gathers", p)
		}
	}
}

// everyPage makes the tests that look at a sample look at all pages: some hours
// of a small machine.
var everyPage = os.Getenv("ATELIER_EVERY_PAGE") != ""

// sample is the largest page of each kind; of those that gather it is all.
func (b *built) sample() []string {
	var out []string
	for kind, pages := range b.kinds {
		if kind != "generated" {
			pages = []string{slices.MaxFunc(pages, func(x, y string) int { return len(b.files[x]) - len(b.files[y]) })}
		}
		out = append(out, pages...)
	}
	slices.Sort(out)
	return out
}

// policy is what a careful host would send with every page.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

// base is the folder that sites are served below: nothing else answers.
const base = "/a/b/"

// A server shows a site, over HTTP or from disk.
type server struct {
	root string // what every address of the site begins with
	// before is called before a file is sent, where it is set.
	before func(name string)
}

func (s *server) url(page string) string { return s.root + page }

// owns reports whether an address is one of the site's.
func (s *server) owns(address string) bool {
	return strings.HasPrefix(address, s.root) || strings.HasPrefix(address, "data:") || address == "about:blank"
}

// host shows a site as hostFiles does.
func host(t testing.TB, b *built) *server {
	t.Helper()
	return hostFiles(t, b.files)
}

// still are files of a site whose redirects stay where they are, so that one can
// look at them.
func still(files map[string][]byte) map[string][]byte {
	out := maps.Clone(files)
	for name, content := range out {
		if bytes.Contains(content, []byte(`<body class="kind-redirect"`)) {
			out[name] = bytes.Replace(content, []byte(`content="0; url=`), []byte(`content="86400; url=`), 1)
		}
	}
	return out
}

// hostFiles shows files below a folder, with a strict policy.
func hostFiles(t testing.TB, files map[string][]byte) *server {
	t.Helper()
	out := &server{}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name, ok := strings.CutPrefix(r.URL.Path, base)
		if name == "" {
			name = "index.html"
		}
		content, found := files[name]
		if !ok || !found {
			http.NotFound(w, r)
			return
		}
		if out.before != nil {
			out.before(name)
		}
		w.Header().Set("Content-Type", contentType(name))
		w.Header().Set("Cache-Control", "no-store")
		if out.before == nil && path.Dir(name) == "assets" {
			// Styles and scripts are the same in all sites, even where one
			// follows another on a port; what a site says is never kept.
			w.Header().Set("Cache-Control", "max-age=3600")
		}
		w.Header().Set("Content-Security-Policy", policy)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		_, _ = w.Write(content) // a browser that went away is no fault
	}))
	t.Cleanup(s.Close)
	out.root = s.URL + base
	return out
}

func contentType(name string) string {
	switch path.Ext(name) {
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".md":
		return "text/plain; charset=utf-8"
	}
	return mime.TypeByExtension(path.Ext(name))
}

// list are the files in the form that a site is written in.
func (b *built) list() []site.File {
	var out []site.File
	for name, content := range b.files {
		out = append(out, site.File{Path: name, Content: content})
	}
	return out
}
