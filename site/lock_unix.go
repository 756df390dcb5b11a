//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package site

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// lockFolder locks a folder until the file is closed or the program ends. It
// fails with [errTaken] where another has done so, and with [errNoLocks] on a
// file system that knows none.
func lockFolder(name string) (*os.File, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if err = lock(file, name); err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

func lock(file *os.File, name string) error {
	err := unix.Flock(int(file.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	switch {
	case errors.Is(err, unix.EWOULDBLOCK):
		return errTaken
	case err != nil:
		return errNoLocks
	}
	// Another may have removed the folder before it was locked.
	locked, err := file.Stat()
	if err != nil {
		return err
	}
	now, err := os.Lstat(name)
	if err != nil {
		return err
	}
	if !os.SameFile(locked, now) {
		return errTaken
	}
	return nil
}
