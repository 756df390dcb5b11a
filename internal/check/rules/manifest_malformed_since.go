package rules

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var manifestMalformedSince = &check.Rule{
	Name:     "manifest/malformed-since",
	Severity: diag.Error,
	Summary:  "a row of the manifest does not say since when its document is there",
	Run: func(p *check.Pass) {
		m := p.Corpus.Manifest
		if m == nil {
			return
		}
		for _, row := range m.Rows {
			if row.SinceCell == nil {
				continue
			}
			if _, ok := corpus.ParseSince(row.SinceText); ok || noMilestone(row.SinceText) && !ordered(p.Corpus, row) {
				continue
			}
			p.Report(malformedSince(m, row))
		}
	},
}

// noMilestone reports whether a cell says nothing.
func noMilestone(text string) bool { return strings.Trim(text, " -–—") == "" }

// ordered reports whether the place of a document matters: only links between the
// folders of domains have a direction.
func ordered(c *corpus.Corpus, row *corpus.ManifestRow) bool {
	return c.InCollection(row.Path)
}

func malformedSince(m *corpus.Manifest, row *corpus.ManifestRow) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: m.Document.File, Span: manifestCell(row.Row, row.SinceCell), Target: row.Path,
		Message: fmt.Sprintf("“%s” is no milestone and phase, so %s has no place in the order", row.SinceText, row.Path),
		Hint:    "write both, as in “v0.4 P2”",
		Breaks: []diag.Fact{
			check.RowFact(m.Document, row.Row), check.PlaceOf(row.Path), check.Inputs(),
		},
		Needs: []diag.Fact{check.TextOf(m.Document.Path), check.RowFact(m.Document, row.Row)},
	}
	if noMilestone(row.SinceText) {
		found.Message = fmt.Sprintf("the row does not say since when %s is there, so it has no place in the order", row.Path)
		found.Hint = "write the milestone and the phase, as in “v0.4 P2”"
	}
	if path.Base(row.Path) == "first-principles.md" {
		found.Breaks = append(found.Breaks, check.PlaceOf(path.Dir(row.Path)))
	}
	if text := nearestSince(row.SinceText); text != "" {
		found.Message += fmt.Sprintf("; did you mean “%s”?", text)
		found.Fix = &diag.Fix{
			Title: fmt.Sprintf("write “%s”", text), Safe: !holdsRemark(m.Document.File, row.SinceCell),
			Edits: []diag.Edit{intoCell(m.Document.File, row.SinceCell, text)},
		}
	}
	return found
}

var sinceForm = regexp.MustCompile(`^[vV]?\.?(\d+(?:\.\d+){1,2})[\s,/·-]*(?:[pP](?:hase)?\s*(\d+))?$`)

// nearestSince is the milestone and phase that a text writes in another form, or "".
func nearestSince(text string) string {
	parts := sinceForm.FindStringSubmatch(strings.TrimSpace(text))
	if parts == nil {
		return ""
	}
	out := "v" + parts[1]
	if parts[2] != "" {
		out += " P" + parts[2]
	}
	if _, ok := corpus.ParseSince(out); !ok {
		return ""
	}
	return out
}
