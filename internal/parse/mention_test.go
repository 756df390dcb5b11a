package parse

import "testing"

func TestParenthesisBehindAMention(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"behind a code span", "This derives from `C1 Correctness` (a full heap\nends in loss).", "a full heap ends in loss"},
		{"nested", "It derives from `C1 Correctness` (loss (of data) is silent) and more.", "loss (of data) is silent"},
		{"none", "It derives from `C1 Correctness`, as all do (here).", ""},
		{"left open", "It derives from `C1 Correctness` (a full heap.", ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := parseText("# D\n\n" + tc.text + "\n")
			for _, b := range d.Blocks {
				for _, m := range b.Mentions {
					if m.Kind != CoreMention {
						continue
					}
					start, end := m.Parenthesis()
					if got := b.Prose.Text[start:end]; got != tc.want {
						t.Errorf("parenthesis %q, want %q", got, tc.want)
					}
					return
				}
			}
			t.Fatal("no mention of a core")
		})
	}
}
