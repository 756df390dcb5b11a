package site

import (
	"fmt"
	"html"
	"html/template"
	"path"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/matrix"
)

// home is the front page: what the corpus is, and the ways in.
func (s *builder) home() (*content, error) {
	const url = "index.html"
	var b strings.Builder
	principles, violations := 0, 0
	for _, d := range s.corpus.Domains {
		principles += len(d.Principles)
		for _, doc := range d.Documents {
			violations += len(doc.Violations)
		}
	}
	fmt.Fprintf(&b, "<h1>%s</h1>\n", html.EscapeString(s.options.Title))
	fmt.Fprintf(&b, "<p class=\"lead\">Engineering principles, domain by domain. Each one traces to the core principles it derives from, names what breaches it, and is applied by the documents of its domain.</p>\n")
	fmt.Fprintf(&b, `<dl class="figures"><div><dt>Core principles</dt><dd>%d</dd></div><div><dt>Domains</dt><dd>%d</dd></div><div><dt>Principles</dt><dd>%d</dd></div><div><dt>Violations</dt><dd>%d</dd></div></dl>`+"\n",
		len(s.corpus.Cores), len(s.corpus.Domains), principles, violations)
	if len(s.corpus.Cores) > 0 {
		b.WriteString("<h2>Core principles</h2>\n<ul class=\"cards\">\n")
		for _, core := range s.corpus.Cores {
			fmt.Fprintf(&b, `<li><a href="%s"><span class="number">%s</span> %s</a><span class="where">%s</span></li>`+"\n",
				relative(url, coreURL(core), ""), core.ID(), html.EscapeString(core.Title), count(len(s.corpus.DerivedFrom(core)), "principle"))
		}
		b.WriteString("</ul>\n")
	}
	s.homeDomains(&b, "Domains", false)
	s.homeDomains(&b, "Languages", true)
	s.homeRegisters(&b)
	return &content{Title: s.options.Title, Description: "Engineering principles, what breaches them, and the documents that apply them.", Kind: "home", Body: template.HTML(b.String())}, nil
}

func count(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

func (s *builder) homeDomains(b *strings.Builder, heading string, languages bool) {
	first := true
	for _, d := range s.corpus.Domains {
		if matrix.IsLanguage(d) != languages {
			continue
		}
		if first {
			fmt.Fprintf(b, "<h2>%s</h2>\n", heading)
			first = false
		}
		fmt.Fprintf(b, "<section class=\"domain\">\n<h3><a href=\"%s\">%s</a></h3>\n<ol class=\"principles\">\n", escapePath(documentURL(d.First)), html.EscapeString(domainTitle(d)))
		for _, p := range d.Principles {
			fmt.Fprintf(b, `<li><a href="%s"><span class="number">%s</span> %s</a></li>`+"\n", escapePath(principleURL(p)), p.ID(), html.EscapeString(p.Title))
		}
		b.WriteString("</ol>\n")
		var derived []string
		for _, doc := range d.Documents {
			if doc != d.First {
				derived = append(derived, fmt.Sprintf(`<a href="%s">%s</a>`, escapePath(documentURL(doc)), html.EscapeString(shortTitle(doc))))
			}
		}
		if len(derived) > 0 {
			b.WriteString("<p class=\"derived\">Applied in " + strings.Join(derived, ", ") + "</p>\n")
		}
		b.WriteString("</section>\n")
	}
}

func (s *builder) homeRegisters(b *strings.Builder) {
	var rows []string
	for _, d := range s.corpus.Documents {
		if d.Domain != nil || d == s.corpus.Core {
			continue
		}
		rows = append(rows, fmt.Sprintf(`<li><a href="%s">%s</a></li>`, escapePath(documentURL(d)), html.EscapeString(documentTitle(d))))
	}
	if len(rows) > 0 {
		b.WriteString("<h2>Registers and tables</h2>\n<ul>\n" + strings.Join(rows, "\n") + "\n</ul>\n")
	}
}

// top is the bar of every page: the few places a reader goes to from anywhere.
func (s *builder) top(url string) template.HTML {
	var b strings.Builder
	link := func(target, label string) {
		current := ""
		if target == url {
			current = ` aria-current="page"`
		}
		fmt.Fprintf(&b, `<a href="%s"%s>%s</a>`, relative(url, target, ""), current, label)
	}
	if s.corpus.Core != nil {
		link(documentURL(s.corpus.Core), "Core")
	}
	if len(s.corpus.Domains) > 0 {
		link(path.Join("matrix", "principles-matrix.html"), "Matrix")
	}
	seen := map[*corpus.Document]bool{}
	for _, a := range s.corpus.AntiPatterns {
		if !seen[a.Document] {
			seen[a.Document] = true
			link(documentURL(a.Document), "Anti-patterns")
		}
	}
	for _, r := range s.corpus.Registers {
		if r.Kind == corpus.Decisions && !seen[r.Document] {
			seen[r.Document] = true
			link(documentURL(r.Document), "Decisions")
		}
	}
	return template.HTML(b.String())
}

// nav is the side bar: the documents of the page's own domain, then the names of
// all domains; never the whole tree.
func (s *builder) nav(url string) template.HTML {
	var b strings.Builder
	dir := path.Dir(url)
	for _, d := range s.corpus.Domains {
		if d.Path != dir {
			continue
		}
		fmt.Fprintf(&b, "<h2>%s</h2>\n<ul>\n", html.EscapeString(domainTitle(d)))
		for _, doc := range d.Documents {
			s.navLink(&b, url, documentURL(doc), shortTitle(doc))
		}
		b.WriteString("</ul>\n<ul class=\"principles\">\n")
		for _, p := range d.Principles {
			s.navLink(&b, url, principleURL(p), p.ID()+" "+p.Title)
		}
		b.WriteString("</ul>\n")
	}
	if s.corpus.Core != nil && path.Dir(documentURL(s.corpus.Core)) == dir {
		b.WriteString("<h2>Core principles</h2>\n<ul class=\"principles\">\n")
		for _, core := range s.corpus.Cores {
			s.navLink(&b, url, coreURL(core), core.ID()+" "+core.Title)
		}
		b.WriteString("</ul>\n")
	}
	b.WriteString("<h2>Domains</h2>\n<ul>\n")
	if s.corpus.Core != nil {
		s.navLink(&b, url, documentURL(s.corpus.Core), "Core")
	}
	for _, d := range s.corpus.Domains {
		s.navLink(&b, url, documentURL(d.First), domainTitle(d))
	}
	b.WriteString("</ul>\n")
	return template.HTML(b.String())
}

func (s *builder) navLink(b *strings.Builder, url, target, label string) {
	current := ""
	if url == target {
		current = ` aria-current="page"`
	}
	fmt.Fprintf(b, `<li><a href="%s"%s>%s</a></li>`+"\n", relative(url, target, ""), current, html.EscapeString(label))
}

// Broken reports whether findings hold an error, which the site shows.
func Broken(ds []*diag.Diagnostic) bool {
	for _, d := range ds {
		if d.Severity == diag.Error {
			return true
		}
	}
	return false
}
