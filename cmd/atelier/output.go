package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"atelier/internal/corpus"
	"atelier/site"
)

// outputFolder is the folder that a build writes to: the given one, or _site in
// the corpus root. One that holds the corpus is an error, whoever made it.
func (o *opened) outputFolder(name string) (string, error) {
	if name == "" {
		name = filepath.Join(o.dir, "_site")
	}
	if _, holds := below(name, o.dir); holds {
		return "", fmt.Errorf("%s holds the corpus, which a build into it would throw away: choose another folder with -o", name)
	}
	return site.Replaceable(name)
}

// notRead is an error where an output folder of the corpus, or files of the site in
// it, would be read as documents the next time.
func (o *opened) notRead(output string, files []string) error {
	folder, inside := below(o.dir, output)
	if !inside {
		return nil
	}
	for _, file := range append([]string{""}, files...) {
		if name := path.Join(folder, file); corpus.Reads(o.corpus.Config, name) {
			return fmt.Errorf("%s is in the corpus, and %s would be read as a document of it: choose a folder outside with -o, or one whose name starts with _", output, name)
		}
	}
	return nil
}

// below is the path of a file or folder relative to a folder above it, with
// slashes; ok is false where it does not stand there. Either may be reached by
// symbolic links, and what is below need not exist.
func below(folder, name string) (relative string, ok bool) {
	top, err := os.Stat(folder)
	if err != nil {
		return "", false
	}
	for at, rest := realPath(name), ""; ; at, rest = filepath.Dir(at), path.Join(filepath.Base(at), rest) {
		if info, err := os.Stat(at); err == nil && os.SameFile(top, info) {
			return rest, true
		}
		if at == filepath.Dir(at) {
			return "", false
		}
	}
}

// realPath is an absolute path without symbolic links; of one that is not there
// the part that is.
func realPath(name string) string {
	name, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	for at, rest := name, ""; ; at, rest = filepath.Dir(at), filepath.Join(filepath.Base(at), rest) {
		if real, err := filepath.EvalSymlinks(at); err == nil {
			return filepath.Join(real, rest)
		}
		if at == filepath.Dir(at) {
			return name
		}
	}
}
