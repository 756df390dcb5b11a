package corpus

import (
	"path"
	"slices"
	"strings"

	"atelier/internal/parse"
)

// holdsDomains reports whether the tree is a corpus, and so published as one. A
// tree that has no domain is the source of some other site.
func (c *Corpus) holdsDomains() bool { return c.Core != nil || len(c.Domains) > 0 }

// readRoot learns whose root a path that starts with a slash starts from. In a
// corpus it is that of the corpus. A tree without domains may feed a site whose
// root lies elsewhere ("/dotnet/api/system.decimal"): its own links show that,
// where more of them start at a name that its root does not have than at one
// that it has.
func (c *Corpus) readRoot() {
	const few = 3 // so many may be slips
	if c.holdsDomains() {
		return
	}
	within, elsewhere := 0, 0
	for _, d := range c.Documents {
		for _, l := range slices.Concat(usedDefinitions(d.Document), d.Links) {
			switch {
			case l.Definition != nil || !rooted(l):
			case c.inRoot(l.Destination):
				within++
			default:
				elsewhere++
			}
		}
	}
	c.otherRoot = elsewhere > max(few, within)
}

// rooted reports whether the destination of a link is a path from a root.
func rooted(l *parse.Link) bool {
	return strings.HasPrefix(l.Destination, "/") && !strings.HasPrefix(l.Destination, "//")
}

// inRoot reports whether a path from the root starts at a name that the root of
// the tree has, in any case of its letters.
func (c *Corpus) inRoot(destination string) bool {
	first, _, _ := strings.Cut(strings.TrimPrefix(pathOf(destination), "/"), "/")
	if first == "" {
		return true
	}
	exists, _, fold := c.tree.find(first)
	return exists || fold != ""
}

// ofOtherSite reports whether a link is the address of a page of the site that
// the tree feeds, and names no file of the tree. What ends in .md does: no site
// has pages of that name.
func (c *Corpus) ofOtherSite(l *parse.Link) bool {
	return c.otherRoot && rooted(l) && !c.inRoot(l.Destination) && !isDocument(pathOf(l.Destination))
}

// unpublished reports whether a file that is no document of the corpus, and which
// a link leads to, is missing on the site: a hidden file, or one of Markdown. A
// site that is not ours may well have what only lies in a folder that is not
// entered, so there it takes the configuration to leave a file out.
func (c *Corpus) unpublished(name string) bool {
	switch {
	case !isDocument(name) && !hidden(name):
		return false
	case c.holdsDomains():
		return true
	}
	return isDocument(name) && (!c.inCollection(name) || slices.Contains(c.tree.ignored, name))
}

// attributed is the heading of a document that has a fragment as its attribute,
// "## Upper Limits { #limits }", in a tree whose site may well know attributes;
// nil in a corpus, for whose site they are text.
func (c *Corpus) attributed(d *Document, fragment string) *parse.Section {
	if c.holdsDomains() {
		return nil
	}
	for _, s := range d.Sections {
		if s.Attribute() == fragment {
			return s
		}
	}
	return nil
}

func isDocument(name string) bool { return strings.EqualFold(path.Ext(name), ".md") }
