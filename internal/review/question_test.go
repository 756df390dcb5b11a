package review

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// marked is a text with code between backticks as a phrase.
func marked(text string) phrase {
	var p phrase
	var b strings.Builder
	for n, part := range strings.Split(text, "`") {
		if n%2 == 0 {
			b.WriteString(part)
			continue
		}
		b.WriteRune(firstCode + rune(len(p.code)))
		p.code = append(p.code, part)
	}
	p.text = Normalise(b.String())
	return p
}

// TestQuestion holds every rule of docs/review.md, and its limits: the question,
// and what a list says that asks once for all, where that is no question.
func TestQuestion(t *testing.T) {
	for _, c := range []struct {
		how        manner
		text, want string
	}{
		// What is lacking is asked for, what follows from the lack is added.
		{row, "No consumer-lag metric (consumer falls behind)", "Is a consumer-lag metric in place? Without it: consumer falls behind."},
		{row, "No DLQ", "Is a DLQ in place?"},
		{row, "No SLO", "Is an SLO in place?"},
		{row, "No alert on DLQ depth", "Is an alert on DLQ depth in place?"},
		{row, "No shield in front of an origin with a long tail", "Is a shield in place in front of an origin with a long tail?"},
		{row, "No goroutine count among the exported metrics", "Is a goroutine count in place among the exported metrics?"},
		{row, "No query that names the revision", "Is a query in place that names the revision?"},
		{row, "No queries whose results name the revision", "Are queries in place whose results name the revision?"},
		{row, "No `Cache-Control` on a route", "Is `Cache-Control` on a route in place?"},
		{row, "No `err` field in the answer", "Is an `err` field in the answer in place?"},
		{row, "No retention", "Is retention in place?"},
		{row, "Missing retry limits (load grows)", "Are retry limits in place? Without them: load grows."},
		{row, "Missing data counted as success", "Is the change free of any missing data counted as success?"},
		{row, "Missing rows that a join left out", "Is the change free of any missing rows that a join left out?"},
		{row, "Topic without a schema (readers guess)", "Does every topic come with a schema? Without it: readers guess."},
		{row, "DLQ with no depth alert", "Does every DLQ come with a depth alert?"},
		{row, "Image without dimensions (text jumps)", "Does every image come with dimensions? Without them: text jumps."},
		{row, "Requests without a deadline", "Do all requests come with a deadline?"},
		{row, "Stream with no retention", "Does every stream come with retention?"},
		{row, "Typestate without a single compile-fail case", "Does every typestate come with at least one compile-fail case?"},
		{row, "Package without an `exports` map", "Does every package come with an `exports` map?"},
		{row, "Block with no `SAFETY:` comment", "Does every block come with a `SAFETY:` comment?"},
		{row, "Error without `#[non_exhaustive]`", "Does every error come with `#[non_exhaustive]`?"},
		// Both sides must be plain noun phrases for that, and the lack that of the
		// whole.
		{row, `"It's FIFO" with no partition contract`, `Is the change free of any "It's FIFO" with no partition contract?`},
		{row, "Session that ends without warning", "Is the change free of any session that ends without warning?"},
		{row, "Element without role and name", "Is the change free of any element without role and name?"},
		{row, "Wait on a condition without a bound", "Is the change free of any wait on a condition without a bound?"},
		{row, "Requeue on every error with no limit", "Is the change free of any requeue on every error with no limit?"},
		{row, "Failover onto a place without the capacity", "Is the change free of any failover onto a place without the capacity?"},
		// A noun phrase takes "any", whatever its number.
		{row, "Unbounded prefetch (broker floods consumer memory)", "Is the change free of any unbounded prefetch (broker floods consumer memory)?"},
		{row, "Consumer that assumes FIFO on a queue", "Is the change free of any consumer that assumes FIFO on a queue?"},
		{row, "SQL tested against another dialect.", "Is the change free of any SQL tested against another dialect?"},
		{row, "Client whose retries are unbounded", "Is the change free of any client whose retries are unbounded?"},
		{row, "Queue of 100,000 entries", "Is the change free of any queue of 100,000 entries?"},
		{row, `Comment "do not touch" (no reason)`, `Is the change free of any comment "do not touch" (no reason)?`},
		{row, `Message "one, two" in a log`, `Is the change free of any message "one, two" in a log?`},
		{row, "Message `one, two` in a log", "Is the change free of any message `one, two` in a log?"},
		// Lists, determiners, acts and sentences do not.
		{row, "One API key shared by all callers", "Is this ruled out: one API key shared by all callers?"},
		{row, "Lock, file or socket left open", "Is this ruled out: lock, file or socket left open?"},
		{row, "Every tab of a list is a Tab stop", "Is it ruled out that every tab of a list is a Tab stop?"},
		{row, "Failing tests are rerun", "Is it ruled out that failing tests are rerun?"},
		{row, "Old and new system both write one record", "Is this ruled out: old and new system both write one record?"},
		{row, "Gateway strips the header", "Is this ruled out: gateway strips the header?"},
		{row, "Latest timestamp wins", "Is this ruled out: latest timestamp wins?"},
		{row, "Share of missing values rises from 2 to 60 %", "Is this ruled out: share of missing values rises from 2 to 60 %?"},
		{row, "Largest image inserted by script", "Is this ruled out: largest image inserted by script?"},
		{row, "Polling a flag in a loop", "Is this ruled out: polling a flag in a loop?"},
		{row, "429 without Retry-After", "Is this ruled out: 429 without Retry-After?"},
		{row, "10,000 single `INSERT` statements (slow)", "Is this ruled out: 10,000 single `INSERT` statements (slow)?"},
		// Code stays as it is.
		{row, "`unwrap` on a reply", "Is `unwrap` on a reply ruled out?"},
		{row, "`Arc` cloned per element (slow)", "Is this ruled out: `Arc` cloned per element (slow)?"},
		{row, "`wg.Add(1)` as the first statement", "Is `wg.Add(1)` as the first statement ruled out?"},
		{row, "`close` called by a receiver, or twice", "Is this ruled out: `close` called by a receiver, or twice?"},
		{row, "`recover` in a helper that hides it", "Is this ruled out: `recover` in a helper that hides it?"},
		{row, "`a` and `b` where one would do", "Is this ruled out: `a` and `b` where one would do?"},
		{row, "`default:` branch of a union", "Is the change free of any `default:` branch of a union?"},
		{row, "`catch (e: any)`", "Is `catch (e: any)` ruled out?"},
		{row, "wg.Add(1) as the first statement", "Is “wg.Add(1) as the first statement” ruled out?"},
		{row, "=SUM(A1) as a name", "Is “=SUM(A1) as a name” ruled out?"},
		// Summaries are sentences as often as not.
		{summary, "A lock is held over a call; one slow peer stops all", "Is it ruled out that a lock is held over a call (one slow peer stops all)?"},
		{summary, "Comments repeat the statement", "Is this ruled out: comments repeat the statement?"},
		{summary, "object fetched with no condition", "Is the change free of any object fetched with no condition?"},
		{summary, "fleet reports with no delay", "Is this ruled out: fleet reports with no delay?"},
		{summary, "no slices and no prices", "Is this ruled out: no slices and no prices?"},
		{summary, "unwrap on input", "Is the change free of any unwrap on input?"},
		{row, "", "Is this ruled out: an entry without words?"},
		{row, "Field\n  removed   twice", "Is the change free of any field removed twice?"},
		{row, "Timeout (of 3 s (three seconds)) unset", "Is the change free of any timeout (of 3 s (three seconds)) unset?"},
		{row, "Timeout ) unset )", "Is the change free of any timeout ) unset )?"},
	} {
		asked, free := question(marked(c.text), c.how)
		if got := asked.String(); got != c.want {
			t.Errorf("%q:\n got %q\nwant %q", c.text, got, c.want)
		}
		// A list that asks once says either the same question, or what it is about.
		if got := free.String(); got != c.want && (strings.Contains(got, "?") || !strings.Contains(c.want, strings.TrimSuffix(got, ")"))) {
			t.Errorf("%q: a list says %q", c.text, got)
		}
	}
}

// TestQuestionIsBounded holds that a long text loses its aside first, then its
// end, and never half of a parenthesis or of code.
func TestQuestionIsBounded(t *testing.T) {
	aside := "Wait that never ends (" + strings.Repeat("because ", 30) + "so)"
	if got, _ := question(marked(aside), row); got.String() != "Is the change free of any wait that never ends?" {
		t.Errorf("got %q", got)
	}
	for _, text := range []string{
		"Wait that " + strings.Repeat("never ends ", 40),
		"Wait that (" + strings.Repeat("never ends ", 40) + ") and so on",
		strings.Repeat("ü", 400),
		"Wait “" + strings.Repeat("ü ", 400) + "” x",
		"Wait " + strings.Repeat("`f(x)` or ", 100),
		"`" + strings.Repeat("f(x) ", 100) + "`",
	} {
		asked, free := question(marked(text), row)
		for _, got := range []string{asked.String(), free.String()} {
			if n := utf8.RuneCountInString(got); n > maxQuestion || !balanced(got) || strings.Count(got, "`")%2 == 1 {
				t.Errorf("%d characters: %q", n, got)
			}
		}
		if !strings.HasSuffix(asked.String(), "?") {
			t.Errorf("got %q", asked)
		}
	}
}

// TestAnyTextIsAsked puts words, signs and code in any order, and holds that each
// is asked within the limit, with nothing left of the runes that stand for code.
func TestAnyTextIsAsked(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	pieces := strings.Split("No|Missing|X|wait|waits|a|the|every|that|without|with no|with|on|and|is|are|ends|`f(x)`|`if`|`a, b`|10,000|,|;|:|(|)|“|”|\"|—|ü|\uE000|\uF8FF|first|polling|§|.|?", "|")
	for range 20000 {
		words := make([]string, random.IntN(40))
		for i := range words {
			words[i] = pieces[random.IntN(len(pieces))]
		}
		text := strings.Join(words, " ")
		for _, how := range []manner{row, summary} {
			p := marked(withoutCode(text))
			asked, free := question(p, how)
			got := asked.String()
			if n := utf8.RuneCountInString(got); n > maxQuestion || !strings.Contains(got, "?") || strings.ContainsFunc(got+free.String(), func(r rune) bool { return isCode(r) || r == anArticle }) {
				t.Fatalf("%q: %d characters: %q, %q", text, n, got, free)
			}
			if balanced(p.text) && !balanced(asked.text) {
				t.Fatalf("%q is balanced, %q is not", text, got)
			}
		}
	}
}
