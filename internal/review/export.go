package review

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"atelier/internal/corpus"
)

// Formats are the names of the export formats.
var Formats = []string{"markdown", "json", "csv"}

// Export writes items in a format. It writes nothing to w before the whole
// document is made, so that a caller never has half of one.
func Export(w io.Writer, format string, items []*Item) error {
	var b strings.Builder
	var err error
	switch format {
	case "markdown":
		markdown(&b, items)
	case "json":
		err = encodeJSON(&b, items)
	case "csv":
		err = encodeCSV(&b, items)
	default:
		err = fmt.Errorf("no export format is named %q: use one of %s", format, strings.Join(Formats, ", "))
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// markdown groups items by domain and primary principle.
func markdown(b *strings.Builder, items []*Item) {
	b.WriteString("# Review Checklist\n\nA sound change answers yes to every question.\n")
	var domain *corpus.Domain
	for _, group := range groups(items) {
		if group.domain != domain {
			domain = group.domain
			title, _, _ := strings.Cut(domain.First.Title, " — ")
			fmt.Fprintf(b, "\n## %s\n", title)
		}
		if group.principle == nil {
			b.WriteString("\n### Without a principle\n\n")
		} else {
			fmt.Fprintf(b, "\n### %s. %s\n\n", group.principle.ID(), group.principle.Title)
		}
		for _, item := range group.items {
			fmt.Fprintf(b, "- [ ] %s", item.Question)
			if also := item.also(); also != "" {
				fmt.Fprintf(b, " Also %s.", also)
			}
			if item.AntiPattern != "" {
				fmt.Fprintf(b, " Anti-pattern `%s`.", item.AntiPattern)
			}
			fmt.Fprintf(b, " `%s`", item.ID)
			for _, s := range item.Sources {
				fmt.Fprintf(b, " [%s](%s#L%d)", s, s.Path, s.Line)
			}
			b.WriteByte('\n')
		}
	}
}

// also names the principles of an item beside the one it is grouped under.
func (i *Item) also() string {
	var ids []string
	for n, p := range i.Principles {
		if n > 0 {
			ids = append(ids, p.ID())
		}
	}
	for _, p := range i.Secondary {
		ids = append(ids, p.ID())
	}
	return strings.Join(ids, ", ")
}

type group struct {
	domain    *corpus.Domain
	principle *corpus.Principle
	items     []*Item
}

// groups orders items by domain, then by the number of their first principle.
func groups(items []*Item) []*group {
	var out []*group
	for i := 0; i < len(items); {
		domain := items[i].Domain
		byPrinciple := map[*corpus.Principle]*group{}
		rest := &group{domain: domain}
		end := i
		for end < len(items) && items[end].Domain == domain {
			item := items[end]
			end++
			if len(item.Principles) == 0 {
				rest.items = append(rest.items, item)
				continue
			}
			p := item.Principles[0]
			if byPrinciple[p] == nil {
				byPrinciple[p] = &group{domain: domain, principle: p}
			}
			byPrinciple[p].items = append(byPrinciple[p].items, item)
		}
		for _, p := range domain.Principles {
			if g := byPrinciple[p]; g != nil {
				out = append(out, g)
				delete(byPrinciple, p)
			}
		}
		for _, item := range items[i:end] { // principles of other domains, in order of appearance
			if len(item.Principles) > 0 {
				if g := byPrinciple[item.Principles[0]]; g != nil {
					out = append(out, g)
					delete(byPrinciple, item.Principles[0])
				}
			}
		}
		if len(rest.items) > 0 {
			out = append(out, rest)
		}
		i = end
	}
	return out
}

// The JSON form of a checklist.
type jsonChecklist struct {
	Schema int        `json:"schema"`
	Items  []jsonItem `json:"items"`
}

type jsonItem struct {
	ID          string          `json:"id"`
	Domain      string          `json:"domain"`
	Document    string          `json:"document"`
	Principles  []jsonPrinciple `json:"principles"`
	Secondary   []jsonPrinciple `json:"secondary"`
	Question    string          `json:"question"`
	Violation   string          `json:"violation"`
	AntiPattern string          `json:"antiPattern,omitempty"`
	Source      string          `json:"source"`
	Sources     []string        `json:"sources"`
	Remark      string          `json:"remark,omitempty"`
}

type jsonPrinciple struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Link  string `json:"link"`
}

func encodeJSON(w io.Writer, items []*Item) error {
	out := jsonChecklist{Schema: 1, Items: []jsonItem{}}
	for _, item := range items {
		j := jsonItem{
			ID: item.ID, Domain: item.Domain.Name, Document: item.Document.Path, Question: item.Question, Violation: item.Violation,
			AntiPattern: item.AntiPattern, Source: item.Sources[0].String(), Remark: item.Remark,
			Principles: jsonPrinciples(item.Principles), Secondary: jsonPrinciples(item.Secondary),
		}
		for _, s := range item.Sources {
			j.Sources = append(j.Sources, s.String())
		}
		out.Items = append(out.Items, j)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func jsonPrinciples(principles []*corpus.Principle) []jsonPrinciple {
	out := []jsonPrinciple{}
	for _, p := range principles {
		out = append(out, jsonPrinciple{p.Domain.Short + "/" + p.ID(), p.Title, p.Domain.First.Path + "#" + p.Section.Anchor})
	}
	return out
}

func encodeCSV(w io.Writer, items []*Item) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true // RFC 4180
	rows := [][]string{{"id", "domain", "document", "principles", "secondary", "question", "violation", "anti-pattern", "sources", "remark"}}
	for _, item := range items {
		var sources []string
		for _, s := range item.Sources {
			sources = append(sources, s.String())
		}
		rows = append(rows, []string{
			item.ID, item.Domain.Name, item.Document.Path, principleCell(item.Principles), principleCell(item.Secondary),
			item.Question, item.Violation, item.AntiPattern, strings.Join(sources, " "), item.Remark,
		})
	}
	for _, row := range rows {
		for i, cell := range row {
			row[i] = neutral(cell)
		}
	}
	return out.WriteAll(rows)
}

func principleCell(principles []*corpus.Principle) string {
	var out []string
	for _, p := range principles {
		out = append(out, p.ID()+" "+p.Title)
	}
	return strings.Join(out, "; ")
}

// neutral keeps a spreadsheet from reading a cell as a formula.
func neutral(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
