// Package address says where on the site what a corpus holds is published: flat
// paths below the root, such as "domains/messaging/queues.html". The site writes
// by it, and the check tells by it what two things would stand at.
package address

import (
	"path"
	"strings"

	"golang.org/x/text/unicode/norm"

	"atelier/internal/corpus"
)

// The pages and files that every site has.
const (
	Home     = "index.html"
	Missing  = "404.html"
	Search   = "search.html"
	Index    = "index-az.html"
	Book     = "print.html"
	LLMs     = "llms.txt"
	LLMsFull = "llms-full.txt"
	Model    = "atelier.json"
	SiteMap  = "sitemap.xml"
	Feed     = "feed.xml"
	NoJekyll = ".nojekyll"
	Marker   = ".atelier-site" // says who made the folder
)

// Assets is the folder of the site's own files, and Client the script of the
// search; the scripts of its index and the data of previews have folders of their
// own.
const (
	Assets   = "assets/"
	Client   = Assets + "search.js"
	Shards   = Assets + "search/"
	Previews = Assets + "preview/"
)

// OwnAssets are the files of the site itself that stand in the folder of assets.
var OwnAssets = []string{
	Assets + "copy.js", Assets + "filter.js", Assets + "icon.svg", Assets + "preview.js", Assets + "style.css", Assets + "theme.js", Client,
}

// Wanted is the page of a document as far as its path alone tells. An index at
// the root is the home page.
func Wanted(d *corpus.Document) string {
	base := strings.TrimSuffix(d.Path, path.Ext(d.Path))
	switch {
	case strings.EqualFold(path.Base(base), "readme"):
		return path.Join(path.Dir(base), "readme.html")
	case strings.EqualFold(base, "index"):
		return Home
	}
	return base + ".html"
}

// Principle is the page of a principle.
func Principle(p *corpus.Principle) string { return path.Join(p.Domain.Path, p.Anchor()+".html") }

// Core is the page of a core principle.
func Core(c *corpus.Core) string { return path.Join(path.Dir(c.Document.Path), c.Anchor()+".html") }

// Print is the page that holds a whole domain.
func Print(d *corpus.Domain) string { return path.Join(d.Path, "print.html") }

// Matrix is the page of the principles matrix, and Coverage that of the grid of
// domains; a document of that name is taken for it.
func Matrix(c *corpus.Corpus) string { return path.Join(c.Config.Matrix, "principles-matrix.html") }

// Coverage: see [Matrix].
func Coverage(c *corpus.Corpus) string { return path.Join(c.Config.Matrix, "domain-coverage.html") }

// HasDocument reports whether a document is at a page by its path.
func HasDocument(c *corpus.Corpus, page string) bool { return c.Document(Twin(page)) != nil }

// Twin is the path of the Markdown beside a page.
func Twin(page string) string { return strings.TrimSuffix(page, path.Ext(page)) + ".md" }

// Fold is a path as a file system sees it that ignores case and composes letters.
func Fold(p string) string { return norm.NFC.String(strings.ToLower(p)) }

// DomainKey is a short name of a domain: its name, or its folder where two
// collections have a domain of one name.
func DomainKey(c *corpus.Corpus, d *corpus.Domain) string {
	if c.DomainByName(d.Name) == d {
		return d.Name
	}
	return d.Path
}

// ShortKey is a domain's name for addresses, without slashes.
func ShortKey(c *corpus.Corpus, d *corpus.Domain) string {
	if c.DomainByName(d.Short) == d {
		return d.Short
	}
	return strings.ReplaceAll(DomainKey(c, d), "/", "-")
}
