package corpus

import (
	"path"
	"slices"
	"strings"

	"atelier/internal/parse"
)

// path resolves a path in a code span. Only those that start at a folder of the
// corpus are references; where the folder is none of a corpus for certain, only
// those that lead somewhere.
func (r *resolver) path(m *parse.Mention) *Reference {
	root, _, _ := strings.Cut(m.Path, "/")
	certain := slices.Contains(r.c.roots, root)
	if !certain && !r.c.folders[root] || strings.Contains(m.Path, "/...") || strings.Contains(m.Path, "/…") {
		return nil
	}
	ref := r.reference(ToDocument, "")
	if m.Fragment != "" {
		ref.Anchor = m.Fragment
	}
	r.lookUp(ref, m.Path)
	if !certain && ref.Status != Resolved {
		return nil
	}
	if ref.Fault == NoTarget {
		r.lost = append(r.lost, ref)
	}
	if ref.Status == Resolved && ref.Target == nil && !ref.Asset {
		ref.Kind = ToDomain
	}
	r.qualify(ref, m)
	if !certain && ref.Status != Resolved {
		return nil
	}
	return ref
}

// lookUp finds the document, domain or file of a corpus path.
func (r *resolver) lookUp(ref *Reference, name string) {
	clean := path.Clean(name)
	if clean == ".." || strings.HasPrefix(clean, "../") || strings.HasPrefix(clean, "/") {
		ref.Status, ref.Fault, ref.Path = Dangling, Outside, clean
		return
	}
	candidates := []string{clean}
	if !strings.HasSuffix(clean, ".md") {
		candidates = []string{clean + ".md", clean}
	}
	if strings.HasSuffix(name, "/") {
		candidates = []string{clean}
	}
	if d := r.c.domainPath[clean]; d != nil {
		ref.Kind, ref.Domain = ToDomain, d
		ref.Target, ref.Path, ref.Status = d.First, d.First.Path, Resolved
		return
	}
	for _, candidate := range candidates {
		if d := r.c.byPath[candidate]; d != nil {
			ref.Target, ref.Path, ref.Status = d, candidate, Resolved
			if d.Domain != nil {
				ref.Domain = d.Domain
			}
			return
		}
	}
	ref.Path = candidates[0]
	for _, candidate := range candidates {
		exists, isDir, fold := r.c.tree.find(candidate)
		switch {
		case exists && isDir:
			r.folderTarget(ref, candidate)
			return
		case exists:
			r.fileTarget(ref, candidate)
			return
		case fold != "" && (isDir || strings.HasSuffix(fold, path.Ext(candidate))):
			ref.Status, ref.Fault, ref.Suggestion = Dangling, WrongCasePath, fold
			ref.Path = candidate
			return
		}
	}
	if r.c.tree.leadsOut(clean) {
		ref.Status, ref.Fault = Dangling, Outside
		return
	}
	if r.c.plannedDomain(clean) {
		ref.Kind = ToDomain
		ref.Status, ref.Path = Planned, path.Join(clean, "first-principles.md")
		return
	}
	for _, candidate := range candidates {
		if r.c.Manifest.Plans(candidate) {
			ref.Status, ref.Path = Planned, candidate
			return
		}
	}
	ref.Status, ref.Fault = Dangling, NoTarget
}

// plannedDomain reports whether the manifest plans the first-principles of a
// folder.
func (c *Corpus) plannedDomain(dir string) bool {
	return c.Manifest != nil && c.Manifest.plannedDomains[dir]
}

// folderTarget resolves a folder that is no domain: its README.md where it has
// one.
func (r *resolver) folderTarget(ref *Reference, dir string) {
	ref.Kind, ref.Status, ref.Path = ToDomain, Resolved, dir
	first := path.Join(dir, "first-principles.md")
	target := r.c.byPath[first]
	switch {
	case target != nil:
	case r.c.plannedDomain(dir):
		ref.Status, ref.Path = Planned, first
	default:
		target = r.c.byPath[path.Join(dir, "README.md")]
	}
	if target != nil {
		ref.Target, ref.Path = target, target.Path
	}
}

// fileTarget resolves a file of the tree that is no document. What is hidden, and
// Markdown that the corpus does not read, is not published.
func (r *resolver) fileTarget(ref *Reference, name string) {
	ref.Path, ref.Status = name, Resolved
	switch fault := r.c.tree.linkFault(name); {
	case fault != NoFault:
		ref.Status, ref.Fault = Dangling, fault
	case r.c.unpublished(name):
		ref.Fault = NotPublished
	default:
		ref.Asset = !hidden(name) && !isDocument(name)
	}
}

// qualify resolves what follows a path: a principle, a pattern, a section, a
// fragment.
func (r *resolver) qualify(ref *Reference, m *parse.Mention) {
	documents := []*Document{ref.Target}
	if ref.Kind == ToDomain && ref.Domain != nil {
		documents = ref.Domain.Documents // "Pattern 5" of a domain stands in any of them
	}
	switch {
	case m.Principle > 0:
		ref.Kind = ToPrinciple
	case m.Pattern != nil:
		ref.Kind = ToPattern
	case m.Section != nil:
		ref.Kind = ToSection
	}
	if ref.Status != Resolved {
		return
	}
	switch {
	case m.Principle > 0:
		if ref.Domain != nil {
			ref.Principle = ref.Domain.Principle(m.Principle)
		}
		if ref.Principle == nil {
			ref.Status, ref.Fault = Dangling, NoAnchor
			return
		}
		ref.Anchor = ref.Principle.Anchor()
	case m.Pattern != nil:
		for _, d := range documents {
			if d == nil {
				continue
			}
			for _, p := range d.Patterns {
				if p.Number == m.Pattern.Number {
					ref.Target, ref.Path, ref.Anchor = d, d.Path, p.Section.Anchor
					return
				}
			}
		}
		ref.Status, ref.Fault = Dangling, NoAnchor
	case m.Section != nil:
		if ref.Target != nil {
			for _, s := range ref.Target.Sections {
				if s.Number == m.Section.Number {
					ref.Anchor = s.Anchor
					return
				}
			}
		}
		ref.Status, ref.Fault = Dangling, NoAnchor
	case m.Fragment != "":
		r.fragment(ref, m.Fragment)
	}
}

// bare resolves a path in running text. It is recognised where its first part
// is a domain, and never reported.
func (r *resolver) bare(m *parse.Mention) *Reference {
	first, rest, _ := strings.Cut(m.Path, "/")
	name := m.Path
	if !slices.Contains(r.c.roots, first) && !r.c.folders[first] {
		dir := r.c.folder(first)
		if dir == "" {
			return nil
		}
		name = dir + "/" + rest
	}
	ref := r.reference(ToDocument, "")
	ref.Bare = true
	r.lookUp(ref, name)
	ref.Fault = NoFault
	return ref
}

// barePattern resolves "concurrency Pattern 5".
func (r *resolver) barePattern(m *parse.Mention) *Reference {
	dir := r.c.folder(m.Domain)
	if dir == "" {
		return nil
	}
	ref := r.reference(ToPattern, Dangling)
	ref.Bare, ref.Path = true, path.Join(dir, "patterns.md")
	if r.c.Manifest.Plans(ref.Path) {
		ref.Status = Planned
	}
	domain := r.domainNamed(m.Domain)
	if domain == nil {
		return ref
	}
	for _, d := range domain.Documents {
		for _, p := range d.Patterns {
			if p.Number == m.Number {
				ref.Status, ref.Target, ref.Path, ref.Anchor, ref.Domain = Resolved, d, d.Path, p.Section.Anchor, domain
				return ref
			}
		}
	}
	return ref
}
