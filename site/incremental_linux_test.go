package site

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/corpustest"
)

// TestIncremental edits a corpus at random, as people do while a preview runs,
// and holds that what one loader makes of it after each edit equals, byte for
// byte, what is made from nothing: the pages of every state, or its error. The
// file system tells versions by a clock that often stands still.
func TestIncremental(t *testing.T) {
	steps := 60
	if testing.Short() {
		steps = 25
	}
	for seed := range uint64(1) { // more of them for a change of the loader
		t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			e := newEdited(seed)
			var loader corpus.Loader
			did := map[string]int{}
			for step := range steps {
				edit := e.edit()
				did[strings.SplitN(edit, " ", 2)[0]]++
				got, gotErr := e.site(&loader)
				want, wantErr := e.site(new(corpus.Loader))
				if fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
					t.Fatalf("step %d (%s): the error is %v, from nothing %v", step, edit, gotErr, wantErr)
				}
				if diff := difference(got, want); diff != "" {
					t.Fatalf("step %d (%s): %s", step, edit, diff)
				}
			}
			t.Logf("edits: %v; sites: %d, errors: %d", did, e.sites, e.errors)
			if !testing.Short() && (e.sites < steps || e.errors == 0) {
				t.Errorf("%d sites and %d errors: the edits do not reach enough", e.sites, e.errors)
			}
		})
	}
}

func difference(got, want []File) string {
	if len(got) != len(want) {
		return fmt.Sprintf("%d files, from nothing %d", len(got), len(want))
	}
	for i := range want {
		if got[i].Path != want[i].Path {
			return fmt.Sprintf("the file %s, from nothing %s", got[i].Path, want[i].Path)
		}
		if !bytes.Equal(got[i].Content, want[i].Content) {
			return got[i].Path + " is not what it is from nothing"
		}
	}
	return ""
}

// edited is a corpus that is edited.
type edited struct {
	random        *rand.Rand
	fsys          fstest.MapFS
	clock         int64 // of the file system, in s
	inodes        uint64
	last          string // what was written last
	failed        bool
	sites, errors int
}

func newEdited(seed uint64) *edited {
	e := &edited{random: rand.New(rand.NewPCG(seed, 7)), fsys: fstest.MapFS{}, clock: 1000}
	for name, content := range corpustest.Generate(14) {
		e.write(name, string(content))
	}
	e.write("review/decisions.md", "# Decisions\n\n| Decision | Title | Status |\n|---|---|---|\n| D-001 | Bounds | accepted |\n| D-002 | Waits | open |\n")
	e.write("review/anti-patterns.md", "# Anti-patterns\n\n| Anti-pattern | Summary | Breaches |\n|---|---|---|\n| d000-no-bound | No bound | d000 P1 |\n")
	e.write("domains/d000/pictures.md", "# Pictures — Derived Rules\n\n> Derives from `domains/d000/first-principles.md`. Applies P1 primarily.\n\n![a](../../img/a.png) and [P2](first-principles.md#p2) of D-001, d000-no-bound.\n")
	e.write("img/a.png", "picture")
	e.write("ROADMAP.md", "# Roadmap\n\n## v0.1\n\nWork on D-002.\n")
	e.write("atelier.yaml", "site:\n  title: Kept\n")
	return e
}

// write makes a new version of a file. Half of the writes keep the inode.
func (e *edited) write(name, content string) {
	e.last = name
	inode := uint64(0)
	if old := e.fsys[name]; old != nil && e.random.IntN(2) == 0 {
		inode = old.Sys.(*syscall.Stat_t).Ino
	} else {
		e.inodes++
		inode = e.inodes
	}
	e.fsys[name] = &fstest.MapFile{Data: []byte(content), Sys: &syscall.Stat_t{Ino: inode, Size: int64(len(content)), Ctim: syscall.Timespec{Sec: e.clock}}}
}

// pick is a file that keep wants, or "".
func (e *edited) pick(keep func(name string) bool) string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(e.fsys)) {
		if keep(name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[e.random.IntN(len(names))]
}

func isFirst(name string) bool    { return strings.HasSuffix(name, "/first-principles.md") }
func isDocument(name string) bool { return strings.HasSuffix(name, ".md") }
func isDerived(name string) bool {
	return isDocument(name) && strings.HasPrefix(name, "domains/") && !isFirst(name)
}

// edit makes one edit and says which.
func (e *edited) edit() string {
	e.clock += []int64{0, 0, 0, 1, 3, 60}[e.random.IntN(6)]
	mark := fmt.Sprintf("%c%c", 'a'+rune(e.random.IntN(26)), 'a'+rune(e.random.IntN(26)))
	change := func(what, name string, by func(text string) string) string {
		if name == "" {
			return "nothing"
		}
		e.write(name, by(string(e.fsys[name].Data)))
		return what + " " + name
	}
	swap := func(s string) string { return strings.Replace(s, "bound", "bou"+mark, 1) } // as long as before
	kind := e.random.IntN(20)
	if e.failed && e.random.IntN(2) == 0 {
		kind = 11 // people mend first what shows nothing but an error
	}
	switch kind {
	case 0, 1, 2:
		return change("prose", e.pick(isDerived), func(s string) string { return s + "\nMore of " + mark + " by P3 and `domains/d001/topic-1.md`.\n" })
	case 3:
		return change("swap", e.pick(isDocument), swap)
	case 16, 17:
		// What was written last, in place and in the same tick: nothing but the
		// content tells.
		file := e.fsys[e.last]
		if file == nil || !isDocument(e.last) {
			return "nothing"
		}
		e.fsys[e.last] = &fstest.MapFile{Data: []byte(swap(string(file.Data))), Sys: file.Sys}
		return "again " + e.last
	case 4:
		return change("retitle", e.pick(isFirst), func(s string) string { return strings.Replace(s, ". Rule ", ". Rule "+mark+" ", 1) })
	case 5:
		return change("principle", e.pick(isFirst), func(s string) string { return strings.Replace(s, "### P9. ", "### P12. ", 1) })
	case 6:
		return change("trace", e.pick(isFirst), func(s string) string { return strings.Replace(s, "| C1, C2 |", "| C8 |", 1) })
	case 7:
		name := e.pick(isDocument)
		if name != "" && len(e.fsys) > 12 {
			delete(e.fsys, name)
		}
		return "delete " + name
	case 8:
		name := fmt.Sprintf("domains/d00%d/%s.md", e.random.IntN(4), mark)
		if e.random.IntN(4) == 0 {
			name = fmt.Sprintf("domains/%s/first-principles.md", mark)
		}
		e.write(name, fmt.Sprintf("# %s — Derived Rules\n\n> Derives from `domains/d000/first-principles.md`. Applies P1 primarily.\n\n### P1. Rule of %s\n\nAs `C1 Correctness` says; see `domains/d001` and D-001.\n", mark, mark))
		return "add " + name
	case 9:
		name := e.pick(isDerived)
		if name == "" {
			return "nothing"
		}
		to := path.Join(path.Dir(name), mark+".md")
		e.fsys[to] = e.fsys[name] // a move keeps the inode and the time of its content
		delete(e.fsys, name)
		return "rename " + name + " to " + to
	case 10:
		return change("front", e.pick(isDocument), func(s string) string {
			if rest, ok := strings.CutPrefix(s, "---\nkey: [\n---\n"); ok {
				return rest
			}
			return "---\nkey: [\n---\n" + s
		})
	case 11, 18, 19:
		texts := []string{"site:\n  title: Kept " + mark + "\n", "site: [\n", "ignore:\n  - domains/d001/*.md\n", "severity:\n  link/dangling: warning\n", "collections:\n  - domains/**/*.md\n  - none-*/**/*.md\n"}
		e.write("atelier.yaml", texts[e.random.IntN(len(texts))])
		return "config " + string(e.fsys["atelier.yaml"].Data)
	case 12:
		return change("manifest", e.pick(func(n string) bool { return n == "MANIFEST.md" }), func(s string) string {
			lines := strings.SplitAfter(s, "\n")
			i := 4 + e.random.IntN(max(1, len(lines)-5))
			if i >= len(lines) {
				return s + "| `domains/d001/later.md` | Later | v0.9 P1 | planned |\n"
			}
			if e.random.IntN(2) == 0 {
				return strings.Join(slices.Delete(lines, i, i+1), "")
			}
			lines[i] = strings.Replace(lines[i], "complete", "planned", 1)
			return strings.Join(lines, "")
		})
	case 13:
		return change("picture", e.pick(func(n string) bool { return n == "img/a.png" }), func(s string) string { return s + mark })
	case 14:
		return change("register", e.pick(func(n string) bool { return strings.HasPrefix(n, "review/") }), func(s string) string {
			return strings.Replace(s, "| D-001 |", "| D-00"+fmt.Sprint(3+e.random.IntN(6))+" |", 1)
		})
	}
	return change("empty", e.pick(isDerived), func(string) string { return "" })
}

// site makes the site as a preview does: from a loader, with findings that are
// added to a site which is there.
func (e *edited) site(loader *corpus.Loader) ([]File, error) {
	files, err := e.build(loader)
	if e.failed = err != nil; e.failed {
		e.errors++
	} else {
		e.sites++
	}
	return files, err
}

func (e *edited) build(loader *corpus.Loader) ([]File, error) {
	cfg := config.Default()
	if file := e.fsys["atelier.yaml"]; file != nil {
		var err error
		if cfg, err = config.Parse("atelier.yaml", file.Data, check.KnownNames(rules.All())); err != nil {
			return nil, err
		}
	}
	c, err := loader.Load(context.Background(), e.fsys, cfg)
	if err != nil {
		return nil, err
	}
	s, err := Prepare(c, e.fsys, Options{Title: cfg.Site.Title})
	if err != nil {
		return nil, err
	}
	return s.WithFindings(check.Check(c, rules.All(), check.Options{}).Diagnostics).Files()
}
