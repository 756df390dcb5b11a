package report

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"io"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"

	"atelier/internal/check"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/source"
)

// odd are findings whose paths and messages hold what formats must escape.
func odd(t *testing.T, paths ...string) *Findings {
	t.Helper()
	fsys := fstest.MapFS{"domains/a/first-principles.md": {Data: []byte("# A\n")}}
	for _, path := range paths {
		fsys[path] = &fstest.MapFile{Data: []byte("# B\n\nSome text.\n")}
	}
	cfg := config.Default()
	cfg.Collections = []string{"**/*.md"}
	c, err := corpus.Load(context.Background(), fsys, cfg)
	if err != nil {
		t.Fatal(err)
	}
	var ds []*diag.Diagnostic
	for _, path := range paths {
		for range 2 {
			ds = append(ds, &diag.Diagnostic{
				Rule: "demo/one", Severity: diag.Error, File: c.Document(path).File, Span: source.Span{Start: 5, End: 9},
				Message: "100% wrong:\r\nsee \x1b[31m, \x00 and \ufffe", Hint: "write “a & b”, `c|d` or \\| <e>",
			})
		}
	}
	diag.Sort(ds)
	return findings(c, []*check.Rule{{Name: "demo/one", Severity: diag.Error, Summary: "the first", Page: "# demo/one\n"}}, ds)
}

func TestGitHubEscapes(t *testing.T) {
	out := write(t, "github", odd(t, "a,b:c%.md"), Options{Prefix: "docs/x:y/"})
	want := "::error file=docs/x%3Ay/a%2Cb%3Ac%25.md,line=3,endLine=3,col=1,endColumn=5,title=demo/one::100%25 wrong:%0D%0Asee \x1b"
	if line, _, _ := strings.Cut(out, "[31m"); line != want {
		t.Errorf("got  %q\nwant %q", line, want)
	}
	if n := strings.Count(out, "\n"); n != 2 {
		t.Errorf("%d lines for two findings", n)
	}
}

// TestLinesStayLines holds that a message or path with line breaks and escape
// sequences is one harmless line in the formats for terminals.
func TestLinesStayLines(t *testing.T) {
	f := odd(t, "a\nb\x1b[2J.md")
	for _, format := range []string{"concise", "text"} {
		out := write(t, format, f, Options{})
		if strings.ContainsAny(out, "\x1b\r\x00") || strings.Contains(out, "a\nb") {
			t.Errorf("%s: %q", format, out)
		}
	}
	if n := strings.Count(write(t, "concise", f, Options{}), "\n"); n != 2 {
		t.Errorf("%d lines for two findings", n)
	}
}

func TestJUnitHoldsAnyText(t *testing.T) {
	type suite struct {
		Failures int `xml:"failures,attr"`
		Tests    int `xml:"tests,attr"`
		Cases    []struct {
			Failures []struct {
				Message string `xml:"message,attr"`
			} `xml:"failure"`
		} `xml:"testcase"`
	}
	var v struct {
		Suites []suite `xml:"testsuite"`
	}
	out := write(t, "junit", odd(t, "a\x01<&\".md"), Options{})
	decoder := xml.NewDecoder(strings.NewReader(out))
	decoder.Strict = true
	for {
		if _, err := decoder.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, out)
		}
	}
	if err := xml.Unmarshal([]byte(out), &v); err != nil {
		t.Fatal(err)
	}
	s := v.Suites[0]
	if s.Failures != 2 || s.Tests != len(s.Cases) || s.Tests != 3 {
		t.Errorf("%d failures in %d tests, %d cases", s.Failures, s.Tests, len(s.Cases))
	}
	for _, c := range s.Cases {
		if len(c.Failures) > 1 {
			t.Errorf("a test case has %d failures", len(c.Failures))
		}
	}
}

// TestForgesFindFiles holds that the formats of forges name files from the root
// of the repository, as URIs where they are URIs.
func TestForgesFindFiles(t *testing.T) {
	const name = "a:b c%.md"
	f := odd(t, name)
	var log struct {
		Runs []struct {
			Results []struct {
				Locations []struct {
					PhysicalLocation struct{ ArtifactLocation struct{ URI string } }
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(write(t, "sarif", f, Options{})), &log); err != nil {
		t.Fatal(err)
	}
	uri := log.Runs[0].Results[0].Locations[0].PhysicalLocation.ArtifactLocation.URI
	if u, err := url.Parse(uri); err != nil || u.Scheme != "" || u.Path != name {
		t.Errorf("%q is not the relative URI of %q: %v", uri, name, err)
	}
	var issues []struct {
		Fingerprint string
		Location    struct{ Path string }
	}
	if err := json.Unmarshal([]byte(write(t, "gitlab", f, Options{Prefix: "docs/"})), &issues); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, issue := range issues {
		if seen[issue.Fingerprint] {
			t.Errorf("two issues have the fingerprint %s", issue.Fingerprint)
		}
		seen[issue.Fingerprint] = true
		if issue.Location.Path != "docs/"+name {
			t.Errorf("path %q", issue.Location.Path)
		}
	}
}

// TestSummaryEscapes holds that no message turns into markup or another cell.
func TestSummaryEscapes(t *testing.T) {
	out := write(t, "markdown", odd(t, "a.md"), Options{})
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "| 3 ") {
			continue
		}
		if want := "write “a &amp; b”, \\`c\\|d\\` or \\\\\\| &lt;e>"; !strings.Contains(strings.ToLower(line), want) {
			t.Errorf("%q does not hold %q", line, want)
		}
	}
}

func TestColumns(t *testing.T) {
	for text, want := range map[string]int{"abc": 3, "你好，": 6, "ｆｗ": 4, "e\u0301": 1, "🎉": 2, "a\u200Db": 2, "\x1b": 1, "—“”": 3} {
		if got := columns(text); got != want {
			t.Errorf("%q takes %d cells, want %d", text, got, want)
		}
	}
}

// TestExcerptFits holds that a line of an excerpt fits a terminal of 80 cells,
// with the mark below the part that it marks.
func TestExcerptFits(t *testing.T) {
	for _, c := range []struct{ name, before, part, after string }{
		{"short", "see ", "none.md", " there"},
		{"at the end of a long line", strings.Repeat("word ", 40), "none.md", ""},
		{"at the start of a long line", "", "none.md", strings.Repeat(" word", 40)},
		{"in the middle of a long line", strings.Repeat("word ", 40), "none.md", strings.Repeat(" word", 40)},
		{"behind wide characters", strings.Repeat("你好，世界。", 3), "none.md", ""},
		{"wide characters beyond the width", strings.Repeat("你好，世界。", 30), "none.md", strings.Repeat("🎉", 30)},
		{"behind combining marks and joiners", "e\u0301e\u0301 \U0001F468\u200D\U0001F469 ", "none.md", ""},
		{"behind tabs", "\ta\tb\t", "none.md", "\tc"},
		{"longer than a line", "see ", strings.Repeat("long-", 40) + ".md", " there"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := source.NewFile("a.md", []byte(c.before+c.part+c.after+"\n"))
			p := &painter{}
			p.excerpt(file, source.Span{Start: len(c.before), End: len(c.before) + len(c.part)}, 1, noColor, '^', "")
			shown, mark, _ := strings.Cut(strings.TrimSuffix(p.String(), "\n"), "\n")
			if n := columns(shown); n > lineWidth {
				t.Errorf("%d cells: %s", n, shown)
			}
			if n := columns(mark); n > lineWidth {
				t.Errorf("%d cells: %s", n, mark)
			}
			at := strings.Index(mark, "^")
			marked := ""
			n := 0
			for _, r := range shown {
				if n >= at && n < len(mark) {
					marked += string(r)
				}
				n += cellsOf(r)
			}
			if !strings.HasPrefix(c.part, marked) || marked == "" || len(c.part) < 20 && marked != c.part {
				t.Errorf("the mark is below %q, want %q\n%s\n%s", marked, c.part, shown, mark)
			}
		})
	}
}
