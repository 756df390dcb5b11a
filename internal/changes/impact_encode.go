package changes

import (
	"fmt"
	"io"
	"strings"

	"atelier/internal/corpus"
)

// WriteImpacts writes what depends on parts of a corpus, as text or json. color
// is for text alone.
func WriteImpacts(w io.Writer, format string, impacts []*Impact, color bool) error {
	if format == "json" {
		out := impactsModel{Schema: 1, Impacts: []impactModel{}}
		for _, i := range impacts {
			out.Impacts = append(out.Impacts, i.model())
		}
		return writeJSON(w, out)
	}
	var b strings.Builder
	for n, i := range impacts {
		if n > 0 {
			b.WriteByte('\n')
		}
		i.text(&b, painter(color))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// text is one impact for people.
func (i *Impact) text(b *strings.Builder, p painter) {
	d, span := i.Target.place()
	head := p.bold(i.Target.Name())
	if title := normal(i.Target.title()); title != "" {
		head += " " + title
	}
	fmt.Fprintf(b, "%s (%s:%d)\n", head, d.Path, d.File.Line(span.Start))
	part := func(title string, n int) {
		if n > 0 {
			fmt.Fprintf(b, "  %s (%d)\n", title, n)
		}
	}
	part("principles that derive from it", len(i.Principles))
	for _, pr := range i.Principles {
		fmt.Fprintf(b, "    %s %s\n", pr.Name(), pr.Title)
	}
	part("named in", len(i.Direct))
	for _, ref := range i.Direct {
		fmt.Fprintf(b, "    %s:%d %s %s\n", ref.From.Path, ref.From.File.Line(ref.Span.Start), ref.Role, normal(ref.Text))
	}
	part("through other documents", len(i.Through))
	for _, t := range i.Through {
		fmt.Fprintf(b, "    %s, by way of %s\n", t.Document.Path, strings.Join(paths(t.Via), ", "))
	}
	part("review items", len(i.Items))
	for _, item := range i.Items {
		fmt.Fprintf(b, "    %s %s\n", item.ID, item.Question)
	}
	part("requirements and decisions", len(i.Requirements))
	for _, c := range i.Requirements {
		title := c.Entry.Title
		if c.Entry.Status != "" {
			title += " (" + c.Entry.Status + ")"
		}
		fmt.Fprintf(b, "    %s %s, %s\n", c.Entry.ID, title, c.Why)
	}
	if len(i.Principles)+len(i.Direct)+len(i.Through)+len(i.Items)+len(i.Requirements) == 0 {
		b.WriteString("  nothing depends on it\n")
	}
}

func paths(ds []*corpus.Document) []string {
	out := make([]string, len(ds))
	for i, d := range ds {
		out[i] = d.Path
	}
	return out
}

// The models are the machine form of impacts.
type impactsModel struct {
	Schema  int           `json:"schema"`
	Impacts []impactModel `json:"impacts"`
}

type impactModel struct {
	Name         string             `json:"name"`
	Title        string             `json:"title"`
	Path         string             `json:"path"`
	Line         int                `json:"line"`
	Principles   []string           `json:"principles"`
	Direct       []useModel         `json:"direct"`
	Through      []throughModel     `json:"through"`
	Items        []itemModel        `json:"items"`
	Requirements []requirementModel `json:"requirements"`
}

type useModel struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Role string `json:"role"`
	Text string `json:"text"`
}

type throughModel struct {
	Path string   `json:"path"`
	Via  []string `json:"via"`
}

type itemModel struct {
	ID       string `json:"id"`
	Question string `json:"question"`
}

type requirementModel struct {
	ID     string `json:"id"`
	Title  string `json:"title"`
	Status string `json:"status"`
	Why    string `json:"why"`
}

func (i *Impact) model() impactModel {
	d, span := i.Target.place()
	m := impactModel{
		Name: i.Target.Name(), Title: normal(i.Target.title()), Path: d.Path, Line: d.File.Line(span.Start),
		Principles: []string{}, Direct: []useModel{}, Through: []throughModel{}, Items: []itemModel{}, Requirements: []requirementModel{},
	}
	for _, p := range i.Principles {
		m.Principles = append(m.Principles, p.Name())
	}
	for _, ref := range i.Direct {
		m.Direct = append(m.Direct, useModel{ref.From.Path, ref.From.File.Line(ref.Span.Start), string(ref.Role), normal(ref.Text)})
	}
	for _, t := range i.Through {
		m.Through = append(m.Through, throughModel{t.Document.Path, paths(t.Via)})
	}
	for _, item := range i.Items {
		m.Items = append(m.Items, itemModel{item.ID, item.Question})
	}
	for _, c := range i.Requirements {
		m.Requirements = append(m.Requirements, requirementModel{c.Entry.ID, c.Entry.Title, c.Entry.Status, c.Why})
	}
	return m
}
