package changes

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"atelier/internal/block"
	"atelier/internal/worddiff"
)

// Formats are the forms in which a diff and an impact can be written; markdown is
// only one of a diff.
var Formats = []string{"text", "json", "markdown"}

// kindTitles are the headings of the kinds.
var kindTitles = map[Kind]string{
	Document: "Documents", Core: "Core principles", Principle: "Principles", Trace: "Traces",
	Violation: "Violations", AntiPattern: "Anti-patterns", Reference: "References",
}

// Write writes a diff between two revisions, named as given, in one of [Formats].
// color is for text alone.
func (d *Diff) Write(w io.Writer, format, from, to string, color bool) error {
	switch format {
	case "json":
		return d.writeJSON(w, from, to)
	case "markdown":
		_, err := io.WriteString(w, d.markdown(from, to))
		return err
	}
	_, err := io.WriteString(w, d.text(color))
	return err
}

// text is the diff for a terminal: nothing where nothing changed.
func (d *Diff) text(color bool) string {
	var b strings.Builder
	p := painter(color)
	for _, kind := range Kinds {
		list := d.of(kind)
		if len(list) == 0 {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.bold(kindTitles[kind]) + "\n")
		for _, c := range list {
			fmt.Fprintf(&b, "  %s %s%s\n", p.action(c.Action), c.Name, describe(c, func(s string) string { return "“" + s + "”" }))
			s := c.side()
			fmt.Fprintf(&b, "      %s:%d\n", s.Path, s.Line)
			if len(c.Words) > 0 {
				b.WriteString("      " + p.words(worddiff.Shorten(c.Words)) + "\n")
			}
		}
	}
	return b.String()
}

// of are the changes of one kind.
func (d *Diff) of(kind Kind) []*Change {
	var out []*Change
	for _, c := range d.Changes {
		if c.Kind == kind {
			out = append(out, c)
		}
	}
	return out
}

// describe is what a change says beside its action and its name; quote makes
// quoted text of one.
func describe(c *Change, quote func(string) string) string {
	switch c.Action {
	case Reworded:
		return ""
	case Added, Removed:
		if s := c.side().Text; s != "" && s != c.Name {
			return ": " + quote(s)
		}
		return ""
	case Moved:
		return ": " + quote(c.After.Text) + ", from " + c.Before.Path
	case Renamed:
		if c.Kind == Document {
			return ", was " + c.Before.Path
		}
		return ", was " + quote(c.Before.Text)
	}
	return ": " + quote(c.Before.Text) + " → " + quote(c.After.Text)
}

// A painter colours text, or does not.
type painter bool

func (p painter) sgr(code, text string) string {
	if !p || code == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (p painter) bold(text string) string { return p.sgr("1", text) }

func (p painter) action(a Action) string {
	text := fmt.Sprintf("%-8s", a)
	switch a {
	case Added:
		return p.sgr("32", text)
	case Removed:
		return p.sgr("31", text)
	}
	return p.sgr("33", text)
}

// words marks what went and what came, with brackets where there is no colour.
func (p painter) words(segments []worddiff.Segment) string {
	if !p {
		return worddiff.Text(segments)
	}
	var b strings.Builder
	for _, s := range segments {
		b.WriteString(p.sgr(map[worddiff.Op]string{worddiff.Delete: "31;9", worddiff.Insert: "32"}[s.Op], s.Text))
	}
	return b.String()
}

// markdown is the diff for a release note or a comment.
func (d *Diff) markdown(from, to string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## Changes from %s to %s\n", escapeMarkdown(from), escapeMarkdown(to))
	if len(d.Changes) == 0 {
		b.WriteString("\nNothing changed in meaning.\n")
	}
	for _, kind := range Kinds {
		list := d.of(kind)
		if len(list) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n### %s\n\n", kindTitles[kind])
		for _, c := range list {
			description := describe(c, func(s string) string { return "“" + s + "”" })
			fmt.Fprintf(&b, "- **%s** %s%s", c.Action, escapeMarkdown(c.Name), escapeMarkdown(description))
			if len(c.Words) > 0 {
				b.WriteString(": " + markdownWords(worddiff.Shorten(c.Words)))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// markdownWords strikes out what went and sets what came in bold. Blanks stay
// outside of the marks, which would not be marks otherwise.
func markdownWords(segments []worddiff.Segment) string {
	var b strings.Builder
	for _, s := range segments {
		mark := map[worddiff.Op]string{worddiff.Delete: "~~", worddiff.Insert: "**"}[s.Op]
		text := strings.TrimSpace(s.Text)
		if mark == "" || text == "" {
			b.WriteString(escapeMarkdown(s.Text))
			continue
		}
		at := strings.Index(s.Text, text)
		b.WriteString(s.Text[:at] + mark + escapeMarkdown(text) + mark + s.Text[at+len(text):])
	}
	return b.String()
}

// escapeMarkdown makes text of everything that Markdown would read otherwise, and
// that would notify somebody in a comment.
func escapeMarkdown(text string) string { return block.Inert(block.Escape(text)) }

func (d *Diff) writeJSON(w io.Writer, from, to string) error {
	type summary struct {
		Changes int            `json:"changes"`
		Actions map[Action]int `json:"actions"`
	}
	out := struct {
		Schema  int       `json:"schema"`
		From    string    `json:"from"`
		To      string    `json:"to"`
		Changes []*Change `json:"changes"`
		Summary summary   `json:"summary"`
	}{1, from, to, append([]*Change{}, d.Changes...), summary{len(d.Changes), map[Action]int{}}}
	for _, c := range d.Changes {
		out.Summary.Actions[c.Action]++
	}
	return writeJSON(w, out)
}

func writeJSON(w io.Writer, value any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(value)
}
