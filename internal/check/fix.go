package check

import (
	"context"
	"fmt"
	"io/fs"
	"slices"

	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

// maxRounds bounds how often fixes are applied: a fix may make room for
// another, and two rules that undo each other must not run for ever.
const maxRounds = 10

// A Fixed is a tree after its safe fixes.
type Fixed struct {
	// Files are the new contents by path, of the files that changed.
	Files map[string][]byte
	// Edits is the number of edits made.
	Edits int
	// Corpus and Outcome are those of the tree after the fixes.
	Corpus  *corpus.Corpus
	Outcome Outcome
}

// Fix applies the safe fixes of a tree in memory, round after round until none
// is left. wanted chooses the findings whose fixes are applied, of the outcome of
// each round by their index; those that a baseline accepts are left alone.
func Fix(ctx context.Context, fsys fs.FS, cfg *config.Config, all []*Rule, o Options, wanted func(*corpus.Corpus, Outcome) func(i int) bool) (*Fixed, error) {
	f := &Fixed{Files: map[string][]byte{}}
	tree := &overlay{FS: fsys, files: f.Files}
	var loader corpus.Loader
	for round := 0; ; round++ {
		var err error
		if f.Corpus, err = loader.Load(ctx, tree, cfg); err != nil {
			return nil, err
		}
		f.Outcome = Check(f.Corpus, all, o)
		edits := safeEdits(f.Outcome, wanted(f.Corpus, f.Outcome))
		if len(edits) == 0 {
			return f, nil
		}
		if round == maxRounds {
			return nil, fmt.Errorf("the fixes are not stable after %d rounds; nothing was written", maxRounds)
		}
		for path, list := range edits {
			content, err := fs.ReadFile(tree, path)
			if err != nil {
				return nil, err
			}
			fixed, made := diag.Apply(list[0].File, content, list)
			f.Files[path] = fixed
			f.Edits += len(made)
		}
	}
}

// safeEdits are the edits of safe fixes by path. The edits of a fix are made
// together or not at all: a fix that meets another one waits for the next round.
func safeEdits(out Outcome, wanted func(i int) bool) map[string][]diag.Edit {
	edits := map[string][]diag.Edit{}
	for i, d := range out.Diagnostics {
		if d.Fix == nil || !d.Fix.Safe || out.Baselined[d] || !wanted(i) || meets(edits, d.Fix.Edits) {
			continue
		}
		for _, e := range d.Fix.Edits {
			if !slices.Contains(edits[e.File.Path], e) {
				edits[e.File.Path] = append(edits[e.File.Path], e)
			}
		}
	}
	return edits
}

// meets reports whether an edit overlaps one that is chosen already.
func meets(chosen map[string][]diag.Edit, edits []diag.Edit) bool {
	for _, e := range edits {
		for _, other := range chosen[e.File.Path] {
			if other != e && e.Span.Start <= other.Span.End && other.Span.Start <= e.Span.End {
				return true
			}
		}
	}
	return false
}

// overlay is a file system with some files replaced.
type overlay struct {
	fs.FS
	files map[string][]byte
}

// ReadFile implements [fs.ReadFileFS].
func (o *overlay) ReadFile(name string) ([]byte, error) {
	if data, ok := o.files[name]; ok {
		return slices.Clone(data), nil
	}
	return fs.ReadFile(o.FS, name)
}

// ReadDir implements [fs.ReadDirFS].
func (o *overlay) ReadDir(name string) ([]fs.DirEntry, error) { return fs.ReadDir(o.FS, name) }

// Stat implements [fs.StatFS].
func (o *overlay) Stat(name string) (fs.FileInfo, error) { return fs.Stat(o.FS, name) }
