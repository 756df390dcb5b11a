package search_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atelier/site/search"
	"atelier/site/search/searchtest"
)

func TestWords(t *testing.T) {
	for _, c := range searchtest.Cases(t, "testdata/cases.json").Words {
		if diff := cmp.Diff(c.Words, append([]string{}, search.Words(c.Text)...)); diff != "" {
			t.Errorf("words of %q (-want +got):\n%s", c.Text, diff)
		}
		if diff := cmp.Diff(c.Terms, append([]string{}, search.Terms(c.Text)...)); diff != "" {
			t.Errorf("terms of %q (-want +got):\n%s", c.Text, diff)
		}
	}
}

func TestStems(t *testing.T) {
	for _, c := range searchtest.Cases(t, "testdata/cases.json").Stems {
		for _, word := range c.Words {
			if got := search.Stem(word); got != c.Stem {
				t.Errorf("the stem of %q is %q, want %q", word, got, c.Stem)
			}
		}
	}
}

func TestRankings(t *testing.T) {
	cases := searchtest.Cases(t, "testdata/cases.json")
	x := cases.Index()
	for _, c := range cases.Rankings {
		c.Check(t, searchtest.Ranked(x, c.Query))
	}
}

// TestShards holds that shards do not depend on anything but the units.
func TestShards(t *testing.T) {
	cases := searchtest.Cases(t, "testdata/cases.json")
	first := cases.Index().Shards()
	for range 5 {
		if !slices.Equal(first, cases.Index().Shards()) {
			t.Fatal("two indexes of the same units differ")
		}
	}
	if names := len(search.New(nil, nil).Shards()); names != 2 {
		t.Errorf("an index of nothing has %d shards, want the directory and the spelling", names)
	}
	if found := search.New(nil, nil).Search("anything"); len(found) > 0 {
		t.Errorf("an index of nothing finds %v", found)
	}
}
