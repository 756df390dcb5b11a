package source

import (
	"strings"
	"testing"
)

func TestYAMLTooDeep(t *testing.T) {
	deep := DeepestYAML + 1
	for name, c := range map[string]struct {
		text string
		want int
	}{
		"flat":                       {"a: b\nc: [d, {e: f}]\n", -1},
		"many lists beside another":  {strings.Repeat("a: [b]\n", 3*deep), -1},
		"as deep as the bound":       {"a: " + strings.Repeat("[", DeepestYAML), -1},
		"brackets":                   {"a: " + strings.Repeat("[", deep), 3 + DeepestYAML},
		"brackets on several lines":  {strings.Repeat("[\n", deep), 2 * DeepestYAML},
		"braces":                     {strings.Repeat("{a: ", deep), 4 * DeepestYAML},
		"list marks":                 {"a:\n" + strings.Repeat("- ", deep) + "b\n", 3 + 2*DeepestYAML},
		"list marks below another":   {strings.Repeat("- a\n", deep), -1},
		"keys of their own":          {strings.Repeat("? ", deep), 2 * DeepestYAML},
		"closing more than it opens": {"a: ]]]]\n" + strings.Repeat("[", DeepestYAML), -1},
	} {
		if got := YAMLTooDeep(c.text); got != c.want {
			t.Errorf("%s: got %d, want %d", name, got, c.want)
		}
	}
}
