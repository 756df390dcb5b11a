package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"atelier/internal/corpus"
)

// limit turns PATH arguments into a test of corpus paths. A PATH that no
// document matches is an error: nothing checked is never green.
func (o *opened) limit(args []string) (func(string) bool, error) {
	if len(args) == 0 {
		return func(string) bool { return true }, nil
	}
	var prefixes []string
	for _, arg := range args {
		if arg == "" {
			return nil, errors.New("an empty PATH names nothing; name a document or folder, or none to report everything")
		}
		name, err := o.corpusPath(arg)
		if err != nil {
			return nil, err
		}
		if !o.holds(name) {
			return nil, fmt.Errorf("no document of the corpus is at or below %s", arg)
		}
		prefixes = append(prefixes, name)
	}
	return func(p string) bool {
		return slices.ContainsFunc(prefixes, func(prefix string) bool {
			return prefix == "." || p == prefix || strings.HasPrefix(p, prefix+"/")
		})
	}, nil
}

// holds reports whether a document, or the file of the phase, is at or below a
// path of the corpus.
func (o *opened) holds(name string) bool {
	if name == "." || o.corpus.State != nil && o.corpus.State.Path == name {
		return true
	}
	return slices.ContainsFunc(o.corpus.Documents, func(d *corpus.Document) bool {
		return d.Path == name || strings.HasPrefix(d.Path, name+"/")
	})
}

// repositoryPrefix is the path of the corpus root in its git repository, "" or
// ending in a slash. It needs no git program, which an image for CI may lack.
func (o *opened) repositoryPrefix() string {
	root, err := filepath.Abs(o.dir)
	if err != nil {
		return ""
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	for dir := root; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, ".git")); err == nil {
			rel, err := filepath.Rel(dir, root)
			if err != nil || rel == "." {
				return ""
			}
			return filepath.ToSlash(rel) + "/"
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// corpusPath is the path below the root of a path that a person typed: from the
// current folder, or, where there is nothing, from the root.
func (o *opened) corpusPath(arg string) (string, error) {
	root, err := filepath.Abs(o.dir)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	full, err := filepath.Abs(arg)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		full = real
	} else if _, err := os.Stat(filepath.Join(root, arg)); err == nil && !filepath.IsAbs(arg) {
		full = filepath.Join(root, arg)
	} else if real, err := filepath.EvalSymlinks(filepath.Dir(full)); err == nil {
		full = filepath.Join(real, filepath.Base(full))
	}
	rel, err := filepath.Rel(root, full)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		if _, statErr := os.Stat(filepath.Join(root, arg)); statErr == nil && filepath.IsLocal(arg) {
			return path.Clean(filepath.ToSlash(arg)), nil
		}
		return "", fmt.Errorf("%s is outside of the corpus root %s", arg, o.dir)
	}
	return filepath.ToSlash(rel), nil
}

// document finds the document that a person named: by its path from the current
// folder or from the root, with or without its ending, or by the folder of its
// domain. It is nil where there is none.
func (o *opened) document(arg string) *corpus.Document {
	names := []string{path.Clean(filepath.ToSlash(arg))}
	if name, err := o.corpusPath(arg); err == nil {
		names = append(names, name)
	}
	for _, name := range names {
		for _, ending := range []string{"", ".md", "/first-principles.md"} {
			if d := o.corpus.Document(name + ending); d != nil {
				return d
			}
		}
	}
	return nil
}
