package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var linkBackLink = &check.Rule{
	Name:     "link/back-link",
	Severity: diag.Error,
	Summary:  "a document of a domain links one of another domain that was authored later",
	Run: func(p *check.Pass) {
		if p.Corpus.Manifest == nil {
			return // link/mutual says what can be said without an order
		}
		for _, x := range p.Corpus.Crossings() {
			if goesBack(p.Corpus, x) && !lostAcknowledgement(p.Corpus.Manifest, x.From.Path, targetPath(x)) {
				p.Report(backLink(p.Corpus, x))
			}
		}
	},
}

// targetPath is the path of the document that a crossing names.
func targetPath(x corpus.Crossing) string {
	if x.Target != nil {
		return x.Target.Path
	}
	return x.Path
}

// placeOf is the manifest row that gives a document of a domain its place: its
// own, or for one that has none that of the domain's first-principles.
func placeOf(d *corpus.Document) *corpus.ManifestRow {
	if d.Row == nil && d.Domain != nil {
		return d.Domain.First.Row
	}
	return d.Row
}

// placeOfTarget is the same for the other end of a crossing. Only a page may go
// without a row; any other document that has none is a fault of its own.
func placeOfTarget(c *corpus.Corpus, x corpus.Crossing) *corpus.ManifestRow {
	if x.Target != nil && x.Target.Kind == corpus.KindPage {
		return placeOf(x.Target)
	}
	return c.Manifest.RowOf(targetPath(x))
}

// goesBack reports whether a crossing is a back-link that the manifest does not
// acknowledge. Without a manifest none is.
func goesBack(c *corpus.Corpus, x corpus.Crossing) bool {
	if c.Manifest == nil || c.Manifest.Acknowledges(x.From.Path, targetPath(x)) != nil {
		return false
	}
	if x.From == c.Core {
		return true // core links nowhere
	}
	from, to := placeOf(x.From), placeOfTarget(c, x)
	return from != nil && to != nil && to.Place > from.Place
}

func backLink(c *corpus.Corpus, x corpus.Crossing) *diag.Diagnostic {
	to := targetPath(x)
	d := &diag.Diagnostic{
		File: x.From.File, Span: x.Span, Target: to,
		Hint: fmt.Sprintf("link the other way, from the later document; or acknowledge it in %s (From, To, Decision, Why) and in the relationship list of the target's domain; or mend the order of the rows", c.Config.Manifest),
		Breaks: []diag.Fact{
			check.DirectionFact(x.Reference), check.LinksFrom(x.From.Path),
			check.LinksBetween(c.FolderOf(x.From), to),
		},
		Needs: append(soundTarget(x.Reference),
			check.ReferenceFact(x.Reference), check.PlaceOf(c.FolderOf(x.From)), check.PlaceOf(x.From.Path), check.PlaceOf(x.Folder), check.PlaceOf(to),
			check.AcknowledgementsOf(x.From.Path), check.AcknowledgementsOf(to)),
	}
	from, row := placeOf(x.From), placeOfTarget(c, x)
	if x.From == c.Core {
		d.Message = fmt.Sprintf("core links nowhere, and this names “%s”", to)
		d.Hint = "say it in the document of the domain, which may name core"
	} else {
		d.Message = fmt.Sprintf("“%s” (%s) was authored after “%s” (%s): the link goes back",
			to, since(row), x.From.Path, since(from))
	}
	for _, end := range []struct {
		row     *corpus.ManifestRow
		message string
	}{{from, "the row of the document that links"}, {row, "the row of the document that is named, authored later"}} {
		if end.row != nil {
			message := end.message
			if x.From == c.Core {
				message = strings.TrimSuffix(message, ", authored later")
			}
			d.Related = append(d.Related, shownRow(c, end.row, message))
		}
	}
	for _, a := range c.Manifest.Acks {
		if a.From == x.From.Path {
			d.Related = append(d.Related, diag.Related{
				File: c.Manifest.Document.File, Span: firstCell(a.Row),
				Message: fmt.Sprintf("what is acknowledged is a link to “%s”", a.To),
			})
			break
		}
	}
	return d
}

// since is the place of a row for a reader: its milestone and phase.
func since(row *corpus.ManifestRow) string {
	if row.SinceText == "" {
		return "no milestone"
	}
	return row.SinceText
}
