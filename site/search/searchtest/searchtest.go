// Package searchtest reads the shared cases of the search and runs the browser's
// client under node. Only tests import it.
package searchtest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atelier/site/search"
)

// A Table is the table of cases that holds for both languages.
type Table struct {
	Words []struct {
		Text         string
		Words, Terms []string
	}
	// Stems are words with one stem.
	Stems []struct {
		Stem  string
		Words []string
	}
	Units []struct {
		Page                  int
		Kind                  search.Kind
		Label                 string
		IDs                   []string
		Title, Headings, Body string
	}
	Rankings []Ranking
}

// A Ranking is a query, and the tiers and labels of what it finds.
type Ranking struct {
	Query string
	Want  []string
	// Only is how many of the first results are compared, all where it is 0.
	Only int
}

// A Result is one as both languages give it.
type Result struct {
	URL   string `json:"url"`
	Tier  int    `json:"tier"`
	Score int    `json:"score"`
	Label string `json:"label"`
}

// An Answer is what the client gives for a query, and the scripts it loaded for
// the results that are seen first.
type Answer struct {
	First   []string `json:"first"`
	Results []Result `json:"results"`
}

// Output is what the client makes of texts and queries: the words of each text
// with their stems, and the answers.
type Output struct {
	Words, Stems [][]string
	Answers      []Answer
}

// Cases reads the table.
func Cases(t testing.TB, name string) *Table {
	t.Helper()
	var table Table
	ReadJSON(t, name, &table)
	return &table
}

// ReadJSON reads a file of test data.
func ReadJSON(t testing.TB, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// Index is the index of the table's units.
func (table *Table) Index() *search.Index {
	var pages []search.Page
	var units []search.Unit
	for i, u := range table.Units {
		if u.Page == len(pages) {
			pages = append(pages, search.Page{URL: fmt.Sprintf("folder/page%d.html", u.Page), Title: u.Label})
		}
		units = append(units, search.Unit{
			Kind: u.Kind, Page: u.Page, Address: fmt.Sprintf("#unit-%d", i), Label: u.Label,
			IDs: u.IDs, Title: u.Title, Headings: u.Headings, Body: u.Body,
		})
	}
	return search.New(pages, units)
}

// Ranked is what the Go code finds.
func Ranked(x *search.Index, query string) []Result {
	out := []Result{}
	for _, r := range x.Search(query) {
		out = append(out, Result{r.URL, int(r.Tier), r.Score, strings.Join(strings.Fields(r.Unit.Label), " ")})
	}
	return out
}

// Check compares results with what is wanted.
func (c Ranking) Check(t testing.TB, results []Result) {
	t.Helper()
	got := []string{}
	for _, r := range results {
		got = append(got, fmt.Sprintf("%d %s", r.Tier, r.Label))
	}
	if c.Only > 0 {
		got = got[:min(c.Only, len(got))]
		c.Want = c.Want[:min(c.Only, len(c.Want))]
	}
	if diff := cmp.Diff(c.Want, got); diff != "" {
		t.Errorf("%q (-want +got):\n%s", c.Query, diff)
	}
}

// Run answers queries with a client's script over the shards of an index, and
// cuts texts into words. Without node the test is skipped, or fails where
// ATELIER_REQUIRE_ALL=1.
func Run(t testing.TB, client []byte, shards []search.Shard, harness string, texts, queries []string) Output {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		if os.Getenv("ATELIER_REQUIRE_ALL") == "1" {
			t.Fatal("no node to run the client with, and ATELIER_REQUIRE_ALL=1")
		}
		t.Skip("no node to run the client with")
	}
	dir := t.TempDir()
	files := map[string][]byte{"search.js": client}
	for _, s := range shards {
		files[s.Name+".js"] = s.Script()
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	input, err := json.Marshal(map[string][]string{"texts": texts, "queries": queries})
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	// Each query has a context of its own, which ends before code is optimized.
	command := exec.Command(node, "--no-opt", harness, filepath.Join(dir, "search.js"), dir)
	command.Stdin, command.Stderr = bytes.NewReader(input), &stderr
	output, err := command.Output()
	if err != nil {
		t.Fatalf("node: %v\n%s", err, stderr.String())
	}
	var result Output
	if err := json.Unmarshal(output, &result); err != nil {
		t.Fatal(err)
	}
	return result
}
