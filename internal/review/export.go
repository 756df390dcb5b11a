package review

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"atelier/internal/corpus"
)

// Formats are the names of the export formats.
var Formats = []string{"markdown", "json", "csv", "github"}

// GitHubLimit is the length in characters that GitHub takes for the body of a
// pull request.
const GitHubLimit = 65536

// A List is a checklist to export.
type List struct {
	Items []*Item
	// Audience is one of [Audiences], or "" for the plain layout.
	Audience string
	Personas []Persona
	// Repository is the address of the repository, for links that lead there
	// from a pull request; "" gives paths.
	Repository string
	// Places are where things are on a site; the Markdown of a list with them
	// leads there, and without to the files of the corpus.
	Places *Places
}

// Places say where on a site things of a checklist are, as addresses, relative to
// the list.
type Places struct {
	Principle func(*corpus.Principle) string
	// Source gives the name of a place too.
	Source func(Source) (name, address string)
}

// Write writes a list in a format. It writes nothing to w before the whole
// document is made, so that a caller never has half of one.
func (l *List) Write(w io.Writer, format string) error {
	var b strings.Builder
	var err error
	switch format {
	case "markdown":
		b.WriteString("# Review Checklist\n\nA sound change answers yes to every question.\n\n")
		l.layout(&b, markup{link: destination, places: l.Places})
	case "github":
		l.layout(&b, markup{link: l.onGitHub, inert: true})
	case "json":
		err = l.json(&b)
	case "csv":
		err = l.csv(&b)
	default:
		err = fmt.Errorf("no export format is named %q: use one of %s", format, strings.Join(Formats, ", "))
	}
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// TooLongForGitHub is the length of a text in characters where GitHub would not
// take it, else 0.
func TooLongForGitHub(text string) int {
	if n := utf8.RuneCountInString(text); n > GitHubLimit {
		return n
	}
	return 0
}

func (l *List) onGitHub(path string) string {
	if l.Repository == "" {
		return destination(path)
	}
	return strings.TrimSuffix(l.Repository, "/") + "/blob/HEAD/" + destination(path)
}

const task = "- [ ] "

func (l *List) layout(b *strings.Builder, m markup) {
	for _, p := range l.Personas {
		fmt.Fprintf(b, "- %s: %s\n", m.text(p.Name), m.text(p.FirstQuestion))
	}
	if len(l.Personas) > 0 {
		b.WriteByte('\n')
	}
	switch {
	case len(l.Items) == 0:
	case l.Audience == Agent:
		m.agentList(b, l.Items, task)
	case l.Audience == Peer:
		m.peerList(b, l.Items, task)
	default:
		m.plainList(b, l.Items)
	}
}

// plainList groups items by domain and principle, each with its id and places.
func (m markup) plainList(b *strings.Builder, items []*Item) {
	for n, list := range byDomain(items) {
		if n > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(b, "## %s\n", m.text(heading(list[0].Domain)))
		for _, g := range byPrinciple(list) {
			title := m.text(g.label(list[0].Domain))
			if g.principle != nil {
				title = fmt.Sprintf("[%s](%s)", title, m.principleAddress(g.principle))
			}
			fmt.Fprintf(b, "\n### %s\n\n", title)
			for _, i := range g.items {
				m.plainItem(b, i)
			}
		}
	}
}

func (m markup) plainItem(b *strings.Builder, i *Item) {
	fmt.Fprintf(b, "%s%s", task, m.phrase(i.asked))
	if also := i.also(); also != "" {
		fmt.Fprintf(b, " (%s)", also)
	}
	b.WriteString(" " + codeSpan(i.ID))
	if i.AntiPattern != "" {
		b.WriteString(" anti-pattern " + codeSpan(i.AntiPattern))
	}
	for _, s := range i.Sources {
		name, address := m.place(s)
		fmt.Fprintf(b, " [%s](%s)", m.text(name), address)
	}
	if i.Remark != "" {
		fmt.Fprintf(b, " (%s)", m.text(i.Remark))
	}
	b.WriteByte('\n')
}

// principleAddress is where a principle is, as the destination of a link.
func (m markup) principleAddress(p *corpus.Principle) string {
	if m.places != nil {
		return m.places.Principle(p)
	}
	return principleLink(p, m.link)
}

// place is the name of a source, and where it is.
func (m markup) place(s Source) (name, address string) {
	if m.places != nil {
		return m.places.Source(s)
	}
	return s.String(), fmt.Sprintf("%s#L%d", m.link(s.Path), s.Line)
}

func principleLink(p *corpus.Principle, link func(string) string) string {
	return link(p.Domain.First.Path) + "#" + p.Section.Anchor
}
