// Package matrix makes the generated blocks of matrix/*.md from a linked
// corpus: the principles matrix, and the coverage of domains and languages.
// It makes text and compares text; writing it is the caller's business.
package matrix

import (
	"fmt"
	"sort"
	"strings"

	"atelier/internal/block"
	"atelier/internal/corpus"
)

// The names of the blocks, as they stand in atelier:begin markers.
const (
	Principles = "principles-matrix"
	Domains    = "domain-coverage"
	Languages  = "language-coverage"
)

// Names are the blocks that this package makes, sorted.
var Names = []string{Domains, Languages, Principles}

// Render makes the text of a block, without its markers: it starts and ends
// with a line end. ok is false for a name that is not known.
func Render(c *corpus.Corpus, name string) (text string, ok bool) {
	switch name {
	case Principles:
		return principles(c), true
	case Domains:
		return coverage(c, "Domain", collection(c, false)), true
	case Languages:
		return coverage(c, "Language", collection(c, true)), true
	}
	return "", false
}

// languages is the folder of the second collection.
const languages = "languages"

// IsLanguage reports whether a domain belongs to the languages, which have a
// table of their own and no rows in the principles matrix.
func IsLanguage(d *corpus.Domain) bool { return d.Collection == languages }

// collection are the domains of one side: languages, or all the others.
func collection(c *corpus.Corpus, language bool) []*corpus.Domain {
	var out []*corpus.Domain
	for _, d := range c.Domains {
		if IsLanguage(d) == language {
			out = append(out, d)
		}
	}
	return out
}

// A column is one core principle; without a core document the cores that the
// traces name, with the titles that their citations give.
type column struct {
	number int
	title  string
}

func (c column) String() string {
	return strings.TrimSpace(fmt.Sprintf("C%d %s", c.number, c.title))
}

func columns(c *corpus.Corpus) []column {
	var out []column
	for _, core := range c.Cores {
		out = append(out, column{core.Number, core.Title})
	}
	if len(out) > 0 {
		return out
	}
	titles := map[int]string{}
	for _, d := range c.Domains {
		for _, p := range d.Principles {
			for _, n := range p.CoreNumbers() {
				titles[n] = ""
			}
			for _, m := range p.Definition.Cores {
				titles[m.Number] = learned(m.After(), titles[m.Number])
			}
		}
	}
	for n, title := range titles {
		out = append(out, column{n, title})
	}
	sort.Slice(out, func(i, j int) bool { return out[i].number < out[j].number })
	return out
}

// learned is the capitalised word that follows a core's number in its code
// span, the title where no core document gives one.
func learned(after, known string) string {
	word, ok := strings.CutPrefix(after, " ")
	if !ok {
		return known
	}
	end := 0
	for end < len(word) && (word[end] >= 'a' && word[end] <= 'z' || word[end] >= 'A' && word[end] <= 'Z') {
		end++
	}
	if end == 0 || word[0] < 'A' || word[0] > 'Z' {
		return known
	}
	return word[:end]
}

func principles(c *corpus.Corpus) string {
	var b strings.Builder
	domains := collection(c, false)
	cols := columns(c)
	mappings := 0
	for _, d := range domains {
		mappings += len(d.Principles)
	}
	fmt.Fprintf(&b, "\n\n%s of %s, each traced to the core principles it derives from: %s.\n",
		plural(mappings, "principle"), plural(len(domains), "domain"), plural(mappings, "mapping"))
	b.WriteString("● is the primary core of a principle, ○ another one that it derives from.\n")
	for _, d := range domains {
		fmt.Fprintf(&b, "\n### %s\n\n", block.Escape(heading(d)))
		b.WriteString("| Principle |")
		for _, col := range cols {
			fmt.Fprintf(&b, " %s |", block.Escape(col.String()))
		}
		b.WriteString("\n|---|" + strings.Repeat(":-:|", len(cols)) + "\n")
		for _, p := range d.Principles {
			fmt.Fprintf(&b, "| %s |", block.Escape(d.Short+" "+p.ID()+" "+p.Title))
			marks := Marks(p)
			for _, col := range cols {
				if mark := marks[col.number]; mark != "" {
					b.WriteString(" " + mark + " |")
				} else {
					b.WriteString(" |")
				}
			}
			b.WriteByte('\n')
		}
	}
	b.WriteByte('\n')
	return b.String()
}

// heading is the name of a domain as its document titles it: "Messaging" of
// "Messaging — First Principles".
func heading(d *corpus.Domain) string {
	title, _, _ := strings.Cut(d.First.Title, " — ")
	if title == "" {
		return d.Name
	}
	return title
}

// Marks are the cells of a principle's row by core number: ● under its primary
// core, ○ under the others.
func Marks(p *corpus.Principle) map[int]string {
	out := map[int]string{}
	for i, n := range p.CoreNumbers() {
		if i == 0 {
			out[n] = "●"
		} else {
			out[n] = "○"
		}
	}
	return out
}

func plural(n int, word string) string {
	if n == 1 {
		return fmt.Sprintf("%d %s", n, word)
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// coverage counts, for each domain, how many of its principles derive from each
// core, the cores that none touches, its documents and its violations.
func coverage(c *corpus.Corpus, label string, domains []*corpus.Domain) string {
	var b strings.Builder
	cols := columns(c)
	fmt.Fprintf(&b, "\n\n| %s | Principles |", label)
	for _, col := range cols {
		fmt.Fprintf(&b, " C%d |", col.number)
	}
	b.WriteString(" Untouched | Documents | Violations |\n|---|--:|" + strings.Repeat("--:|", len(cols)) + "---|--:|--:|\n")
	totals := map[int]int{}
	principles, documents, violations := 0, 0, 0
	for _, d := range domains {
		counts := map[int]int{}
		for _, p := range d.Principles {
			for _, n := range p.CoreNumbers() {
				counts[n]++
				totals[n]++
			}
		}
		rows := 0
		for _, doc := range d.Documents {
			rows += len(doc.StatedViolations())
		}
		writeCoverage(&b, block.Escape(d.Short), len(d.Principles), cols, counts, len(d.Documents), rows)
		principles += len(d.Principles)
		documents += len(d.Documents)
		violations += rows
	}
	writeCoverage(&b, "**Total**", principles, cols, totals, documents, violations)
	b.WriteByte('\n')
	return b.String()
}

func writeCoverage(b *strings.Builder, name string, principles int, cols []column, counts map[int]int, documents, violations int) {
	fmt.Fprintf(b, "| %s | %d |", name, principles)
	var untouched []int
	for _, col := range cols {
		fmt.Fprintf(b, " %d |", counts[col.number])
		if counts[col.number] == 0 {
			untouched = append(untouched, col.number)
		}
	}
	list := strings.Join(corpus.CoreIDs(untouched), ", ")
	if list == "" {
		list = "none"
	}
	fmt.Fprintf(b, " %s | %d | %d |\n", list, documents, violations)
}
