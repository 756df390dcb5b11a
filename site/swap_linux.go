package site

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// swap puts the staged folder in the place of dir. On Linux the two exchange
// their names in one step, so that at no moment there is no site; stage then
// holds the old one, which Write removes.
func swap(stage, dir string) error {
	if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
		return os.Rename(stage, dir)
	}
	if err := unix.Renameat2(unix.AT_FDCWD, stage, unix.AT_FDCWD, dir, unix.RENAME_EXCHANGE); err == nil {
		return nil
	}
	return replaceByRename(stage, dir) // a file system that cannot exchange
}
