package corpus

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"atelier/internal/config"
	"atelier/internal/corpustest"
)

// expected mirrors the fields of expected.json.
type expected struct {
	Domain struct {
		Name       string           `json:"name"`
		Principles []PrincipleModel `json:"principles"`
	} `json:"domain"`
	Documents map[string]struct {
		Title            string           `json:"title"`
		Headings         int              `json:"headings"`
		CodeBlocks       int              `json:"codeBlocks"`
		Violations       []ViolationModel `json:"violations"`
		DerivesFrom      string           `json:"derivesFrom"`
		AppliesPrimarily []string         `json:"appliesPrimarily"`
		AppliesAlso      []string         `json:"appliesAlso"`
		CrossLinks       []string         `json:"crossLinks"`
		PathReferences   []struct {
			Line   int    `json:"line"`
			Column int    `json:"column"`
			Text   string `json:"text"`
		} `json:"pathReferences"`
		Relationships []struct {
			Document   string   `json:"document"`
			Principles []string `json:"principles"`
		} `json:"relationships"`
		CoverageClaim     *CoverageModel `json:"coverageClaim"`
		AnnotatedSections []SectionModel `json:"annotatedSections"`
	} `json:"documents"`
	PhaseMentions []struct {
		Document, Phase, Text string
		Line                  int
	} `json:"phaseMentions"`
	PatternReferences []struct {
		Document, Target string
		Line, Pattern    int
		Title            *string
	} `json:"patternReferences"`
	AntiPatternReferences []struct {
		Document, ID string
		Line         int
	} `json:"antiPatternReferences"`
	RegisterIDs    map[string][]string `json:"registerIds"`
	BareReferences []struct {
		Document, Text string
		Line           int
	} `json:"bareReferences"`
	Mentions struct {
		ByDocument map[string]Mentioned `json:"byDocument"`
	} `json:"mentions"`
}

func loadSeed(t testing.TB) (*Corpus, *expected) {
	t.Helper()
	root := corpustest.Seed(t)
	c, err := Load(context.Background(), os.DirFS(root), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(root, "expected.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := &expected{}
	if err := json.Unmarshal(data, want); err != nil {
		t.Fatal(err)
	}
	return c, want
}

func equal(t *testing.T, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// TestSeedModel holds the model of the seed corpus against every field of its
// expected.json.
func TestSeedModel(t *testing.T) {
	c, want := loadSeed(t)
	m := c.Model()

	if len(m.Domains) != 1 {
		t.Fatalf("got %d domains, want 1", len(m.Domains))
	}
	equal(t, "domain name", m.Domains[0].Name, want.Domain.Name)
	equal(t, "principles", m.Domains[0].Principles, want.Domain.Principles)
	if len(m.Documents) != len(want.Documents) {
		t.Errorf("got %d documents, want %d", len(m.Documents), len(want.Documents))
	}

	for _, d := range m.Documents {
		w, ok := want.Documents[d.Path]
		if !ok {
			t.Errorf("%s is not expected", d.Path)
			continue
		}
		equal(t, d.Path+" title", d.Title, w.Title)
		equal(t, d.Path+" headings", len(d.Headings), w.Headings)
		equal(t, d.Path+" code blocks", len(d.CodeBlocks), w.CodeBlocks)
		equal(t, d.Path+" violations", d.Violations, w.Violations)
		equal(t, d.Path+" base", d.DerivesFrom, w.DerivesFrom)
		equal(t, d.Path+" applies primarily", d.AppliesPrimarily, w.AppliesPrimarily)
		equal(t, d.Path+" applies also", d.AppliesAlso, w.AppliesAlso)
		equal(t, d.Path+" cross-links", d.CrossLinks, w.CrossLinks)

		type relation struct {
			Document   string
			Principles []string
		}
		var relations, wantRelations []relation
		for _, r := range d.Relationships {
			relations = append(relations, relation{r.Document, r.Principles})
		}
		for _, r := range w.Relationships {
			wantRelations = append(wantRelations, relation{r.Document, r.Principles})
		}
		equal(t, d.Path+" relationships", relations, wantRelations)
		equal(t, d.Path+" coverage claim", d.CoverageClaim, w.CoverageClaim)

		var sections []SectionModel
		for _, s := range d.Sections {
			s.HeadingModel = HeadingModel{Line: s.Line}
			sections = append(sections, s)
		}
		if len(sections)+len(w.AnnotatedSections) > 0 {
			equal(t, d.Path+" annotated sections", sections, w.AnnotatedSections)
		}

		type reference struct {
			Line, Column int
			Text         string
		}
		var paths, wantPaths []reference
		for _, ref := range c.Document(d.Path).References {
			if ref.Mention != nil && ref.Mention.Path != "" && !ref.Bare {
				at := ref.From.File.Position(ref.Span.Start)
				paths = append(paths, reference{at.Line, at.Column, ref.Text})
			}
		}
		for _, r := range w.PathReferences {
			wantPaths = append(wantPaths, reference{r.Line, r.Column, r.Text})
		}
		equal(t, d.Path+" path references", paths, wantPaths)
	}
}

func TestSeedReferences(t *testing.T) {
	c, want := loadSeed(t)
	m := c.Model()
	type place struct {
		Path string
		Line int
		Text string
	}

	resolved := 0
	var patterns, bare, anti []place
	ids := map[string][]string{}
	for _, ref := range m.References {
		at := place{ref.From.Path, ref.From.Line, ref.Text}
		switch {
		case ref.Bare:
			bare = append(bare, at)
		case ref.Pattern != nil:
			patterns = append(patterns, at)
		case ref.Kind == ToAntiPattern:
			anti = append(anti, at)
		}
		if !ref.Bare && (ref.Kind == ToDocument || ref.Kind == ToDomain || ref.Kind == ToPattern || ref.Kind == ToSection) && ref.Status == Resolved {
			resolved++
		}
	}
	if resolved != 34 {
		t.Errorf("%d path references resolve, want 34", resolved)
	}
	for _, r := range m.Registers {
		for _, use := range r.Uses {
			ids[r.ID] = append(ids[r.ID], use.Path+":"+strconv.Itoa(use.Line))
		}
	}
	for _, places := range []map[string][]string{ids, want.RegisterIDs} {
		for _, list := range places {
			slices.Sort(list)
		}
	}
	equal(t, "register ids", ids, want.RegisterIDs)

	var wantPatterns, wantBare, wantAnti []place
	for _, r := range want.PatternReferences {
		wantPatterns = append(wantPatterns, place{r.Document, r.Line, r.Target})
	}
	for _, r := range want.BareReferences {
		wantBare = append(wantBare, place{r.Document, r.Line, r.Text})
	}
	for _, r := range want.AntiPatternReferences {
		wantAnti = append(wantAnti, place{r.Document, r.Line, r.ID})
	}
	less := cmp.Transformer("sorted", func(in []place) map[place]int {
		out := map[place]int{}
		for _, p := range in {
			out[p]++
		}
		return out
	})
	for _, x := range []struct {
		what      string
		got, want []place
	}{{"pattern references", patterns, wantPatterns}, {"bare references", bare, wantBare}, {"anti-pattern references", anti, wantAnti}} {
		if diff := cmp.Diff(x.want, x.got, less); diff != "" {
			t.Errorf("%s (-want +got):\n%s", x.what, diff)
		}
	}
	for i, w := range want.PatternReferences {
		found := false
		for _, ref := range m.References {
			if ref.Pattern != nil && !ref.Bare && ref.From.Path == w.Document && ref.From.Line == w.Line {
				found = true
				equal(t, "pattern number", ref.Pattern.Number, w.Pattern)
				equal(t, "pattern title", ref.Pattern.Title, w.Title)
			}
		}
		if !found {
			t.Errorf("pattern reference %d is missing", i)
		}
	}

	if len(m.PhaseMentions) != len(want.PhaseMentions) {
		t.Errorf("%d phase mentions, want %d", len(m.PhaseMentions), len(want.PhaseMentions))
	}
	for i, w := range want.PhaseMentions {
		if i >= len(m.PhaseMentions) {
			break
		}
		got := m.PhaseMentions[i]
		if got.Path != w.Document || got.Line != w.Line || got.Phase != w.Phase || !strings.Contains(got.Text, w.Text) {
			t.Errorf("phase mention %d: got %s:%d %s %q, want %s:%d %s %q", i, got.Path, got.Line, got.Phase, got.Text, w.Document, w.Line, w.Phase, w.Text)
		}
	}
	principles := 0
	for _, n := range m.Mentions {
		principles += n.Principle
	}
	equal(t, "principle mentions", principles, 303)
	equal(t, "mentions", m.Mentions, want.Mentions.ByDocument)
}
