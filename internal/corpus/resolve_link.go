package corpus

import (
	"net/url"
	"path"
	"strings"

	"atelier/internal/parse"
)

// link resolves a Markdown link. A use of a definition resolves like the
// definition, which alone is reported.
func (r *resolver) link(l *parse.Link) *Reference {
	ref := &Reference{}
	destination := l.Destination
	switch {
	case l.Kind == parse.AutoLink, external(destination):
		ref.Status = External
		if localScheme(destination) {
			ref.Status, ref.Fault = Dangling, Outside
		}
		return ref
	case destination == "":
		ref.Status, ref.Target, ref.Path = Resolved, r.d, r.d.Path
		return ref
	}
	name, fragment, _ := strings.Cut(destination, "#")
	name, _, _ = strings.Cut(name, "?")
	if decoded, err := url.PathUnescape(name); err == nil {
		name = decoded
	}
	if name == "" {
		ref.Status, ref.Target, ref.Path = Resolved, r.d, r.d.Path
	} else {
		full := path.Join(path.Dir(r.d.Path), name)
		if strings.HasPrefix(name, "/") {
			full = strings.TrimPrefix(path.Clean(name), "/")
		}
		if strings.ContainsRune(name, '\\') {
			full = path.Join(path.Dir(r.d.Path), strings.ReplaceAll(name, "\\", "/"))
		}
		r.linkTarget(ref, full)
	}
	if ref.Status == Resolved && fragment != "" {
		r.fragment(ref, fragment)
	}
	return ref
}

// linkTarget finds the file or folder of a Markdown link. Unlike a path in a
// code span it names a file as it is: the ending is no part to be guessed.
func (r *resolver) linkTarget(ref *Reference, full string) {
	if full == ".." || strings.HasPrefix(full, "../") {
		ref.Status, ref.Fault, ref.Path = Dangling, Outside, full
		return
	}
	ref.Path = full
	if d := r.c.byPath[full]; d != nil {
		ref.Target, ref.Status, ref.Domain = d, Resolved, d.Domain
		return
	}
	if d := r.c.domainPath[full]; d != nil {
		ref.Target, ref.Path, ref.Status, ref.Domain = d.First, d.First.Path, Resolved, d
		return
	}
	exists, isDir, fold := r.c.tree.find(full)
	switch {
	case exists && isDir:
		r.folderTarget(ref, full)
	case exists:
		ref.Status, ref.Asset = Resolved, true
		if strings.EqualFold(path.Ext(full), ".md") {
			ref.Asset, ref.Fault = false, NotPublished
		}
		if r.c.tree.escapes(full) {
			ref.Status, ref.Fault, ref.Asset = Dangling, Outside, false
		}
	case fold != "":
		ref.Status, ref.Fault, ref.Suggestion = Dangling, WrongCasePath, fold
	case r.c.Manifest.Plans(full):
		ref.Status = Planned
	case r.c.plannedDomain(full):
		ref.Status, ref.Path = Planned, path.Join(full, "first-principles.md")
	default:
		ref.Status, ref.Fault = Dangling, NoTarget
		if exists, _, _ := r.c.tree.find(full + ".md"); exists {
			ref.Suggestion = full + ".md"
		} else {
			ref.Suggestion = r.c.nearestPath(full)
		}
	}
}

// fragment resolves "#…" in the target: a heading's anchor, an id of raw HTML,
// the short anchor of a principle or core, a line of a file.
func (r *resolver) fragment(ref *Reference, fragment string) {
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	ref.Anchor = fragment
	if ref.Target == nil || fragment == "" || strings.EqualFold(fragment, "top") || lineAnchor(fragment) {
		return
	}
	if _, ok := ref.Target.Anchors.Lookup(fragment); ok {
		return
	}
	if r.shortAnchor(ref, fragment) {
		return
	}
	if id := ref.Target.Anchors.Fold(fragment); id != "" {
		ref.Fault, ref.Suggestion = WrongCaseAnchor, id
		return
	}
	ref.Status, ref.Fault = Dangling, NoAnchor
	best, bound := "", max(2, len(fragment)/3)
	for _, id := range ref.Target.Anchors.All() {
		if n := distance(id, fragment, bound); n <= bound {
			best, bound = id, n-1
		}
		if bound < 0 {
			break
		}
	}
	ref.Suggestion = best
}

// shortAnchor resolves "p4" and "c5", which the site gives every principle and
// core.
func (r *resolver) shortAnchor(ref *Reference, fragment string) bool {
	if ref.Target.Kind == KindFirstPrinciples {
		for _, p := range ref.Target.Domain.Principles {
			if p.Anchor() == fragment {
				return true
			}
		}
	}
	if ref.Target == r.c.Core {
		for _, core := range r.c.Cores {
			if core.Anchor() == fragment {
				return true
			}
		}
	}
	for _, e := range r.c.idByName {
		if e.Register.Document == ref.Target && strings.ToLower(e.ID) == fragment {
			return true
		}
	}
	if a := r.c.antiByID[fragment]; a != nil && a.Document == ref.Target {
		return true
	}
	return false
}

func lineAnchor(fragment string) bool {
	rest, ok := strings.CutPrefix(fragment, "L")
	if !ok || rest == "" {
		return false
	}
	for _, r := range rest {
		if (r < '0' || r > '9') && r != '-' && r != 'L' {
			return false
		}
	}
	return true
}

// external reports whether a destination has a scheme or a host of its own.
func external(destination string) bool {
	if strings.HasPrefix(destination, "//") {
		return true
	}
	scheme, _, found := strings.Cut(destination, ":")
	if !found || scheme == "" {
		return false
	}
	for i, r := range scheme {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !(r >= '0' && r <= '9' || r == '+' || r == '-' || r == '.')) {
			return false
		}
	}
	return true
}

// localScheme reports whether a destination leads into the file system of
// whoever wrote it: a file: address or a drive letter.
func localScheme(destination string) bool {
	scheme, _, _ := strings.Cut(destination, ":")
	return len(scheme) == 1 || strings.EqualFold(scheme, "file")
}
