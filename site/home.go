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
	"atelier/internal/parse"
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
	s.homeRoles(&b, url)
	s.homePictures(&b, url)
	s.homeDomains(&b, "Domains", false)
	s.homeDomains(&b, "Languages", true)
	s.homeRegisters(&b)
	return &content{Title: s.options.Title, Description: "Engineering principles, what breaches them, and the documents that apply them.", Kind: kindHome, Body: template.HTML(b.String())}, nil
}

// homeRoles are the ways in by role: the table of personas, where a page has
// one, with what each asks first.
func (s *builder) homeRoles(b *strings.Builder, url string) {
	for _, d := range s.corpus.Documents {
		for _, t := range d.Tables {
			if d.Domain != nil || len(t.Header) < 2 || !strings.EqualFold(t.Header[0].Prose.Text, "Persona") {
				continue
			}
			fmt.Fprintf(b, "<h2>Ways in by role <span class=\"where\">%s</span></h2>\n<ul class=\"cards roles\">\n", s.place(d, "", documentTitle(d), url))
			for _, row := range t.Rows {
				s.homeRole(b, d, row, url)
			}
			b.WriteString("</ul>\n")
			return
		}
	}
}

func (s *builder) homeRole(b *strings.Builder, d *corpus.Document, row *parse.Row, url string) {
	name := row.Cells[0].Prose.Text
	anchor := ""
	for _, sec := range d.Sections {
		if sec.Title == name {
			anchor = sec.Anchor
		}
	}
	fmt.Fprintf(b, "<li>%s", s.place(d, anchor, name, url))
	if cell := columnOf(row, "first question"); cell != nil {
		fmt.Fprintf(b, "<q>%s</q>", s.prose(d, cell, url))
	}
	if cell := columnOf(row, "reviews"); cell != nil {
		fmt.Fprintf(b, `<span class="where">%s</span>`, s.domainLinks(d, cell, url))
	}
	b.WriteString("</li>\n")
}

// domainLinks are the domains and documents that a cell refers to, by title;
// the cell as it is where it refers to none.
func (s *builder) domainLinks(d *corpus.Document, cell *parse.Block, url string) string {
	var out []string
	for _, m := range cell.Mentions {
		ref := d.Reference(m)
		if ref == nil || ref.Target == nil {
			continue
		}
		label := shortTitle(ref.Target)
		if dom := ref.Target.Domain; dom != nil && ref.Target == dom.First {
			label = domainTitle(dom)
		} else if ref.Target == s.corpus.Core {
			label = "Core"
		}
		out = append(out, s.place(ref.Target, "", label, url))
	}
	if len(out) == 0 {
		return string(s.prose(d, cell, url))
	}
	return strings.Join(out, ", ")
}

// homePictures are the picture of the domains and the matrix in small.
func (s *builder) homePictures(b *strings.Builder, url string) {
	if s.index.domains != "" {
		fmt.Fprintf(b, "<h2>How the domains hang together</h2>\n%s", figure(s.arcSVG(url), fmt.Sprintf(`Domains in the order in which they were written; an arc joins two of which one refers to the other. <a href="%s">Who leans on whom, reference by reference</a>`, relative(url, s.index.domains, ""))))
	}
	if len(s.corpus.Domains) > 0 {
		fmt.Fprintf(b, "<h2>Domains by core principle</h2>\n%s<p><a href=\"%s\">Every principle by core principle</a></p>\n", s.corpusGrid(url), relative(url, s.matrixURL(), ""))
	}
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
	if s.corpus.Core != nil {
		s.barLink(&b, url, documentURL(s.corpus.Core), "Core")
	}
	for _, link := range []struct{ target, label string }{
		{s.index.domains, "Domains"}, {s.matrixURL(), "Matrix"}, {s.index.violations, "Violations"}, {s.index.checklists, "Checklist"},
		{s.index.antiPatterns, "Anti-patterns"}, {s.index.decisions, "Decisions"},
	} {
		if link.target != "" {
			s.barLink(&b, url, link.target, link.label)
		}
	}
	return template.HTML(b.String())
}

// matrixURL is the page of the principles matrix, or "".
func (s *builder) matrixURL() string {
	if len(s.corpus.Domains) == 0 {
		return ""
	}
	return path.Join(s.corpus.Config.Matrix, "principles-matrix.html")
}

func (s *builder) barLink(b *strings.Builder, url, target, label string) {
	current := ""
	if target == url {
		current = ` aria-current="page"`
	}
	fmt.Fprintf(b, `<a href="%s"%s>%s</a>`, relative(url, target, ""), current, label)
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
