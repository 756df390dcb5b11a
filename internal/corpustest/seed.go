package corpustest

import (
	"os"
	"path/filepath"
	"testing"
)

// SeedFolder is the folder of real documents, and of what must be read from them,
// that lies beside the repository on some machines: ATELIER_SEED, or
// shared/seed-corpus beside the repository of a package two folders deep. It is
// "" where there is none.
func SeedFolder() string {
	for _, dir := range []string{os.Getenv("ATELIER_SEED"), "../../../shared/seed-corpus"} {
		if _, err := os.Stat(filepath.Join(dir, "expected.json")); err == nil && dir != "" {
			return dir
		}
	}
	return ""
}

// Seed is that folder for a test that needs it, which is skipped by name without,
// or fails where ATELIER_REQUIRE_ALL asks for all tests.
func Seed(t testing.TB) string {
	t.Helper()
	dir := SeedFolder()
	if dir == "" && os.Getenv("ATELIER_REQUIRE_ALL") == "1" {
		t.Fatal("no seed corpus beside the repository, and ATELIER_REQUIRE_ALL=1")
	}
	if dir == "" {
		t.Skip("no seed corpus beside the repository (set ATELIER_SEED)")
	}
	return dir
}
