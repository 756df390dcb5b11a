package site

import (
	"fmt"
	"html"
	"html/template"
	"path"
	"slices"
	"strings"

	"atelier/internal/corpus"
)

// indexPages are the pages that gather something from all documents. One that
// would gather nothing is "" and is not made.
type indexPages struct {
	domains, violations, checklists     string
	antiPatterns, decisions, ids        string
	phases, comparisons, examples, book string
}

func (s *builder) findIndexPages() indexPages {
	c := s.corpus
	in := indexPages{}
	set := func(page *string, name string, wanted bool) {
		if wanted {
			*page = name
		}
	}
	violations, code := 0, 0
	for _, d := range c.Documents {
		violations += len(d.Violations)
		if d.Domain != nil {
			code += len(d.Fences)
		}
	}
	decisions, others := 0, 0
	for _, r := range c.Registers {
		if r.Kind == corpus.Decisions {
			decisions += len(r.Entries)
		} else {
			others += len(r.Entries)
		}
	}
	set(&in.domains, "domains.html", len(c.Domains) > 1)
	set(&in.violations, "violations.html", violations > 0)
	set(&in.checklists, path.Join(c.Config.Review, "checklists.html"), violations+len(c.AntiPatterns) > 0 && len(c.Domains) > 0)
	slugs, _ := s.namesWithoutRegister(corpus.ToAntiPattern)
	loose, _ := s.namesWithoutRegister(corpus.ToID)
	set(&in.antiPatterns, "anti-patterns.html", len(c.AntiPatterns)+len(slugs) > 0)
	set(&in.decisions, "decisions.html", decisions > 0)
	set(&in.ids, "requirements.html", others+len(loose) > 0)
	set(&in.phases, "phases.html", len(s.phases()) > 0)
	set(&in.comparisons, "comparisons.html", slices.ContainsFunc(c.Documents, compares))
	set(&in.examples, "examples.html", code > 0)
	set(&in.book, "print.html", true)
	return in
}

// collections lists the pages that gather something from all documents.
func (s *builder) collections() []page {
	var out []page
	add := func(url, title string, render func(*builder) (*content, error)) {
		if url != "" {
			out = append(out, page{url: url, source: "the page " + url, title: title, render: render})
		}
	}
	add(s.index.domains, "Domains", (*builder).domainsPage)
	add(s.index.violations, "Violations", (*builder).violationsPage)
	add(s.index.checklists, "Review checklist", (*builder).checklistPage)
	add(s.index.antiPatterns, "Anti-patterns", (*builder).antiPatternsPage)
	add(s.index.decisions, "Decisions", func(s *builder) (*content, error) {
		return s.registerPage(s.index.decisions, "Decisions", func(k corpus.RegisterKind) bool { return k == corpus.Decisions }), nil
	})
	add(s.index.ids, "Requirements and ideas", func(s *builder) (*content, error) {
		return s.registerPage(s.index.ids, "Requirements and ideas", func(k corpus.RegisterKind) bool { return k != corpus.Decisions }), nil
	})
	add(s.index.phases, "Phases", (*builder).phasesPage)
	add(s.index.comparisons, "Comparisons", (*builder).comparisonsPage)
	add(s.index.examples, "Examples", (*builder).examplesPage)
	add(s.index.book, s.options.Title+", to print", func(s *builder) (*content, error) { return s.printAll(), nil })
	for _, d := range s.corpus.Domains {
		add(printURL(d), domainTitle(d)+", to print", func(s *builder) (*content, error) { return s.printDomain(d), nil })
	}
	if coverage := coverageURL(s.corpus); s.corpus.Document(strings.TrimSuffix(coverage, ".html")+".md") == nil && len(s.corpus.Domains) > 0 {
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

// domainKeys are short names of the domains, in order: the name of each, or its
// folder where two collections have a domain of one name.
func (s *builder) domainKey(d *corpus.Domain) string {
	if s.corpus.DomainByName(d.Name) == d {
		return d.Name
	}
	return d.Path
}

// shortKey is a domain's name for addresses, without slashes.
func (s *builder) shortKey(d *corpus.Domain) string {
	if s.corpus.DomainByName(d.Short) == d {
		return d.Short
	}
	return strings.ReplaceAll(s.domainKey(d), "/", "-")
}

// place links to where something stands in a document.
func (s *builder) place(d *corpus.Document, anchor, label, url string) string {
	return fmt.Sprintf(`<a href="%s">%s</a>`, relative(url, documentURL(d), anchor), html.EscapeString(label))
}

// namedPrinciple links to a principle with its title.
func (s *builder) namedPrinciple(p *corpus.Principle, url string, own *corpus.Domain) string {
	name := p.ID()
	if p.Domain != own {
		name = p.Name()
	}
	return fmt.Sprintf(`<a class="ref" href="%s">%s %s</a>`, relative(url, principleURL(p), ""), name, html.EscapeString(p.Title))
}
