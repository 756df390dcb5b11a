package site

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"atelier/internal/address"
	"atelier/internal/corpus"
)

// URLs are flat paths below the site's root, such as
// "domains/messaging/queues.html". Every link is relative, so that the site
// works from disk and below any folder.

// documentURL is the page of a document.
func (s *plan) documentURL(d *corpus.Document) string { return s.addresses.Document(d) }

// relative is the link from one page to another, with an optional fragment. Where
// from begins with a slash, it is shown at any depth: links from it begin with its
// folder, which is written as addresses are.
func relative(from, to, fragment string) string {
	link := ""
	if strings.HasPrefix(from, "/") {
		link = rootOf(from) + strings.TrimPrefix(escapePath(to), "./")
	} else if from != to {
		common := 0 // where the folders that they share end
		for i := 0; i < min(len(from), len(to)) && from[i] == to[i]; i++ {
			if from[i] == '/' {
				common = i + 1
			}
		}
		link = strings.Repeat("../", strings.Count(from[common:], "/")) + escapePath(to[common:])
	}
	if fragment != "" {
		link += "#" + url.PathEscape(fragment)
	}
	if link == "" {
		link = escapePath(path.Base(to))
	}
	return link
}

// rootOf is what leads from a page to the site's root, "" or ending in a slash.
func rootOf(url string) string {
	if strings.HasPrefix(url, "/") {
		return url[:strings.LastIndexByte(url, '/')+1]
	}
	return strings.Repeat("../", strings.Count(url, "/"))
}

// escapePath percent-encodes each part of a path. A first part that holds a
// colon would read as a scheme.
func escapePath(p string) string {
	if strings.IndexFunc(p, mayEscape) < 0 {
		return p // most paths: every page links to some hundred
	}
	parts := strings.Split(p, "/")
	for i, part := range parts {
		parts[i] = url.PathEscape(part)
	}
	escaped := strings.Join(parts, "/")
	if strings.Contains(parts[0], ":") {
		escaped = "./" + escaped
	}
	return escaped
}

// mayEscape reports whether a character of a path may have to be encoded.
func mayEscape(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_' || r == '.' || r == '/')
}

// target is where a resolved reference leads on the site: the page and the
// fragment; ok is false where it leads nowhere.
func (s *builder) target(ref *corpus.Reference) (page, fragment string, ok bool) {
	switch {
	case ref.Status != corpus.Resolved || ref.Fault == corpus.NotPublished:
		return "", "", false
	case ref.Principle != nil:
		return address.Principle(ref.Principle), "", true
	case ref.Core != nil:
		return address.Core(ref.Core), "", true
	case ref.Asset:
		return s.addresses.File(ref.Path), ref.Anchor, true
	case ref.Target == nil:
		return "", "", false
	}
	fragment = ref.Anchor
	if ref.Fault == corpus.WrongCaseAnchor {
		fragment = ref.Suggestion
	}
	return s.documentURL(ref.Target), fragment, true
}

// claim reserves a path of the site. Two sources that would land on one path,
// also where a file system ignores case, are an error that names both.
func (s *builder) claim(name, source string) error {
	key := address.Fold(name)
	if other, taken := s.claimed[key]; taken {
		return fmt.Errorf("%s and %s would both be written to %s: rename one of them", other, source, name)
	}
	s.claimed[key] = source
	return nil
}
