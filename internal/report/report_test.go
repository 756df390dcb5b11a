package report

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"atelier/internal/check"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/source"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// sample are findings of every kind: with another end in the same file and in
// another, with fixes, over several lines, in a long line, in a file without
// text, and with characters that formats must escape.
func sample(t testing.TB) *Findings {
	t.Helper()
	fsys := fstest.MapFS{
		"domains/a/first-principles.md": {Data: []byte("# A — First Principles\n\n### P1. Ünder | one\n\nA `domains/a/long-\npath.md` wraps.\n\n" + strings.Repeat("word ", 60) + "here " + strings.Repeat("tail ", 40) + "\n")},
		"domains/a/b c.md":              {Data: []byte("# B\n\n你好 text\x1b[31m\n")},
	}
	c, err := corpus.Load(context.Background(), fsys, config.Default())
	if err != nil {
		t.Fatal(err)
	}
	first, other := c.Document("domains/a/first-principles.md").File, c.Document("domains/a/b c.md").File
	at := func(file *source.File, text string) source.Span {
		i := strings.Index(file.Text, text)
		if i < 0 {
			t.Fatalf("no %q", text)
		}
		return source.Span{Start: i, End: i + len(text)}
	}
	ds := []*diag.Diagnostic{
		{Rule: "demo/one", Severity: diag.Error, File: first, Span: at(first, "Ünder"), Message: "“Ünder” is not <one> & 50% of 'it'", Hint: "write “one”", Target: "x",
			Related: []diag.Related{{File: first, Span: at(first, "# A"), Message: "the title"}, {File: other, Span: at(other, "# B"), Message: "the other document"}},
			Fix:     &diag.Fix{Title: "replace the word", Safe: true, Edits: []diag.Edit{{File: first, Span: at(first, "Ünder"), Text: "One"}}}},
		{Rule: "demo/two", Severity: diag.Warning, File: first, Span: at(first, "domains/a/long-\npath.md"), Message: "it wraps"},
		{Rule: "demo/two", Severity: diag.Info, File: first, Span: at(first, "here"), Message: "far out", Hint: "“here” is better", Fix: &diag.Fix{Title: "think", Edits: []diag.Edit{}}},
		{Rule: "demo/one", Severity: diag.Error, File: other, Span: at(other, "text"), Message: "wide | characters, [brackets] and * stars"},
		{Rule: "demo/one", Severity: diag.Error, File: source.NewFile("domains/a/gone.md", nil), Message: "cannot be read"},
	}
	diag.Sort(ds)
	rules := []*check.Rule{
		{Name: "demo/one", Severity: diag.Error, Summary: "the first", Page: "# demo/one\n"},
		{Name: "demo/two", Severity: diag.Warning, Summary: "the second", Page: "# demo/two\n"},
	}
	return findings(c, rules, ds)
}

func findings(c *corpus.Corpus, rules []*check.Rule, ds []*diag.Diagnostic) *Findings {
	return New(c, rules, check.Outcome{Diagnostics: ds, Fingerprints: check.Fingerprints(c, ds)})
}

func write(t testing.TB, format string, f *Findings, o Options) string {
	t.Helper()
	var b bytes.Buffer
	if err := Write(&b, format, f, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestGolden compares every format with its golden file.
func TestGolden(t *testing.T) {
	f := sample(t)
	for _, format := range Formats() {
		t.Run(format, func(t *testing.T) {
			golden(t, format, write(t, format, f, Options{}))
		})
	}
	t.Run("colour", func(t *testing.T) { golden(t, "text-colour", write(t, "text", f, Options{Color: true})) })
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".golden")
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// TestMachineFormatsAreWhole holds that machine formats parse, also when empty.
func TestMachineFormatsAreWhole(t *testing.T) {
	full := sample(t)
	empty := findings(full.Corpus, full.Rules, nil)
	for _, f := range []*Findings{full, empty} {
		for _, format := range []string{"json", "sarif", "gitlab"} {
			var v any
			if err := json.Unmarshal([]byte(write(t, format, f, Options{})), &v); err != nil {
				t.Errorf("%s: %v", format, err)
			}
		}
		var v struct {
			Suites []struct {
				Failures int `xml:"failures,attr"`
			} `xml:"testsuite"`
		}
		if err := xml.Unmarshal([]byte(write(t, "junit", f, Options{})), &v); err != nil {
			t.Errorf("junit: %v", err)
		}
		for line := range strings.Lines(write(t, "jsonl", f, Options{})) {
			var v any
			if err := json.Unmarshal([]byte(line), &v); err != nil {
				t.Errorf("jsonl: %v", err)
			}
		}
	}
}

// TestSARIFSchema validates against the official schema, where it is there.
func TestSARIFSchema(t *testing.T) {
	path := "../../../shared/schemas/sarif-schema-2.1.0.json"
	if dir := os.Getenv("ATELIER_SCHEMAS"); dir != "" {
		path = filepath.Join(dir, "sarif-schema-2.1.0.json")
	}
	if _, err := os.Stat(path); err != nil {
		if os.Getenv("ATELIER_REQUIRE_ALL") == "1" {
			t.Fatal("no SARIF schema beside the repository, and ATELIER_REQUIRE_ALL=1")
		}
		t.Skip("no SARIF schema beside the repository (set ATELIER_SCHEMAS)")
	}
	compiler := jsonschema.NewCompiler()
	schema, err := compiler.Compile(path)
	if err != nil {
		t.Fatal(err)
	}
	f := sample(t)
	marked := *f
	marked.Baselined = map[*diag.Diagnostic]bool{f.Diagnostics[0]: true}
	marked.Suppressed = []check.Suppressed{{Diagnostic: f.Diagnostics[1], Reason: "known"}}
	marked.SuppressedFingerprints = []string{"00"}
	for i, f := range []*Findings{f, findings(f.Corpus, f.Rules, nil), &marked} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(write(t, "sarif", f, Options{})))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(value); err != nil {
			t.Errorf("case %d: %v", i, err)
		}
	}
}

// TestGitHubCap holds that no more annotations of a level are written than the
// platform shows, errors first, and that the rest is counted.
func TestGitHubCap(t *testing.T) {
	f := sample(t)
	file := f.Diagnostics[0].File
	var ds []*diag.Diagnostic
	for i := range 14 {
		ds = append(ds, &diag.Diagnostic{Rule: "demo/two", Severity: diag.Warning, File: file, Span: source.Span{Start: i, End: i + 1}, Message: "w"})
		ds = append(ds, &diag.Diagnostic{Rule: "demo/one", Severity: diag.Error, File: file, Span: source.Span{Start: i, End: i + 1}, Message: "e"})
	}
	out := write(t, "github", findings(f.Corpus, f.Rules, ds), Options{})
	if n := strings.Count(out, "::error "); n != 10 {
		t.Errorf("%d errors", n)
	}
	if n := strings.Count(out, "::warning "); n != 10 {
		t.Errorf("%d warnings", n)
	}
	if strings.Index(out, "::warning") < strings.LastIndex(out, "::error") {
		t.Error("errors do not come first")
	}
	if !strings.Contains(out, "4 errors and 4 warnings not shown") {
		t.Errorf("the rest is not counted: %s", out[strings.LastIndex(out, "atelier"):])
	}
}

func TestUnifiedDiff(t *testing.T) {
	var before, after strings.Builder
	for i := range 30 {
		fmt.Fprintf(&before, "line %d\n", i)
		switch i {
		case 3:
			after.WriteString("line three\n")
		case 20:
		default:
			fmt.Fprintf(&after, "line %d\n", i)
		}
	}
	got := UnifiedDiff("a.md", before.String(), after.String())
	want := `--- a/a.md
+++ b/a.md
@@ -1,7 +1,7 @@
 line 0
 line 1
 line 2
-line 3
+line three
 line 4
 line 5
 line 6
@@ -18,7 +18,6 @@
 line 17
 line 18
 line 19
-line 20
 line 21
 line 22
 line 23
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if UnifiedDiff("a.md", "x\n", "x\n") != "" {
		t.Error("equal texts differ")
	}
	if got := UnifiedDiff("a.md", "", "x"); got != "--- /dev/null\n+++ b/a.md\n@@ -0,0 +1 @@\n+x\n\\ No newline at end of file\n" {
		t.Errorf("a new file: %q", got)
	}
}

func TestSentence(t *testing.T) {
	for _, test := range []struct{ message, hint, want string }{
		{"it is gone", "“here” is better", "it is gone. “here” is better."},
		{"no document “x”; did you mean “y”?", "mend the path", "no document “x”; did you mean “y”? Mend the path."},
		{"it cites C1, C2, …", "did you mean C3?", "it cites C1, C2, … Did you mean C3?"},
		{"it is gone", "", "it is gone"},
	} {
		if got := sentence(&diag.Diagnostic{Message: test.message, Hint: test.hint}); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}
