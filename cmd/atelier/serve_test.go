package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
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
		if code := <-ended; code != exitInterrupted && code != exitOK {
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
