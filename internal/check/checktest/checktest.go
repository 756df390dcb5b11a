// Package checktest runs the cases and pages of rules. A case is a txtar file:
//
//	What this case shows, in a sentence or two.
//
//	base
//	replace domains/sample/topic.md "old text" "new text"
//	remove review/decisions.md
//	-- domains/sample/extra.md --
//	# Extra
//	-- want --
//	domains/sample/extra.md:1:1: error[group/rule] message
//	-- fixed/domains/sample/extra.md --
//	# Extra
//
// With "base" the case stands on the sound corpus of testdata/base.txtar, which
// "replace" and "remove" change (strings are Go strings). A file that no text
// file can hold is written as Go strings, repeated where a number stands before:
//
//	-- domains/sample/large.md (quoted) --
//	"# Large\n\n" + 2000000 * "x"
//
// All safe fixes of all rules are applied to every case. What they bring to light
// stands in "-- revealed --": findings that no error before had withheld, and that
// could not be seen, such as those of a row that was no row.
//
// The wanted findings are all errors and warnings of every rule, and the infos
// of the case's own rule: a fault gives one finding and no cascade.
package checktest

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"atelier/internal/check"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/corpustest"
	"atelier/internal/diag"
)

var update = flag.Bool("update", false, "rewrite the wanted findings and fixed files of rule cases")

// Updating reports whether tests were asked to write what they hold.
func Updating() bool { return *update }

// Load builds a corpus from files, with the configuration among them.
func Load(t testing.TB, files map[string][]byte, rules []*check.Rule) *corpus.Corpus {
	t.Helper()
	cfg := config.Default()
	if data, ok := files[config.FileName]; ok {
		var err error
		cfg, err = config.Parse(config.FileName, data, check.KnownNames(rules))
		if err != nil {
			t.Fatal(err)
		}
	}
	c, err := corpus.Load(context.Background(), corpustest.FS(files), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// found is what a check of files finds.
func found(t testing.TB, files map[string][]byte, rules []*check.Rule) []*diag.Diagnostic {
	t.Helper()
	return check.Check(Load(t, files, rules), rules, baselineOf(t, files)).Diagnostics
}

// Concise is a finding on one line, as the concise format prints it.
func Concise(d *diag.Diagnostic) string {
	at := d.Position()
	return fmt.Sprintf("%s:%d:%d: %s[%s] %s", d.File.Path, at.Line, at.Column, d.Severity, d.Rule, d.Message)
}

// Run runs every case below dir/<rule-name>/, and the pages of the rules.
func Run(t *testing.T, dir string, rules []*check.Rule) {
	base, err := txtar.ParseFile(filepath.Join(dir, "base.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	t.Run("base", func(t *testing.T) {
		for _, d := range found(t, files(base), rules) {
			t.Errorf("the base corpus is not sound: %s", Concise(d))
		}
	})
	for _, rule := range rules {
		t.Run(strings.ReplaceAll(rule.Name, "/", "-"), func(t *testing.T) {
			folder := filepath.Join(dir, strings.ReplaceAll(rule.Name, "/", "-"))
			cases, _ := filepath.Glob(filepath.Join(folder, "*.txtar"))
			if len(cases) == 0 {
				t.Errorf("rule %s has no cases in %s", rule.Name, folder)
			}
			fired := false
			for _, name := range cases {
				t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
					if runCase(t, name, base, rule, rules) {
						fired = true
					}
				})
			}
			if len(cases) > 0 && !fired {
				t.Errorf("no case makes %s fire", rule.Name)
			}
			t.Run("page", func(t *testing.T) { runPage(t, rule, rules) })
		})
	}
}

func files(a *txtar.Archive) map[string][]byte {
	out := map[string][]byte{}
	for _, f := range a.Files {
		name, data := unquoted(f)
		out[name] = data
	}
	return out
}

// unquoted is the name and content of a file of an archive, that of a quoted one
// as its strings give it. What does not parse stays as it is, and the case
// fails by it.
func unquoted(f txtar.File) (string, []byte) {
	name, ok := strings.CutSuffix(f.Name, " (quoted)")
	if !ok {
		return f.Name, f.Data
	}
	var out []byte
	for rest := strings.TrimSpace(string(f.Data)); rest != ""; {
		times := 1
		if number, after, found := strings.Cut(rest, " * "); found && !strings.HasPrefix(rest, `"`) {
			n, err := strconv.Atoi(number)
			if err != nil {
				return f.Name, f.Data
			}
			times, rest = n, after
		}
		quoted, err := strconv.QuotedPrefix(rest)
		if err != nil {
			return f.Name, f.Data
		}
		text, _ := strconv.Unquote(quoted)
		out = append(out, bytes.Repeat([]byte(text), times)...)
		rest = strings.TrimPrefix(rest[len(quoted):], " + ")
	}
	return name, out
}

// runCase runs one case and reports whether the rule fired in it.
func runCase(t *testing.T, name string, base *txtar.Archive, rule *check.Rule, rules []*check.Rule) bool {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	tree := map[string][]byte{}
	for line := range strings.Lines(string(archive.Comment)) {
		if strings.TrimSpace(line) == "base" {
			tree = files(base)
		}
	}
	want, revealed := "", ""
	fixed := map[string][]byte{}
	for _, f := range archive.Files {
		switch {
		case f.Name == "want":
			want = string(f.Data)
		case f.Name == "revealed":
			revealed = string(f.Data)
		case strings.HasPrefix(f.Name, "fixed/"):
			fixed[strings.TrimPrefix(f.Name, "fixed/")] = f.Data
		default:
			name, data := unquoted(f)
			tree[name] = data
		}
	}
	if err := change(tree, string(archive.Comment)); err != nil {
		t.Fatal(err)
	}
	findings := found(t, tree, rules)
	gotRevealed := fixAll(t, tree, findings, rules)
	var got strings.Builder
	fired := false
	for _, d := range findings {
		if d.Rule == rule.Name {
			fired = true
		}
		if d.Severity >= diag.Warning || d.Rule == rule.Name {
			fmt.Fprintln(&got, Concise(d))
		}
	}
	gotFixed := fix(t, tree, findings, rule, rules)
	if *update {
		rewrite(t, name, archive, got.String(), gotRevealed, gotFixed)
		return fired
	}
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("findings (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(text(fixed), text(gotFixed)); diff != "" {
		t.Errorf("fixed files (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(revealed, gotRevealed); diff != "" {
		t.Errorf("findings that the fixes bring to light (-want +got):\n%s", diff)
	}
	return fired
}

func text(files map[string][]byte) map[string]string {
	out := map[string]string{}
	for name, data := range files {
		out[name] = string(data)
	}
	return out
}

// change carries out the replace and remove lines of a case's comment.
func change(tree map[string][]byte, comment string) error {
	for line := range strings.Lines(comment) {
		line = strings.TrimSpace(line)
		verb, rest, _ := strings.Cut(line, " ")
		switch verb {
		case "remove":
			if _, ok := tree[rest]; !ok {
				return fmt.Errorf("remove: no file %s", rest)
			}
			delete(tree, rest)
		case "replace":
			name, args, _ := strings.Cut(rest, " ")
			if !strings.HasPrefix(args, `"`) {
				continue // prose that starts with the word
			}
			prefix, err := strconv.QuotedPrefix(args)
			if err != nil {
				return fmt.Errorf("replace %s: %w", name, err)
			}
			before, _ := strconv.Unquote(prefix)
			after, err := strconv.Unquote(strings.TrimSpace(args[len(prefix):]))
			if err != nil {
				return fmt.Errorf("replace %s: second string: %w", name, err)
			}
			if bytes.Count(tree[name], []byte(before)) != 1 {
				return fmt.Errorf("replace: %q stands %d times in %s, want once", before, bytes.Count(tree[name], []byte(before)), name)
			}
			tree[name] = bytes.Replace(tree[name], []byte(before), []byte(after), 1)
		}
	}
	return nil
}

// fix applies the safe fixes of the rule and returns the files that change. The
// rule must be silent afterwards about what it fixed.
func fix(t *testing.T, tree map[string][]byte, findings []*diag.Diagnostic, rule *check.Rule, rules []*check.Rule) map[string][]byte {
	edits := map[string][]diag.Edit{}
	fixes := 0
	for _, d := range findings {
		if d.Rule != rule.Name || d.Fix == nil || !d.Fix.Safe {
			continue
		}
		fixes++
		for _, e := range d.Fix.Edits {
			edits[e.File.Path] = append(edits[e.File.Path], e)
		}
	}
	if fixes == 0 {
		return nil
	}
	out := map[string][]byte{}
	after := map[string][]byte{}
	for name, data := range tree {
		after[name] = data
	}
	for name, list := range edits {
		content, _ := diag.Apply(list[0].File, tree[name], list)
		out[name], after[name] = content, content
	}
	left := 0
	for _, d := range found(t, after, rules) {
		if d.Rule == rule.Name && d.Fix != nil && d.Fix.Safe {
			left++
			if left >= fixes {
				t.Errorf("the fix does not remove the finding: %s", Concise(d))
			}
		}
	}
	return out
}

// rewrite writes the case with what was found.
func rewrite(t *testing.T, name string, a *txtar.Archive, want, revealed string, fixed map[string][]byte) {
	a.Files = slices.DeleteFunc(a.Files, func(f txtar.File) bool {
		return f.Name == "want" || f.Name == "revealed" || strings.HasPrefix(f.Name, "fixed/")
	})
	a.Files = append(a.Files, txtar.File{Name: "want", Data: []byte(want)})
	if revealed != "" {
		a.Files = append(a.Files, txtar.File{Name: "revealed", Data: []byte(revealed)})
	}
	var names []string
	for n := range fixed {
		names = append(names, n)
	}
	slices.Sort(names)
	for _, n := range names {
		a.Files = append(a.Files, txtar.File{Name: path.Join("fixed", n), Data: fixed[n]})
	}
	if err := os.WriteFile(name, txtar.Format(a), fs.FileMode(0o644)); err != nil {
		t.Fatal(err)
	}
}

// runPage checks that the page's Example fires and its Use instead does not.
func runPage(t *testing.T, rule *check.Rule, rules []*check.Rule) {
	for _, part := range []struct {
		section string
		fires   bool
	}{{"Example", true}, {"Use instead", false}} {
		examples := Blocks(rule.Page, part.section)
		if len(examples) == 0 {
			t.Errorf("the page's section %q has no markdown or txtar block", part.section)
		}
		for _, tree := range examples {
			fired := false
			for _, d := range found(t, tree, rules) {
				if d.Rule == rule.Name {
					fired = true
				}
			}
			if fired != part.fires {
				t.Errorf("the page's section %q: the rule fires: %v, want %v", part.section, fired, part.fires)
			}
		}
	}
}

// Blocks are the example corpora of a page's section: a markdown block stands
// for domains/sample/first-principles.md, a txtar block is a whole corpus.
func Blocks(page, section string) []map[string][]byte {
	_, rest, ok := strings.Cut(page, "\n## "+section+"\n")
	if !ok {
		return nil
	}
	if end := nextSection(rest); end >= 0 {
		rest = rest[:end]
	}
	var out []map[string][]byte
	var fence, language string
	var body strings.Builder
	for line := range strings.Lines(rest) {
		trimmed := strings.TrimRight(line, "\n")
		switch {
		case fence == "" && strings.HasPrefix(trimmed, "```"):
			fence = trimmed[:len(trimmed)-len(strings.TrimLeft(trimmed, "`"))]
			language = strings.TrimLeft(trimmed, "`")
			body.Reset()
		case fence != "" && trimmed == fence:
			switch language {
			case "markdown":
				out = append(out, map[string][]byte{"domains/sample/first-principles.md": []byte(body.String())})
			case "txtar":
				out = append(out, files(txtar.Parse([]byte(body.String()))))
			}
			fence = ""
		case fence != "":
			body.WriteString(line)
		}
	}
	return out
}

// nextSection is the offset of the next level-2 heading outside of fences.
func nextSection(text string) int {
	at, fenced := 0, ""
	for line := range strings.Lines(text) {
		switch {
		case fenced == "" && strings.HasPrefix(line, "```"):
			fenced = line[:len(line)-len(strings.TrimLeft(line, "`"))]
		case fenced != "" && strings.TrimRight(line, "\n") == fenced:
			fenced = ""
		case fenced == "" && strings.HasPrefix(line, "## "):
			return at
		}
		at += len(line)
	}
	return -1
}
