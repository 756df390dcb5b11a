package review

import (
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// Audiences are who a checklist is made for: a program with nothing but the
// files, or a person in a conversation.
var Audiences = []string{Agent, Peer}

// The audiences.
const (
	Agent = "agent"
	Peer  = "peer"
)

// A Persona is a row of a table whose first header cell is "Persona": a point
// of view from which changes are reviewed.
type Persona struct {
	Name          string
	FirstQuestion string
	// Domains are those that it reviews; none means all.
	Domains  []*corpus.Domain
	Audience string
}

// Personas are the personas of an audience that review any of the items.
func Personas(c *corpus.Corpus, audience string, items []*Item) []Persona {
	var out []Persona
	for _, doc := range c.Documents {
		for _, t := range doc.Tables {
			if doc.Domain != nil || t.Generated || len(t.Header) == 0 || !strings.EqualFold(strings.TrimSpace(t.Header[0].Prose.Text), "persona") {
				continue
			}
			for _, row := range t.Rows {
				if p := persona(doc, t, row); p.Audience == audience && p.reviews(items) {
					out = append(out, p)
				}
			}
		}
	}
	return out
}

func persona(doc *corpus.Document, t *parse.Table, row *parse.Row) Persona {
	var p Persona
	for i, cell := range row.Cells {
		if i >= len(t.Header) {
			break
		}
		text := Normalise(cell.Prose.Text)
		switch strings.ToLower(strings.TrimSpace(t.Header[i].Prose.Text)) {
		case "persona":
			p.Name = text
		case "first question":
			p.FirstQuestion = text
		case "reviews":
			p.Domains = domainsNamed(doc, cell)
		case "checklist":
			p.Audience = Peer
			if strings.Contains(text, agentPage) {
				p.Audience = Agent
			}
		}
	}
	return p
}

// domainsNamed are the domains that a cell refers to, as a whole or by one of
// their documents.
func domainsNamed(doc *corpus.Document, cell *parse.Block) []*corpus.Domain {
	var out []*corpus.Domain
	for _, m := range cell.Mentions {
		ref := doc.Reference(m)
		if ref == nil {
			continue
		}
		d := ref.Domain
		if d == nil && ref.Target != nil {
			d = ref.Target.Domain
		}
		if d != nil && !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	return out
}

func (p Persona) reviews(items []*Item) bool {
	return len(p.Domains) == 0 || slices.ContainsFunc(items, func(i *Item) bool { return slices.Contains(p.Domains, i.Domain) })
}
