package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var derivationUndeclaredLink = &check.Rule{
	Name:     "derivation/undeclared-link",
	Severity: diag.Info,
	Summary:  "a link into another domain is declared neither in the header nor in the relationship list",
	Run: func(p *check.Pass) {
		for _, domain := range p.Corpus.Domains {
			undeclaredDomains(p, domain)
		}
		for _, d := range derivedDocuments(p.Corpus) {
			undeclaredDocuments(p, d)
		}
	},
}

// undeclaredDomains compares first-principles by domain: one finding for each
// domain that it refers to and its relationship list lacks.
func undeclaredDomains(p *check.Pass, domain *corpus.Domain) {
	d := domain.First
	declared := map[string]bool{domain.Path: true}
	for _, ref := range relationReferences(d) {
		for _, name := range linkedPaths(ref) {
			declared[p.Corpus.DomainFolder(name)] = true
		}
	}
	for _, ref := range outwardLinks(p.Corpus, d) {
		folder := p.Corpus.DomainFolder(ref.Path)
		if declared[folder] {
			continue
		}
		declared[folder] = true
		found := undeclaredLink(d, ref, folder)
		found.Message = fmt.Sprintf("“%s” leads into %s, which the relationship list does not name", ref.Text, folder)
		found.Hint = "add it to the relationship list, with the principles that lean on it and why"
		if len(d.Relations) > 0 {
			found.Related = []diag.Related{{File: d.File, Span: d.Relations[0].Span, Message: "the relationship list"}}
		}
		p.Report(found)
	}
}

// undeclaredDocuments compares a derived document with its header and with the
// relationship list of its domain: one finding for each document that neither
// names.
func undeclaredDocuments(p *check.Pass, d *corpus.Document) {
	h := derivationHeader(d)
	if h == nil {
		return
	}
	declared := newDeclaration()
	for _, ref := range d.References {
		if ref.Role == corpus.InHeader {
			declared.add(p.Corpus, ref)
		}
	}
	for _, source := range []*corpus.Document{d, d.Domain.First} {
		for _, ref := range relationReferences(source) {
			declared.add(p.Corpus, ref)
		}
	}
	for _, ref := range outwardLinks(p.Corpus, d) {
		if declared.covers(ref.Path) {
			continue
		}
		declared.documents[keyOf(ref.Path)] = true
		found := undeclaredLink(d, ref, ref.Path)
		found.Message = fmt.Sprintf("“%s” leads into another domain, but neither the header nor the relationship list of %s declares %s", ref.Text, d.Domain.Name, ref.Path)
		found.Hint = "declare it in the header, with what it is for: “Cross-links `…` for …”"
		found.Related = []diag.Related{{File: d.File, Span: h.Span, Message: "the derivation header"}}
		found.Needs = append(found.Needs, check.HeaderOf(d))
		p.Report(found)
	}
}

// outwardLinks are the references of a document's body into other domains that
// lead somewhere, or will.
func outwardLinks(c *corpus.Corpus, d *corpus.Document) []*corpus.Reference {
	var out []*corpus.Reference
	for _, ref := range d.References {
		if ref.Generated || ref.Role == corpus.InHeader || ref.Role == corpus.InRelation ||
			ref.Status != corpus.Resolved && ref.Status != corpus.Planned || len(linkedPaths(ref)) == 0 {
			continue
		}
		if folder := c.DomainFolder(ref.Path); folder != "" && folder != d.Domain.Path {
			out = append(out, ref)
		}
	}
	return out
}

// undeclaredLink is a finding on a link that may stand: one that goes back must
// go, not be declared. Of a link by label the direction is told at the definition.
func undeclaredLink(d *corpus.Document, ref *corpus.Reference, target string) *diag.Diagnostic {
	told := ref
	if ref.Link != nil && ref.Link.Definition != nil {
		if definition := d.LinkReference(ref.Link.Definition); definition != nil {
			told = definition
		}
	}
	found := &diag.Diagnostic{File: d.File, Span: ref.Span, Target: target, Needs: append(soundTarget(ref), check.DirectionFact(told))}
	if ref.Mention != nil {
		found.Needs = append(found.Needs, check.MentionFact(d, ref.Mention))
	}
	return found
}
