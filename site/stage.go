package site

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// A stage is the folder beside an output folder in which a site is written. It
// is locked while its build lives, so that other builds can tell it from what a
// killed build left.
type stage struct {
	path string
	lock *os.File // nil where folders cannot be locked
}

// oldSuffix ends the name under which an old site waits, where two folders
// cannot change places in one step, until the new one is in place.
const oldSuffix = ".old"

var (
	errTaken   = errors.New("another build takes the folder away")
	errNoLocks = errors.New("folders cannot be locked here")
)

// abandoned is the age at which the stage of a build is left for certain, where
// folders cannot be locked.
const abandoned = time.Hour

// newStage makes a folder beside dir.
func newStage(dir string) (*stage, error) {
	const attempts = 10 // a build that cleans up may take the folder before it is locked
	var err error
	for range attempts {
		s := &stage{path: stagePrefix(dir) + randomName()}
		if err = os.Mkdir(s.path, 0o755); err != nil {
			return nil, err
		}
		if s.lock, err = lockFolder(s.path); err == nil || errors.Is(err, errNoLocks) {
			return s, nil
		}
	}
	return nil, err
}

// remove takes away what stands under the stage's name: the unfinished site, or
// the old one that changed places with it.
func (s *stage) remove() {
	removeSite(s.path)
	if s.lock != nil {
		_ = s.lock.Close()
	}
}

func stagePrefix(dir string) string {
	return filepath.Join(filepath.Dir(dir), "."+filepath.Base(dir)+".")
}

func randomName() string {
	var b [8]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
	return hex.EncodeToString(b[:])
}

var stageName = regexp.MustCompile(`^[0-9a-f]{16}(\.old)?$`)

// clean removes what killed builds left beside dir. An old site that waits while
// there is none in its place is put back.
func clean(dir string) {
	entries, _ := os.ReadDir(filepath.Dir(dir)) // what cannot be listed stays
	for _, e := range entries {
		name := filepath.Join(filepath.Dir(dir), e.Name())
		suffix, ok := strings.CutPrefix(name, stagePrefix(dir))
		if !ok || !e.IsDir() || !stageName.MatchString(suffix) || !siteOrEmpty(name) {
			continue
		}
		release, ok := takeOver(name)
		if !ok {
			continue
		}
		if strings.HasSuffix(name, oldSuffix) && !exists(dir) {
			_ = os.Rename(name, dir)
		} else {
			removeSite(name)
		}
		release()
	}
}

// takeOver reports whether a folder was left by a killed build, and keeps others
// from it until it is released. An old site belongs to the build of its stage.
func takeOver(name string) (release func(), ok bool) {
	of, isOld := strings.CutSuffix(name, oldSuffix)
	if !exists(of) {
		return func() {}, isOld
	}
	lock, err := lockFolder(of)
	switch {
	case err == nil:
		return func() { _ = lock.Close() }, true
	case errors.Is(err, errNoLocks):
		info, err := os.Lstat(of)
		return func() {}, err == nil && time.Since(info.ModTime()) > abandoned
	}
	return nil, false
}

// siteOrEmpty reports whether a folder is a site, or one that a build made and
// wrote nothing to yet.
func siteOrEmpty(name string) bool {
	entries, err := os.ReadDir(name)
	return err == nil && (len(entries) == 0 || exists(filepath.Join(name, MarkerFile)))
}

// removeSite removes the folder of a site, its marker last: what is left when
// that is cut short is still known to be a site's. A folder that cannot be
// removed is left for the next build.
func removeSite(name string) {
	entries, _ := os.ReadDir(name)
	for _, e := range entries {
		if e.Name() != MarkerFile {
			_ = os.RemoveAll(filepath.Join(name, e.Name()))
		}
	}
	_ = os.RemoveAll(name)
}
