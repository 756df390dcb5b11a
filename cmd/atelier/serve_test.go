package main

import (
	"bufio"
	"context"
	"fmt"
	"html"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"atelier/internal/corpustest"
)

// served is a corpus on disk, and a server of it that runs.
type served struct {
	testing.TB
	dir, url string
	events   *bufio.Reader
	said     chan string // lines of its stderr
}

// serveCorpus starts a server of a folder and waits until it is loaded.
func serveCorpus(t testing.TB, dir string, args ...string) *served {
	s := &served{TB: t, dir: dir, said: make(chan string, 100)}
	ctx, cancel := context.WithCancel(context.Background())
	stderr, write := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		ended <- run(ctx, &environment{
			args: append([]string{"serve", "-C", dir, "--addr", "127.0.0.1:0"}, args...), stdin: strings.NewReader(""), stdout: io.Discard, stderr: write, getenv: os.Getenv,
		})
		_ = write.Close()
	}()
	go func() {
		for lines := bufio.NewScanner(stderr); lines.Scan(); {
			s.said <- lines.Text()
		}
		close(s.said)
	}()
	t.Cleanup(func() {
		cancel()
		if code := <-ended; code != exitOK {
			t.Errorf("the server ended with %d", code)
		}
	})
	first := <-s.said
	s.url = regexp.MustCompile(`http://\S+/`).FindString(first)
	if s.url == "" {
		t.Fatalf("the server says %q", first)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.url+"-/events?seen=nothing", nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Body.Close() })
	s.events = bufio.NewReader(r.Body)
	s.await("findings")
	return s
}

// await waits for an event, as an open page does.
func (s *served) await(wanted string) {
	s.Helper()
	for s.event() != wanted {
	}
}

// event is the name of the next event.
func (s *served) event() string {
	s.Helper()
	for {
		line, err := s.events.ReadString('\n')
		if err != nil {
			s.Fatal(err)
		}
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "event: "); ok {
			return name
		}
	}
}

func (s *served) get(page string) (status int, content string) {
	s.Helper()
	r, err := http.Get(s.url + page)
	if err != nil {
		s.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.Fatal(err)
	}
	return r.StatusCode, string(body)
}

// save writes a file as editors do, beside its place and then into it.
func (s *served) save(name, content string) {
	s.Helper()
	to := filepath.Join(s.dir, filepath.FromSlash(name))
	beside := filepath.Join(filepath.Dir(to), ".saved")
	err := os.WriteFile(beside, []byte(content), 0o644)
	if err == nil {
		err = os.Rename(beside, to)
	}
	if err != nil {
		s.Fatal(err)
	}
}

// until gets a page after each event until it is as wanted, and gives the time
// since the call. It returns when nothing more is to come.
func (s *served) until(page string, wanted func(status int, content string) bool) time.Duration {
	s.Helper()
	saved := time.Now()
	for {
		event := s.event()
		status, content := s.get(page)
		if !wanted(status, content) {
			continue
		}
		took := time.Since(saved)
		if event == "reload" && status == http.StatusOK {
			s.await("findings")
		}
		return took
	}
}

// TestServeFollowsDisk edits a corpus on disk, as editors and git do, and holds
// that after each edit every page that is served is that of a fresh build.
func TestServeFollowsDisk(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "corpus")
	docs := corpustest.Generate(9)
	write := func() {
		for name, content := range docs {
			put(t, filepath.Join(dir, filepath.FromSlash(name)), string(content))
		}
	}
	write()
	put(t, filepath.Join(dir, "img", "a.svg"), "<svg/>")
	s := serveCorpus(t, dir)
	if _, err := exec.LookPath("git"); err == nil {
		put(t, filepath.Join(dir, "atelier.yaml"), "site:\n  repository: https://example.org/o/r\n  baseURL: https://example.org/p\n")
		runGit(t, dir, "init", "-q", "-b", "main")
		runGit(t, dir, "add", ".")
		runGit(t, dir, "-c", "user.name=A", "-c", "user.email=a@example.org", "commit", "-q", "-m", "one")
	}
	const topic, first = "domains/d000/topic-1.md", "domains/d000/first-principles.md"
	inPlace := func(name, content string) { put(t, filepath.Join(dir, filepath.FromSlash(name)), content) }
	for _, step := range []struct {
		name   string
		change func()
	}{
		{"prose", func() { s.save(topic, string(docs[topic])+"\nMore.\n") }},
		{"written in place", func() { inPlace(topic, string(docs[topic])+"\nMore ![a](../../img/a.svg).\n") }},
		{"a picture", func() { inPlace("img/a.svg", "<svg></svg>") }},
		{"a title", func() { s.save(first, strings.Replace(string(docs[first]), "### P1. Rule", "### P1. New Rule", 1)) }},
		{"front matter broken", func() { s.save(topic, "---\na: [\n---\n"+string(docs[topic])) }},
		{"the configuration broken", func() { s.save("atelier.yaml", "site:\n  titel: X\n") }},
		{"the configuration mended", func() { s.save("atelier.yaml", "site:\n  title: X\n") }},
		{"a domain renamed", func() {
			if err := os.Rename(filepath.Join(dir, "domains", "d000"), filepath.Join(dir, "domains", "other")); err != nil {
				t.Fatal(err)
			}
		}},
		{"everything removed", func() {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}},
		{"everything made again", write},
	} {
		step.change()
		s.equalsFreshBuild(step.name)
	}
}

// equalsFreshBuild waits until every page that is served is that of a build of
// what is on disk now, and until every page is the error that such a build gives.
func (s *served) equalsFreshBuild(after string) {
	s.Helper()
	site, failure := s.freshBuild()
	for n := 0; ; n++ {
		diff := s.differsFrom(site, failure)
		if diff == "" {
			return
		}
		if n == 20 {
			s.Fatalf("%s: %s", after, diff)
		}
		s.event()
	}
}

func (s *served) freshBuild() (files map[string]string, failure string) {
	s.Helper()
	output := filepath.Join(s.TempDir(), "site")
	var stderr strings.Builder
	code := run(context.Background(), &environment{
		args: []string{"build", "-q", "-C", s.dir, "-o", output}, stdin: strings.NewReader(""), stdout: io.Discard, stderr: &stderr, getenv: os.Getenv,
	})
	if code != exitOK {
		return nil, strings.TrimSpace(strings.TrimPrefix(stderr.String(), "atelier: "))
	}
	return readFolder(s.TB, output), ""
}

// script is what the server adds to each page.
var script = regexp.MustCompile(`<script src="/-/live.js" data-seen="[^"]*" defer></script>\n?`)

func (s *served) differsFrom(site map[string]string, failure string) string {
	if failure != "" {
		status, content := s.get("index.html")
		if status != http.StatusInternalServerError || !strings.Contains(html.UnescapeString(content), failure) {
			return fmt.Sprintf("the front page is %d %s, want %s", status, content, failure)
		}
		return ""
	}
	for name, want := range site {
		if name == ".atelier-site" || name == ".nojekyll" || name == "404.html" {
			continue // for those who serve the folder
		}
		status, content := s.get(name)
		if status != http.StatusOK || script.ReplaceAllString(content, "") != want {
			return fmt.Sprintf("%s is %d, or not what a build makes", name, status)
		}
	}
	status, content := s.get("domains/none.html")
	if status != http.StatusNotFound {
		return "a page that is not there is"
	}
	if !strings.Contains(content, `href="/assets/style.css"`) {
		return "a page that is not there has no style"
	}
	return ""
}

// BenchmarkServe is how long it takes from a save in a corpus of 1,000 documents
// until its page is served: the median of all runs, over HTTP and from disk.
func BenchmarkServe(b *testing.B) {
	const topic, first = "domains/d050/topic-1", "domains/d050/first-principles"
	docs := corpustest.Generate(1000)
	dir := b.TempDir()
	for name, content := range docs {
		put(b, filepath.Join(dir, name), string(content))
	}
	s := serveCorpus(b, dir)
	show := func(text string) func(int, string) bool {
		return func(status int, content string) bool {
			return status == http.StatusOK && strings.Contains(content, text)
		}
	}
	measure := func(b *testing.B, saves ...func(mark string) time.Duration) {
		times := make([][]time.Duration, len(saves))
		for n := 0; b.Loop(); n++ {
			for i, save := range saves {
				times[i] = append(times[i], save(fmt.Sprintf("mark%d", n)))
			}
		}
		for i, t := range times {
			slices.Sort(t)
			b.ReportMetric(float64(t[len(t)/2].Microseconds())/1000, []string{"ms-median", "ms-median-mend"}[i])
		}
	}
	save := func(name, content, page string, wanted func(int, string) bool) time.Duration {
		s.save(name, content)
		return s.until(page, wanted)
	}
	b.Run("prose", func(b *testing.B) {
		measure(b, func(mark string) time.Duration {
			return save(topic+".md", string(docs[topic+".md"])+"\nText of "+mark+".\n", topic+".html", show(mark+"."))
		})
	})
	b.Run("title of a principle", func(b *testing.B) {
		measure(b, func(mark string) time.Duration {
			return save(first+".md", strings.Replace(string(docs[first+".md"]), "### P1. Rule", "### P1. "+mark+" Rule", 1), "domains/d050/p1.html", show(mark+" Rule"))
		})
	})
	b.Run("front matter broken and mended", func(b *testing.B) {
		measure(b, func(mark string) time.Duration {
			return save(topic+".md", "---\n"+mark+": [\n---\n"+string(docs[topic+".md"]), topic+".html", show(`class="findings"`))
		}, func(mark string) time.Duration {
			return save(topic+".md", string(docs[topic+".md"])+"\nText of "+mark+".\n", topic+".html", show(mark+"."))
		})
	})
	b.Run("configuration broken and mended", func(b *testing.B) {
		measure(b, func(mark string) time.Duration {
			return save("atelier.yaml", mark+": 1\n", topic+".html", func(status int, content string) bool {
				return status == http.StatusInternalServerError && strings.Contains(content, "atelier.yaml:1:1") && strings.Contains(content, mark)
			})
		}, func(mark string) time.Duration {
			return save("atelier.yaml", "site:\n  title: "+mark+"\n", topic+".html", show(mark))
		})
	})
}
