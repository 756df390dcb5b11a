package site

import (
	"fmt"
	"html"
	"sort"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// A mark is a range of source that becomes a link or carries a remark.
type mark struct {
	source.Span
	href  string
	class string
	title string
}

// marks are the references of a document that are no Markdown links.
func (s *builder) marksFor(d *corpus.Document) []*markTarget {
	s.marksMu.Lock()
	defer s.marksMu.Unlock()
	if marks, ok := s.marks[d]; ok {
		return marks
	}
	var out []*markTarget
	for _, ref := range d.References {
		m := ref.Mention
		if m == nil {
			continue
		}
		if page, fragment := s.indexEntry(ref); page != "" {
			out = append(out, &markTarget{Span: ref.Span, ref: ref, page: page, fragment: fragment})
			continue
		}
		if m.Definition || ref.Role == corpus.Defines {
			continue
		}
		span := ref.Span
		if ref.Principle != nil || ref.Core != nil {
			span = s.withTitle(span, m, ref.Claim)
		}
		out = append(out, &markTarget{Span: span, ref: ref})
	}
	sort.SliceStable(out, func(i, j int) bool { return out[i].Start < out[j].Start })
	s.marks[d] = out
	return out
}

// markTarget is a reference with the text that links, the same on every page.
type markTarget struct {
	source.Span
	ref *corpus.Reference
	// page and fragment, where set, are where it leads instead of to what is
	// referred to.
	page, fragment string
}

// indexEntry is where everything is listed that names an id, for the row that
// defines it; "" for any other reference.
func (s *builder) indexEntry(ref *corpus.Reference) (page, fragment string) {
	switch {
	case ref.AntiPattern != nil && len(ref.AntiPattern.Cells) > 0 && ref.AntiPattern.Cells[0] == ref.Mention.Block:
		return s.index.AntiPatterns, ref.AntiPattern.ID
	case ref.Entry != nil && ref.Entry.Mention == ref.Mention:
		return s.entryPage(ref.Entry), strings.ToLower(ref.Entry.ID)
	}
	return "", ""
}

// withTitle lets the link of a citation cover the title right behind its number.
func (s *builder) withTitle(span source.Span, m *parse.Mention, claim *corpus.Claim) source.Span {
	if claim == nil || claim.Of != m.Number || !strings.HasPrefix(m.After(), " ") || strings.HasPrefix(m.After(), " (") {
		return span
	}
	if claim.Span.Start <= span.End+1 {
		span.End = claim.Span.End
	}
	return span
}

// mark makes the mark of a target for the page of this renderer.
func (r *renderer) mark(t *markTarget) *mark {
	m := &mark{Span: t.Span}
	ref := t.ref
	if t.page != "" {
		m.href, m.class, m.title = relative(r.page, t.page, t.fragment), "ref", "everything that names it"
		return m
	}
	if page, fragment, ok := r.s.target(ref); ok {
		if page == r.page && fragment == "" && !r.ids {
			m.class = "here" // a quote about the page that it stands on
			return m
		}
		m.href = relative(r.page, page, fragment)
		m.class, m.title = "ref", r.s.describe(ref)
		return m
	}
	switch ref.Status {
	case corpus.Planned:
		m.class, m.title = "planned", "planned: "+ref.Path
	case corpus.Dangling:
		if ref.Bare {
			return nil
		}
		m.class, m.title = "dangling", "nothing is there: "+ref.Text
	default:
		return nil
	}
	return m
}

// describe is the title of a link: what it leads to, by name.
func (s *builder) describe(ref *corpus.Reference) string {
	switch {
	case ref.Principle != nil:
		return fmt.Sprintf("%s: %s", ref.Principle.Name(), ref.Principle.Title)
	case ref.Core != nil:
		return fmt.Sprintf("%s: %s", ref.Core.ID(), ref.Core.Title)
	case ref.AntiPattern != nil:
		return ref.AntiPattern.Summary
	case len(ref.Entries) > 1:
		last := ref.Entries[len(ref.Entries)-1]
		return fmt.Sprintf("%d ids, from %s: %s to %s: %s", len(ref.Entries), ref.Entry.ID, ref.Entry.Title, last.ID, last.Title)
	case ref.Entry != nil:
		return fmt.Sprintf("%s: %s", ref.Entry.ID, ref.Entry.Title)
	case ref.Target != nil:
		return ref.Target.Title
	}
	return ""
}

// markAt is the mark that covers or follows offset first; marks are asked for in
// rising order within a block, but a page may render parts in any order.
func (r *renderer) marksIn(start, stop int) []*mark {
	targets := r.marks
	i := sort.Search(len(targets), func(i int) bool { return targets[i].End > start })
	var out []*mark
	for ; i < len(targets) && targets[i].Start < stop; i++ {
		if m := r.mark(targets[i]); m != nil {
			out = append(out, m)
		}
	}
	return out
}

func (r *renderer) openMark(m *mark) {
	r.open = m
	r.writeOpen(m)
}

func (r *renderer) writeOpen(m *mark) {
	if m.href != "" {
		fmt.Fprintf(&r.out, `<a class="%s" href="%s"`, m.class, html.EscapeString(m.href))
	} else {
		fmt.Fprintf(&r.out, `<span class="%s"`, m.class)
	}
	if m.title != "" {
		fmt.Fprintf(&r.out, ` title="%s"`, html.EscapeString(m.title))
	}
	r.out.WriteByte('>')
}

func (r *renderer) closeMark() {
	if r.open != nil {
		r.writeClose(r.open)
		r.open = nil
	}
}

func (r *renderer) writeClose(m *mark) {
	if m.href != "" {
		r.out.WriteString("</a>")
	} else {
		r.out.WriteString("</span>")
	}
}
