package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var derivationUnusedLink = &check.Rule{
	Name:     "derivation/unused-link",
	Severity: diag.Warning,
	Summary:  "a declared cross-link is never used in the rest of the document",
	Run: func(p *check.Pass) {
		for _, domain := range p.Corpus.Domains {
			unusedRelations(p, domain)
		}
		for _, d := range derivedDocuments(p.Corpus) {
			unusedCrossLinks(p, d)
		}
	},
}

// unusedCrossLinks compares the cross-links of a header with the body.
func unusedCrossLinks(p *check.Pass, d *corpus.Document) {
	h := derivationHeader(d)
	if h == nil || len(h.CrossLinks) == 0 || d.HidesText() {
		return
	}
	used := newLinkSet()
	for _, ref := range d.References {
		if !ref.Generated && ref.Role != corpus.InHeader {
			used.add(ref)
		}
	}
	seen := map[linkKey]bool{}
	for _, l := range h.CrossLinks {
		ref := d.Reference(l.Mention)
		if ref == nil || ref.Path == "" || seen[keyOf(ref.Path)] || used.uses(p.Corpus, ref) {
			continue
		}
		seen[keyOf(ref.Path)] = true
		found := unusedLink(d, ref)
		found.Message = fmt.Sprintf("the header declares a cross-link to “%s”, but nothing below it uses that", ref.Text)
		found.Hint = "link it where it is needed, or take it out of the header"
		found.Needs = append(found.Needs, check.HeaderOf(d), check.ViolationsIn(d))
		p.Report(found)
	}
}

// unusedRelations compares the relationship list of first-principles with the
// rest of that document, domain by domain: the list speaks of what the domain
// leans on, not of single pages.
func unusedRelations(p *check.Pass, domain *corpus.Domain) {
	d := domain.First
	relations := relationReferences(d)
	if len(relations) == 0 || d.HidesText() {
		return
	}
	used := map[string]bool{}
	for _, ref := range d.References {
		if ref.Generated || ref.Role == corpus.InRelation {
			continue
		}
		for _, name := range linkedPaths(ref) {
			used[p.Corpus.DomainFolder(name)] = true
		}
	}
	seen := map[linkKey]bool{}
	for _, ref := range relations {
		if seen[keyOf(ref.Path)] || acknowledged(p.Corpus, ref, domain) || usesAnyDomain(p.Corpus, ref, used) {
			continue
		}
		seen[keyOf(ref.Path)] = true
		found := unusedLink(d, ref)
		found.Severity = diag.Info
		found.Message = fmt.Sprintf("the relationship list names “%s”, but the rest of the document never refers to that domain", ref.Text)
		found.Hint = "refer to it where the domain leans on it, or take it off the list"
		p.Report(found)
	}
}

func usesAnyDomain(c *corpus.Corpus, ref *corpus.Reference, used map[string]bool) bool {
	for _, name := range linkedPaths(ref) {
		if used[c.DomainFolder(name)] {
			return true
		}
	}
	return false
}

// acknowledged reports whether an entry is the other end of a back-link that
// the manifest acknowledges: it must stand in the list whether used or not.
func acknowledged(c *corpus.Corpus, ref *corpus.Reference, domain *corpus.Domain) bool {
	if c.Manifest == nil {
		return false
	}
	for _, a := range c.Manifest.Acks {
		if keyOf(a.From) == keyOf(ref.Path) && c.DomainFolder(a.To) == domain.Path {
			return true
		}
	}
	return false
}

func unusedLink(d *corpus.Document, ref *corpus.Reference) *diag.Diagnostic {
	found := &diag.Diagnostic{
		File: d.File, Span: ref.Span, Target: ref.Path,
		Needs: []diag.Fact{check.TextOf(d.Path), check.MentionFact(d, ref.Mention)},
	}
	if ref.Target != nil {
		found.Related = []diag.Related{{File: ref.Target.File, Span: ref.Target.TitleSpan, Message: "the document that is declared"}}
	}
	return found
}
