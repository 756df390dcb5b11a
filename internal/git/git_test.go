package git

import (
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// run runs git in a folder.
func run(t *testing.T, dir string, args ...string) {
	t.Helper()
	command := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "protocol.file.allow=always"}, args...)...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// write writes a file below a folder.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	name = filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// files are the paths of a tree with their content.
func files(t *testing.T, tree fs.FS) []string {
	t.Helper()
	var out []string
	err := fs.WalkDir(tree, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := fs.ReadFile(tree, name)
		if err != nil {
			content = []byte("!")
		}
		out = append(out, name+"="+string(content))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func treeOf(t *testing.T, dir, rev string, also ...string) []string {
	t.Helper()
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	commit, err := r.Commit(t.Context(), rev)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := r.Tree(t.Context(), commit, also...)
	if err != nil {
		t.Fatal(err)
	}
	return files(t, tree)
}

// TestTree holds what a tree is made of: names in any script, with spaces and
// signs; symbolic links within it; the content of documents and named files only.
func TestTree(t *testing.T) {
	dir := repository(t)
	const folder = "sub/a b [ü] :(top)"
	write(t, dir, folder+"/x\ty \"q\".md", "x")
	write(t, dir, folder+"/phase.json", "{}")
	write(t, dir, folder+"/other.txt", "not read")
	write(t, dir, folder+"b/beside.md", "in a folder whose name begins with the same")
	for link, target := range map[string]string{"link.md": "x\ty \"q\".md", "out.md": "../../a.md"} {
		if err := os.Symlink(target, filepath.Join(dir, filepath.FromSlash(folder), link)); err != nil {
			t.Skipf("no symbolic links here: %v", err)
		}
	}
	run(t, dir, "add", "-A")
	run(t, dir, "commit", "-q", "-m", "three")
	want := []string{"link.md=x", "other.txt=", "out.md=!", "phase.json={}", "x\ty \"q\".md=x"}
	if got := treeOf(t, filepath.Join(dir, filepath.FromSlash(folder)), "HEAD", "phase.json"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := treeOf(t, dir, "HEAD~2"); !slices.Equal(got, []string{"a.md=one", "sub/b ü.md=one"}) {
		t.Errorf("the first commit holds %q", got)
	}
}

// TestTreeOfSubmodules holds that a submodule is read as it was at the commit of
// then, and is left out where it is not checked out.
func TestTreeOfSubmodules(t *testing.T) {
	inner, outer := repository(t), repository(t)
	run(t, outer, "submodule", "--quiet", "add", inner, "domains/in ner")
	run(t, outer, "commit", "-q", "-m", "with a submodule")
	write(t, outer, "domains/in ner/a.md", "three")
	run(t, filepath.Join(outer, "domains/in ner"), "commit", "-q", "-a", "-m", "three")
	run(t, outer, "commit", "-q", "-a", "-m", "another commit of it")
	want := func(a string) []string { return []string{"in ner/a.md=" + a, "in ner/sub/b ü.md=two"} }
	if got := treeOf(t, filepath.Join(outer, "domains"), "HEAD"); !slices.Equal(got, want("three")) {
		t.Errorf("got %q", got)
	}
	if got := treeOf(t, filepath.Join(outer, "domains"), "HEAD~1"); !slices.Equal(got, want("one")) {
		t.Errorf("got %q", got)
	}
	run(t, outer, "submodule", "--quiet", "deinit", "-f", "domains/in ner")
	if got := treeOf(t, filepath.Join(outer, "domains"), "HEAD"); len(got) != 0 {
		t.Errorf("a submodule that is not checked out has %q", got)
	}
}

// TestOpenInHooks holds that the repository is that of the folder, whatever the
// environment of a hook says, and the one of the environment where the folder
// lies in none.
func TestOpenInHooks(t *testing.T) {
	dir, other := repository(t), repository(t)
	write(t, other, "other.md", "other")
	run(t, other, "add", "-A")
	run(t, other, "commit", "-q", "-m", "other")
	want := []string{"b ü.md=two"}
	for _, gitDir := range []string{".git", filepath.Join(dir, ".git"), filepath.Join(other, ".git")} {
		t.Setenv("GIT_DIR", gitDir)
		t.Setenv("GIT_INDEX_FILE", filepath.Join(gitDir, "index"))
		t.Setenv("GIT_PREFIX", "elsewhere/")
		t.Chdir(dir)
		if got := treeOf(t, "sub", "HEAD"); !slices.Equal(got, want) {
			t.Errorf("with GIT_DIR=%s: got %q", gitDir, got)
		}
	}
	t.Setenv("GIT_WORK_TREE", other)
	if got := treeOf(t, "sub", "HEAD"); !slices.Equal(got, want) {
		t.Errorf("with GIT_WORK_TREE: got %q", got)
	}
	// A repository that keeps its folder .git elsewhere.
	if err := os.Rename(filepath.Join(dir, ".git"), filepath.Join(dir, "kept")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_DIR", "kept")
	t.Setenv("GIT_WORK_TREE", ".")
	t.Setenv("GIT_INDEX_FILE", "kept/index")
	if got := treeOf(t, "sub", "HEAD"); !slices.Equal(got, want) {
		t.Errorf("with the folder elsewhere: got %q", got)
	}
	t.Setenv("GIT_DIR", "nowhere")
	if _, err := Open(t.Context(), "sub"); !errors.Is(err, ErrNoRepository) {
		t.Errorf("without a repository: %v", err)
	}
}

// TestOpenThroughLink holds that a checkout may be reached by a symbolic link.
func TestOpenThroughLink(t *testing.T) {
	dir := repository(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(filepath.Join(dir, "sub"), link); err != nil {
		t.Skipf("no symbolic links here: %v", err)
	}
	if got := treeOf(t, link, "HEAD"); !slices.Equal(got, []string{"b ü.md=two"}) {
		t.Errorf("got %q", got)
	}
}

// TestRevisionsThatAreNone holds what is said of them, and that none is taken for
// an option of git.
func TestRevisionsThatAreNone(t *testing.T) {
	dir := repository(t)
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, rev := range []string{"", "nowhere", "HEAD~9", "--output=x", "-h", "--all", "HEAD^{tree}", "HEAD:a.md", "a\x00b", "a.md"} {
		if _, err := r.Commit(t.Context(), rev); err == nil || !strings.Contains(err.Error(), "there is no revision") {
			t.Errorf("%q: %v", rev, err)
		}
		if _, err := r.MergeBase(t.Context(), rev); err == nil {
			t.Errorf("%q has a merge base", rev)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "x")); err == nil {
		t.Error("git wrote a file")
	}
	clone := filepath.Join(t.TempDir(), "clone")
	run(t, dir, "clone", "-q", "--depth", "1", "file://"+dir, clone)
	if r, err = Open(t.Context(), clone); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Commit(t.Context(), "HEAD~1"); err == nil || !strings.Contains(err.Error(), "this clone is shallow") {
		t.Errorf("in a shallow clone: %v", err)
	}
	empty := t.TempDir()
	run(t, empty, "init", "-q")
	if r, err = Open(t.Context(), empty); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Commit(t.Context(), "HEAD"); err == nil || !strings.Contains(err.Error(), "has no commit yet") {
		t.Errorf("without a commit: %v", err)
	}
}

// TestMergeBase holds the commit at which two branches parted, and that two
// histories may have none.
func TestMergeBase(t *testing.T) {
	dir := repository(t)
	run(t, dir, "checkout", "-q", "-b", "side")
	write(t, dir, "a.md", "side")
	run(t, dir, "commit", "-q", "-a", "-m", "side")
	run(t, dir, "checkout", "-q", "--orphan", "apart")
	run(t, dir, "commit", "-q", "-m", "apart")
	run(t, dir, "checkout", "-q", "--detach", "side~1")
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	head, err := r.Commit(t.Context(), "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	if base, err := r.MergeBase(t.Context(), "side"); err != nil || base != head {
		t.Errorf("got %s, %v", base, err)
	}
	if _, err := r.MergeBase(t.Context(), "apart"); err == nil || !strings.Contains(err.Error(), "have no common commit") {
		t.Errorf("got %v", err)
	}
}

// TestMessage holds that a message is read whatever the configuration of git.
func TestMessage(t *testing.T) {
	dir := repository(t)
	write(t, dir, "message", "Schließe\n\nmit Umlaut\n")
	run(t, dir, "config", "i18n.logOutputEncoding", "ISO-8859-1")
	run(t, dir, "config", "log.showSignature", "true")
	run(t, dir, "commit", "-q", "--allow-empty", "-F", "message")
	r, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.Message(t.Context(), "HEAD"); err != nil || strings.TrimSpace(string(got)) != "Schließe\n\nmit Umlaut" {
		t.Errorf("got %q, %v", got, err)
	}
}

// TestOpenSaysWhy holds that a repository which git refuses to use is not called
// none: git says what to do.
func TestOpenSaysWhy(t *testing.T) {
	dir := repository(t)
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	t.Setenv("HOME", t.TempDir())
	t.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	_, err := Open(t.Context(), dir)
	if err == nil || errors.Is(err, ErrNoRepository) || !strings.Contains(err.Error(), "safe.directory") {
		t.Errorf("got %v", err)
	}
	if _, err := Open(t.Context(), t.TempDir()); !errors.Is(err, ErrNoRepository) {
		t.Errorf("a folder without a repository: %v", err)
	}
}
