package scaffold

import (
	"context"
	"strings"
	"testing"
	"testing/fstest"

	"atelier/internal/config"
	"atelier/internal/corpus"
)

func tree(files []File) fstest.MapFS {
	fsys := fstest.MapFS{}
	for _, f := range files {
		fsys[f.Path] = &fstest.MapFile{Data: f.Content}
	}
	return fsys
}

func TestCorpusHoldsTheEightCores(t *testing.T) {
	c, err := corpus.Load(context.Background(), tree(Corpus()), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	var titles []string
	for _, core := range c.Cores {
		titles = append(titles, core.ID()+" "+core.Title)
		if core.Statement.Len() == 0 {
			t.Errorf("%s says nothing", core.ID())
		}
	}
	want := "C1 Correctness, C2 Clarity, C3 Simplicity, C4 Locality, C5 Reversibility, C6 Composability, C7 Observability, C8 Economy"
	if got := strings.Join(titles, ", "); got != want {
		t.Errorf("the cores are %s", got)
	}
}

func TestHeaderIsReadBack(t *testing.T) {
	titles := make([]string, 12)
	for i := range titles {
		titles[i] = "Statement " + strings.Repeat("Long ", i+1) + "Title"
	}
	first, err := Domain("domains/payments", "", titles)
	if err != nil {
		t.Fatal(err)
	}
	files := append(Corpus(), first)
	c, err := corpus.Load(context.Background(), tree(files), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	d := c.DomainByName("payments")
	document, err := Document(d, "dead-letters", "", d.Principles)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(document.Content), "\n") {
		if strings.HasPrefix(line, ">") && len([]rune(line)) > quoteWidth {
			t.Errorf("a line of the header is longer than %d: %s", quoteWidth, line)
		}
	}
	c, err = corpus.Load(context.Background(), tree(append(files, document)), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	header := c.Document("domains/payments/dead-letters.md").Header
	if header == nil || header.Base == nil || len(header.Primary) != len(titles) {
		t.Fatalf("the header is read as %+v", header)
	}
}

func TestNamesAndTitlesThatCannotBe(t *testing.T) {
	for _, tc := range []struct{ folder, title string }{
		{"domains/-a", "A"}, {"domains/a_b", "A"}, {"domains/A", "A"}, {"domains/a b", "A"}, {"domains/..", "A"},
		{"domains/a", " A"}, {"domains/a", "A\nB"}, {"domains/a", "A `b`"}, {"domains/a", ""}, {"domains/a", "A [b](c)"},
	} {
		if f, err := Domain(tc.folder, "", []string{tc.title}); err == nil {
			t.Errorf("%q with the title %q gives %s", tc.folder, tc.title, f.Path)
		}
	}
}
