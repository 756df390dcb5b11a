package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var linkUnbackedCrossLink = &check.Rule{
	Name:     "link/unbacked-cross-link",
	Severity: diag.Info,
	Summary:  "a heading names a cross-link that its section never names in full",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, s := range d.Sections {
				for _, m := range s.CrossLinks {
					if s.Block.Generated || !namesCrossLink(d, m) || backed(d, s, m) {
						continue
					}
					p.Report(&diag.Diagnostic{
						File: d.File, Span: m.Span, Target: m.Path,
						Message: fmt.Sprintf("the heading announces a cross-link to “%s”, and its section never names “%s” in full", m.Text, crossLinkName(d, m)),
						Hint:    "say in the section what the other document gives, with its path in a code span",
						Needs:   []diag.Fact{check.TextOf(d.Path)},
					})
				}
			}
		}
	},
}

// namesCrossLink reports whether a path in a heading is a cross-link: one that
// resolves, or one that follows the word. "and/or" is none.
func namesCrossLink(d *corpus.Document, m *parse.Mention) bool {
	if d.Reference(m) != nil {
		return true
	}
	before := strings.TrimRight(m.Before(), " :")
	return strings.HasSuffix(before, "cross-link") || strings.HasSuffix(before, "cross-links")
}

// crossLinkName is the path of a cross-link from the corpus root.
func crossLinkName(d *corpus.Document, m *parse.Mention) string {
	if ref := d.Reference(m); ref != nil && ref.Path != "" {
		return strings.TrimSuffix(ref.Path, ".md")
	}
	return "domains/" + strings.TrimSuffix(m.Path, ".md")
}

// backed reports whether the body of a section names in full the document that
// its heading names in short.
func backed(d *corpus.Document, s *parse.Section, m *parse.Mention) bool {
	want := crossLinkName(d, m)
	first, _ := slices.BinarySearchFunc(d.References, s.Span.End, func(ref *corpus.Reference, at int) int { return ref.Span.Start - at })
	for _, ref := range d.References[first:] {
		if ref.Span.Start >= s.Body.End {
			return false
		}
		if ref.Generated || ref.Link == nil && ref.Mention.Kind != parse.PathMention {
			continue
		}
		if strings.TrimSuffix(ref.Path, ".md") == want || strings.TrimSuffix(ref.Suggestion, ".md") == want {
			return true
		}
	}
	return false
}
