package site

import (
	"fmt"
	"html"
	"html/template"
	"strings"

	"atelier/internal/address"
	"atelier/internal/corpus"
	"atelier/internal/matrix"
)

// generated renders a block that atelier makes, from the model and not from the
// text between the markers: with links, and with scoped headers.
func (s *builder) generated(name, page string) string {
	switch name {
	case matrix.Principles:
		return s.principlesMatrix(page)
	case matrix.Domains:
		return s.coverageTable(page, false)
	case matrix.Languages:
		return s.coverageTable(page, true)
	}
	return ""
}

// matrixPage is the matrix of a corpus that has no matrix document.
func (s *builder) matrixPage() (*content, error) {
	url := s.matrixURL()
	return &content{
		Title: "Principles Matrix", Description: "Every principle and the core principles it derives from.", Kind: kindGenerated,
		Crumbs: s.crumbs(url, nil), Body: template.HTML("<h1>Principles Matrix</h1>\n" + s.principlesMatrix(url)),
	}, nil
}

// columns are the cores of the matrix with the address of their pages.
type matrixColumn struct {
	number int
	title  string
	page   string
}

func (s *builder) matrixColumns() []matrixColumn {
	var out []matrixColumn
	for _, core := range s.corpus.Cores {
		out = append(out, matrixColumn{core.Number, core.Title, address.Core(core)})
	}
	if len(out) > 0 {
		return out
	}
	highest := 0
	for _, d := range s.corpus.Domains {
		for _, p := range d.Principles {
			for _, n := range p.CoreNumbers() {
				highest = max(highest, n)
			}
		}
	}
	for n := 1; n <= min(highest, 32); n++ {
		out = append(out, matrixColumn{number: n})
	}
	return out
}

func (s *builder) columnHead(b *strings.Builder, col matrixColumn, page string) {
	label := fmt.Sprintf("C%d", col.number)
	if col.title != "" {
		label = fmt.Sprintf(`C%d <span>%s</span>`, col.number, html.EscapeString(col.title))
	}
	if col.page != "" {
		label = fmt.Sprintf(`<a href="%s">%s</a>`, relative(page, col.page, ""), label)
	}
	fmt.Fprintf(b, `<th scope="col">%s</th>`, label)
}

func (s *builder) principlesMatrix(page string) string {
	var b strings.Builder
	cols := s.matrixColumns()
	principles, domains, left, languages := 0, 0, 0, 0
	for _, d := range s.corpus.Domains {
		if matrix.IsLanguage(d) {
			left += len(d.Principles)
			languages++
			continue
		}
		principles += len(d.Principles)
		domains++
	}
	fmt.Fprintf(&b, "<p class=\"summary\"><strong>%d</strong> mappings: the principles of %s, each traced to the core principles it derives from. <span class=\"mark\">●</span> is the primary core, <span class=\"mark\">○</span> another one.", principles, count(domains, "domain"))
	if languages > 0 {
		fmt.Fprintf(&b, ` Left out are the %s of %s: <a href="%s">the coverage</a> counts them too.`, count(left, "principle"), count(languages, "language"), relative(page, address.Coverage(s.corpus), ""))
	}
	b.WriteString("</p>\n")
	b.WriteString(`<div class="table matrix" tabindex="0" role="group" aria-label="Principles by core principle"><table>` + "\n<thead><tr><th scope=\"col\">Principle</th>")
	for _, col := range cols {
		s.columnHead(&b, col, page)
	}
	b.WriteString("</tr></thead>\n")
	for _, d := range s.corpus.Domains {
		if !matrix.IsLanguage(d) {
			s.matrixDomain(&b, d, cols, page)
		}
	}
	b.WriteString("</table></div>\n")
	return b.String()
}

func (s *builder) matrixDomain(b *strings.Builder, d *corpus.Domain, cols []matrixColumn, page string) {
	fmt.Fprintf(b, `<tbody><tr class="domain"><th scope="rowgroup" colspan="%d"><a href="%s">%s</a></th></tr>`+"\n", len(cols)+1, relative(page, s.documentURL(d.First), ""), html.EscapeString(domainTitle(d)))
	for _, p := range d.Principles {
		fmt.Fprintf(b, `<tr><th scope="row"><a href="%s"><span class="number">%s</span> %s</a></th>`, relative(page, address.Principle(p), ""), p.ID(), html.EscapeString(p.Title))
		marks := matrix.Marks(p)
		for _, col := range cols {
			mark := marks[col.number]
			if mark == "" {
				b.WriteString("<td></td>")
				continue
			}
			name := "primary"
			if mark == "○" {
				name = "also"
			}
			fragment := ""
			if p.Row != nil {
				fragment = s.rowID(d.First, p.Row.Row.Span.Start)
			}
			fmt.Fprintf(b, `<td class="center"><a class="mark" href="%s" aria-label="%s derives from C%d: %s">%s</a></td>`, relative(page, s.documentURL(d.First), fragment), p.ID(), col.number, name, mark)
		}
		b.WriteString("</tr>\n")
	}
	b.WriteString("</tbody>\n")
}

// coveragePage is the grid of a corpus that has no document for it.
func (s *builder) coveragePage() (*content, error) {
	var b strings.Builder
	b.WriteString(s.corpusGrid(address.Coverage(s.corpus)))
	return s.gathered(address.Coverage(s.corpus), "Coverage", "How many principles of each domain derive from each core principle.", &b), nil
}

// corpusGrid is domains and languages by core principle.
func (s *builder) corpusGrid(page string) string {
	return s.grid(page, "Domain", func(*corpus.Domain) bool { return true })
}

func (s *builder) coverageTable(page string, languages bool) string {
	label := "Domain"
	if languages {
		label = "Language"
	}
	return s.grid(page, label, func(d *corpus.Domain) bool { return matrix.IsLanguage(d) == languages })
}

// grid is a table of domains by core principle with the number of principles
// that derive from each; rows and columns of nothing stand out.
func (s *builder) grid(page, label string, wanted func(*corpus.Domain) bool) string {
	var b strings.Builder
	cols := s.matrixColumns()
	fmt.Fprintf(&b, `<div class="table matrix grid" tabindex="0" role="group" aria-label="%s coverage"><table>`+"\n<thead><tr><th scope=\"col\">%s</th><th scope=\"col\">Principles</th>", label, label)
	for _, col := range cols {
		s.columnHead(&b, col, page)
	}
	b.WriteString("<th scope=\"col\">Documents</th><th scope=\"col\">Violations</th></tr></thead>\n<tbody>\n")
	total := map[int]int{}
	principles, documents, violations := 0, 0, 0
	for _, d := range s.corpus.Domains {
		if !wanted(d) {
			continue
		}
		counts := map[int]int{}
		for _, p := range d.Principles {
			for _, n := range p.CoreNumbers() {
				counts[n]++
				total[n]++
			}
		}
		own := 0
		for _, doc := range d.Documents {
			own += len(doc.StatedViolations())
		}
		principles, documents, violations = principles+len(d.Principles), documents+len(d.Documents), violations+own
		fmt.Fprintf(&b, `<tr><th scope="row"><a href="%s">%s</a></th><td class="right">%d</td>`, relative(page, s.documentURL(d.First), ""), html.EscapeString(domainTitle(d)), len(d.Principles))
		countCells(&b, cols, counts)
		fmt.Fprintf(&b, `<td class="right">%d</td><td class="right">%d</td></tr>`+"\n", len(d.Documents), own)
	}
	fmt.Fprintf(&b, `</tbody><tfoot><tr><th scope="row">All</th><td class="right">%d</td>`, principles)
	countCells(&b, cols, total)
	fmt.Fprintf(&b, `<td class="right">%d</td><td class="right">%d</td></tr></tfoot></table></div>`+"\n", documents, violations)
	return b.String()
}

func countCells(b *strings.Builder, cols []matrixColumn, counts map[int]int) {
	for _, col := range cols {
		n := counts[col.number]
		class := fmt.Sprintf("center n%d", min(n, 5))
		if n == 0 {
			class = "center none"
		}
		fmt.Fprintf(b, `<td class="%s">%d</td>`, class, n)
	}
}
