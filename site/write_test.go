package site

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// put writes files below dir; a name that ends in a slash is a folder.
func put(t *testing.T, dir string, names ...string) {
	t.Helper()
	for _, name := range names {
		full := filepath.Join(dir, filepath.FromSlash(name))
		folder := filepath.Dir(full)
		if strings.HasSuffix(name, "/") {
			folder = full
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		if folder == full {
			continue
		}
		if err := os.WriteFile(full, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range entries {
		out = append(out, e.Name())
	}
	return out
}

// TestLeftovers holds that a build removes what killed ones left beside its
// folder, and nothing else.
func TestLeftovers(t *testing.T) {
	const hex = "0123456789abcdef"
	dir := t.TempDir()
	put(t, dir,
		".site."+hex+"/",                                                 // killed before it wrote
		".site.1"+hex[1:]+"/"+MarkerFile, ".site.1"+hex[1:]+"/half.html", // while it wrote
		".site.2"+hex[1:]+oldSuffix+"/"+MarkerFile, // while it removed the old site
		".site.3"+hex[1:]+"/thesis.txt", ".site.backup/"+MarkerFile, ".other."+hex+"/"+MarkerFile, ".site.4"+hex[1:],
	)
	alive, err := newStage(filepath.Join(dir, "site"))
	if err != nil {
		t.Fatal(err)
	}
	if alive.lock == nil {
		t.Skip("folders cannot be locked here, and only an old leftover is known to be one")
	}
	put(t, alive.path, MarkerFile, "page.html")
	put(t, dir, filepath.Base(alive.path)+oldSuffix+"/"+MarkerFile)
	if err := Write(filepath.Join(dir, "site"), []File{{"index.html", nil}}); err != nil {
		t.Fatal(err)
	}
	want := []string{".site.3" + hex[1:], ".site.backup", ".other." + hex, ".site.4" + hex[1:], filepath.Base(alive.path), filepath.Base(alive.path) + oldSuffix, "site"}
	slices.Sort(want)
	if diff := cmp.Diff(want, names(t, dir)); diff != "" {
		t.Errorf("beside the site (-want +got):\n%s", diff)
	}
	if got := names(t, alive.path); len(got) != 2 {
		t.Errorf("of the stage of a living build %v is left", got)
	}
	alive.remove()
	if err := Write(filepath.Join(dir, "site"), nil); err != nil {
		t.Fatal(err)
	}
	if got := names(t, dir); len(got) != 5 {
		t.Errorf("when the build has ended %v is left", got)
	}
}

// TestOldSiteIsPutBack holds that a build that was killed when the old site was
// moved away, and the new one was not yet in place, loses neither.
func TestOldSiteIsPutBack(t *testing.T) {
	dir := t.TempDir()
	old := ".site.0123456789abcdef" + oldSuffix
	put(t, dir, old+"/"+MarkerFile, old+"/index.html")
	site := filepath.Join(dir, "site")
	if err := Write(site, []File{{"../outside.html", nil}}); err == nil || !strings.Contains(err.Error(), "is as it was") {
		t.Errorf("a page outside of the site gives %v", err)
	}
	if diff := cmp.Diff([]string{"site"}, names(t, dir)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{MarkerFile, "index.html"}, names(t, site)); diff != "" {
		t.Errorf("the old site (-want +got):\n%s", diff)
	}
}

// TestReplaceByRename is the way of systems on which folders cannot change
// places.
func TestReplaceByRename(t *testing.T) {
	dir := t.TempDir()
	site, stage := filepath.Join(dir, "site"), filepath.Join(dir, "stage")
	for _, content := range []string{"first", "second"} {
		put(t, dir, "stage/"+MarkerFile, "stage/"+content)
		if err := replaceByRename(stage, site); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]string{MarkerFile, content}, names(t, site)); diff != "" {
			t.Errorf("the %s site (-want +got):\n%s", content, diff)
		}
		if got := names(t, dir); len(got) != 1 {
			t.Errorf("beside the site: %v", got)
		}
	}
	if err := replaceByRename(stage, site); err == nil {
		t.Error("a stage that is not there was put in place")
	}
	if diff := cmp.Diff([]string{MarkerFile, "second"}, names(t, site)); diff != "" {
		t.Errorf("after a failure (-want +got):\n%s", diff)
	}
}

// TestReplaceable holds what a build may replace, and that it says what to do
// where it may not.
func TestReplaceable(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "empty/", "site/"+MarkerFile, "foreign/thesis.txt", "pages/"+MarkerFile, "pages/.git/config", "file")
	for link, target := range map[string]string{"to-site": "site", "to-nothing": "none", "to-foreign": "foreign"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Skip(err)
		}
	}
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"new": "new", "new/below": "new/below", "empty": "empty", "site": "site", "site/": "site", "to-site": "site"} {
		got, err := Replaceable(dir + "/" + name)
		if err != nil || got != filepath.Join(dir, filepath.FromSlash(want)) {
			t.Errorf("%s gives %q and %v, want %s", name, got, err, want)
		}
	}
	faults := map[string]string{
		"foreign": "holds files", "to-foreign": "holds files", "pages": "holds a .git", "file": "is no folder", "file/below": "choose another folder",
		"to-nothing": "link to nothing",
	}
	for _, name := range slices.Sorted(maps.Keys(faults)) {
		before := names(t, dir)
		err := Write(filepath.Join(dir, name), []File{{"index.html", nil}})
		if err == nil || !strings.Contains(err.Error(), faults[name]) || !strings.Contains(err.Error(), "-o") {
			t.Errorf("%s gives %v", name, err)
		}
		if foreign := strings.HasSuffix(name, "foreign"); errors.Is(err, ErrForeignFolder) != foreign {
			t.Errorf("%s: that the folder is foreign is %t", name, !foreign)
		}
		if diff := cmp.Diff(before, names(t, dir)); diff != "" {
			t.Errorf("%s (-before +after):\n%s", name, diff)
		}
	}
	if err := Write(filepath.Join(dir, "to-site"), []File{{"index.html", nil}}); err != nil {
		t.Fatal(err)
	}
	if target, err := os.Readlink(filepath.Join(dir, "to-site")); err != nil || target != "site" {
		t.Errorf("the link to the site leads to %q: %v", target, err)
	}
	if diff := cmp.Diff([]string{MarkerFile, "index.html"}, names(t, filepath.Join(dir, "site"))); diff != "" {
		t.Errorf("the site behind a link (-want +got):\n%s", diff)
	}
}
