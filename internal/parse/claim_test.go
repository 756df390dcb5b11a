package parse

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestCoverageClaims holds which sentences count the cores that are touched,
// and the places of what they say.
func TestCoverageClaims(t *testing.T) {
	for text, want := range map[string][]string{
		"a domain touching 7 of 8 core principles (C1, C2,\nC4); C3 is not primary": {"7 of 8|7|8|C1, C2,\nC4|3"},
		"It touches **two of eight** core principles (C1–C2).":                      {"2 of 8|two|eight|C1–C2|2"},
		"touching 2 of the 8 core principles.":                                      {"2 of 8|2|8||0"},
		"touching 7 of 8 core principles (all but C3)":                              {"7 of 8|7|8||0"},
		"It leaves 1 of 8 core principles untouched.":                               nil,
		"Narrow, but touches 1 of 8 core principles":                                {"1 of 8|1|8||0"},
		"It does not touch 5 of 8 core principles":                                  nil,
		"It leaves only 1 of 8 core principles (C3).":                               nil,
		"1 of 8 core principles (C3) is not touched":                                nil,
		"the core principles, and 8 core principles":                                nil,
		"1 of 2 core principles, then 2 of 2 core principles":                       {"1 of 2|1|2||0", "2 of 2|2|2||0"},
	} {
		d := Bytes("a.md", []byte(text))
		var got []string
		for _, c := range d.Coverage {
			got = append(got, fmt.Sprintf("%d of %d|%s|%s|%s|%d", c.Count, c.Of,
				d.File.Slice(c.CountSpan), d.File.Slice(c.OfSpan), d.File.Slice(c.ListSpan), len(c.Touched)))
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
