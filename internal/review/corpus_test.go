package review

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"atelier/internal/config"
	"atelier/internal/corpus"
)

func load(t testing.TB, root string) *corpus.Corpus {
	t.Helper()
	c, err := corpus.Load(context.Background(), os.DirFS(root), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// seedRoot is the folder of real documents beside the repository; without it
// the test is skipped by name.
func seedRoot(t testing.TB) string {
	t.Helper()
	for _, dir := range []string{os.Getenv("ATELIER_SEED"), "../../../shared/seed-corpus"} {
		if dir == "" {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, "expected.json")); err == nil {
			return dir
		}
	}
	if os.Getenv("ATELIER_REQUIRE_ALL") == "1" {
		t.Fatal("no seed corpus beside the repository, and ATELIER_REQUIRE_ALL=1")
	}
	t.Skip("no seed corpus beside the repository (set ATELIER_SEED)")
	return ""
}

// badly are the marks of a question that its rules put together wrongly.
var badly = map[string]*regexp.Regexp{
	"an article twice":         regexp.MustCompile(`\b[Aa]n? (the|an?|any|its|their|one|every|each|no)\b|\b[Tt]he (the|an?)\b`),
	"any before a determiner":  regexp.MustCompile(`\bof any (an?|the|no|two|three|every|each|all|one|several|nothing|any|same|only|not)\b`),
	"a double negation":        regexp.MustCompile(`\b(free of|avoid|without) (any )?no\b`),
	"every before a plural":    regexp.MustCompile(`(?i)\bevery (two|three|several|all|many)\b`),
	"a determiner after every": regexp.MustCompile(`\bevery (an?|the|any|every)\b`),
	"an acronym in lower case": regexp.MustCompile(`\b(dLQ|dlq|gET|pOST|cI|sQL|aPI|uRL|tTL|hTTP|tLS|cPU)\b`),
	"a full stop and a mark":   regexp.MustCompile(`[.,;:]\?|\?\?|\.\.$| {2}|\( | \)`),
	"an act after any":         regexp.MustCompile(`\bof any \w+ing (an?|the|its|no|every)\b`),
	"any before a superlative": regexp.MustCompile(`\bof any (first|last|latest|largest|smallest|highest|lowest|longest|shortest|oldest|newest|best|worst)\b`),
	"exactly one for a lack":   regexp.MustCompile(`\bcome with (a single|the)\b`),
	"a lack that is ruled out": regexp.MustCompile(`ruled out: no `),
	"the article a before an":  regexp.MustCompile(`\ba (a|e|i|o)[a-z]`),
}

// exceptions of the last mark: words written with a vowel and spoken without.
var spoken = regexp.MustCompile(`\ba (one|once|eu)`)

func TestQuestionsOfTheCorpora(t *testing.T) {
	roots := map[string]string{"own": "../.."}
	t.Run("seed", func(t *testing.T) { questionsAreSound(t, seedRoot(t)) })
	for name, root := range roots {
		t.Run(name, func(t *testing.T) { questionsAreSound(t, root) })
	}
}

func questionsAreSound(t *testing.T, root string) {
	c := load(t, root)
	items := append(Items(c), Duties(c)...)
	if len(items) < 50 {
		t.Fatalf("only %d items", len(items))
	}
	for _, item := range items {
		q := item.Question
		at := func(format string, args ...any) {
			t.Errorf("%s: %s\n\t%s\n\t%s", item.ID, fmt.Sprintf(format, args...), item.Text, q)
		}
		if n := utf8.RuneCountInString(q); n > 220 {
			at("%d characters", n)
		}
		if !strings.Contains(q, "?") {
			at("asks nothing")
		}
		if strings.Contains(q, "Is there") {
			at("asks whether there is the breach")
		}
		if balanced(item.Text) && !balanced(q) {
			at("unbalanced")
		}
		for what, mark := range badly {
			if m := mark.FindString(q); m != "" && !strings.Contains(item.Text, m) && !spoken.MatchString(m) {
				at("%s: %q", what, m)
			}
		}
	}
	random := rand.New(rand.NewPCG(3, 7))
	for range 30 {
		t.Log(items[random.IntN(len(items))].Question)
	}
}
