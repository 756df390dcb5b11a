package main

import (
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
)

// encodeJSON writes a value as indented JSON.
func encodeJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

// writeOutput replaces a file that the command line names.
func writeOutput(name string, content []byte) error {
	root, err := os.OpenRoot(filepath.Dir(name))
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	defer root.Close()
	return replaceFile(root, filepath.Base(name), content)
}

// replaceFile writes a file below root whole or not at all: beside its place
// first, then renamed onto it. The permissions of a file that is there are kept.
func replaceFile(root *os.Root, name string, content []byte) (err error) {
	mode := os.FileMode(0o644)
	if info, err := root.Stat(name); err == nil {
		mode = info.Mode().Perm()
	}
	var suffix [8]byte
	_, _ = rand.Read(suffix[:]) // never fails: crypto/rand ends the program instead
	temporary := path.Join(path.Dir(name), "."+path.Base(name)+"."+hex.EncodeToString(suffix[:]))
	file, err := root.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, mode)
	if err != nil {
		return fmt.Errorf("cannot write beside %s: %w", name, err)
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
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", name, err)
	}
	return root.Rename(temporary, name)
}
