package site

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"atelier/internal/address"
	"atelier/internal/corpus"
)

// The titles of pages that gather what a document of its own defines, which is
// likely to have the title without the end.
const (
	antiPatternsTitle = "Anti-patterns and their uses"
	decisionsTitle    = "Decisions and their uses"
)

// collections lists the pages that gather something from all documents.
func (s *builder) collections() []page {
	var out []page
	add := func(url, title string, render func(*builder) (*content, error)) {
		if url != "" {
			out = append(out, page{url: url, source: "the page " + url, title: title, render: render})
		}
	}
	add(s.index.Domains, "Domains", (*builder).domainsPage)
	add(s.index.Violations, "Violations", (*builder).violationsPage)
	add(s.index.Checklists, "Review checklist", (*builder).checklistPage)
	add(s.index.AntiPatterns, antiPatternsTitle, (*builder).antiPatternsPage)
	add(s.index.Decisions, decisionsTitle, func(s *builder) (*content, error) {
		return s.registerPage(s.index.Decisions, decisionsTitle, func(k corpus.RegisterKind) bool { return k == corpus.Decisions }), nil
	})
	add(s.index.IDs, "Requirements and ideas", func(s *builder) (*content, error) {
		return s.registerPage(s.index.IDs, "Requirements and ideas", func(k corpus.RegisterKind) bool { return k != corpus.Decisions }), nil
	})
	add(s.index.Phases, "Phases", (*builder).phasesPage)
	add(s.index.Comparisons, "Comparisons", (*builder).comparisonsPage)
	add(s.index.Examples, "Examples", (*builder).examplesPage)
	add(address.Book, s.options.Title+", to print", func(s *builder) (*content, error) { return s.printAll(), nil })
	for _, d := range s.corpus.Domains {
		add(address.Print(d), domainTitle(d)+", to print", func(s *builder) (*content, error) { return s.printDomain(d), nil })
	}
	if coverage := address.Coverage(s.corpus); len(s.corpus.Domains) > 0 && !address.HasDocument(s.corpus, coverage) {
		add(coverage, "Coverage", (*builder).coveragePage)
	}
	return out
}

// gathered is the content of a page that gathers, with its heading and a lead.
func (s *builder) gathered(url, title, lead string, body *strings.Builder) *content {
	head := fmt.Sprintf("<h1>%s</h1>\n<p class=\"lead\">%s</p>\n", html.EscapeString(title), html.EscapeString(lead))
	return &content{
		Title: title, Description: lead, Kind: kindGenerated, Crumbs: s.crumbs(url, nil),
		Body: template.HTML(head + body.String()), // escaped where it is written
	}
}

// domainKey and shortKey are names of a domain.
func (s *builder) domainKey(d *corpus.Domain) string { return address.DomainKey(s.corpus, d) }
func (s *builder) shortKey(d *corpus.Domain) string  { return address.ShortKey(s.corpus, d) }

// place links to where something stands in a document.
func (s *builder) place(d *corpus.Document, anchor, label, url string) string {
	return fmt.Sprintf(`<a href="%s">%s</a>`, relative(url, s.documentURL(d), anchor), html.EscapeString(label))
}

// namedPrinciple links to a principle with its title.
func (s *builder) namedPrinciple(p *corpus.Principle, url string, own *corpus.Domain) string {
	name := p.ID()
	if p.Domain != own {
		name = p.Name()
	}
	return fmt.Sprintf(`<a class="ref" href="%s">%s %s</a>`, relative(url, address.Principle(p), ""), name, html.EscapeString(p.Title))
}
