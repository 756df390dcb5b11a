package rules

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

const firstPrinciplesName = "first-principles.md"

var principleMissingDocument = &check.Rule{
	Name:     "principle/missing-document",
	Severity: diag.Error,
	Summary:  "a folder is written as a domain and has no first-principles.md",
	Run: func(p *check.Pass) {
		for _, folder := range check.Shared(p, unreadDomains) {
			if first := path.Join(folder.folder, firstPrinciplesName); folder.first == nil && p.Corpus.Manifest.Plans(first) {
				continue // it is known to be missing
			}
			p.Report(missingFirstPrinciples(folder))
		}
	},
}

// An unreadDomain is a folder of documents that are written as those of a domain and
// belong to none.
type unreadDomain struct {
	folder string
	// first is the document that was meant as its first-principles, or nil.
	first *corpus.Document
	// documents are those of a domain by what stands in them.
	documents []*corpus.Document
}

// unreadDomains are in order of their folders.
func unreadDomains(c *corpus.Corpus) []*unreadDomain {
	byFolder := map[string]*unreadDomain{}
	var out []*unreadDomain
	for _, d := range c.Documents {
		if d.Domain != nil || d.Kind != corpus.KindPage || !c.InCollection(d.Path) || c.Core != nil && path.Dir(d.Path) == path.Dir(c.Core.Path) {
			continue
		}
		defines, applies := definesDomain(d), appliesDomain(d)
		if !defines && !applies {
			continue
		}
		folder := path.Dir(d.Path)
		if !defines {
			folder = domainFolder(c, d)
		}
		u := byFolder[folder]
		if u == nil {
			u = &unreadDomain{folder: folder}
			byFolder[folder] = u
			out = append(out, u)
		}
		u.documents = append(u.documents, d)
		if defines && (u.first == nil || nearFirstPrinciples(d.Path)) {
			u.first = d
		}
	}
	slices.SortFunc(out, func(a, b *unreadDomain) int { return strings.Compare(a.folder, b.folder) })
	for _, u := range out { // what lies in the folder itself comes first
		slices.SortStableFunc(u.documents, func(a, b *corpus.Document) int {
			return strings.Count(a.Path, "/") - strings.Count(b.Path, "/")
		})
	}
	return out
}

// domainFolder is the folder that would be the domain of a document.
func domainFolder(c *corpus.Corpus, d *corpus.Document) string {
	if folder := c.DomainFolder(d.Path); folder != "" && strings.HasPrefix(d.Path, folder+"/") {
		return folder
	}
	return path.Dir(d.Path)
}

// nearFirstPrinciples reports whether the name of a file is nearly the one that makes
// its folder a domain, in its letters.
func nearFirstPrinciples(name string) bool {
	const slips = 2
	letters := lettersOf(strings.TrimSuffix(path.Base(name), path.Ext(name)))
	return corpus.EditDistance(letters, "firstprinciples", slips) <= slips
}

// lettersOf is a text without its marks, digits and spaces: names that are typed are
// compared by what is left.
func lettersOf(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsLetter(r) {
			return -1
		}
		return r
	}, text)
}

// definesDomain reports whether a document reads like the first-principles of a domain:
// it defines principles or cores, and its name is nearly the right one or it has a
// trace table.
func definesDomain(d *corpus.Document) bool {
	defines := func(defs []*parse.Definition) bool {
		return slices.ContainsFunc(defs, func(def *parse.Definition) bool { return def.Malformed == "" })
	}
	if near := nearFirstPrinciples(d.Path); !defines(d.Document.Principles) && (!near || !defines(d.Document.Cores)) {
		return false
	} else if near {
		return true
	}
	return slices.ContainsFunc(d.Tables, func(t *parse.Table) bool { return !t.Generated && t.Name(0) == "p-rule" })
}

// appliesDomain reports whether a document reads like a derived one: its header names a
// first-principles document as its base, or rows of its violation table name principles.
func appliesDomain(d *corpus.Document) bool {
	if d.Header != nil && d.Header.Base != nil && path.Base(strings.TrimSuffix(d.Header.Base.Path, ".md"))+".md" == firstPrinciplesName {
		return true
	}
	for _, t := range d.Tables {
		if t.Generated || t.Name(0) != "violation" || !strings.HasPrefix(t.Name(1), "principle") {
			continue
		}
		for _, row := range t.OwnRows() {
			if len(row.Cells) > 1 && slices.ContainsFunc(row.Cells[1].Mentions, func(m *parse.Mention) bool { return m.Kind == parse.PrincipleMention }) {
				return true
			}
		}
	}
	return false
}

func missingFirstPrinciples(u *unreadDomain) *diag.Diagnostic {
	first := path.Join(u.folder, firstPrinciplesName)
	at := u.first
	if at == nil {
		at = u.documents[0]
	}
	found := &diag.Diagnostic{
		File: at.File, Span: titleSpan(at), Target: first,
		Breaks: []diag.Fact{check.TextOf(first), check.TextOf(u.folder), check.PlaceOf(u.folder), check.Inputs()},
		Needs:  []diag.Fact{check.TextOf(at.Path)},
	}
	for _, d := range u.documents {
		if d != at && len(found.Related) < mostPlaces {
			found.Related = append(found.Related, diag.Related{File: d.File, Span: titleSpan(d), Message: "in no domain for that reason"})
		}
	}
	if u.first != nil {
		found.Message = fmt.Sprintf("this document defines principles and is not read as the first-principles of %s: it is called “%s”, and not “%s”",
			u.folder, path.Base(at.Path), firstPrinciplesName)
		found.Hint = "rename it to " + first
		found.Breaks = append(found.Breaks, check.FirstPrinciplesOf(u.folder), check.ListingOf(at.Path), check.TextOf(at.Path))
		if len(at.Document.Principles) == 0 {
			found.Breaks = append(found.Breaks, check.CoreNumbers())
		}
		return found
	}
	found.Message = fmt.Sprintf("this document is written as one of a domain, but %s is none: it has no “%s”", u.folder, firstPrinciplesName)
	found.Hint = fmt.Sprintf("write %s, or move the document to the domain whose principles it applies", first)
	// A row of the manifest, or a folder that it plans, says it already.
	found.Needs = append(found.Needs, check.TextOf(first))
	return found
}
