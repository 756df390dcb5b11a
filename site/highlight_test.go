package site

import (
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/chroma/v2"
)

// TestSlowMatches holds that a match which takes longer than chroma allows, as
// any may on a busy machine, is not cut off: the tokens depend on the text alone.
func TestSlowMatches(t *testing.T) {
	lexer := chroma.MustNewLexer(&chroma.Config{Name: "slow"}, func() chroma.Rules {
		// The first branch tries every way to part the letters, in vain.
		return chroma.Rules{"root": {{Pattern: `(?:(a+)+b|a+)`, Type: chroma.Keyword}}}
	})
	const long = 700 * time.Millisecond // chroma's bound, and the tick of its clock by default, twice
	for n := 20; ; n += 2 {
		text := strings.Repeat("a", n)
		start := time.Now()
		got := tokenise(lexer, text)
		took := time.Since(start)
		if want := `<span class="hl-k">` + text + "</span>"; got != want {
			t.Fatalf("a match that takes %v gives %s", took, got)
		}
		if took > long {
			return
		}
	}
}

func TestHighlight(t *testing.T) {
	h := newHighlighter()
	for _, c := range []struct{ language, code, want string }{
		{"go", "func f() {}", `<span class="hl-k">func</span> <span class="hl-f">f</span>() {}`},
		{"nonsense", "a < b", "a &lt; b"},
		{"", "a & b", "a &amp; b"},
		{"sh", "$ ls\na\n$ wc\n", `<span class="hl-p">$ </span>ls
<span class="hl-o">a
</span><span class="hl-p">$ </span>wc`},
		{"python", ">>> for x in s:\n...     f()\n...\n1 < 2\n... 3\n>>> 1", `<span class="hl-p">&gt;&gt;&gt; </span><span class="hl-k">for</span> x <span class="hl-k">in</span> s:
<span class="hl-p">... </span>    f()
<span class="hl-p">...</span>
<span class="hl-o">1 &lt; 2</span>
<span class="hl-o">... 3</span>
<span class="hl-p">&gt;&gt;&gt; </span><span class="hl-n">1</span>`},
		{"json", `{"a": 1}`, `{<span class="hl-f">&#34;a&#34;</span>: <span class="hl-n">1</span>}`},
	} {
		for range 2 {
			if got := h.code(c.language, c.code); got != c.want {
				t.Errorf("%s: got %s, want %s", c.language, got, c.want)
			}
		}
	}
}
