package review

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strings"

	"atelier/internal/corpus"
)

// The JSON form of a checklist; docs/schema/checklist.schema.json describes it.
type jsonChecklist struct {
	Schema   int           `json:"schema"`
	Audience string        `json:"audience,omitempty"`
	Personas []jsonPersona `json:"personas,omitempty"`
	Items    []jsonItem    `json:"items"`
}

type jsonPersona struct {
	Name          string   `json:"name"`
	FirstQuestion string   `json:"firstQuestion"`
	Domains       []string `json:"domains"`
}

type jsonItem struct {
	ID          string          `json:"id"`
	Kind        Kind            `json:"kind"`
	Domain      string          `json:"domain"`
	Document    string          `json:"document"`
	Principles  []jsonPrinciple `json:"principles"`
	Secondary   []jsonPrinciple `json:"secondary"`
	Question    string          `json:"question"`
	Violation   *string         `json:"violation,omitempty"` // nil for duties
	Duty        string          `json:"duty,omitempty"`
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

func (l *List) json(w io.Writer) error {
	out := jsonChecklist{Schema: 1, Audience: l.Audience, Items: []jsonItem{}}
	for _, p := range l.Personas {
		names := []string{}
		for _, d := range p.Domains {
			names = append(names, d.Name)
		}
		out.Personas = append(out.Personas, jsonPersona{p.Name, p.FirstQuestion, names})
	}
	for _, i := range l.Items {
		j := jsonItem{
			ID: i.ID, Kind: i.Kind, Domain: i.Domain.Name, Document: i.Document.Path, Question: i.Question,
			AntiPattern: i.AntiPattern, Source: i.Sources[0].String(), Sources: places(i), Remark: i.Remark,
			Principles: jsonPrinciples(i.Principles), Secondary: jsonPrinciples(i.Secondary),
		}
		if i.Kind == Duty {
			j.Duty = i.Text
		} else {
			j.Violation = &i.Text
		}
		out.Items = append(out.Items, j)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func places(i *Item) []string {
	var out []string
	for _, s := range i.Sources {
		out = append(out, s.String())
	}
	return out
}

func jsonPrinciples(principles []*corpus.Principle) []jsonPrinciple {
	out := []jsonPrinciple{}
	for _, p := range principles {
		out = append(out, jsonPrinciple{principleName(p), p.Title, principleLink(p, func(path string) string { return path })})
	}
	return out
}

func (l *List) csv(w io.Writer) error {
	out := csv.NewWriter(w)
	out.UseCRLF = true // RFC 4180
	rows := [][]string{{"id", "kind", "domain", "document", "principles", "secondary", "question", "text", "anti-pattern", "sources", "remark"}}
	for _, i := range l.Items {
		rows = append(rows, []string{
			i.ID, string(i.Kind), i.Domain.Name, i.Document.Path, principleCell(i.Principles), principleCell(i.Secondary),
			i.Question, i.Text, i.AntiPattern, strings.Join(places(i), " "), i.Remark,
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
		out = append(out, p.Domain.Short+" "+p.ID()+" "+p.Title)
	}
	return strings.Join(out, "; ")
}

// neutral keeps a spreadsheet from reading a cell as a formula.
func neutral(cell string) string {
	if cell != "" && strings.ContainsRune("=+-@\t\r\n", rune(cell[0])) {
		return "'" + cell
	}
	return cell
}
