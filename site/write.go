package site

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"atelier/internal/address"
)

// MarkerFile says that atelier made a folder and may replace it.
const MarkerFile = address.Marker

// ErrForeignFolder is returned for an output folder that atelier did not make.
var ErrForeignFolder = errors.New("not made by atelier")

// Write puts a site into dir whole or not at all: it is written beside dir
// first and then takes its place, and a build that is killed leaves the old
// site. What killed builds left beside dir is removed. A folder that is not
// [Replaceable] is refused.
func Write(dir string, files []File) error {
	dir, err := Replaceable(dir)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o755); err != nil {
		return fmt.Errorf("cannot make the folder of the site: %w; choose another one with -o", err)
	}
	clean(dir)
	s, err := newStage(dir)
	if err != nil {
		return fmt.Errorf("cannot write beside %s: %w; choose another folder with -o, or one below it", dir, err)
	}
	defer s.remove()
	if err := fill(s.path, files); err != nil {
		return fmt.Errorf("cannot write the site: %w; %s is as it was, mend that or choose another folder with -o", err, dir)
	}
	if err := swap(s.path, dir); err != nil {
		return fmt.Errorf("cannot put the site in place: %w; %s is as it was, choose a folder below it or elsewhere with -o", err, dir)
	}
	return nil
}

// Replaceable is the real path of an output folder, which may be a symbolic link
// to one. It is an error, [ErrForeignFolder] among others, where there is
// anything but an empty folder or a site that atelier made: a build replaces the
// folder whole, and what else it holds would be lost.
func Replaceable(dir string) (string, error) {
	real, err := filepath.EvalSymlinks(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Lstat(dir); err == nil {
			return "", fmt.Errorf("%s is a symbolic link to nothing: remove it, or choose another folder with -o", dir)
		}
		return filepath.Clean(dir), nil
	case err == nil:
		dir = real
	}
	info, err := os.Stat(dir)
	if err == nil && !info.IsDir() {
		return "", fmt.Errorf("%s is no folder, and nothing was written: choose a folder with -o", dir)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", fmt.Errorf("cannot write the site to %s: %w; choose another folder with -o", dir, err)
	}
	if len(entries) == 0 {
		return dir, nil
	}
	if !exists(filepath.Join(dir, MarkerFile)) {
		return "", fmt.Errorf("%s is %w and holds files, so nothing was written: choose another folder with -o", dir, ErrForeignFolder)
	}
	if exists(filepath.Join(dir, ".git")) {
		return "", fmt.Errorf("%s holds a .git that a build would throw away, so nothing was written: build into another folder with -o, and copy the site", dir)
	}
	return dir, nil
}

func exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
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
				return err
			}
			made[dir] = true
		}
		if err := root.WriteFile(f.Path, f.Content, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// replaceByRename moves the old folder away, the new one into its place, and
// puts the old one back should that fail.
func replaceByRename(stage, dir string) error {
	old := stage + oldSuffix
	err := os.Rename(dir, old)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	hadOld := err == nil
	if err := os.Rename(stage, dir); err != nil {
		if hadOld {
			_ = os.Rename(old, dir)
		}
		return err
	}
	removeSite(old)
	return nil
}
