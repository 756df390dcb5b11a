package parse

import (
	"fmt"
	"strings"
	"testing"
)

// TestListsOverLines holds that a list which goes one deeper with every line is
// bounded like one on a single line, whatever stands between, and that wide lists
// are not.
func TestListsOverLines(t *testing.T) {
	deeper := func(depth int, line func(indent string, i int) string) string {
		var b strings.Builder
		for i := range depth {
			b.WriteString(line(strings.Repeat("  ", i), i))
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		text string
		deep bool
	}{
		"one mark a line":          {deeper(maxDepth+1, func(in string, _ int) string { return in + "- a\n" }), true},
		"as deep as the bound":     {deeper(maxDepth, func(in string, _ int) string { return in + "- a\n" }), false},
		"blank lines between":      {deeper(maxDepth+1, func(in string, _ int) string { return in + "- a\n\n" }), true},
		"paragraphs between":       {deeper(maxDepth+1, func(in string, _ int) string { return in + "* a\n\n" + in + "  more\n" }), true},
		"lazy lines between":       {deeper(maxDepth+1, func(in string, _ int) string { return in + "+ a\nlazy\n" }), true},
		"numbers":                  {deeper(maxDepth+1, func(in string, i int) string { return fmt.Sprintf("%s%s%d. a\n", in, in, i) }), true},
		"in a quote":               {deeper(maxDepth+1, func(in string, _ int) string { return "> " + in + "- a\n" }), true},
		"tabs":                     {deeper(maxDepth+1, func(in string, _ int) string { return strings.ReplaceAll(in, "  ", "\t") + "- a\n" }), true},
		"two marks a line":         {deeper(maxDepth/2+1, func(in string, _ int) string { return in + in + "- - a\n" }), true},
		"many items":               {strings.Repeat("- a\n  - b\n    - c\n", 1000), false},
		"many lists":               {strings.Repeat("1. a\n   - b\n\npara\n\n", 1000), false},
		"numbers that are aligned": {strings.Repeat(" 8. a\n 9. b\n10. c\n11. d\n", 100), false},
		"prose":                    {strings.Repeat("text\n   text - and * more\n  2024 was\n", 1000), false},
	} {
		_, rule, _ := tooDeep("# T\n\n" + c.text)
		if (rule == "source/too-deep") != c.deep {
			t.Errorf("%s: got %q, want deep: %v", name, rule, c.deep)
		}
	}
}
