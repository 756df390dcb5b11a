package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"atelier/internal/diag"
	"atelier/internal/source"
)

// BaselineFile is the default name of a baseline, in the corpus root.
const BaselineFile = ".atelier-baseline.json"

// A Baseline accepts findings that a corpus had when it adopted the check. An
// entry is a fingerprint, never a line.
type Baseline struct {
	Entries []BaselineEntry
	// File is the text it was read from.
	File *source.File
	used map[string]bool
}

// A BaselineEntry is one accepted finding. The message is for people.
type BaselineEntry struct {
	Rule        string `json:"rule"`
	Path        string `json:"path"`
	Fingerprint string `json:"fingerprint"`
	Message     string `json:"message"`
}

type baselineJSON struct {
	Schema   int             `json:"schema"`
	Findings []BaselineEntry `json:"findings"`
}

// ReadBaseline reads a baseline file.
func ReadBaseline(name string, content []byte) (*Baseline, error) {
	const remedy = "atelier baseline write makes a new one"
	var doc baselineJSON
	file := source.NewFile(name, content)
	for number := range file.Lines() {
		line := file.Slice(file.LineSpan(number + 1))
		if strings.HasPrefix(line, "<<<<<<< ") || strings.HasPrefix(line, ">>>>>>> ") {
			return nil, fmt.Errorf("%s:%d: a merge has left a conflict here; take the lines of both sides and run atelier baseline prune", name, number+1)
		}
	}
	// Whoever takes the entries of both sides of a merge may miss a comma.
	text := missingComma.ReplaceAllString(file.Text, "},$1{")
	text = lastComma.ReplaceAllString(text, "}$1]")
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(&doc)
	if err == nil {
		if _, end := decoder.Token(); end != io.EOF {
			err = errors.New("there is something behind its end")
		}
	}
	if err != nil {
		line := file.Line(int(decoder.InputOffset()))
		var syntax *json.SyntaxError
		var kind *json.UnmarshalTypeError
		switch {
		case errors.As(err, &syntax):
			line = file.Line(int(syntax.Offset) - 1)
		case errors.As(err, &kind):
			err = fmt.Errorf("this %s is not what belongs here", kind.Value)
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			line, err = file.Line(len(strings.TrimSpace(file.Text))), errors.New("it ends too early")
		}
		return nil, fmt.Errorf("%s:%d: this is no baseline: %w; %s", name, line, err, remedy)
	}
	if doc.Schema != 1 {
		return nil, fmt.Errorf("%s has the schema %d, and this version of atelier reads 1; %s", name, doc.Schema, remedy)
	}
	return &Baseline{Entries: doc.Findings, File: file}, nil
}

var (
	missingComma = regexp.MustCompile(`\}(\s*\n\s*)\{`)
	lastComma    = regexp.MustCompile(`\},(\s*)\]`)
)

// NewBaseline accepts findings.
func NewBaseline(ds []*diag.Diagnostic, fingerprints []string) *Baseline {
	b := &Baseline{Entries: []BaselineEntry{}}
	for i, d := range ds {
		b.Entries = append(b.Entries, BaselineEntry{d.Rule, d.File.Path, fingerprints[i], d.Message})
	}
	slices.SortFunc(b.Entries, func(x, y BaselineEntry) int {
		return strings.Compare(x.Path+"\x00"+x.Rule+"\x00"+x.Fingerprint, y.Path+"\x00"+y.Rule+"\x00"+y.Fingerprint)
	})
	return b
}

// Encode is the file of a baseline: sorted, an entry a line, so that two
// branches merge.
func (b *Baseline) Encode() ([]byte, error) {
	var out bytes.Buffer
	out.WriteString("{\"schema\": 1, \"findings\": [")
	for i, e := range b.Entries {
		if i > 0 {
			out.WriteByte(',')
		}
		var line bytes.Buffer
		enc := json.NewEncoder(&line)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e); err != nil {
			return nil, err
		}
		out.WriteString("\n  ")
		out.Write(bytes.TrimRight(line.Bytes(), "\n"))
	}
	if len(b.Entries) > 0 {
		out.WriteByte('\n')
	}
	out.WriteString("]}\n")
	return out.Bytes(), nil
}

// ErrNoBaseline says that there is no baseline file.
var ErrNoBaseline = errors.New("there is no baseline")

// accept marks the findings that the baseline accepts.
func (b *Baseline) accept(ds []*diag.Diagnostic, fingerprints []string) map[*diag.Diagnostic]bool {
	known := map[string]bool{}
	for _, e := range b.Entries {
		known[e.Fingerprint] = true
	}
	b.used = map[string]bool{}
	accepted := map[*diag.Diagnostic]bool{}
	for i, d := range ds {
		if known[fingerprints[i]] {
			accepted[d] = true
			b.used[fingerprints[i]] = true
		}
	}
	return accepted
}

// Prune is the baseline without its stale entries, and each of the others once.
func (b *Baseline) Prune() *Baseline {
	pruned := &Baseline{Entries: []BaselineEntry{}}
	kept := map[string]bool{}
	for _, e := range b.Entries {
		if b.used[e.Fingerprint] && !kept[e.Fingerprint] {
			kept[e.Fingerprint] = true
			pruned.Entries = append(pruned.Entries, e)
		}
	}
	return pruned
}

// Stale are the entries that no finding matches, with their places in the file.
func (b *Baseline) Stale() (entries []BaselineEntry, spans []source.Span) {
	for _, e := range b.Entries {
		if b.used[e.Fingerprint] {
			continue
		}
		at := strings.Index(b.File.Text, `"`+e.Fingerprint+`"`)
		span := source.Span{Start: max(at, 0), End: max(at, 0)}
		if at >= 0 {
			span.End = at + len(e.Fingerprint) + 2
		}
		entries, spans = append(entries, e), append(spans, span)
	}
	return entries, spans
}
