//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package site

import "os"

func lockFolder(string) (*os.File, error) { return nil, errNoLocks }
