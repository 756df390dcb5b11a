package parse

import (
	"fmt"
	"strings"
	"testing"

	"atelier/internal/source"
)

// defined renders what the headings of a text define: "P4 Title" and, in
// brackets, what is wrong with the form.
func defined(text string) string {
	d := File(source.NewFile("first-principles.md", []byte(text)))
	var out []string
	for _, def := range d.Principles {
		s := fmt.Sprintf("P%d %s", def.Number, def.Title)
		if def.Malformed != "" {
			s += " [" + def.Malformed + "]"
		}
		if def.Empty {
			s += " empty"
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestMalformedHeadings(t *testing.T) {
	const stop = "[the number is not followed by a full stop and a space]"
	for _, test := range []struct{ name, text, want string }{
		{"right", "### P1. One\nText.", "P1 One"},
		{"no full stop", "### P1 One\nText.", "P1 One " + stop},
		{"colon", "### P1: One\nText.", "P1 One " + stop},
		{"parenthesis", "### P1) One\nText.", "P1 One " + stop},
		{"dash", "### P1 — One\nText.", "P1 One " + stop},
		{"no space behind the stop", "### P1.One\nText.", "P1 One " + stop},
		{"lower case", "### p1. One\nText.", "P1 One [the letter is lower case]"},
		{"leading zero", "### P01. One\nText.", "P1 One [the number starts with a zero]"},
		{"level", "## P1. One\nText.", "P1 One [it is not a level-3 heading]"},
		{"underlined", "P1. One\n---\nText.", "P1 One [it is not a level-3 heading]"},
		{"no title", "### P1.\nText.", "P1  [it has no title]"},
		{"number alone", "### P1\nText.", "P1  [it has no title]"},
		{"no space", "###P1. One\n\nText.", "P1 One [no space follows the “###”]"},
		{"no-break space", "###\u00a0P1. One\n\nText.", "P1 One [no space follows the “###”]"},
		{"no space, text below", "###P1. One\nText.", "P1 One [no space follows the “###”]"},
		{"no space in a paragraph", "Text.\n###P1. One\n\nText.", "P1 One [no space follows the “###”]"},
		{"no space, in a row", "###P1. One\n\n###P2. Two\n\nText.", "P1 One [no space follows the “###”] empty; P2 Two [no space follows the “###”]"},
		{"order of the text", "###P1. One\n\nText.\n\n### P2. Two\nText.", "P1 One [no space follows the “###”]; P2 Two"},
		{"level, text below a heading within", "## P1. One\n\n### More\n\nText.", "P1 One [it is not a level-3 heading]"},
		{"text below a pattern", "### P1. One\n\n#### Pattern 5. X\n\nText.", "P1 One"},
		{"nothing below a heading within", "### P1. One\n\n#### More\n\n### P2. Two\n\nText.", "P1 One empty; P2 Two"},
		{"annotated", "### P1. One (D-062)\nText.", "P1 One"},

		{"a heading about one", "### P1. One\nText.\n\n### P1 in practice\nText.", "P1 One"},
		{"a title about one", "### P1. One\nText.\n\n### P1 Revisited\nText.", "P1 One"},
		{"a section about one", "### P1. One\nText.\n\n## P1. Again\nText.", "P1 One"},
		{"a number beyond", "### P1. One\nText.\n\n### P99 Latency\nText.", "P1 One"},
		{"an issue", "### P1. One\nText of\n#P2 and more.", "P1 One"},
		{"code", "### P1. One\n\n    ###P2. Two\n\n```\n###P2. Two\n```", "P1 One"},
		{"a quote", "### P1. One\n\n> ###P2. Two", "P1 One"},
		{"a list of them", "### P1/P2 together\nText.", ""},
		{"percentile", "### p95 latency\nText.", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := defined(test.text); got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// A statement belongs to the heading above it also where that lacks its space.
func TestUnspacedHeadingOwnsItsStatement(t *testing.T) {
	d := File(source.NewFile("first-principles.md", []byte(
		"### P1. One\nDerives from `C1 Correctness`.\n\n###P2. Two\nDerives from `C2 Clarity`.\n\n#### More\nDerives from `C3 Simplicity`.\n\n## Trace\nDerives from `C4 Locality`.\n")))
	var got []string
	for _, def := range d.Principles {
		for _, m := range def.Cores {
			got = append(got, fmt.Sprintf("P%d:%s", def.Number, m.Text))
		}
	}
	if s := strings.Join(got, " "); s != "P1:C1 P2:C2 P2:C3" {
		t.Errorf("got %s", s)
	}
}

func TestUnspacedHeadingSpans(t *testing.T) {
	f := source.NewFile("first-principles.md", []byte("Text.\n  ###P2. Two `x`\nMore.\n"))
	d := File(f)
	if len(d.Principles) != 1 {
		t.Fatalf("got %d principles", len(d.Principles))
	}
	def := d.Principles[0]
	if got := f.Slice(def.NumberSpan) + "|" + f.Slice(def.TitleSpan) + "|" + f.Slice(def.Section.Span); got != "P2|Two `x`|P2. Two `x`" {
		t.Errorf("got %s", got)
	}
}
