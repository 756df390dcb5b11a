package corpus

import (
	"io/fs"
	"syscall"
	"time"
)

// versionOf is the version of a file of the system, not of a symbolic link,
// whose target it does not tell of; ok is false where there is none.
func versionOf(info fs.FileInfo) (v version, ok bool) {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok || !info.Mode().IsRegular() {
		return version{}, false
	}
	changed := time.Unix(s.Ctim.Unix()).UnixNano()
	return version{device: uint64(s.Dev), inode: s.Ino, size: s.Size, changed: changed}, true
}
