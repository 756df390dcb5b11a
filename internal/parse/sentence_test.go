package parse

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSentences holds where the sentences of a paragraph end, and that each
// word belongs to one.
func TestSentences(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []string
	}{
		{"full stops and other marks", "One. Two! Three? Four", []string{"One.", "Two!", "Three?", "Four"}},
		{"a stop before a lower-case word", "Version 2. of it. Next", []string{"Version 2. of it.", "Next"}},
		{"a stop within a word", "See a.b.C and v0.4.1. Next", []string{"See a.b.C and v0.4.1.", "Next"}},
		{"abbreviations", "Some, e.g. Kafka, vs. NATS (cf. Fig. 1). Logs, tvs. More", []string{"Some, e.g. Kafka, vs. NATS (cf. Fig. 1).", "Logs, tvs.", "More"}},
		{"quotes and emphasis at the end", "He said “so.” Then \"that.\" *Last.* End", []string{"He said “so.”", "Then \"that.\"", "Last.", "End"}},
		{"a stop in a parenthesis", "A (one. Two. three) b. Next", []string{"A (one. Two. three) b.", "Next"}},
		{"a parenthesis that does not close", "A (one. Two. Three", []string{"A (one.", "Two.", "Three"}},
		{"a parenthesis that does not open", "A) one. Two. Three", []string{"A) one.", "Two.", "Three"}},
		{"a quote before a lower-case word", "He said “so.” and went. “No,” he said", []string{"He said “so.” and went.", "“No,” he said"}},
		{"code", "Set `a. B` now. Call `f(` first) now. `End.` Next.", []string{"Set a. B now.", "Call f( first) now.", "End. Next."}},
		{"wrapped", "One\ntwo. Three\nfour.", []string{"One two.", "Three four."}},
		{"nothing", "", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got []string
			for _, b := range parseText(test.text).Blocks {
				for _, s := range b.Prose.Sentences() {
					got = append(got, b.Prose.Text[s.Start:s.End])
				}
				for i, c := range b.Prose.Text {
					if s := b.Prose.Sentence(i); c != ' ' && (i < s.Start || i >= s.End) {
						t.Errorf("byte %d is said to stand in the sentence from %d to %d", i, s.Start, s.End)
					}
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
