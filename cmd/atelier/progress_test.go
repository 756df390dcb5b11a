package main

import (
	"bytes"
	"strings"
	"testing"
	"time"
)

// writes hands over each write, so that a test knows what was written when.
type writes chan string

func (w writes) Write(b []byte) (int, error) {
	w <- string(b)
	return len(b), nil
}

func TestProgress(t *testing.T) {
	out := make(writes)
	ticks := make(chan time.Time)
	p := startProgress(out, ticks)
	expect := func(want string) {
		t.Helper()
		if got := <-out; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	p.begin("reading")
	for range quietTicks {
		ticks <- time.Time{} // only the last of these is answered
	}
	expect("\r\x1b[Kreading")
	p.begin("rendering")
	p.count(3, 10)
	p.count(2, 10) // overtaken
	ticks <- time.Time{}
	expect("\r\x1b[Krendering: 3 of 10 pages")
	p.count(9, 10)
	ticks <- time.Time{}
	expect("\r\x1b[Krendering: 9 of 10 pages")
	stopped := make(chan struct{})
	go func() { p.stop(); close(stopped) }()
	expect("\r\x1b[K")
	<-stopped
}

// TestProgressOfShortJobs holds that a job that ends at once shows nothing.
func TestProgressOfShortJobs(t *testing.T) {
	var out bytes.Buffer
	p := startProgress(&out, nil)
	p.begin("reading")
	p.stop()
	if out.Len() != 0 {
		t.Errorf("got %q", out.String())
	}
	a := &app{env: &environment{stderr: &out, stderrTTY: false}}
	shown, stop := a.showProgress()
	shown.begin("reading")
	stop()
	stop()
	if shown != nil {
		t.Error("progress on what is no terminal")
	}
}

func TestSiteURL(t *testing.T) {
	for given, want := range map[string]string{
		"":                      "",
		"https://example.org":   "https://example.org/",
		"https://example.org/a": "https://example.org/a/",
		"http://h:8000/a/b/":    "http://h:8000/a/b/",
	} {
		if got, err := siteURL(given); err != nil || got != want {
			t.Errorf("%q gives %q and %v, want %q", given, got, err, want)
		}
	}
	for _, given := range []string{"example.org", "/a", "ftp://example.org", "javascript:alert(1)", "https://example.org/?a=b", "https://example.org/#a", "https://"} {
		if got, err := siteURL(given); err == nil || !strings.Contains(err.Error(), given) {
			t.Errorf("%q gives %q and %v", given, got, err)
		}
	}
}
