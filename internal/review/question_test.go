package review

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestQuestion holds every rule of docs/review.md, and its limits.
func TestQuestion(t *testing.T) {
	for _, c := range []struct {
		manner     Manner
		text, want string
	}{
		// What is lacking is asked for, what follows from the lack is added.
		{Row, "No consumer-lag metric (consumer falls behind)", "Is a consumer-lag metric in place? Without it: consumer falls behind."},
		{Row, "No DLQ", "Is a DLQ in place?"},
		{Row, "No SLO", "Is an SLO in place?"},
		{Row, "No alert on DLQ depth", "Is an alert on DLQ depth in place?"},
		{Row, "No retention", "Is retention in place?"},
		{Row, "Missing retry limits (load grows)", "Are retry limits in place? Without them: load grows."},
		{Row, "Missing data counted as success", "Is the change free of any missing data counted as success?"},
		{Row, "No query that names the revision", "Is this ruled out: no query that names the revision?"},
		{Row, "Topic without a schema (readers guess)", "Does every topic come with a schema? Without it: readers guess."},
		{Row, "DLQ with no depth alert", "Does every DLQ come with a depth alert?"},
		{Row, "Image without dimensions (text jumps)", "Does every image come with dimensions? Without them: text jumps."},
		{Row, "Requests without a deadline", "Do all requests come with a deadline?"},
		{Row, "Stream with no retention", "Does every stream come with retention?"},
		// Both sides must be plain noun phrases for that.
		{Row, `"It's FIFO" with no partition contract`, `Is the change free of any "It's FIFO" with no partition contract?`},
		{Row, "Session that ends without warning", "Is the change free of any session that ends without warning?"},
		{Row, "Element without role and name", "Is the change free of any element without role and name?"},
		// A noun phrase takes "any", whatever its number.
		{Row, "Unbounded prefetch (broker floods consumer memory)", "Is the change free of any unbounded prefetch (broker floods consumer memory)?"},
		{Row, "Consumer that assumes FIFO on a queue", "Is the change free of any consumer that assumes FIFO on a queue?"},
		{Row, "SQL tested against another dialect.", "Is the change free of any SQL tested against another dialect?"},
		{Row, "Client whose retries are unbounded", "Is the change free of any client whose retries are unbounded?"},
		// Lists, determiners and sentences do not.
		{Row, "One API key shared by all callers", "Is this ruled out: one API key shared by all callers?"},
		{Row, "Lock, file or socket left open", "Is this ruled out: lock, file or socket left open?"},
		{Row, "Every tab of a list is a Tab stop", "Is it ruled out that every tab of a list is a Tab stop?"},
		{Row, "Old and new system both write one record", "Is this ruled out: old and new system both write one record?"},
		{Row, "Gateway strips the header", "Is this ruled out: gateway strips the header?"},
		{Row, "429 without Retry-After", "Is this ruled out: 429 without Retry-After?"},
		// Code stays as it is.
		{Code, "Arc cloned per element (slow)", "Is “Arc cloned per element (slow)” ruled out?"},
		{Row, "wg.Add(1) as the first statement", "Is “wg.Add(1) as the first statement” ruled out?"},
		{Row, "=SUM(A1) as a name", "Is “=SUM(A1) as a name” ruled out?"},
		{Row, "catch (e: any)", "Is “catch (e: any)” ruled out?"},
		// Summaries are sentences as often as not.
		{Summary, "A lock is held over a call; one slow peer stops all", "Is it ruled out that a lock is held over a call (one slow peer stops all)?"},
		{Summary, "Comments repeat the statement", "Is this ruled out: comments repeat the statement?"},
		{Summary, "unwrap on input", "Is this ruled out: unwrap on input?"},
		{Row, "", "Is this ruled out: an entry without words?"},
		{Row, "Field\n  removed   twice", "Is the change free of any field removed twice?"},
		{Row, "Timeout (of 3 s (three seconds)) unset", "Is the change free of any timeout (of 3 s (three seconds)) unset?"},
		{Row, "Timeout ) unset )", "Is the change free of any timeout ) unset )?"},
	} {
		if got := Question(c.text, c.manner); got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
	}
}

// TestQuestionIsBounded holds that a long text loses its aside first, then its
// end, and never half of a parenthesis.
func TestQuestionIsBounded(t *testing.T) {
	aside := "Wait that never ends (" + strings.Repeat("because ", 30) + "so)"
	if got := Question(aside, Row); got != "Is the change free of any wait that never ends?" {
		t.Errorf("got %q", got)
	}
	for _, text := range []string{
		"Wait that " + strings.Repeat("never ends ", 40),
		"Wait that (" + strings.Repeat("never ends ", 40) + ") and so on",
		strings.Repeat("ü", 400),
		"Wait “" + strings.Repeat("ü ", 400) + "” x",
	} {
		got := Question(text, Row)
		if n := utf8.RuneCountInString(got); n > maxQuestion || !balanced(got) || !strings.HasSuffix(got, "?") {
			t.Errorf("%d characters: %q", n, got)
		}
	}
}
