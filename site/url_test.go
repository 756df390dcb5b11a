package site

import (
	"net/url"
	"path"
	"strings"
	"testing"
)

// TestRelative holds that a link leads from each page to each other, whatever of
// their paths they share.
func TestRelative(t *testing.T) {
	for _, c := range []struct{ from, to, fragment, want string }{
		{"index.html", "a/b.html", "", "a/b.html"},
		{"a/b.html", "index.html", "", "../index.html"},
		{"a/b.html", "a/c.html", "", "c.html"},
		{"a/b.html", "a/b.html", "", "b.html"},
		{"a/b.html", "a/b.html", "x", "#x"},
		{"ab/x.html", "abc/x.html", "", "../abc/x.html"},
		{"a/bc.html", "a/bcd/e.html", "", "bcd/e.html"},
		{"a/b/c.html", "a/b.html", "", "../b.html"},
		{"a/b/c.html", "b/c.html", "y z", "../../b/c.html#y%20z"},
		{"a/b.html", "a/é f.html", "", "%C3%A9%20f.html"},
		{"b.html", "a:b.html", "", "./a:b.html"},
		{"/p/404.html", "a/b.html", "", "/p/a/b.html"},
	} {
		got := relative(c.from, c.to, c.fragment)
		if got != c.want {
			t.Errorf("from %s to %s#%s: %q, want %q", c.from, c.to, c.fragment, got, c.want)
		}
		link, err := url.Parse(got)
		if err != nil {
			t.Errorf("%q: %v", got, err)
		} else if to := path.Join(path.Dir(c.from), link.Path); link.Path != "" && !strings.HasPrefix(c.from, "/") && to != c.to {
			t.Errorf("from %s %q leads to %s, not %s", c.from, got, to, c.to)
		}
	}
}
