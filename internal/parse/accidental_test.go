package parse

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestAccidentalLists(t *testing.T) {
	long := "The default for failures that pass by themselves is a retry with backoff"
	for _, test := range []struct {
		name, text string
		want       []string // line of the mark and the mark
	}{
		{"number in an open parenthesis", "- A shared subscription breaks the order\n  (consumer A sees message 3 before B sees message\n  1) and complicates the rest.\n", []string{"3 1)"}},
		{"plus in open strong text", "- The default is **backoff + DLQ\n  + alert**: it waits.\n", []string{"2 +"}},
		{"plus in a paragraph", "The cost is the sum of setup time\n+ teardown time, which is small.\n", []string{"2 +"}},
		{"hyphen in a paragraph", "What is paid out is the gross amount\n- the fee of the day, as the table says.\n", []string{"2 -"}},
		{"star in a paragraph", "What is stored is the size of a record\n* the count of records.\n", []string{"2 *"}},
		{"hash before a number", "The reason was given in the ticket\n# 12 of that board.\n", []string{"2 #"}},
		{"number that ends a sentence", "The partition count of this topic is\n1. It never grows.\n", []string{"2 1."}},
		{"in a quote", "> The cost is the sum of setup time\n> + teardown time.\n", []string{"2 +"}},
		{"at the margin of a list item", "- The cost is the sum of setup time\n+ teardown time.\n", []string{"2 +"}},
		{"acronym goes on", "The strategy is the retry with a bound\n+ DLQ for what is left.\n", []string{"2 +"}},
		{"hyphen where lists use it too", "- one\n- two\n\n" + long + "\n- never without - for calls.\n", []string{"5 -"}},
		{"carriage returns", "The cost is the sum of setup time\r\n+ teardown time.\r\n", []string{"2 +"}},

		{"nested list", "- fruit of this year\n  - apple\n  - pear\n", nil},
		{"nested list of one", "- fruit of this year and more\n  - apple\n- nuts\n", nil},
		{"nested list of one below a long item", "- " + long + "\n  - the first of them\n- nuts\n", nil},
		{"introduced by a colon", "The parts of it are these:\n- one\n", nil},
		{"list of several without colon", "The parts of it are\n- one\n- two\n", nil},
		{"ordered list of several", "The steps of it are\n1. build\n2. ship\n", nil},
		{"blank line between", "The cost is the sum of setup time\n\n+ teardown time\n", nil},
		{"label", "Parts\n- one\n", nil},
		{"heading right below prose", "Some prose without a full stop here\n# The Next Part\n", nil},
		{"second-level heading", "Some prose without a full stop here\n## 12 parts\n", nil},
		{"capital starts an item", "The thing to do on each of them is\n- Stop the consumer\n", nil},
		{"hard break", "The parts of it that we name are  \n- one of them\n", nil},
		{"code", "    a long line of code that is indented\n    + more of the same\n\n```\nThe cost is the sum of setup time\n+ teardown time\n```\n", nil},
		{"task", "The work that is left to do is\n- [ ] this one\n", nil},
		{"front matter and title", "---\ndescription: the cost is the sum\n---\n# 12 parts\n", nil},
		{"empty", "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := Bytes("x.md", []byte(test.text))
			var got []string
			for _, a := range d.AccidentalLists {
				if d.File.Slice(a.Span) != a.Marker {
					t.Errorf("the span holds %q, want %q", d.File.Slice(a.Span), a.Marker)
				}
				got = append(got, strings.Join([]string{strconv.Itoa(d.File.Line(a.Span.Start)), a.Marker}, " "))
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
