package mutation

import (
	"fmt"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/source"
)

// earlier reports whether a document was authored before another one and
// stands in another domain of the same collection.
func earlier(a, b *corpus.Document) bool {
	return a.Row != nil && b.Row != nil && a.Row.Place < b.Row.Place && a.Domain != nil && a.Domain != b.Domain &&
		a.Domain.First.Row != nil && a.Domain.First.Row.Place < b.Row.Place
}

var linkFaults = []Operator{
	{"link/dangling", eachPath(func(s *Sound, d *corpus.Document, ref *corpus.Reference) []Mutant {
		if ref.Mention.Path == "" || ref.Principle != nil {
			return nil
		}
		// Another letter within the last part of the path, which may wrap.
		text := d.File.Slice(ref.Span)
		i := strings.LastIndexByte(strings.TrimRight(text, "/"), '/') + 2
		if i+1 >= len(text) || text[i] == '\n' || text[i] == '>' {
			return nil
		}
		return []Mutant{at(replace(d, source.Span{Start: ref.Span.Start + i, End: ref.Span.Start + i + 1}, "qq"), ref.Span.Start)}
	})},
	{"link/wrong-case", eachPath(func(_ *Sound, d *corpus.Document, ref *corpus.Reference) []Mutant {
		if ref.Mention.Path == "" || ref.Principle != nil || ref.Target == nil {
			return nil
		}
		text := d.File.Slice(ref.Span)
		i := strings.LastIndexByte(strings.TrimRight(text, "/"), '/') + 1
		if i <= 0 || i >= len(text) || text[i] < 'a' || text[i] > 'z' {
			return nil
		}
		return []Mutant{at(replace(d, source.Span{Start: ref.Span.Start + i, End: ref.Span.Start + i + 1}, strings.ToUpper(text[i:i+1])), ref.Span.Start)}
	})},
	{"link/missing-anchor", eachPath(func(s *Sound, d *corpus.Document, ref *corpus.Reference) []Mutant {
		if ref.Mention.Pattern == nil || ref.Status != corpus.Resolved {
			return nil
		}
		q := ref.Mention.Pattern
		text := d.File.Slice(q.NumberSpan)
		if text == "" || strings.Contains(text, "\n") {
			return nil
		}
		return []Mutant{at(replace(d, q.NumberSpan, fmt.Sprintf("Pattern %d", 50+s.Random.IntN(40))), q.NumberSpan.Start)}
	})},
	{"link/back-link", inProse(func(s *Sound, d *corpus.Document) (string, string) {
		for _, i := range s.Random.Perm(len(s.Documents)) {
			if other := s.Documents[i]; other.Kind == corpus.KindDerived && d.Kind == corpus.KindDerived && earlier(d, other) && s.Manifest.Acknowledges(d.Path, other.Path) == nil {
				return "See `" + other.Path + "` as well.", other.Path
			}
		}
		return "", ""
	})},
	{"link/outside-root", inProse(func(*Sound, *corpus.Document) (string, string) {
		return "See [the notes](../../../notes.md) as well.", "../../../notes"
	})},
	{"link/unfollowed-address", inProse(func(s *Sound, _ *corpus.Document) (string, string) {
		schemes := []string{"javascript:show", "data:text/html,x", "ftp://example.org/x", "VBScript:x"}
		address := schemes[s.Random.IntN(len(schemes))]
		return "See [the notes](" + address + ") as well.", address
	})},
	{"link/not-published", eachDerived(func(_ *Sound, d *corpus.Document) []Mutant {
		out := paragraphs(d, "See [the draft](_drafts/notes.md) as well.", "_drafts")
		for i := range out {
			draft := d.Path[:strings.LastIndexByte(d.Path, '/')+1] + "_drafts/notes.md"
			out[i].Edits = append(out[i].Edits, Edit{Path: draft, Text: "# Notes\n"})
		}
		return out
	})},
	{"link/unbacked-cross-link", eachDerived(func(s *Sound, d *corpus.Document) []Mutant {
		for _, i := range s.Random.Perm(len(s.Documents)) {
			if other := s.Documents[i]; other.Kind == corpus.KindDerived && earlier(other, d) {
				name := strings.TrimSuffix(strings.TrimPrefix(other.Path, other.Domain.Collection+"/"), ".md")
				return paragraphs(d, "## More (P1, cross-link "+name+")\n\nText.", name)
			}
		}
		return nil
	})},
	{"link/one-ended-acknowledgement", func(s *Sound) []Mutant {
		var out []Mutant
		for _, a := range s.Manifest.Acks {
			target := s.Document(a.To)
			for _, rel := range target.Domain.First.Relations {
				if rel.Document != nil && strings.Contains(rel.Document.Path+".md", strings.TrimSuffix(a.From, ".md")) {
					m := replace(target.Domain.First, rel.Document.Span, target.Domain.Path)
					m.Path, m.At = s.Manifest.Document.Path, a.Row.Span.Start
					out = append(out, m)
				}
			}
		}
		return out
	}},
	{"link/undefined-label", inProse(func(*Sound, *corpus.Document) (string, string) { return "See [the notes][lost] as well.", "lost" })},
	{"link/unencoded", inProse(func(*Sound, *corpus.Document) (string, string) {
		return "See [the notes](my notes.md) as well.", "my notes"
	})},
	{"link/direction-claim", eachDerived(func(_ *Sound, d *corpus.Document) []Mutant {
		for _, ref := range d.References {
			other := (*corpus.Domain)(nil)
			if ref.Target != nil {
				other = ref.Target.Domain
			}
			if other != nil && other != d.Domain && ref.Status == corpus.Resolved && !strings.Contains(d.Domain.Short, " ") && len(d.Directions) == 0 {
				text := fmt.Sprintf("Here %s does not link to %s at all.", d.Domain.Short, other.Short)
				return paragraphs(d, text, d.Domain.Short+" does not")
			}
		}
		return nil
	})},
	{"link/unused-acknowledgement", func(s *Sound) []Mutant {
		if s.Manifest == nil || len(s.Manifest.Acks) == 0 {
			return nil
		}
		var out []Mutant
		after := line(s.Manifest.Document, s.Manifest.Acks[len(s.Manifest.Acks)-1].Row.Span.Start)
		for range 40 {
			a, b := s.Documents[s.Random.IntN(len(s.Documents))], s.Documents[s.Random.IntN(len(s.Documents))]
			if a.Kind != corpus.KindDerived || b.Kind != corpus.KindDerived || !earlier(a, b) || s.Manifest.Acknowledges(a.Path, b.Path) != nil {
				continue
			}
			out = append(out, insert(s.Manifest.Document, after.End, fmt.Sprintf("| `%s` | `%s` | IDEATE-40 | None |\n", a.Path, b.Path), ""))
		}
		return out
	}},
}
