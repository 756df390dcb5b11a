// Package report writes findings in the formats that people and machines read.
// Encoders write to an [io.Writer] and know nothing of files, flags or the
// environment.
package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

// Findings are what a check found, ready to be written.
type Findings struct {
	Corpus      *corpus.Corpus
	Diagnostics []*diag.Diagnostic
	// Fingerprints are those of Diagnostics, in order.
	Fingerprints []string
	Rules        []*check.Rule
}

// New puts together what a run of rules found.
func New(c *corpus.Corpus, rules []*check.Rule, ds []*diag.Diagnostic) *Findings {
	return &Findings{Corpus: c, Diagnostics: ds, Fingerprints: check.Fingerprints(c, ds), Rules: rules}
}

// Options are choices about form.
type Options struct {
	// Color adds escape sequences to the formats for people.
	Color bool
}

// An encoder writes findings whole.
type encoder func(io.Writer, *Findings, Options) error

var encoders = map[string]encoder{
	"text":    text,
	"concise": concise,
	"json":    encodeJSON,
}

// Formats are the names of the formats, sorted.
func Formats() []string {
	names := make([]string, 0, len(encoders))
	for name := range encoders {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

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
	return fmt.Sprintf("%s:%d:%d: %s[%s] %s", d.File.Path, at.Line, at.Column, d.Severity, d.Rule, d.Message)
}

func concise(w io.Writer, f *Findings, _ Options) error {
	var b strings.Builder
	for _, d := range f.Diagnostics {
		b.WriteString(Concise(d))
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Summary is the last line of a check, for stderr: "2 errors and 1 warning in
// 13 documents".
func Summary(f *Findings) string {
	errors, warnings, infos := diag.Count(f.Diagnostics)
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
