package corpus

import (
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"atelier/internal/parse"
)

// link resolves a Markdown link. A use of a definition resolves like the
// definition, which alone is reported.
func (r *resolver) link(l *parse.Link) *Reference {
	ref := r.reference(ToLink, "")
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
	case r.hostOrMail(destination), r.c.ofOtherSite(l):
		ref.Status = External
		return ref
	}
	name := pathOf(destination)
	_, fragment, _ := strings.Cut(destination, "#")
	if name == "" {
		ref.Status, ref.Target, ref.Path = Resolved, r.d, r.d.Path
	} else {
		r.linkTarget(ref, r.fullPath(name))
	}
	if ref.Status == Resolved && fragment != "" {
		r.fragment(ref, fragment)
	}
	return ref
}

// pathOf is the path of a destination, without query and fragment and decoded.
func pathOf(destination string) string {
	name, _, _ := strings.Cut(destination, "#")
	name, _, _ = strings.Cut(name, "?")
	if decoded, err := url.PathUnescape(name); err == nil {
		return decoded
	}
	return name
}

// fileExists reports whether a link to a destination would find a file or folder.
func (r *resolver) fileExists(destination string) bool {
	name, _, _ := strings.Cut(destination, "#")
	exists, _, _ := r.c.tree.find(r.fullPath(name))
	return exists
}

// fullPath is the path in the corpus of one that a link gives, from the root
// where it starts with a slash and from the document's folder elsewhere.
func (r *resolver) fullPath(name string) string {
	if strings.HasPrefix(name, "/") {
		return path.Clean("." + path.Clean(name))
	}
	return path.Join(path.Dir(r.d.Path), strings.ReplaceAll(name, "\\", "/"))
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
		r.fileTarget(ref, full)
	case fold != "":
		ref.Status, ref.Fault, ref.Suggestion = Dangling, WrongCasePath, fold
	case r.c.tree.leadsOut(full):
		ref.Status, ref.Fault = Dangling, Outside
	case r.c.Manifest.Plans(full):
		ref.Status = Planned
	case r.c.plannedDomain(full):
		ref.Status, ref.Path = Planned, path.Join(full, "first-principles.md")
	default:
		ref.Status, ref.Fault = Dangling, NoTarget
		if exists, _, _ := r.c.tree.find(full + ".md"); exists {
			ref.Suggestion = full + ".md"
		} else {
			r.lost = append(r.lost, ref)
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
	if id := strings.ToLower(fragment); r.shortAnchor(ref, id) {
		ref.Fault, ref.Suggestion = WrongCaseAnchor, id
		return
	}
	if s := r.c.attributed(ref.Target, fragment); s != nil {
		ref.Anchor = s.Anchor
		return
	}
	ref.Status, ref.Fault = Dangling, NoAnchor
	letters := utf8.RuneCountInString(fragment)
	best, bound := "", min(max(2, letters/3), letters-1)
	for _, id := range ref.Target.Anchors.All() {
		if n := r.guesses.distance(id, fragment, bound); n <= bound {
			best, bound = id, n-1
		}
		if bound < 0 || r.guesses == 0 {
			break
		}
	}
	ref.Suggestion = best
}

// shortAnchor resolves "p4" and "c5", which the site gives every principle and
// core, and the ids of a register in lower case.
func (r *resolver) shortAnchor(ref *Reference, fragment string) bool {
	number, _ := strconv.Atoi(strings.TrimLeft(fragment, "pc"))
	if ref.Target.Kind == KindFirstPrinciples {
		if p := ref.Target.Domain.Principle(number); p != nil && p.Anchor() == fragment {
			return true
		}
	}
	if ref.Target == r.c.Core {
		if core := r.c.CoreByNumber(number); core != nil && core.Anchor() == fragment {
			return true
		}
	}
	if e := r.c.idByName[strings.ToUpper(fragment)]; e != nil && e.Register.Document == ref.Target && strings.ToLower(e.ID) == fragment {
		return true
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
	return strings.HasPrefix(destination, "//") || Scheme(destination) != ""
}

// Scheme is the scheme of an address, in lower case, or "".
func Scheme(address string) string {
	scheme, _, found := strings.Cut(address, ":")
	if !found {
		return ""
	}
	for i, r := range scheme {
		letter := r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !(r >= '0' && r <= '9' || r == '+' || r == '-' || r == '.')) {
			return ""
		}
	}
	return strings.ToLower(scheme)
}

// Follows reports whether the site keeps a link that leads out of it: other
// schemes may run code, or open a program.
func Follows(address string) bool {
	switch Scheme(address) {
	case "http", "https", "mailto":
		return true
	}
	return strings.HasPrefix(address, "//")
}

// hosts are the endings of names that are hosts and no folders, and files those
// of names that are files and no hosts.
var (
	hosts = []string{"com", "org", "net", "edu", "gov", "io", "dev", "app", "ai", "co", "uk", "de", "fr", "eu", "ch", "us", "info"}
	files = []string{"md", "png", "jpg", "jpeg", "gif", "svg", "webp", "pdf", "html", "txt"}
)

// hostOrMail reports whether a destination without a scheme is an e-mail address
// or starts with the name of a host, "a@b.c" and "foo.com/x.md": no file of the
// corpus was meant, unless there is one of that name.
func (r *resolver) hostOrMail(destination string) bool {
	first, _, below := strings.Cut(destination, "/")
	ending := first[strings.LastIndexByte(first, '.')+1:]
	user, host, mail := strings.Cut(first, "@")
	switch {
	case strings.ContainsAny(first, "#?%\\"):
		return false
	case mail && !below:
		if user == "" || !strings.Contains(host, ".") || slices.Contains(files, strings.ToLower(ending)) {
			return false
		}
	case strings.HasPrefix(first, "www.") && len(first) > len("www."):
	case !below || len(ending) == len(first) || !slices.Contains(hosts, strings.ToLower(ending)):
		return false
	}
	exists, _, fold := r.c.tree.find(path.Join(path.Dir(r.d.Path), first))
	return !exists && fold == ""
}

// localScheme reports whether a destination leads into the file system of
// whoever wrote it: a file: address or a drive letter.
func localScheme(destination string) bool {
	scheme, _, _ := strings.Cut(destination, ":")
	return len(scheme) == 1 || strings.EqualFold(scheme, "file")
}

// hidden reports whether a part of a path starts with a dot: what lies in .git
// or .env is nothing to publish.
func hidden(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") && part != "." && part != ".." {
			return true
		}
	}
	return false
}
