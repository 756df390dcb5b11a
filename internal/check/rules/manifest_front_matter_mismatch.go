package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var manifestFrontMatterMismatch = &check.Rule{
	Name:     "manifest/front-matter-mismatch",
	Severity: diag.Warning,
	Summary:  "the front matter of a document and its row in the manifest disagree",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			row := d.Row
			if row == nil {
				continue
			}
			if since := frontMatterText(d, "since"); since != "" && row.SinceCell != nil && !sameSince(since, row.SinceText) {
				p.Report(frontMatterMismatch(p.Corpus.Manifest, d, "since", since, row.SinceText, row.SinceCell))
			}
			// A status that the file's being there refutes is stale-status's.
			if status := frontMatterText(d, "status"); status != "" && row.Status == statusComplete && !strings.EqualFold(status, row.Status) {
				p.Report(frontMatterMismatch(p.Corpus.Manifest, d, "status", status, row.Status, row.StatusCell))
			}
		}
	},
}

// sameSince compares milestones and phases; a phase that one of the two leaves
// out is no contradiction.
func sameSince(front, row string) bool {
	a, okA := corpus.ParseSince(front)
	b, okB := corpus.ParseSince(row)
	if !okA || !okB {
		return strings.EqualFold(front, row)
	}
	if a.Phase == 0 || b.Phase == 0 {
		a.Phase, b.Phase = 0, 0
	}
	return a.Compare(b) == 0
}

func frontMatterMismatch(m *corpus.Manifest, d *corpus.Document, key, value, listed string, cell *parse.Block) *diag.Diagnostic {
	at := frontValueSpan(d, key)
	found := &diag.Diagnostic{
		File: d.File, Span: at, Target: key,
		Message: fmt.Sprintf("the front matter says %s “%s”, the manifest “%s”", key, value, listed),
		Hint:    "correct the one that is wrong, or leave the key out: the manifest is enough",
		Related: []diag.Related{{File: m.Document.File, Span: manifestCell(d.Row.Row, cell), Message: "the row in the manifest"}},
		Needs:   []diag.Fact{check.TextOf(d.Path), check.TextOf(m.Document.Path), check.RowFact(m.Document, d.Row.Row)},
	}
	if listed != "" && at != d.Front.Keys[key] {
		found.Fix = &diag.Fix{
			Title: "write what the manifest says",
			Edits: []diag.Edit{{File: d.File, Span: at, Text: listed}},
		}
	}
	return found
}

// frontValueSpan is the value of a front-matter key where it stands on the line
// of the key, and else the key.
func frontValueSpan(d *corpus.Document, key string) source.Span {
	at, ok := d.Front.Keys[key]
	if !ok {
		return source.Span{Start: 0, End: min(3, d.Front.Span.End)}
	}
	end := d.File.LineSpan(d.File.Line(at.Start)).End
	rest, found := strings.CutPrefix(strings.TrimLeft(d.File.Slice(source.Span{Start: at.End, End: end}), " \"'"), ":")
	if !found {
		return at
	}
	if i := strings.Index(rest, " #"); i >= 0 {
		rest, end = rest[:i], end-(len(rest)-i)
	}
	value := strings.TrimLeft(rest, " \t")
	start := end - len(value)
	end = start + len(strings.TrimRight(value, " \t"))
	if start == end {
		return at
	}
	return source.Span{Start: start, End: end}
}
