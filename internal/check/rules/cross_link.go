package rules

import (
	"path"
	"strings"

	"atelier/internal/corpus"
)

// A linkKey is a document path as cross-links are compared: without its
// ending, without regard to case, and a domain's first-principles as the domain
// itself, which is how most links name it.
type linkKey string

func keyOf(name string) linkKey {
	key := strings.TrimSuffix(strings.ToLower(name), ".md")
	return linkKey(strings.TrimSuffix(key, "/first-principles"))
}

// linkedPaths are the paths that a reference leads to: the one it resolves to
// or is looked for at and, where that is a slip of the pen, the one that was
// meant.
func linkedPaths(ref *corpus.Reference) []string {
	switch ref.Kind {
	case corpus.ToCore, corpus.ToAntiPattern, corpus.ToID:
		return nil
	}
	if ref.Path == "" || ref.Asset || ref.Status == corpus.External {
		return nil
	}
	if ref.Status == corpus.Dangling && ref.Suggestion != "" && strings.Contains(ref.Suggestion, "/") {
		return []string{ref.Path, ref.Suggestion}
	}
	return []string{ref.Path}
}

// namesDomain reports whether a reference names a domain as a whole, and so
// every document of it.
func namesDomain(c *corpus.Corpus, ref *corpus.Reference) bool {
	if ref.Kind == corpus.ToDomain {
		return true
	}
	return ref.Target == nil && keyOf(c.DomainFolder(ref.Path)) == keyOf(ref.Path)
}

// linkSet is a set of linked documents that answers for single documents and
// for all of a folder.
type linkSet struct {
	documents, folders map[linkKey]bool
}

func newLinkSet() *linkSet {
	return &linkSet{documents: map[linkKey]bool{}, folders: map[linkKey]bool{}}
}

func (s *linkSet) add(ref *corpus.Reference) {
	for _, name := range linkedPaths(ref) {
		key := keyOf(name)
		s.documents[key] = true
		for dir := path.Dir(string(key)); dir != "." && dir != "/"; dir = path.Dir(dir) {
			s.folders[linkKey(dir)] = true
		}
	}
}

// uses reports whether the set has what a declared link names; a domain is
// used by any document of it.
func (s *linkSet) uses(c *corpus.Corpus, declared *corpus.Reference) bool {
	whole := namesDomain(c, declared)
	for _, name := range linkedPaths(declared) {
		if key := keyOf(name); s.documents[key] || whole && s.folders[key] {
			return true
		}
	}
	return false
}

// A declaration is what a header or a relationship list declares: documents by
// their keys, and whole domains.
type declaration struct {
	documents, domains map[linkKey]bool
}

func newDeclaration() *declaration {
	return &declaration{documents: map[linkKey]bool{}, domains: map[linkKey]bool{}}
}

func (s *declaration) add(c *corpus.Corpus, ref *corpus.Reference) {
	whole := namesDomain(c, ref)
	for _, name := range linkedPaths(ref) {
		s.documents[keyOf(name)] = true
		if whole {
			s.domains[keyOf(name)] = true
		}
	}
}

func (s *declaration) covers(name string) bool {
	key := keyOf(name)
	if s.documents[key] {
		return true
	}
	for dir := string(key); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if s.domains[linkKey(dir)] {
			return true
		}
	}
	return false
}

// relationReferences are the documents that a relationship list names, in
// order.
func relationReferences(d *corpus.Document) []*corpus.Reference {
	var out []*corpus.Reference
	for _, r := range d.Relations {
		if ref := d.Reference(r.Document); ref != nil {
			out = append(out, ref)
		}
	}
	return out
}
