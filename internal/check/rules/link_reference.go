package rules

import (
	"net/url"
	"path"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// cited calls report for every path in a code span and every Markdown link that
// rules judge by its target, in order of path and offset. What the manifest and
// the roadmap list is for their own rules.
func cited(c *corpus.Corpus, report func(*corpus.Reference)) {
	for _, d := range c.Documents {
		for _, ref := range d.References {
			if ref.Cites() && !lists(c, ref) {
				report(ref)
			}
		}
	}
}

// lists reports whether a path stands where a document is listed and not named:
// in the first column of the manifest's tables, or among the deliverables of
// the roadmap.
func lists(c *corpus.Corpus, ref *corpus.Reference) bool {
	if ref.Mention == nil || ref.Mention.Block.Table == nil || ref.Mention.Block.Swallowed() {
		return false
	}
	b := ref.Mention.Block
	switch ref.From.Kind {
	case corpus.KindManifest:
		return c.Manifest != nil && b.Column == 0 && slices.Contains(c.Manifest.Tables, b.Table)
	case corpus.KindRoadmap:
		return b.Column < len(b.Table.Header) && strings.Contains(strings.ToLower(b.Table.Header[b.Column].Prose.Text), "deliverables")
	}
	return false
}

// pathSpan is the path of a reference without what qualifies it.
func pathSpan(ref *corpus.Reference) source.Span {
	if m := ref.Mention; m != nil {
		return m.Block.Prose.Span(m.Start, m.Start+len(m.Path))
	}
	at := hashAt(ref)
	raw := strings.TrimSuffix(ref.From.File.Text[ref.Link.Span.Start:at], "\\")
	if raw == "" {
		return ref.Link.Span
	}
	return source.Span{Start: ref.Link.Span.Start, End: ref.Link.Span.Start + len(raw)}
}

// fragmentSpan is the fragment of a reference without its "#".
func fragmentSpan(ref *corpus.Reference) source.Span {
	if m := ref.Mention; m != nil {
		start := m.Start + len(m.Path) + 1
		return m.Block.Prose.Span(start, start+len(m.Fragment))
	}
	at := hashAt(ref)
	if at == ref.Link.Span.End {
		return ref.Link.Span
	}
	return source.Span{Start: at + 1, End: ref.Link.Span.End}
}

// hashAt is the place of the "#" in a link's destination, or its end. That of an
// entity is none.
func hashAt(ref *corpus.Reference) int {
	span, text := ref.Link.Span, ref.From.File.Text
	for i := span.Start; i < span.End; i++ {
		if text[i] == '#' && (i == span.Start || text[i-1] != '&') {
			return i
		}
	}
	return span.End
}

// writtenPath is the path of a reference as a reader sees it.
func writtenPath(ref *corpus.Reference) string {
	if ref.Mention != nil {
		return ref.Mention.Path
	}
	name, _, _ := strings.Cut(ref.Link.Destination, "#")
	if name == "" {
		return ref.Link.Destination
	}
	return name
}

// pathTo is how a reference would write the path of another document: from the
// corpus root in a code span, from its own folder in a link.
func pathTo(ref *corpus.Reference, target string) string {
	if ref.Mention != nil {
		if !strings.HasSuffix(ref.Mention.Path, ".md") {
			return strings.TrimSuffix(target, ".md")
		}
		return target
	}
	if strings.HasPrefix(ref.Link.Destination, "/") {
		return "/" + escapePath(target)
	}
	return escapePath(relativePath(path.Dir(ref.From.Path), target))
}

// relativePath is the path from a folder of the corpus to a file of it.
func relativePath(dir, target string) string {
	up := ""
	for dir != "." && !strings.HasPrefix(target, dir+"/") {
		up += "../"
		dir = path.Dir(dir)
	}
	if dir == "." {
		return up + target
	}
	return up + strings.TrimPrefix(target, dir+"/")
}

// escapePath writes a path so that it is one in a Markdown link.
func escapePath(name string) string {
	parts := strings.Split(name, "/")
	for i, part := range parts {
		if strings.ContainsAny(part, " ()<>\\#?%") {
			parts[i] = strings.NewReplacer("(", "%28", ")", "%29").Replace(url.PathEscape(part))
		}
	}
	return strings.Join(parts, "/")
}

// soundTarget is that everything from the root down to the target of a
// reference was read.
func soundTarget(ref *corpus.Reference) []diag.Fact {
	var facts []diag.Fact
	for name := ref.Path; name != "." && name != "/" && name != ""; name = path.Dir(name) {
		facts = append(facts, check.TextOf(name))
	}
	return facts
}

// brokenBy is what a reference that does not resolve puts in doubt: itself, and
// in a row of the manifest that acknowledges a back-link, the row's other end.
func brokenBy(c *corpus.Corpus, ref *corpus.Reference) []diag.Fact {
	facts := []diag.Fact{check.ReferenceFact(ref)}
	if ref.From.Kind != corpus.KindManifest || ref.Mention == nil || c.Manifest == nil {
		return facts
	}
	for _, a := range c.Manifest.Acks {
		if a.Row.Table == ref.Mention.Block.Table && a.Row.Span.Encloses(ref.Span) {
			facts = append(facts, check.AcknowledgementsOf(a.From), check.AcknowledgementsOf(a.To))
		}
	}
	return facts
}

// shownTitle is a document as the other end of a finding.
func shownTitle(d *corpus.Document, message string) diag.Related {
	return diag.Related{File: d.File, Span: d.TitleSpan, Message: message}
}

// shownRow is a manifest row as the other end of a finding.
func shownRow(c *corpus.Corpus, row *corpus.ManifestRow, message string) diag.Related {
	return diag.Related{File: c.Manifest.Document.File, Span: firstCell(row.Row), Message: message}
}

// firstCell is the first cell of a row, or the row where it has none.
func firstCell(row *parse.Row) source.Span {
	if len(row.Cells) == 0 {
		return row.Span
	}
	return row.Cells[0].Span
}
