package report

import (
	"io"
	"net/url"
	"strings"
	"unicode/utf8"

	"atelier/internal/check"
	"atelier/internal/diag"
	"atelier/internal/source"
)

// The part of SARIF 2.1.0 that findings need. Own structs, since the libraries
// that write SARIF fill in every default and dozens of empty arrays.
type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name  string      `json:"name"`
	Rules []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID                   string             `json:"id"`
	ShortDescription     sarifText          `json:"shortDescription"`
	FullDescription      sarifText          `json:"fullDescription"`
	Help                 sarifMultiformat   `json:"help"`
	DefaultConfiguration sarifConfiguration `json:"defaultConfiguration"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifMultiformat struct {
	Text     string `json:"text"`
	Markdown string `json:"markdown"`
}

type sarifConfiguration struct {
	Level string `json:"level"`
}

type sarifResult struct {
	RuleID              string             `json:"ruleId"`
	RuleIndex           int                `json:"ruleIndex"`
	Level               string             `json:"level"`
	Message             sarifText          `json:"message"`
	Locations           []sarifLocation    `json:"locations"`
	RelatedLocations    []sarifLocation    `json:"relatedLocations,omitempty"`
	PartialFingerprints map[string]string  `json:"partialFingerprints"`
	Fixes               []sarifFix         `json:"fixes,omitempty"`
	Suppressions        []sarifSuppression `json:"suppressions,omitempty"`
	BaselineState       string             `json:"baselineState,omitempty"`
}

type sarifSuppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification,omitempty"`
}

type sarifLocation struct {
	ID               int            `json:"id,omitempty"`
	PhysicalLocation *sarifPhysical `json:"physicalLocation,omitempty"`
	Message          *sarifText     `json:"message,omitempty"`
}

type sarifPhysical struct {
	ArtifactLocation sarifArtifact `json:"artifactLocation"`
	Region           *sarifRegion  `json:"region,omitempty"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifFix struct {
	Description     sarifText     `json:"description"`
	ArtifactChanges []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	ArtifactLocation sarifArtifact      `json:"artifactLocation"`
	Replacements     []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	DeletedRegion   sarifRegion `json:"deletedRegion"`
	InsertedContent *sarifText  `json:"insertedContent,omitempty"`
}

const sarifSchema = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

// sarif writes SARIF 2.1.0: one run, every rule with its page as help, every
// result with its place, the other end, its fingerprint and its fix. Columns
// count Unicode code points. Suppressed and baselined findings are kept and
// marked, so that a viewer can show them.
func sarif(w io.Writer, f *Findings, o Options) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "atelier", Rules: []sarifRule{}}
	index := map[string]int{}
	for i, r := range f.Rules {
		index[r.Name] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{
			ID: r.Name, ShortDescription: sarifText{r.Summary}, FullDescription: sarifText{flags(r)},
			Help: sarifMultiformat{Text: r.Page, Markdown: r.Page}, DefaultConfiguration: sarifConfiguration{sarifLevel(r.Severity)},
		})
	}
	for i, d := range f.Diagnostics {
		result := sarifFinding(o.Prefix, d, f.Fingerprints[i], index[d.Rule])
		if f.Baselined[d] {
			result.BaselineState = "unchanged"
		} else if f.Baselined != nil {
			result.BaselineState = "new"
		}
		run.Results = append(run.Results, result)
	}
	for i, s := range f.Suppressed {
		result := sarifFinding(o.Prefix, s.Diagnostic, f.SuppressedFingerprints[i], index[s.Diagnostic.Rule])
		result.Suppressions = []sarifSuppression{{Kind: "inSource", Justification: s.Reason}}
		run.Results = append(run.Results, result)
	}
	return writeJSON(w, sarifLog{Schema: sarifSchema, Version: "2.1.0", Runs: []sarifRun{run}})
}

// flags is what the page of a rule says that it flags, as one paragraph.
func flags(r *check.Rule) string {
	_, rest, _ := strings.Cut(r.Page, "\n## "+check.Sections[0]+"\n")
	text, _, _ := strings.Cut(rest, "\n## ")
	if text = strings.Join(strings.Fields(text), " "); text != "" {
		return text
	}
	return r.Summary
}

func sarifLevel(s diag.Severity) string {
	switch s {
	case diag.Error:
		return "error"
	case diag.Warning:
		return "warning"
	}
	return "note"
}

func sarifFinding(prefix string, d *diag.Diagnostic, fingerprint string, index int) sarifResult {
	r := sarifResult{
		RuleID: d.Rule, RuleIndex: index, Level: sarifLevel(d.Severity), Message: sarifText{sentence(d)},
		Locations:           []sarifLocation{{PhysicalLocation: sarifPlace(prefix, d.File, d.Span)}},
		PartialFingerprints: map[string]string{"atelier/v1": fingerprint},
	}
	for i, rel := range d.Related {
		r.RelatedLocations = append(r.RelatedLocations, sarifLocation{
			ID: i + 1, PhysicalLocation: sarifPlace(prefix, rel.File, rel.Span), Message: &sarifText{rel.Message},
		})
	}
	if d.Fix != nil && d.Fix.Safe {
		r.Fixes = []sarifFix{sarifFixOf(prefix, d.Fix)}
	}
	return r
}

// sentence is message and hint as one text.
func sentence(d *diag.Diagnostic) string {
	if d.Hint == "" {
		return d.Message
	}
	return ended(d.Message) + " " + ended(upperFirst(d.Hint))
}

// ended is a text with a full stop at its end, unless it ends in a mark of its own.
func ended(text string) string {
	if r, _ := utf8.DecodeLastRuneInString(text); strings.ContainsRune(".?!…:", r) {
		return text
	}
	return text + "."
}

func sarifPlace(prefix string, file *source.File, span source.Span) *sarifPhysical {
	region := sarifRange(file, span)
	return &sarifPhysical{ArtifactLocation: sarifArtifact{sarifURI(prefix + file.Path)}, Region: &region}
}

func sarifRange(file *source.File, span source.Span) sarifRegion {
	start, end := file.Position(span.Start), file.Position(span.End)
	return sarifRegion{StartLine: start.Line, StartColumn: start.Column, EndLine: end.Line, EndColumn: end.Column}
}

// sarifURI is a path as a relative URI reference. A colon in its first part would
// read as the end of a scheme.
func sarifURI(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		parts[i] = strings.ReplaceAll(url.PathEscape(part), ":", "%3A")
	}
	return strings.Join(parts, "/")
}

func sarifFixOf(prefix string, fix *diag.Fix) sarifFix {
	out := sarifFix{Description: sarifText{fix.Title}}
	at := map[string]int{}
	for _, e := range fix.Edits {
		i, ok := at[e.File.Path]
		if !ok {
			i = len(out.ArtifactChanges)
			at[e.File.Path] = i
			out.ArtifactChanges = append(out.ArtifactChanges, sarifChange{ArtifactLocation: sarifArtifact{sarifURI(prefix + e.File.Path)}})
		}
		replacement := sarifReplacement{DeletedRegion: sarifRange(e.File, e.Span)}
		if e.Text != "" {
			replacement.InsertedContent = &sarifText{e.Text}
		}
		out.ArtifactChanges[i].Replacements = append(out.ArtifactChanges[i].Replacements, replacement)
	}
	return out
}
