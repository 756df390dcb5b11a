package report

import (
	"encoding/json"
	"io"

	"atelier/internal/diag"
)

// The JSON form of findings; its schema is docs/schema/findings.schema.json.
type jsonReport struct {
	Schema   int           `json:"schema"`
	Findings []jsonFinding `json:"findings"`
	Summary  jsonSummary   `json:"summary"`
}

type jsonFinding struct {
	Rule        string        `json:"rule"`
	Severity    string        `json:"severity"`
	Message     string        `json:"message"`
	Hint        string        `json:"hint,omitempty"`
	Path        string        `json:"path"`
	Line        int           `json:"line"`
	Column      int           `json:"column"`
	EndLine     int           `json:"endLine"`
	EndColumn   int           `json:"endColumn"`
	StartOffset int           `json:"startOffset"`
	EndOffset   int           `json:"endOffset"`
	Fingerprint string        `json:"fingerprint"`
	Related     []jsonRelated `json:"related,omitempty"`
	Fix         *jsonFix      `json:"fix,omitempty"`
}

type jsonRelated struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

type jsonFix struct {
	Title string     `json:"title"`
	Safe  bool       `json:"safe"`
	Edits []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	Path        string `json:"path"`
	StartOffset int    `json:"startOffset"`
	EndOffset   int    `json:"endOffset"`
	Text        string `json:"text"`
}

type jsonSummary struct {
	Documents int `json:"documents"`
	Errors    int `json:"errors"`
	Warnings  int `json:"warnings"`
	Infos     int `json:"infos"`
}

func encodeJSON(w io.Writer, f *Findings, _ Options) error {
	out := jsonReport{Schema: 1, Findings: []jsonFinding{}}
	open, prints := f.Open()
	for i, d := range open {
		out.Findings = append(out.Findings, finding(d, prints[i]))
	}
	out.Summary.Documents = len(f.Corpus.Documents)
	out.Summary.Errors, out.Summary.Warnings, out.Summary.Infos = diag.Count(open)
	return writeJSON(w, out)
}

// writeJSON writes a value as indented JSON.
func writeJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}

// encodeJSONLines writes one finding a line, in the form of the JSON format.
func encodeJSONLines(w io.Writer, f *Findings, _ Options) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	open, prints := f.Open()
	for i, d := range open {
		if err := enc.Encode(finding(d, prints[i])); err != nil {
			return err
		}
	}
	return nil
}

func finding(d *diag.Diagnostic, fingerprint string) jsonFinding {
	start, end := d.File.Position(d.Span.Start), d.File.Position(d.Span.End)
	j := jsonFinding{
		Rule: d.Rule, Severity: d.Severity.String(), Message: d.Message, Hint: d.Hint, Path: d.File.Path,
		Line: start.Line, Column: start.Column, EndLine: end.Line, EndColumn: end.Column,
		StartOffset: d.File.Original(d.Span.Start), EndOffset: d.File.Original(d.Span.End), Fingerprint: fingerprint,
	}
	for _, r := range d.Related {
		at := r.File.Position(r.Span.Start)
		j.Related = append(j.Related, jsonRelated{r.File.Path, at.Line, at.Column, r.Message})
	}
	if d.Fix != nil {
		j.Fix = &jsonFix{Title: d.Fix.Title, Safe: d.Fix.Safe, Edits: []jsonEdit{}}
		for _, e := range d.Fix.Edits {
			j.Fix.Edits = append(j.Fix.Edits, jsonEdit{e.File.Path, e.File.Original(e.Span.Start), e.File.Original(e.Span.End), e.Text})
		}
	}
	return j
}
