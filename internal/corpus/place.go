package corpus

import (
	"path"
	"strings"
)

// InCollection reports whether a path belongs to a collection.
func (c *Corpus) InCollection(name string) bool { return c.inCollection(name) }

// DomainFolder is the folder of the domain that a path belongs to: of one that
// exists, of one that the manifest plans, or else the first folder below its
// collection. It is "" outside of collections and for core.
func (c *Corpus) DomainFolder(name string) string {
	if c.Core != nil && inFolder(name, path.Dir(c.Core.Path)) {
		return ""
	}
	for dir := name; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if c.domainPath[dir] != nil || c.plannedDomain(dir) {
			return dir
		}
	}
	for _, glob := range c.Config.Collections {
		root := collectionRoot(glob)
		if root == "." {
			if strings.HasSuffix(name, ".md") && matches([]string{glob}, name) {
				return path.Dir(name)
			}
			continue
		}
		if rest, ok := strings.CutPrefix(name, root+"/"); ok {
			first, _, _ := strings.Cut(rest, "/")
			return root + "/" + strings.TrimSuffix(first, ".md")
		}
	}
	return ""
}

func inFolder(name, dir string) bool {
	rest, ok := strings.CutPrefix(name, dir)
	return ok && (rest == "" || rest[0] == '/')
}

// SlugDomain is the name of the domain at the head of an anti-pattern id, one
// that exists or that the manifest lists, the longest first; "" where there is
func (c *Corpus) SlugDomain(id string) string {
	for end := strings.LastIndexByte(id, '-'); end > 0; end = strings.LastIndexByte(id[:end], '-') {
		if name := id[:end]; c.domainName[name] != nil || c.Manifest.listsDomain(name) {
			return name
		}
	}
	return ""
}
