package corpus

import (
	"iter"
	"maps"
	"slices"
	"strings"

	"atelier/internal/parse"
)

// Unregistered are the ids of a kind that documents name and no register
// defines, sorted, with the places. What the document of a register says outside
// of its tables explains the register, as in “ids look like D-001”.
func (c *Corpus) Unregistered(kind ReferenceKind) ([]string, map[string][]*Reference) {
	refs := map[string][]*Reference{}
	for _, ref := range c.References {
		prose := ref.Mention != nil && ref.Mention.Block != nil && ref.Mention.Block.Table == nil
		if ref.From.Kind == KindRegister && prose {
			continue
		}
		if ref.Kind == kind && ref.Entry == nil && ref.AntiPattern == nil && !ref.Generated {
			refs[ref.Text] = append(refs[ref.Text], ref)
		}
	}
	return slices.Sorted(maps.Keys(refs)), refs
}

// IsComparison reports whether a table compares: its rows are keyed in bold.
func IsComparison(t *parse.Table) bool {
	if t.Generated {
		return false
	}
	for _, row := range t.Rows {
		if len(row.Cells) < 2 {
			return false
		}
		p := row.Cells[0].Prose
		bold := false
		for _, in := range p.Inlines {
			bold = bold || in.Kind == parse.StrongText && in.Start == 0 && in.End == len(p.Text)
		}
		if !bold || p.Text == "" {
			return false
		}
	}
	return len(t.Rows) > 0
}

// RoadmapPhases are the names of the phases in the tables of a roadmap, with
// their rows; nothing where the document is none. The milestone of a table is the
// first word of the heading above it.
func (d *Document) RoadmapPhases() iter.Seq2[string, *parse.Row] {
	return func(yield func(string, *parse.Row) bool) {
		if d.Kind != KindRoadmap {
			return
		}
		for _, t := range d.Tables {
			if len(t.Header) == 0 || t.Section == nil || !strings.EqualFold(t.Header[0].Prose.Text, "Phase") {
				continue
			}
			milestone, _, _ := strings.Cut(t.Section.Title, " ")
			for _, row := range t.Rows {
				if !yield(milestone+" "+strings.TrimSpace(row.Cells[0].Prose.Text), row) {
					return
				}
			}
		}
	}
}

// Aliases are the old paths of a document that its front matter names, as they
// are written.
func (d *Document) Aliases() []string {
	switch value := d.Front.Values["aliases"].(type) {
	case string:
		return []string{value}
	case []any:
		var out []string
		for _, item := range value {
			if text, ok := item.(string); ok {
				out = append(out, text)
			}
		}
		return out
	}
	return nil
}
