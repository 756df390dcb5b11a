package rules

import (
	"cmp"
	"fmt"
	"slices"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var linkMutual = &check.Rule{
	Name:     "link/mutual",
	Severity: diag.Error,
	Summary:  "two domains link each other, and no manifest says which came first",
	Run: func(p *check.Pass) {
		if p.Corpus.Manifest != nil {
			return // link/back-link knows the order
		}
		first := firstCrossings(p.Corpus)
		for _, x := range sortedCrossings(first) {
			from := p.Corpus.FolderOf(x.From)
			back, ok := first[pair{x.Folder, from}]
			if !ok || from < x.Folder {
				continue
			}
			p.Report(&diag.Diagnostic{
				File: x.From.File, Span: x.Span, Target: x.Folder,
				Message: fmt.Sprintf("“%s” links “%s” here, and “%s” links back", from, x.Folder, x.Folder),
				Hint:    "links go one way, to what was authored first: remove those of one side, or write a manifest that gives the order",
				Related: []diag.Related{{File: back.From.File, Span: back.Span, Message: "the first link of the other way"}},
				Needs:   []diag.Fact{check.DirectionBetween(from, x.Folder)},
			})
		}
	},
}

// pair is the folders of two domains, the one that links first.
type pair struct{ from, to string }

// firstCrossings is the first link of each domain to each other one.
func firstCrossings(c *corpus.Corpus) map[pair]corpus.Crossing {
	first := map[pair]corpus.Crossing{}
	for _, x := range c.Crossings() {
		key := pair{c.FolderOf(x.From), x.Folder}
		if _, ok := first[key]; !ok {
			first[key] = x
		}
	}
	return first
}

func sortedCrossings(m map[pair]corpus.Crossing) []corpus.Crossing {
	out := make([]corpus.Crossing, 0, len(m))
	for _, x := range m {
		out = append(out, x)
	}
	slices.SortFunc(out, func(a, b corpus.Crossing) int {
		return cmp.Or(cmp.Compare(a.From.Path, b.From.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	return out
}
