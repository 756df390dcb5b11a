package rules

import (
	"fmt"
	"net/url"
	"path"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/source"
)

var linkWrongCase = &check.Rule{
	Name:     "link/wrong-case",
	Severity: diag.Error,
	Summary:  "a path or anchor is right but for upper and lower case",
	Run: func(p *check.Pass) {
		cited(p.Corpus, func(ref *corpus.Reference) {
			switch ref.Fault {
			case corpus.WrongCasePath:
				p.Report(wrongCasePath(p.Corpus, ref))
			case corpus.WrongCaseAnchor:
				p.Report(wrongCaseAnchor(ref))
			}
		})
	},
}

func wrongCasePath(c *corpus.Corpus, ref *corpus.Reference) *diag.Diagnostic {
	written, right := writtenPath(ref), pathTo(ref, ref.Suggestion)
	d := &diag.Diagnostic{
		File: ref.From.File, Span: pathSpan(ref), Target: written,
		Message: fmt.Sprintf("“%s” is spelt “%s” on disk", written, right),
		Hint:    "write the path in the case of the file: not every file system forgives it",
		Breaks:  brokenBy(c, ref),
	}
	if target := c.Document(ref.Suggestion); target != nil {
		d.Related = []diag.Related{shownTitle(target, "the document as it is spelt")}
	}
	edits := caseEdits(ref)
	if len(edits) > 0 {
		d.Fix = &diag.Fix{Title: fmt.Sprintf("spell it “%s”", right), Safe: true, Edits: edits}
	}
	return d
}

func wrongCaseAnchor(ref *corpus.Reference) *diag.Diagnostic {
	d := &diag.Diagnostic{
		File: ref.From.File, Span: fragmentSpan(ref), Target: writtenPath(ref) + "#" + ref.Anchor, Severity: diag.Warning,
		Message: fmt.Sprintf("“#%s” is spelt “#%s” in “%s”", ref.Anchor, ref.Suggestion, ref.Target.Path),
		Hint:    "write the anchor in its own case: browsers do not forgive it, only the pages of GitHub do",
		Needs:   soundTarget(ref),
	}
	if at, ok := ref.Target.Anchors.Lookup(ref.Suggestion); ok {
		d.Related = []diag.Related{{File: ref.Target.File, Span: at, Message: "the anchor is that of this heading"}}
	}
	if !strings.ContainsAny(ref.Suggestion, " ()<>\\") {
		d.Fix = &diag.Fix{
			Title: fmt.Sprintf("write “#%s”", ref.Suggestion), Safe: true,
			Edits: []diag.Edit{{File: ref.From.File, Span: d.Span, Text: ref.Suggestion}},
		}
	}
	return d
}

// part is one name of a written path: its place in the text that is written, the
// name it stands for, and whether it is written with escapes.
type part struct {
	start, end int
	name       string
	escaped    bool
}

// caseEdits are the edits that give the names of a written path the case of the
// files: one for each name that differs, so that a path which wraps over lines
// still does.
func caseEdits(ref *corpus.Reference) []diag.Edit {
	written, dir := "", "."
	var span func(start, end int) source.Span
	if m := ref.Mention; m != nil {
		written = m.Path
		span = func(start, end int) source.Span { return m.Block.Prose.Span(m.Start+start, m.Start+end) }
	} else {
		whole := pathSpan(ref)
		written = ref.From.File.Slice(whole)
		dir = path.Dir(ref.From.Path)
		span = func(start, end int) source.Span {
			return source.Span{Start: whole.Start + start, End: whole.Start + end}
		}
		if strings.ContainsAny(written, "\\&?") {
			return nil // escapes: what stands there is not the path letter by letter
		}
	}
	parts := partsOf(written, dir)
	real := strings.Split(ref.Suggestion, "/")
	if len(parts) != len(real) {
		return nil
	}
	var edits []diag.Edit
	for i, p := range parts {
		right := real[i]
		if !strings.EqualFold(p.name, right) {
			right = strings.TrimSuffix(right, ".md")
		}
		if p.name == right {
			continue
		}
		if p.start < 0 || !strings.EqualFold(p.name, right) {
			return nil
		}
		if p.escaped {
			right = escapePath(right)
		}
		edits = append(edits, diag.Edit{File: ref.From.File, Span: span(p.start, p.end), Text: right})
	}
	return edits
}

// partsOf are the names of the path that a written one stands for, from the
// corpus root. Those of the folder that it starts in have no place.
func partsOf(written, dir string) []part {
	var parts []part
	if dir != "." && !strings.HasPrefix(written, "/") {
		for name := range strings.SplitSeq(dir, "/") {
			parts = append(parts, part{start: -1, name: name})
		}
	}
	at := 0
	for raw := range strings.SplitSeq(written, "/") {
		start := at
		at += len(raw) + 1
		switch raw {
		case "", ".":
		case "..":
			parts = parts[:max(0, len(parts)-1)]
		default:
			name := raw
			if decoded, err := url.PathUnescape(raw); err == nil {
				name = decoded
			}
			parts = append(parts, part{start: start, end: start + len(raw), name: name, escaped: name != raw})
		}
	}
	return parts
}
