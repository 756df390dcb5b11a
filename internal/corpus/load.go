package corpus

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"

	"atelier/internal/config"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// ErrNoDocuments is returned for a tree in which no file belongs to the corpus:
// "nothing was checked" is never green.
var ErrNoDocuments = errors.New("no document found")

// Load reads and parses the documents of a tree in parallel and links them. A
// file that cannot be read or parsed is a finding, not an error; an unreadable
// root and a tree without documents are errors. Canceling ctx ends it early.
func Load(ctx context.Context, fsys fs.FS, cfg *config.Config) (*Corpus, error) {
	return new(Loader).Load(ctx, fsys, cfg)
}

// file reads a file that is no document; where it cannot be read, that is a
// finding.
func (t *tree) file(name string) *source.File {
	if exists, folder, _ := t.find(name); !exists || folder {
		return nil
	}
	data, fault := content(t.fsys, name)
	if fault == nil {
		if source.Invalid(data) < 0 {
			return source.NewFile(name, data)
		}
		fault = parse.Bytes(name, data)
	}
	t.problems = append(t.problems, fault.Problems...)
	return nil
}

// content is the content of a file, or a document that says why there is none.
func content(fsys fs.FS, name string) ([]byte, *parse.Document) {
	info, err := fs.Stat(fsys, name)
	if err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		// Reading a pipe or a device may never end.
		return nil, parse.Unreadable(name, "source/unreadable", "this is no regular file", "remove it, or put a file in its place")
	}
	if err == nil && info.Size() > parse.MaxFileSize {
		return nil, parse.Unreadable(name, "source/too-large",
			fmt.Sprintf("the file is %d bytes long; the bound is %d", info.Size(), parse.MaxFileSize), "split it, or exclude it")
	}
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return nil, unreadable(name, err)
	}
	return data, nil
}

// unreadable is a document of which the system gives nothing but an error.
func unreadable(name string, err error) *parse.Document {
	reason := err
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		reason = pathError.Err
	}
	message, hint := fmt.Sprintf("it cannot be read: %v", reason), "mend it, or remove it"
	switch {
	case errors.Is(err, fs.ErrNotExist):
		message, hint = "this is a symbolic link to nothing", "put the file in the place that it leads to, or remove it"
	case errors.Is(err, fs.ErrPermission):
		message, hint = "it cannot be read: permission denied", "give yourself the right to read it (chmod), or exclude it"
	case escapes(err):
		message, hint = "this is a symbolic link out of the corpus", "put what it leads to here instead"
	case strings.Contains(reason.Error(), "symbolic links"):
		message, hint = "this is a symbolic link that leads in a circle", "put the file itself here, or remove it"
	}
	return parse.Unreadable(name, "source/unreadable", message, hint)
}

// escapes reports whether a path was refused since it leads out of the root: the
// error of os.Root has no name.
func escapes(err error) bool { return strings.Contains(err.Error(), "path escapes") }

// tree is the listing of the corpus root.
type tree struct {
	fsys      fs.FS
	documents []string
	ignored   []string
	problems  []*diag.Diagnostic
	versions  map[string]version // of documents, where the file system tells
	newest    int64              // the last change of any of them

	mu   sync.Mutex                 // guards dirs: rules look paths up as well, in parallel
	dirs map[string]map[string]bool // listing of each folder asked for: name -> is a folder
}

// walk lists the documents of the tree, sorted, and notes the listings of the
// folders that it enters.
func walk(fsys fs.FS, cfg *config.Config) (*tree, error) {
	t := &tree{fsys: fsys, dirs: map[string]map[string]bool{}, versions: map[string]version{}}
	globs := cfg.Documents()
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			if name == "." {
				return err
			}
			t.dirs[name] = nil
			t.problems = append(t.problems, unreadable(name, err).Problems...)
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if name == "." {
			t.dirs[name] = map[string]bool{}
			return nil
		}
		base := path.Base(name)
		t.dirs[path.Dir(name)][base] = isFolder(fsys, name, entry)
		if entry.IsDir() {
			if skipped(cfg, name, base) {
				return fs.SkipDir
			}
			t.dirs[name] = map[string]bool{}
			if strings.HasSuffix(strings.ToLower(base), ".md") && matches(globs, name) {
				t.problems = append(t.problems, parse.Unreadable(name, "source/unreadable",
					"this is a folder with the name of a document", "rename the folder").Problems...)
			}
			return nil
		}
		if entry.Type()&fs.ModeSymlink != 0 && !matches(globs, name) {
			info, err := fs.Stat(fsys, name)
			inside := err == nil && info.IsDir() && matches(globs, name+"/first-principles.md")
			// What lies outside may be a file: a domain is named like a folder.
			outside := err != nil && escapes(err) && path.Ext(base) == "" && matches(cfg.Collections, name+"/first-principles.md")
			if inside || outside {
				t.problems = append(t.problems, parse.Unreadable(name, "source/unreadable",
					"this is a symbolic link to a folder, and its documents are not read", "put the folder itself here").Problems...)
			}
			return nil
		}
		if !matches(globs, name) {
			return nil
		}
		if matches(cfg.Ignore, name) {
			t.ignored = append(t.ignored, name)
			return nil
		}
		t.documents = append(t.documents, name)
		if info, err := entry.Info(); err == nil {
			if v, ok := versionOf(info); ok {
				t.versions[name] = v
				t.newest = max(t.newest, v.changed)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("cannot read the corpus root: %w", err)
	}
	// A file system may list folders in any order.
	sort.Strings(t.documents)
	sort.Strings(t.ignored)
	t.caseCollisions()
	return t, nil
}

// skipped reports whether a folder is not entered: hidden ones, drafts and built
// sites (a leading underscore) never are, and dependencies only where a
// collection names the folder above them.
func skipped(cfg *config.Config, name, base string) bool {
	if strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_") {
		return true
	}
	if base != "node_modules" && base != "vendor" {
		return false
	}
	for _, glob := range cfg.Collections {
		if root := collectionRoot(glob); root != "." && strings.HasPrefix(name, root+"/") {
			return false
		}
	}
	return true
}

// Skips reports whether nothing in a folder can be a document, by the folder's
// own name.
func Skips(cfg *config.Config, folder string) bool { return skipped(cfg, folder, path.Base(folder)) }

// Reads reports whether a file at a path, which need not be there, would be read
// as a document.
func Reads(cfg *config.Config, name string) bool {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if skipped(cfg, dir, path.Base(dir)) {
			return false
		}
	}
	return matches(cfg.Documents(), name) && !matches(cfg.Ignore, name)
}

func matches(globs []string, name string) bool {
	for _, glob := range globs {
		if ok, _ := doublestar.Match(glob, name); ok {
			return true
		}
	}
	return false
}

// caseCollisions reports documents, and folders of documents, whose paths differ
// by case only: on half of the file systems one of them does not exist. Below
// two such folders nothing more is compared.
func (t *tree) caseCollisions() {
	seen := map[string]string{} // folded path of a document or folder -> path
	reported := map[string]bool{}
	for _, name := range t.documents {
		for end := range len(name) + 1 {
			if end < len(name) && name[end] != '/' {
				continue
			}
			part := name[:end]
			folded := strings.ToLower(part)
			other, ok := seen[folded]
			if !ok {
				seen[folded] = part
				continue
			}
			if other == part {
				continue
			}
			if !reported[part] {
				reported[part] = true
				t.problems = append(t.problems, caseCollision(name, part, other))
			}
			break
		}
	}
}

// caseCollision is the finding that a document, or the folder of it that part
// names, has the path of another but for case.
func caseCollision(name, part, other string) *diag.Diagnostic {
	what := "path"
	if part != name {
		what = "folder"
	}
	d := &diag.Diagnostic{
		Rule: "source/case-collision", Severity: diag.Error, File: source.NewFile(name, nil), Target: other,
		Message: fmt.Sprintf("the %s “%s” differs from “%s” by case only", what, part, other),
		Hint:    "rename one of the two: a file system without case keeps only one of them",
	}
	if part == name {
		d.Related = []diag.Related{{File: source.NewFile(other, nil), Message: "the other path"}}
	}
	return d
}

// list is the listing of a folder, nil where it is none. It decides existence
// by the names that are there, so that case matters on every system.
func (t *tree) list(dir string) map[string]bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if names, ok := t.dirs[dir]; ok {
		return names
	}
	var names map[string]bool
	if entries, err := fs.ReadDir(t.fsys, dir); err == nil {
		names = make(map[string]bool, len(entries))
		for _, e := range entries {
			names[e.Name()] = isFolder(t.fsys, path.Join(dir, e.Name()), e)
		}
	}
	t.dirs[dir] = names
	return names
}

// isFolder reports whether an entry of a listing is a folder, or a symbolic link
// to one.
func isFolder(fsys fs.FS, name string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.IsDir()
	}
	info, err := fs.Stat(fsys, name)
	return err == nil && info.IsDir()
}

// find looks a path up. fold is the path as it is really spelt where the
// given one is right but for case.
func (t *tree) find(name string) (exists, isDir bool, fold string) {
	if name == "." {
		return true, true, ""
	}
	real := "."
	folded := false
	for part := range strings.SplitSeq(name, "/") {
		names := t.list(real)
		dir, ok := names[part]
		if !ok {
			var candidates []string
			for n := range names {
				if strings.EqualFold(n, part) {
					candidates = append(candidates, n)
				}
			}
			if len(candidates) == 0 {
				return false, false, ""
			}
			part = slices.Min(candidates)
			dir = names[part]
			folded = true
		}
		real = path.Join(real, part)
		isDir = dir
	}
	if folded {
		return false, isDir, real
	}
	return true, isDir, ""
}

// linkFault is what is wrong with a path that is listed where it is a symbolic
// link: one out of the tree, or to nothing.
func (t *tree) linkFault(name string) Fault {
	switch _, err := fs.Stat(t.fsys, name); {
	case err == nil, errors.Is(err, fs.ErrPermission):
		return NoFault
	case errors.Is(err, fs.ErrNotExist):
		return NoTarget
	}
	return Outside
}

// leadsOut reports whether a folder above a path that was not found is a
// symbolic link out of the tree.
func (t *tree) leadsOut(name string) bool {
	dir := "." // the deepest that is there
	for part := range strings.SplitSeq(path.Dir(name), "/") {
		if _, ok := t.list(dir)[part]; !ok {
			break
		}
		dir = path.Join(dir, part)
	}
	return t.linkFault(dir) == Outside
}

// collectionRoot is the folder of a collection glob: what stands before its
// first wildcard.
func collectionRoot(glob string) string {
	base, _ := doublestar.SplitPattern(glob)
	return base
}
