package checktest

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/corpustest"
	"atelier/internal/diag"
	"atelier/internal/source"
)

// fixAll applies the safe fixes of all rules to a tree, as check --fix does, and
// holds what must be true of the result: there is no fix left, and the form of the
// files is kept. It gives the findings that the fixes bring to light.
func fixAll(t *testing.T, tree map[string][]byte, before []*diag.Diagnostic, rules []*check.Rule) (revealed string) {
	t.Helper()
	fixable := false
	for _, d := range before {
		fixable = fixable || d.Fix != nil && d.Fix.Safe
	}
	if !fixable {
		return ""
	}
	fsys := corpustest.FS(tree)
	cfg := Load(t, tree, rules).Config
	all := func(*corpus.Corpus, check.Outcome) func(int) bool { return func(int) bool { return true } }
	options := baselineOf(t, tree)
	fixed, err := check.Fix(context.Background(), fsys, cfg, rules, options, all)
	if err != nil {
		t.Errorf("fixing: %v", err)
		return ""
	}
	for name, content := range fixed.Files {
		keepsForm(t, name, tree[name], content)
		fsys[name] = &fstest.MapFile{Data: content}
	}
	again, err := check.Fix(context.Background(), fsys, cfg, rules, baselineOf(t, tree), all)
	if err != nil || again.Edits > 0 {
		t.Errorf("fixing what is fixed makes %d edits (%v)", again.Edits, err)
	}
	return newFindings(before, fixed.Outcome.Diagnostics)
}

// keepsForm holds that a fix keeps the byte-order mark, the kind of line ends and
// the lack of a last one.
func keepsForm(t *testing.T, name string, before, after []byte) {
	t.Helper()
	bom := []byte(source.BOM)
	if bytes.HasPrefix(before, bom) != bytes.HasPrefix(after, bom) {
		t.Errorf("the fix of %s changes the byte-order mark", name)
	}
	bare := func(b []byte) int { return bytes.Count(b, []byte("\n")) - bytes.Count(b, []byte("\r\n")) }
	if bytes.Contains(before, []byte("\r\n")) && bare(before) == 0 && bare(after) > 0 {
		t.Errorf("the fix of %s writes LF into a file of CRLF", name)
	}
	if !bytes.Contains(before, []byte("\r\n")) && bytes.Contains(after, []byte("\r\n")) {
		t.Errorf("the fix of %s writes CRLF into a file of LF", name)
	}
	if !bytes.HasSuffix(before, []byte("\n")) && bytes.HasSuffix(after, []byte("\n")) {
		t.Errorf("the fix of %s adds a line end to its last line", name)
	}
}

// newFindings are the findings after a fix that were not there before, by rule,
// file and target, and do not rest on what an error before had put in doubt.
func newFindings(before, after []*diag.Diagnostic) string {
	var out strings.Builder
	known := map[string]int{}
	var doubted []diag.Fact
	for _, d := range before {
		known[d.Rule+"\x00"+d.File.Path+"\x00"+d.Target]++
		if d.Severity == diag.Error {
			doubted = append(doubted, d.Breaks...)
		}
	}
	for _, d := range after {
		key := d.Rule + "\x00" + d.File.Path + "\x00" + d.Target
		if known[key]--; known[key] >= 0 {
			continue
		}
		if !slices.ContainsFunc(d.Needs, func(f diag.Fact) bool { return slices.Contains(doubted, f) }) {
			fmt.Fprintln(&out, Concise(d))
		}
	}
	return out.String()
}

// baselineOf are the options of a check of files: the baseline among them.
func baselineOf(t testing.TB, tree map[string][]byte) (o check.Options) {
	t.Helper()
	if data, ok := tree[check.BaselineFile]; ok {
		var err error
		if o.Baseline, err = check.ReadBaseline(check.BaselineFile, data); err != nil {
			t.Fatal(err)
		}
	}
	return o
}
