package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"atelier/internal/address"
	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/site/search"
	"atelier/site/search/searchtest"
)

// ownIndex is the index of this repository, and the bytes of its text.
func ownIndex(t *testing.T) (*search.Index, int) {
	t.Helper()
	x, err := ownIndexOnce()
	if err != nil {
		t.Fatal(err)
	}
	return x.Index, x.text
}

type measuredIndex struct {
	*search.Index
	text int
}

var ownIndexOnce = sync.OnceValues(func() (measuredIndex, error) {
	c, err := corpus.Load(context.Background(), own(), config.Default())
	if err != nil {
		return measuredIndex{}, err
	}
	prepared, err := Prepare(c, own(), Options{})
	if err != nil {
		return measuredIndex{}, err
	}
	text := 0
	for _, d := range c.Documents {
		text += len(d.File.Text)
	}
	return measuredIndex{search.New(prepared.builder.searchUnits()), text}, nil
})

// A judgement says which places answer a query; * stands for anything.
type judgement struct {
	Kind  string   `json:"kind"`
	Query string   `json:"query"`
	Want  []string `json:"want"`
}

func judgements(t *testing.T) []judgement {
	t.Helper()
	var out []judgement
	searchtest.ReadJSON(t, "search/testdata/judged.json", &out)
	return out
}

// runClient runs the minified client, which needs node.
func runClient(t *testing.T, x *search.Index, texts, queries []string) searchtest.Output {
	t.Helper()
	client, err := clientScript()
	if err != nil {
		t.Fatal(err)
	}
	return searchtest.Run(t, client, x.Shards(), "search/testdata/client.js", texts, queries)
}

// TestClientCases holds the client to the table of cases.
func TestClientCases(t *testing.T) {
	table := searchtest.Cases(t, "search/testdata/cases.json")
	var texts, queries []string
	for _, c := range table.Words {
		texts = append(texts, c.Text)
	}
	for _, c := range table.Rankings {
		queries = append(queries, c.Query)
	}
	got := runClient(t, table.Index(), texts, queries)
	for i, c := range table.Words {
		if diff := cmp.Diff(c.Words, got.Words[i]); diff != "" {
			t.Errorf("words of %q (-want +got):\n%s", c.Text, diff)
		}
	}
	for i, c := range table.Rankings {
		c.Check(t, got.Answers[i].Results)
	}
	if empty := runClient(t, search.New(nil, nil), nil, []string{"anything", "any thing", "P4"}); len(empty.Answers[0].Results)+len(empty.Answers[1].Results)+len(empty.Answers[2].Results) > 0 {
		t.Errorf("an index of nothing gives %v", empty.Answers)
	}
}

// TestEqualWords holds the client to the words and stems of the Go code, on all
// text of this repository.
func TestEqualWords(t *testing.T) {
	c, err := corpus.Load(context.Background(), own(), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, d := range c.Documents {
		texts = append(texts, d.File.Text)
	}
	for _, c := range searchtest.Cases(t, "search/testdata/cases.json").Stems {
		texts = append(texts, strings.Join(c.Words, " "))
	}
	got := runClient(t, search.New(nil, nil), texts, nil)
	for i, text := range texts {
		words := append([]string{}, search.Words(text)...)
		if diff := cmp.Diff(words, got.Words[i]); diff != "" {
			t.Errorf("words, Go (-) and the client (+):\n%s", diff)
			continue
		}
		for j, word := range words {
			if want := search.Stem(word); got.Stems[i][j] != want {
				t.Errorf("the stem of %q is %q in Go, %q in the client", word, want, got.Stems[i][j])
			}
		}
	}
}

func (j judgement) answeredBy(url string) bool {
	return slices.ContainsFunc(j.Want, func(want string) bool {
		pattern := strings.ReplaceAll(regexp.QuoteMeta(want), `\*`, ".*")
		return regexp.MustCompile("^" + pattern + "$").MatchString(url)
	})
}

// rank is the place of the first right result, from 1, or 0.
func (j judgement) rank(results []searchtest.Result) int {
	return slices.IndexFunc(results, func(r searchtest.Result) bool { return j.answeredBy(r.URL) }) + 1
}

// TestJudgedQueries asks the judged queries of this repository's corpus.
func TestJudgedQueries(t *testing.T) {
	x, _ := ownIndex(t)
	judged := judgements(t)
	asked, answered := 0, 0
	for _, j := range judged {
		results := searchtest.Ranked(x, j.Query)
		place := j.rank(results)
		switch {
		case j.Kind == "nothing":
			if len(results) > 0 {
				t.Errorf("%q finds %d results, the first %s (%s)", j.Query, len(results), results[0].URL, results[0].Label)
			}
			continue
		case j.Kind == "id" && place != 1:
			t.Errorf("the id %q is at place %d", j.Query, place)
		case j.Kind == "inflection" && (place < 1 || place > 10):
			t.Errorf("what %q asks for in another inflection is at place %d", j.Query, place)
		}
		asked++
		if place >= 1 && place <= 3 {
			answered++
		} else {
			t.Logf("%s %q is at place %d: %v", j.Kind, j.Query, place, results[:min(3, len(results))])
		}
	}
	t.Logf("%d judged queries; of %d with an answer, %d have it among the first three (%.1f %%)", len(judged), asked, answered, 100*float64(answered)/float64(asked))
	if 100*answered < 95*asked {
		t.Errorf("success@3 is %d of %d, less than 95 %%", answered, asked)
	}
}

// TestEqualRanks holds the client to the ranks of the Go code, and measures
// what an answer loads.
func TestEqualRanks(t *testing.T) {
	x, _ := ownIndex(t)
	judged := judgements(t)
	var queries []string
	for _, j := range judged {
		queries = append(queries, j.Query)
	}
	shards := x.Shards()
	answers := runClient(t, x, nil, queries).Answers
	sizes := map[string]int{}
	for _, s := range shards {
		sizes[s.Name+".js"] = gzipped(s.Script())
	}
	client, err := clientScript()
	if err != nil {
		t.Fatal(err)
	}
	var firsts []int
	for i, query := range queries {
		if diff := cmp.Diff(searchtest.Ranked(x, query), answers[i].Results); diff != "" {
			t.Errorf("%q: Go (-) and the client (+) differ:\n%s", query, diff)
		}
		first := gzipped(client)
		for _, name := range answers[i].First {
			first += sizes[name]
		}
		firsts = append(firsts, first)
		if first > 45<<10 {
			t.Errorf("the first answer to %q is %d bytes gzipped, the budget is %d", query, first, 45<<10)
		}
	}
	slices.Sort(firsts)
	t.Logf("first answer gzipped, with the script: median %d bytes, most %d (budget %d)", firsts[len(firsts)/2], firsts[len(firsts)-1], 45<<10)
}

// TestSearchBudgets measures the script and the index.
func TestSearchBudgets(t *testing.T) {
	client, err := clientScript()
	if err != nil {
		t.Fatal(err)
	}
	x, text := ownIndex(t)
	total := 0
	for _, s := range x.Shards() {
		total += gzipped(s.Script())
	}
	share := float64(total) / float64(text)
	t.Logf("script %d bytes minified (budget %d); index %d bytes gzipped of %d of text, %.3f a byte (budget 0.2)", len(client), 12<<10, total, text, share)
	if len(client) > 12<<10 {
		t.Errorf("the script is %d bytes", len(client))
	}
	if share > 0.2 {
		t.Errorf("the index is %.3f bytes for a byte of text", share)
	}
}

func gzipped(data []byte) int {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(data) // a buffer takes everything
	_ = w.Close()
	return b.Len()
}

// TestResultsExist follows the address of every unit.
func TestResultsExist(t *testing.T) {
	files := build(t, archive(small))
	pages := map[string]*crawled{}
	for _, f := range files {
		if path.Ext(f.Path) == ".html" {
			pages[f.Path] = parsePage(t, f.Content)
		}
	}
	c, err := corpus.Load(context.Background(), archive(small), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := Prepare(c, archive(small), Options{})
	if err != nil {
		t.Fatal(err)
	}
	places, units := prepared.builder.searchUnits()
	kinds := map[search.Kind]int{}
	for _, u := range units {
		kinds[u.Kind]++
		page, fragment, _ := strings.Cut(u.Address, "#")
		if page == "" {
			page = places[u.Page].URL
		} else {
			page = path.Join(path.Dir(places[u.Page].URL), page)
		}
		if pages[page] == nil || fragment != "" && pages[page].ids[fragment] == 0 {
			t.Errorf("%s leads to %s#%s, which is not there", u.Label, page, fragment)
		}
	}
	want := map[search.Kind]int{search.Document: 3, search.Core: 2, search.Principle: 2, search.Section: 1, search.Violation: 3}
	if diff := cmp.Diff(want, kinds); diff != "" {
		t.Errorf("units (-want +got):\n%s", diff)
	}
}

// TestIndexPage holds that the index from A to Z has every name once.
func TestIndexPage(t *testing.T) {
	index := pageOf(t, build(t, archive(small)), "index-az.html")
	for text, href := range map[string]string{
		"Messages are Contracts": "domains/sample/p1.html", "Order is Declared": "domains/sample/p2.html",
		"Correctness": "domains/core/c1.html", "Long Topic — Derived Rules": "domains/sample/long-topic.html",
	} {
		links := find(index, "a", "href", href)
		n := slices.IndexFunc(links, func(l *html.Node) bool { return textOf(l) == text })
		if n < 0 {
			t.Errorf("the index has no %s", text)
		}
	}
	if p := pageOf(t, build(t, archive(small)), "search.html"); len(find(p, "a", "href", "index-az.html")) == 0 {
		t.Error("search.html without JavaScript does not lead to the index")
	}
}

// TestIndexCounts holds that the index has ids by their numbers.
func TestIndexCounts(t *testing.T) {
	index := pageOf(t, ownSite(t), "index-az.html")
	last, seen := 0, 0
	for _, l := range find(index, "a", "", "") {
		var n int
		if _, err := fmt.Sscanf(textOf(l), "ATELIER-%d ", &n); err != nil {
			continue
		}
		if n <= last {
			t.Errorf("ATELIER-%d stands after ATELIER-%d", n, last)
		}
		last = n
		seen++
	}
	if seen < 100 {
		t.Errorf("only %d requirements in the index", seen)
	}
	for _, names := range [][]string{{"a 2", "a 10", "a 10 b", "b"}, {"a-01", "a-1", "a-2"}, {"9", "10", "a"}, {"", "a"}} {
		if !slices.IsSortedFunc(names, compareNumbered) {
			t.Errorf("%q are not in order", names)
		}
	}
}

// TestRenderSearch holds that a preview gives the scripts of the search one by
// one as a build writes them.
func TestRenderSearch(t *testing.T) {
	c, err := corpus.Load(context.Background(), archive(small), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := Prepare(c, archive(small), Options{})
	if err != nil {
		t.Fatal(err)
	}
	scripts := 0
	for _, f := range build(t, archive(small)) {
		if !strings.HasPrefix(f.Path, "assets/search") {
			continue
		}
		scripts++
		if content, ok, err := prepared.Render(f.Path); !ok || err != nil || !bytes.Equal(content, f.Content) {
			t.Errorf("a preview gives %s otherwise than a build: %v, %v", f.Path, ok, err)
		}
	}
	if scripts < 4 {
		t.Errorf("only %d scripts of the search", scripts)
	}
	if _, ok, _ := prepared.Render(address.Shards + "t999.js"); ok {
		t.Error("a preview gives a script that is not there")
	}
}
