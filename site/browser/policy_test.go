package browser

import (
	"net/url"
	"strings"
	"testing"
	"time"
)

// TestPolicyIsHeld holds that a tab hears of what it must hear of: a test that
// sees nothing wrong would otherwise prove nothing.
func TestPolicyIsHeld(t *testing.T) {
	t.Parallel()
	elsewhere := hostFiles(t, map[string][]byte{"picture.svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`)})
	cases := []struct{ name, page, want string }{
		{"inline script", `<script>document.title = "ran"</script>`, "script-src"},
		{"inline style", `<p style="color: red">red</p>`, "style-src"},
		{"handler", `<p onclick="x()">x</p><script src="click.js"></script>`, "script-src"},
		{"eval", `<script src="eval.js"></script>`, "script-src"},
		{"missing file", `<script src="none.js"></script>`, "404"},
		{"script fails", `<script src="throw.js"></script>`, "no such thing"},
		{"picture from elsewhere", `<img src="` + elsewhere.url("picture.svg") + `" alt="">`, "img-src"},
		{"going away", `<meta http-equiv="refresh" content="0; url=` + elsewhere.url("picture.svg") + `">`, "a request leaves the site"},
	}
	files := map[string][]byte{
		"click.js": []byte(`document.querySelector("p").click()`),
		"eval.js":  []byte(`try { eval("1") } catch (e) {}`),
		"throw.js": []byte(`throw new Error("no such thing")`),
	}
	for _, c := range cases {
		files[c.name+".html"] = []byte("<!doctype html><title>x</title>" + c.page)
	}
	b := open(t, hostFiles(t, files), wide)
	for _, c := range cases {
		b.visit(url.PathEscape(c.name + ".html"))
		if !b.hears(c.want) {
			t.Errorf("%s: no fault says %q", c.name, c.want)
		}
	}
	b.expected = true
}

// hears waits for a fault that has a text, and forgets all faults.
func (b *tab) hears(want string) bool {
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if strings.Contains(strings.Join(b.takeFaults(), "\n"), want) {
			return true
		}
	}
	return false
}
