package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"atelier/internal/diag"
)

// The number of annotations of each level that GitHub shows for a step; it drops
// the others without a word.
const githubCap = 10

// github writes workflow commands, errors first, at most as many of each level
// as the platform shows, then one line that says how many were left out.
func github(w io.Writer, f *Findings, o Options) error {
	var b strings.Builder
	open, _ := f.Open()
	ordered := slices.Clone(open)
	slices.SortStableFunc(ordered, func(a, b *diag.Diagnostic) int { return int(b.Severity) - int(a.Severity) })
	written := map[string]int{}
	left := map[string]int{}
	for _, d := range ordered {
		level := githubLevel(d.Severity)
		if written[level] == githubCap {
			left[level]++
			continue
		}
		written[level]++
		start, end := d.File.Position(d.Span.Start), d.File.Position(d.Span.End)
		fmt.Fprintf(&b, "::%s file=%s,line=%d,endLine=%d", level, githubProperty(o.Prefix+d.File.Path), start.Line, end.Line)
		if start.Line == end.Line {
			fmt.Fprintf(&b, ",col=%d,endColumn=%d", start.Column, end.Column)
		}
		fmt.Fprintf(&b, ",title=%s::%s\n", githubProperty(d.Rule), githubData(sentence(d)))
	}
	var rest []string
	for _, level := range []string{"error", "warning", "notice"} {
		if left[level] > 0 {
			rest = append(rest, plural(left[level], level))
		}
	}
	if len(rest) > 0 {
		fmt.Fprintf(&b, "atelier: %s not shown as annotations; the step summary has all findings\n", strings.Join(rest, " and "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func githubLevel(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "error"
	case diag.Warning:
		return "warning"
	}
	return "notice"
}

// githubData and githubProperty escape as the runner's toolkit does.
var (
	githubDataEscapes     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubPropertyEscapes = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func githubData(s string) string     { return githubDataEscapes.Replace(s) }
func githubProperty(s string) string { return githubPropertyEscapes.Replace(s) }

// gitlab writes a Code Quality report, in the subset of the Code Climate format
// that GitLab reads.
func gitlab(w io.Writer, f *Findings, o Options) error {
	type lines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	}
	type location struct {
		Path  string `json:"path"`
		Lines lines  `json:"lines"`
	}
	type issue struct {
		Description string   `json:"description"`
		CheckName   string   `json:"check_name"`
		Fingerprint string   `json:"fingerprint"`
		Severity    string   `json:"severity"`
		Location    location `json:"location"`
	}
	out := []issue{}
	open, prints := f.Open()
	for i, d := range open {
		severity := map[diag.Severity]string{diag.Error: "major", diag.Warning: "minor", diag.Info: "info"}[d.Severity]
		out = append(out, issue{
			Description: sentence(d), CheckName: d.Rule, Fingerprint: prints[i], Severity: severity,
			Location: location{o.Prefix + d.File.Path, lines{d.File.Line(d.Span.Start), d.File.Line(d.Span.End)}},
		})
	}
	return writeJSON(w, out)
}

// junit writes a test case for each finding of error severity, which fails, and
// one for each document without, which passes; findings below that are output of
// their document. A test case has one failure at most: readers of the format drop
// any other.
func junit(w io.Writer, f *Findings, _ Options) error {
	type failure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
	type testcase struct {
		Name      string   `xml:"name,attr"`
		ClassName string   `xml:"classname,attr"`
		Failure   *failure `xml:"failure"`
		Out       string   `xml:"system-out,omitempty"`
	}
	type suite struct {
		Name     string     `xml:"name,attr"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Cases    []testcase `xml:"testcase"`
	}
	type suites struct {
		XMLName xml.Name `xml:"testsuites"`
		Suites  []suite  `xml:"testsuite"`
	}
	byPath := map[string][]*diag.Diagnostic{}
	open, _ := f.Open()
	for _, d := range open {
		byPath[d.File.Path] = append(byPath[d.File.Path], d)
	}
	for _, d := range f.documents() {
		if _, ok := byPath[d.Path]; !ok {
			byPath[d.Path] = nil // a document without findings is a case too
		}
	}
	s := suite{Name: "atelier check"}
	for _, path := range slices.Sorted(maps.Keys(byPath)) {
		var cases []testcase
		out := ""
		for _, d := range byPath[path] {
			text := xmlText(Concise(d) + hint(d))
			if d.Severity != diag.Error {
				out += text + "\n"
				continue
			}
			at := d.Position()
			cases = append(cases, testcase{
				Name: fmt.Sprintf("%s at %d:%d", d.Rule, at.Line, at.Column), ClassName: xmlText(path),
				Failure: &failure{xmlText(d.Message), d.Rule, text},
			})
		}
		s.Failures += len(cases)
		if len(cases) == 0 {
			cases = []testcase{{Name: "no errors", ClassName: xmlText(path)}}
		}
		cases[0].Out = out
		s.Cases = append(s.Cases, cases...)
	}
	s.Tests = len(s.Cases)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(suites{Suites: []suite{s}}); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

// hint is the way out as a line of its own, "" where there is none.
func hint(d *diag.Diagnostic) string {
	if d.Hint == "" {
		return ""
	}
	return "\n" + d.Hint
}

// xmlText drops the characters that XML 1.0 cannot hold.
func xmlText(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r <= 0xd7ff || r >= 0xe000 && r <= 0xfffd || r >= 0x10000 {
			return r
		}
		return '\uFFFD'
	}, s)
}

// stepSummary writes Markdown for the summary of a CI step: the counts, then a
// table a document.
func stepSummary(w io.Writer, f *Findings, _ Options) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## atelier check\n\n%s.\n", upperFirst(Summary(f)))
	path := ""
	open, _ := f.Open()
	for _, d := range open {
		if d.File.Path != path {
			path = d.File.Path
			fmt.Fprintf(&b, "\n### %s\n\n| Line | Severity | Rule | Finding |\n|--:|---|---|---|\n", markdownText(path))
		}
		fmt.Fprintf(&b, "| %d | %s | `%s` | %s |\n", d.Position().Line, d.Severity, d.Rule, markdownText(sentence(d)))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Shortened is Markdown cut at the end of a line, so that it has no more bytes than
// a bound, and how many findings were cut off with it.
func Shortened(markdown string, most int) (kept string, left int) {
	if len(markdown) <= most {
		return markdown, 0
	}
	end := strings.LastIndexByte(markdown[:most], '\n') + 1
	for line := range strings.Lines(markdown[end:]) {
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| Line |") {
			left++
		}
	}
	return markdown[:end], left
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(r)) + s[n:]
}

// markdownText keeps a message one cell of a table, and its text from being read
// as Markdown or HTML.
func markdownText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "\n", " ", "&", "&amp;", "<", "&lt;", "`", "\\`", "*", `\*`, "_", `\_`, "[", `\[`, "~", `\~`).Replace(printable(s))
}
