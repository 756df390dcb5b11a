package site

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// MarkerFile says that atelier made a folder and may replace it.
const MarkerFile = ".atelier-site"

// ErrForeignFolder is returned for an output folder that atelier did not make.
var ErrForeignFolder = errors.New("not made by atelier")

// Write puts a site into dir whole or not at all: it is written beside dir
// first and then takes its place, and a build that is killed leaves the old
// site. A folder that holds anything and was not made by atelier is refused
// with [ErrForeignFolder].
func Write(dir string, files []File) (err error) {
	dir = filepath.Clean(dir)
	if err := replaceable(dir); err != nil {
		return err
	}
	parent := filepath.Dir(dir)
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return fmt.Errorf("cannot make the folder of the site: %w", err)
	}
	stage := filepath.Join(parent, "."+filepath.Base(dir)+"."+randomName())
	if err := os.Mkdir(stage, 0o755); err != nil {
		return fmt.Errorf("cannot write beside %s: %w", dir, err)
	}
	defer func() { _ = os.RemoveAll(stage) }()
	if err := fill(stage, files); err != nil {
		return err
	}
	return swap(stage, dir)
}

func randomName() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
	return hex.EncodeToString(b[:])
}

// replaceable reports whether dir is free, empty, or a site of atelier's.
func replaceable(dir string) error {
	entries, err := os.ReadDir(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("cannot write the site to %s: %w", dir, err)
	case len(entries) == 0:
		return nil
	}
	if _, err := os.Lstat(filepath.Join(dir, MarkerFile)); err != nil {
		return fmt.Errorf("%s is %w and holds files, so nothing was written: choose another folder with -o, or empty it", dir, ErrForeignFolder)
	}
	return nil
}

func fill(stage string, files []File) error {
	root, err := os.OpenRoot(stage)
	if err != nil {
		return err
	}
	defer root.Close()
	made := map[string]bool{".": true}
	for _, f := range append([]File{{MarkerFile, []byte("This folder is made by atelier build, which replaces it whole.\n")}}, files...) {
		if dir := path.Dir(f.Path); !made[dir] {
			if err := root.MkdirAll(dir, 0o755); err != nil {
				return fmt.Errorf("cannot write the site: %w", err)
			}
			made[dir] = true
		}
		if err := root.WriteFile(f.Path, f.Content, 0o644); err != nil {
			return fmt.Errorf("cannot write the site: %w", err)
		}
	}
	return nil
}

// replaceByRename moves the old folder away, the new one into its place, and
// puts the old one back should that fail.
func replaceByRename(stage, dir string) error {
	old := stage + ".old"
	err := os.Rename(dir, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("cannot replace %s: %w", dir, err)
	}
	hadOld := err == nil
	if err := os.Rename(stage, dir); err != nil {
		if hadOld {
			_ = os.Rename(old, dir)
		}
		return fmt.Errorf("cannot put the site in place: %w", err)
	}
	return os.RemoveAll(old)
}
