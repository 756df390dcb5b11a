// Package report writes findings in the formats that people and machines read.
// Encoders write to an [io.Writer] and know nothing of files, flags or the
// environment.
package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

// Findings are what a check found, ready to be written. The formats for people
// leave out what is Baselined, which is nil where there is no baseline.
type Findings struct {
	check.Outcome
	Corpus *corpus.Corpus
	Rules  []*check.Rule
	// SuppressedFingerprints are those of Suppressed, in order.
	SuppressedFingerprints []string
	// Within says of which paths findings are shown; nil shows those of all.
	Within func(path string) bool
}

// documents are the documents of which findings are shown.
func (f *Findings) documents() []*corpus.Document {
	if f.Within == nil {
		return f.Corpus.Documents
	}
	return slices.DeleteFunc(slices.Clone(f.Corpus.Documents), func(d *corpus.Document) bool { return !f.Within(d.Path) })
}

// Open are the findings that no baseline accepts, with their fingerprints.
func (f *Findings) Open() ([]*diag.Diagnostic, []string) {
	if len(f.Baselined) == 0 {
		return f.Diagnostics, f.Fingerprints
	}
	var ds []*diag.Diagnostic
	var prints []string
	for i, d := range f.Diagnostics {
		if !f.Baselined[d] {
			ds = append(ds, d)
			prints = append(prints, f.Fingerprints[i])
		}
	}
	return ds, prints
}

// New puts together what a check of a corpus found.
func New(c *corpus.Corpus, rules []*check.Rule, out check.Outcome) *Findings {
	silenced := make([]*diag.Diagnostic, len(out.Suppressed))
	for i, s := range out.Suppressed {
		silenced[i] = s.Diagnostic
	}
	return &Findings{Outcome: out, Corpus: c, Rules: rules, SuppressedFingerprints: check.Fingerprints(c, silenced)}
}

// Options are choices about form.
type Options struct {
	// Color adds escape sequences to the formats for people.
	Color bool
	// Prefix is the path of the corpus in its repository, "" or ending in a
	// slash. The formats that a forge reads name files from there.
	Prefix string
}

// An encoder writes findings whole.
type encoder func(io.Writer, *Findings, Options) error

var encoders = map[string]encoder{
	"text":     text,
	"concise":  concise,
	"json":     encodeJSON,
	"jsonl":    encodeJSONLines,
	"sarif":    sarif,
	"github":   github,
	"gitlab":   gitlab,
	"junit":    junit,
	"markdown": stepSummary,
}

// Formats are the names of the formats, sorted.
func Formats() []string { return slices.Sorted(maps.Keys(encoders)) }

// Write writes findings in a format. An unknown format is an error that names
// the known ones.
func Write(w io.Writer, format string, f *Findings, o Options) error {
	encode, ok := encoders[format]
	if !ok {
		return fmt.Errorf("no format is named %q%s (formats: %s)", format, check.DidYouMean(format, Formats()), strings.Join(Formats(), ", "))
	}
	return encode(w, f, o)
}

// Concise is a finding on one line.
func Concise(d *diag.Diagnostic) string {
	at := d.Position()
	return fmt.Sprintf("%s:%d:%d: %s[%s] %s", printable(d.File.Path), at.Line, at.Column, d.Severity, d.Rule, printable(d.Message))
}

func concise(w io.Writer, f *Findings, _ Options) error {
	var b strings.Builder
	open, _ := f.Open()
	for _, d := range open {
		b.WriteString(Concise(d))
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Summary is the last line of a check, for stderr: "2 errors and 1 warning in
// 13 documents".
func Summary(f *Findings) string {
	open, _ := f.Open()
	errors, warnings, infos := diag.Count(open)
	var parts []string
	for _, part := range []struct {
		n    int
		word string
	}{{errors, "error"}, {warnings, "warning"}, {infos, "info"}} {
		if part.n > 0 {
			parts = append(parts, plural(part.n, part.word))
		}
	}
	documents := plural(len(f.Corpus.Documents), "document")
	if n := len(f.documents()); n < len(f.Corpus.Documents) {
		documents = fmt.Sprintf("%d of %s", n, documents)
	}
	if n := len(f.Diagnostics) - len(open); n > 0 {
		documents += fmt.Sprintf(" (%d more in the baseline)", n)
	}
	switch len(parts) {
	case 0:
		return "no findings in " + documents
	case 1:
		return parts[0] + " in " + documents
	}
	return strings.Join(parts[:len(parts)-1], ", ") + " and " + parts[len(parts)-1] + " in " + documents
}

func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// Statistics is a table of rules and the number of their findings, the most
// frequent first.
func Statistics(f *Findings) string {
	open, _ := f.Open()
	counts := map[string]int{}
	severities := map[string]diag.Severity{}
	var names []string
	for _, d := range open {
		if counts[d.Rule] == 0 {
			names = append(names, d.Rule)
		}
		counts[d.Rule]++
		severities[d.Rule] = max(severities[d.Rule], d.Severity)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(counts[b]-counts[a], strings.Compare(a, b))
	})
	var b strings.Builder
	for _, name := range names {
		fmt.Fprintf(&b, "%6d  %-7s  %s\n", counts[name], severities[name], name)
	}
	return b.String()
}
