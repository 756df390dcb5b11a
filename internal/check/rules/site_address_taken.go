package rules

import (
	"fmt"
	"strings"

	"atelier/internal/address"
	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var siteAddressTaken = &check.Rule{
	Name:     "site/address-taken",
	Severity: diag.Warning,
	Summary:  "the site has something else at the address of a document, a file or an alias",
	Run: func(p *check.Pass) {
		documents := map[string]int{} // by path, in lower case
		for _, d := range p.Corpus.Documents {
			documents[strings.ToLower(d.Path)]++
		}
		links := map[string]*corpus.Reference{} // the first to each file
		for _, ref := range p.Corpus.References {
			if ref.Asset && ref.Link != nil && ref.Status == corpus.Resolved && links[ref.Path] == nil {
				links[ref.Path] = ref
			}
		}
		for _, clash := range address.Assign(p.Corpus).Clashes() {
			switch {
			case clash.Alias != "":
				if !clash.ByAlias && documents[strings.ToLower(address.Twin(clash.Wanted))] == 0 {
					takenAlias(p, clash)
				}
			case clash.Document == nil:
				movedFile(p, clash, links[clash.File])
			case documents[strings.ToLower(clash.Document.Path)] == 1: // of more speaks source/case-collision
				movedDocument(p, clash)
			}
		}
	},
}

// takenAlias reports an alias that leads nowhere, since a page of the site's own
// stands there; markdown/front-matter has those of documents and other aliases.
func takenAlias(p *check.Pass, clash address.Clash) {
	for _, alias := range aliasesOf(clash.Document) {
		if page, ok := parse.AliasPage(alias.text); !ok || page != clash.Wanted || alias.text != clash.Alias {
			continue
		}
		p.Report(&diag.Diagnostic{
			File: clash.Document.File, Span: alias.span, Target: clash.Alias, Severity: diag.Error,
			Message: fmt.Sprintf("the alias “%s” leads nowhere: at “%s” the site has %s", clash.Alias, clash.Wanted, clash.By),
			Hint:    "an alias is the path that a document had before: correct it, or take it out",
		})
		return
	}
}

func movedDocument(p *check.Pass, clash address.Clash) {
	d := clash.Document
	p.Report(&diag.Diagnostic{
		File: d.File, Span: d.TitleSpan, Target: d.Path,
		Message: fmt.Sprintf("this document is published at “%s”: at “%s” the site has %s", clash.Got, clash.Wanted, clash.By),
		Hint:    "rename the document, so that its address follows from its path",
	})
}

// movedFile reports a file at the first link to it.
func movedFile(p *check.Pass, clash address.Clash, link *corpus.Reference) {
	p.Report(&diag.Diagnostic{
		File: link.From.File, Span: pathSpan(link), Target: clash.File,
		Message: fmt.Sprintf("the file “%s” is published at “%s”: at its own address the site has %s", clash.File, clash.Got, clash.By),
		Hint:    "rename the file, so that its address follows from its path",
	})
}
