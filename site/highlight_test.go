package site

import (
	"testing"
	"time"
)

func TestSteady(t *testing.T) {
	var clock time.Time
	n := 0
	attempt := func(took time.Duration, outputs ...string) func() string {
		n = 0
		return func() string {
			clock = clock.Add(took)
			n++
			return outputs[n-1]
		}
	}
	now := func() time.Time { return clock }
	if got := steady(now, attempt(hurried, "cut", "whole", "whole", "never")); got != "whole" || n != 3 {
		t.Errorf("got %q after %d attempts", got, n)
	}
	if got := steady(now, attempt(hurried-1, "quick", "never")); got != "quick" || n != 1 {
		t.Errorf("got %q after %d attempts", got, n)
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
