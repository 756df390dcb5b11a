package rules

import (
	"fmt"
	"path"
	"strings"
	"unicode"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var linkDangling = &check.Rule{
	Name:     "link/dangling",
	Severity: diag.Error,
	Summary:  "a path or link names a document that does not exist",
	Run: func(p *check.Pass) {
		lost := lostPlans(p.Corpus)
		cited(p.Corpus, func(ref *corpus.Reference) {
			switch {
			case ref.Status == corpus.Planned && ref.From.Kind != corpus.KindManifest:
				p.Report(plannedLink(p.Corpus, ref))
			case ref.Status == corpus.Dangling && ref.Fault == corpus.NoTarget && !lost.has(ref.Path) && !lost.has(firstPrinciplesOf(ref.Path)):
				p.Report(danglingLink(p.Corpus, ref))
			}
		})
	},
}

// firstPrinciplesOf is the document that the name of a domain's folder stands
// for.
func firstPrinciplesOf(folder string) string {
	return path.Join(strings.TrimSuffix(folder, ".md"), "first-principles.md")
}

// danglingLink is the finding of a reference to nothing.
func danglingLink(c *corpus.Corpus, ref *corpus.Reference) *diag.Diagnostic {
	written := writtenPath(ref)
	d := &diag.Diagnostic{
		File: ref.From.File, Span: pathSpan(ref), Target: written,
		Message: fmt.Sprintf("“%s” names no document", written),
		Hint:    "mend the path, or write the document",
		Breaks:  brokenBy(c, ref), Needs: soundTarget(ref),
	}
	if ref.Link != nil {
		d.Message = fmt.Sprintf("“%s” leads to “%s”, which does not exist", written, ref.Path)
	}
	switch {
	case ref.Link != nil && path.Ext(ref.Path) != "" && !strings.EqualFold(path.Ext(ref.Path), ".md"):
		d.Hint = "mend the path, or add the file"
	case c.Manifest != nil:
		d.Hint = "mend the path, or list the document in the manifest as planned"
	}
	if ref.Link != nil {
		if hint := strayHint(written); hint != "" {
			d.Hint = hint
			return d
		}
	}
	if ref.Suggestion == "" {
		return d
	}
	right := pathTo(ref, ref.Suggestion)
	d.Message += fmt.Sprintf("; did you mean “%s”?", right)
	if near := c.Document(ref.Suggestion); near != nil {
		d.Related = append(d.Related, shownTitle(near, "the nearest document"))
	}
	d.Fix = &diag.Fix{
		Title: fmt.Sprintf("write “%s”", right),
		// Only the missing ending is certain: the file is there.
		Safe:  ref.Link != nil && ref.Suggestion == ref.Path+".md",
		Edits: []diag.Edit{{File: ref.From.File, Span: d.Span, Text: right}},
	}
	return d
}

// strayHint says what was written into an address that makes a path of it, or "":
// a character that nobody sees, or brackets around the address.
func strayHint(destination string) string {
	for _, r := range destination {
		if unicode.Is(unicode.Cf, r) {
			return fmt.Sprintf("take the invisible character %U out", r)
		}
	}
	for _, scheme := range []string{"https://", "http://"} {
		if at := strings.Index(destination, scheme); at > 0 {
			return fmt.Sprintf("take “%s” away: what stands before “%s” makes a path of the address", destination[:at], scheme)
		}
	}
	return ""
}

// plannedLink is the finding of a reference to what the manifest only plans. A
// back-link is the graver fault of the two, and reported alone.
func plannedLink(c *corpus.Corpus, ref *corpus.Reference) *diag.Diagnostic {
	written := writtenPath(ref)
	d := &diag.Diagnostic{
		File: ref.From.File, Span: pathSpan(ref), Target: written, Severity: diag.Warning,
		Message: fmt.Sprintf("“%s” is planned in the manifest and not written yet", written),
		Hint:    "nothing is wrong here once the document is written",
		Needs:   append(soundTarget(ref), check.DirectionFact(ref)),
	}
	if row := c.Manifest.RowOf(ref.Path); row != nil && row.SinceText != "" {
		d.Message = fmt.Sprintf("“%s” is planned in the manifest (%s) and not written yet", written, row.SinceText)
		d.Related = []diag.Related{shownRow(c, row, "its row, with the status planned")}
	}
	return d
}
