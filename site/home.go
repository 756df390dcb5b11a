package site

import (
	"fmt"
	"html"
	"html/template"
	"maps"
	"path"
	"slices"
	"strings"

	"atelier/internal/address"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/matrix"
	"atelier/internal/parse"
)

// home is the front page: what the corpus is, and the ways in. It begins with the
// document index.md at the root, where there is one.
func (s *builder) home() (*content, error) {
	const url = address.Home
	c := &content{Title: s.options.Title, Description: "Engineering principles, what breaches them, and the documents that apply them."}
	var b strings.Builder
	if d := s.homeDocument(); d != nil {
		c = s.document(d)
		b.WriteString(string(c.Body))
		c.Crumbs = nil
	} else {
		lead := "Engineering principles, domain by domain. Each one traces to the core principles it derives from, names what breaches it, and is applied by the documents of its domain."
		if s.plain() {
			lead = count(len(s.corpus.Documents), "document") + ", each with what refers to it."
			c.Description = lead
		}
		fmt.Fprintf(&b, "<h1>%s</h1>\n<p class=\"lead\">%s</p>\n", html.EscapeString(s.options.Title), lead)
	}
	s.homeFigures(&b)
	if len(s.corpus.Cores) > 0 {
		b.WriteString("<h2>Core principles</h2>\n<ul class=\"cards\">\n")
		for _, core := range s.corpus.Cores {
			fmt.Fprintf(&b, `<li><a href="%s"><span class="number">%s</span> %s</a><span class="where">%s</span></li>`+"\n",
				relative(url, address.Core(core), ""), core.ID(), html.EscapeString(core.Title), count(len(s.corpus.DerivedFrom(core)), "principle"))
		}
		b.WriteString("</ul>\n")
	}
	s.homeRoles(&b, url)
	s.homePictures(&b, url)
	s.homeDomains(&b, "Domains", false)
	s.homeDomains(&b, "Languages", true)
	s.homeRegisters(&b)
	c.Kind, c.Body = kindHome, template.HTML(b.String())
	return c, nil
}

// plain reports whether the corpus is a tree of other Markdown: it has no
// principles at all.
func (s *plan) plain() bool { return len(s.corpus.Domains) == 0 && s.corpus.Core == nil }

// ownTitle is the name of a site that is given none.
func (s *plan) ownTitle() string {
	switch d := s.homeDocument(); {
	case !s.plain():
		return "Principles"
	case d != nil:
		return documentTitle(d)
	}
	return "Documents"
}

// homeDocument is the document with which the home page begins, or nil.
func (s *plan) homeDocument() *corpus.Document {
	for _, d := range s.corpus.Documents {
		if s.documentURL(d) == address.Home {
			return d
		}
	}
	return nil
}

// homeFigures counts what there is.
func (s *builder) homeFigures(b *strings.Builder) {
	principles, violations := 0, 0
	for _, d := range s.corpus.Domains {
		principles += len(d.Principles)
		for _, doc := range d.Documents {
			violations += len(doc.StatedViolations())
		}
	}
	var figures strings.Builder
	for _, f := range []struct {
		name   string
		number int
	}{{"Core principles", len(s.corpus.Cores)}, {"Domains", len(s.corpus.Domains)}, {"Principles", principles}, {"Violations", violations}} {
		if f.number > 0 {
			fmt.Fprintf(&figures, "<div><dt>%s</dt><dd>%d</dd></div>", f.name, f.number)
		}
	}
	if figures.Len() > 0 {
		fmt.Fprintf(b, "<dl class=\"figures\">%s</dl>\n", figures.String())
	}
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
	if s.index.Domains != "" && s.structure().joined() {
		fmt.Fprintf(b, "<h2>How the domains hang together</h2>\n%s", figure(s.arcSVG(url), fmt.Sprintf(`Domains in the order in which they were written; an arc joins two of which one refers to the other. <a href="%s">Who leans on whom, reference by reference</a>`, relative(url, s.index.Domains, ""))))
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
		fmt.Fprintf(b, "<section class=\"domain\">\n<h3><a href=\"%s\">%s</a></h3>\n<ol class=\"principles\">\n", escapePath(s.documentURL(d.First)), html.EscapeString(domainTitle(d)))
		for _, p := range d.Principles {
			fmt.Fprintf(b, `<li><a href="%s"><span class="number">%s</span> %s</a></li>`+"\n", escapePath(address.Principle(p)), p.ID(), html.EscapeString(p.Title))
		}
		b.WriteString("</ol>\n")
		var derived []string
		for _, doc := range d.Documents {
			if doc != d.First {
				derived = append(derived, fmt.Sprintf(`<a href="%s">%s</a>`, escapePath(s.documentURL(doc)), html.EscapeString(shortTitle(doc))))
			}
		}
		if len(derived) > 0 {
			b.WriteString("<p class=\"derived\">Applied in " + strings.Join(derived, ", ") + "</p>\n")
		}
		b.WriteString("</section>\n")
	}
}

// homeRegisters lists the documents of no domain; those of a tree without any
// stand by their folders.
func (s *builder) homeRegisters(b *strings.Builder) {
	lists := map[string]string{} // by folder
	for _, d := range s.corpus.Documents {
		if d.Domain != nil || d == s.corpus.Core || s.documentURL(d) == address.Home {
			continue
		}
		folder := ""
		if dir := path.Dir(d.Path); s.plain() && dir != "." {
			folder = dir
		}
		lists[folder] += fmt.Sprintf(`<li><a href="%s">%s</a></li>`+"\n", escapePath(s.documentURL(d)), html.EscapeString(documentTitle(d)))
	}
	if len(lists) == 0 {
		return
	}
	heading := "Registers and tables"
	if s.plain() {
		heading = "Documents"
	}
	b.WriteString("<h2>" + heading + "</h2>\n")
	for _, folder := range slices.Sorted(maps.Keys(lists)) {
		if folder != "" {
			fmt.Fprintf(b, "<h3>%s</h3>\n", html.EscapeString(folder))
		}
		b.WriteString("<ul>\n" + lists[folder] + "</ul>\n")
	}
}

// top is the bar of every page: the few places a reader goes to from anywhere.
func (s *builder) top(url string) template.HTML {
	var b strings.Builder
	if s.corpus.Core != nil {
		s.barLink(&b, url, s.documentURL(s.corpus.Core), "Core")
	}
	for _, link := range []struct{ target, label string }{
		{s.index.Domains, "Domains"}, {s.matrixURL(), "Matrix"}, {s.index.Violations, "Violations"}, {s.index.Checklists, "Checklist"},
		{s.index.AntiPatterns, "Anti-patterns"}, {s.index.Decisions, "Decisions"},
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
	page := address.Matrix(s.corpus)
	if d := s.corpus.Document(address.Twin(page)); d != nil {
		return s.documentURL(d)
	}
	return page
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
			s.navLink(&b, url, s.documentURL(doc), shortTitle(doc))
		}
		b.WriteString("</ul>\n<ul class=\"principles\">\n")
		for _, p := range d.Principles {
			s.navLink(&b, url, address.Principle(p), p.ID()+" "+p.Title)
		}
		b.WriteString("</ul>\n")
	}
	if s.corpus.Core != nil && path.Dir(s.documentURL(s.corpus.Core)) == dir {
		b.WriteString("<h2>Core principles</h2>\n<ul class=\"principles\">\n")
		for _, core := range s.corpus.Cores {
			s.navLink(&b, url, address.Core(core), core.ID()+" "+core.Title)
		}
		b.WriteString("</ul>\n")
	}
	if s.plain() {
		s.folderNav(&b, url)
		return template.HTML(b.String())
	}
	b.WriteString("<h2>Domains</h2>\n<ul>\n")
	if s.corpus.Core != nil {
		s.navLink(&b, url, s.documentURL(s.corpus.Core), "Core")
	}
	for _, d := range s.corpus.Domains {
		s.navLink(&b, url, s.documentURL(d.First), domainTitle(d))
	}
	b.WriteString("</ul>\n")
	return template.HTML(b.String())
}

// folderNav lists the documents beside a page of a tree without domains.
func (s *builder) folderNav(b *strings.Builder, url string) {
	var links strings.Builder
	s.navLink(&links, url, address.Home, s.options.Title)
	for _, d := range s.corpus.Documents {
		if s.documentURL(d) != address.Home && path.Dir(s.documentURL(d)) == path.Dir(url) {
			s.navLink(&links, url, s.documentURL(d), shortTitle(d))
		}
	}
	heading := path.Dir(url)
	if heading == "." || strings.HasPrefix(url, "/") {
		heading = "Documents"
	}
	fmt.Fprintf(b, "<h2>%s</h2>\n<ul>\n%s</ul>\n", html.EscapeString(heading), links.String())
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
