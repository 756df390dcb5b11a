package main

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"atelier/internal/config"
)

// encodeJSON writes a value as indented JSON.
func encodeJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

// replaceFile writes a file below root whole or not at all: beside its place
// first, then renamed onto it. The permissions of a file that is there are kept,
// and of a symbolic link the file that it leads to is replaced. What is no
// regular file, and what nobody may write, is left alone.
func replaceFile(root *os.Root, name string, content []byte) (err error) {
	target, err := followLinks(root, name)
	if err != nil {
		return err
	}
	mode := os.FileMode(0o644)
	switch info, err := root.Lstat(target); {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return fmt.Errorf("cannot write %s: %w", name, reason(err))
	case !info.Mode().IsRegular():
		return fmt.Errorf("cannot write %s: it is no regular file", name)
	case info.Mode().Perm()&0o222 == 0:
		return fmt.Errorf("cannot write %s: it is read-only; make it writable first", name)
	default:
		mode = info.Mode().Perm()
	}
	var suffix [8]byte
	_, _ = rand.Read(suffix[:]) // never fails: crypto/rand ends the program instead
	temporary := path.Join(path.Dir(target), "."+path.Base(target)+"."+hex.EncodeToString(suffix[:]))
	file, err := root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return fmt.Errorf("cannot write %s: no file can be made beside it: %w", name, reason(err))
	}
	defer func() {
		if err != nil {
			_ = root.Remove(temporary)
		}
	}()
	if _, err = file.Write(content); err == nil {
		err = file.Sync()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = root.Rename(temporary, target)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, reason(err))
	}
	return nil
}

// mostLinks bounds a chain of symbolic links, which may go in circles.
const mostLinks = 40

// followLinks is the path below root that a path leads to, over symbolic links.
func followLinks(root *os.Root, name string) (string, error) {
	at := name
	for range mostLinks {
		info, err := root.Lstat(at)
		if err != nil || info.Mode()&fs.ModeSymlink == 0 {
			return at, nil // what is missing or unreadable is told by who writes there
		}
		link, err := root.Readlink(at)
		if err != nil {
			return "", fmt.Errorf("cannot write %s: %w", name, reason(err))
		}
		next := path.Join(path.Dir(at), filepath.ToSlash(link))
		if filepath.IsAbs(link) || !filepath.IsLocal(filepath.FromSlash(next)) {
			return "", fmt.Errorf("cannot write %s: it is a symbolic link out of the corpus; put the file itself there", name)
		}
		at = next
	}
	return "", fmt.Errorf("cannot write %s: its symbolic links go in circles", name)
}

// writeOutput writes a file that the command line names. A regular file is
// replaced whole or not at all; a symbolic link, a pipe or a device is written to
// and stays what it is.
func writeOutput(name string, content []byte) error {
	info, err := os.Lstat(name)
	if err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
		if err != nil {
			return fmt.Errorf("cannot write %s: %w", name, reason(err))
		}
		_, err = file.Write(content)
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			return fmt.Errorf("cannot write %s: %w", name, reason(err))
		}
		return nil
	}
	if err := outputPlace(name); err != nil {
		return err
	}
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, reason(err))
	}
	defer root.Close()
	return replaceFile(root, filepath.Base(name), content)
}

// outputPlace is an error where a file that the command line names cannot be
// written, as far as that can be told before there is anything to write.
func outputPlace(name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("cannot write %s: it is a folder; name a file", name)
	}
	dir := filepath.Dir(name)
	switch info, err := os.Stat(dir); {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("cannot write %s: there is no folder %s; make it first", name, dir)
	case err != nil:
		return fmt.Errorf("cannot write %s: %w", name, reason(err))
	case !info.IsDir():
		return fmt.Errorf("cannot write %s: %s is no folder", name, dir)
	}
	return nil
}

// spares is an error where a file that the command line names to be written is one
// that the corpus is read from.
func (o *opened) spares(name string) error {
	root, err := filepath.EvalSymlinks(o.dir)
	if err != nil {
		return nil // it was read a moment ago; who writes says what is wrong
	}
	file, err := filepath.EvalSymlinks(name)
	if err != nil {
		return nil // what is not there cannot be lost
	}
	if root, err = filepath.Abs(root); err != nil {
		return err
	}
	if file, err = filepath.Abs(file); err != nil {
		return err
	}
	rel, err := filepath.Rel(root, file)
	if err != nil {
		return nil // another volume
	}
	own := filepath.ToSlash(rel)
	if o.corpus.Document(own) != nil || own == config.FileName || own == o.corpus.Config.Phase {
		return fmt.Errorf("cannot write %s: it is a file of the corpus; name another one", name)
	}
	return nil
}

// reason is what is wrong without the name of the system call and the path, which
// the sentence around it has already.
func reason(err error) error {
	var pathError *fs.PathError
	var linkError *os.LinkError
	switch {
	case errors.As(err, &pathError):
		return pathError.Err
	case errors.As(err, &linkError):
		return linkError.Err
	}
	return err
}
