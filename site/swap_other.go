//go:build !linux

package site

// swap puts the staged folder in the place of dir.
func swap(stage, dir string) error { return replaceByRename(stage, dir) }
