package corpus

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/sync/errgroup"

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

// A Loader keeps parsed documents between loads, so that a tree of which one
// file changed is read, but not parsed, anew. Parsed documents are immutable and
// shared by the corpora that a loader gives. Its zero value is ready for use,
// by several goroutines at once.
type Loader struct {
	mu     sync.Mutex
	parsed map[string]parsed
}

// parsed is a document and the content that it was parsed from.
type parsed struct {
	sum [sha256.Size]byte
	doc *parse.Document
}

// Load is like the function of that name.
func (l *Loader) Load(ctx context.Context, fsys fs.FS, cfg *config.Config) (*Corpus, error) {
	t, err := walk(fsys, cfg)
	if err != nil {
		return nil, err
	}
	if len(t.documents) == 0 && len(t.problems) == 0 {
		return nil, ErrNoDocuments
	}
	docs := make([]*Document, len(t.documents))
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, name := range t.documents {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			docs[i] = &Document{Document: l.read(fsys, name), Path: name}
			return nil
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	c := link(t, docs, cfg)
	c.State = t.state(cfg.Phase)
	return c, nil
}

// state reads the file of the current phase; where it cannot be read, that is a
// finding.
func (t *tree) state(name string) *source.File {
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

// read parses a file, or finds what it was parsed to before.
func (l *Loader) read(fsys fs.FS, name string) *parse.Document {
	content, fault := content(fsys, name)
	if fault != nil {
		return fault
	}
	sum := sha256.Sum256(content)
	l.mu.Lock()
	known, ok := l.parsed[name]
	l.mu.Unlock()
	if ok && known.sum == sum {
		return known.doc
	}
	doc := parse.Bytes(name, content)
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.parsed == nil {
		l.parsed = map[string]parsed{}
	}
	l.parsed[name] = parsed{sum, doc}
	return doc
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

	mu   sync.Mutex                 // guards dirs: rules look paths up as well, in parallel
	dirs map[string]map[string]bool // listing of each folder asked for: name -> is a folder
}

// walk lists the documents of the tree, sorted.
func walk(fsys fs.FS, cfg *config.Config) (*tree, error) {
	t := &tree{fsys: fsys, dirs: map[string]map[string]bool{}}
	globs := cfg.Documents()
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			if name == "." {
				return err
			}
			t.problems = append(t.problems, unreadable(name, err).Problems...)
			if entry != nil && entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		}
		if name == "." {
			return nil
		}
		base := path.Base(name)
		if entry.IsDir() {
			if skipped(cfg, name, base) {
				return fs.SkipDir
			}
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
			names[e.Name()] = e.IsDir()
			if e.Type()&fs.ModeSymlink != 0 {
				info, err := fs.Stat(t.fsys, path.Join(dir, e.Name()))
				names[e.Name()] = err == nil && info.IsDir()
			}
		}
	}
	t.dirs[dir] = names
	return names
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

// escapes reports whether a path that is listed leads out of the tree by a
// symbolic link.
func (t *tree) escapes(name string) bool {
	_, err := fs.Stat(t.fsys, name)
	return err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission)
}

// gone reports whether a path that is listed is a symbolic link to nothing.
func (t *tree) gone(name string) bool {
	_, err := fs.Stat(t.fsys, name)
	return errors.Is(err, fs.ErrNotExist)
}

// leadsOut reports whether a folder above a path that was not found is a
// symbolic link out of the tree.
func (t *tree) leadsOut(name string) bool {
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if exists, _, _ := t.find(dir); exists {
			return t.escapes(dir)
		}
	}
	return false
}

// collectionRoot is the folder of a collection glob: what stands before its
// first wildcard.
func collectionRoot(glob string) string {
	base, _ := doublestar.SplitPattern(glob)
	return base
}
