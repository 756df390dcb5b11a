package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/source"
)

var linkUnusedAcknowledgement = &check.Rule{
	Name:     "link/unused-acknowledgement",
	Severity: diag.Error,
	Summary:  "the manifest acknowledges a back-link that does not exist",
	Run: func(p *check.Pass) {
		for _, a := range acknowledgements(p.Corpus) {
			if linkTo(a.from, a.to.Path) == nil {
				p.Report(unusedAcknowledgement(p.Corpus, a))
			}
		}
	},
}

// acknowledgement is a row of acknowledged back-links both ends of which are
// written.
type acknowledgement struct {
	*corpus.Acknowledgement
	from, to *corpus.Document
}

// acknowledgements are the rows whose ends both exist. One that is planned
// still has its time, and one that is missing is link/dangling.
func acknowledgements(c *corpus.Corpus) []acknowledgement {
	if c.Manifest == nil {
		return nil
	}
	var out []acknowledgement
	for _, a := range c.Manifest.Acks {
		from, to := c.Document(a.From), c.Document(a.To)
		if from != nil && to != nil && !c.Manifest.Plans(a.From) && !c.Manifest.Plans(a.To) {
			out = append(out, acknowledgement{a, from, to})
		}
	}
	return out
}

// linkTo is the first reference of a document to a path, also one that is meant
// for it and misspelt, or nil.
func linkTo(d *corpus.Document, to string) *corpus.Reference {
	for _, ref := range d.References {
		if ref.Generated {
			continue
		}
		if ref.Path == to || ref.Suggestion == to || ref.Target != nil && ref.Target.Path == to {
			return ref
		}
	}
	return nil
}

func unusedAcknowledgement(c *corpus.Corpus, a acknowledgement) *diag.Diagnostic {
	line := c.Manifest.Document.File.LineSpan(c.Manifest.Document.File.Line(a.Row.Span.Start))
	d := &diag.Diagnostic{
		File: c.Manifest.Document.File, Span: firstCell(a.Row), Target: a.From + " " + a.To,
		Message: fmt.Sprintf("the manifest acknowledges a link from “%s” to “%s”, and there is none", a.From, a.To),
		Hint:    "remove the row, or restore the link",
		Related: []diag.Related{shownTitle(a.from, "the document that does not link")},
		Fix: &diag.Fix{
			Title: "remove the row",
			Edits: []diag.Edit{{File: c.Manifest.Document.File, Span: source.Span{Start: line.Start, End: min(line.End+1, len(c.Manifest.Document.File.Text))}}},
		},
		Needs: []diag.Fact{
			check.TextOf(a.From), check.TextOf(a.To),
			// A back-link of the same document, or of its domain to the same
			// place, says that an end of the row is wrong: reported there.
			check.LinksFrom(a.From), check.LinksBetween(c.FolderOf(a.from), a.To),
		},
	}
	if back := linkTo(a.to, a.From); back != nil {
		d.Needs = append(d.Needs, check.DirectionFact(back)) // the ends are swapped
	}
	return d
}
