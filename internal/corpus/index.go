package corpus

import "atelier/internal/parse"

// inverse is the index from names to where they are named, by name, since some
// are names of nothing. What exists knows itself where it is named.
type inverse struct {
	antiPatterns map[string][]*Reference
	ids          map[string][]*Reference
}

// An AnnotatedSection is a section and the document it stands in.
type AnnotatedSection struct {
	Document *Document
	*parse.Section
}

// index builds the inverse index. What stands in generated blocks, and the
// headings and register rows that define something, are no citations; of a link
// by label the use is one, and the definition is not.
func (c *Corpus) index() {
	c.inverse = inverse{antiPatterns: map[string][]*Reference{}, ids: map[string][]*Reference{}}
	v := &c.inverse
	for _, ref := range c.References {
		if ref.Generated || ref.Role == Defines || ref.definesLabel() {
			continue
		}
		switch {
		case ref.Principle != nil:
			ref.Principle.citedBy = append(ref.Principle.citedBy, ref)
		case ref.Core != nil:
			ref.Core.citedBy = append(ref.Core.citedBy, ref)
		case ref.Kind == ToAntiPattern:
			if !ref.definesAntiPattern() {
				v.antiPatterns[ref.Text] = append(v.antiPatterns[ref.Text], ref)
			}
		case ref.Kind == ToID:
			for _, id := range ref.ids() {
				v.ids[id] = append(v.ids[id], ref)
			}
		case ref.Target != nil:
			ref.Target.citedBy = append(ref.Target.citedBy, ref)
		}
	}
	for _, domain := range c.Domains {
		for _, d := range domain.Documents {
			indexDocument(d)
		}
	}
}

// indexDocument adds what a document of a domain says of principles.
func indexDocument(d *Document) {
	for _, violation := range d.Violations {
		primary, secondary := violation.Breaches()
		for _, p := range append(primary, secondary...) {
			p.violations = append(p.violations, violation)
		}
	}
	for _, s := range d.Sections {
		for _, m := range s.Principles {
			if ref := d.Reference(m); ref != nil && ref.Principle != nil {
				ref.Principle.sections = append(ref.Principle.sections, &AnnotatedSection{d, s})
			}
		}
	}
}

// ids are the ids that a reference to a register names; what is no range of
// ids is listed as it stands.
func (r *Reference) ids() []string {
	if ids := IDs(r.Mention); len(ids) > 0 {
		return ids
	}
	return []string{r.Text}
}

// definesAntiPattern reports whether the reference is the first cell of the
// anti-pattern's own row.
func (r *Reference) definesAntiPattern() bool {
	return r.AntiPattern != nil && r.From == r.AntiPattern.Document && r.AntiPattern.Row != nil &&
		r.Mention != nil && len(r.AntiPattern.Cells) > 0 && r.Mention.Block == r.AntiPattern.Cells[0]
}

// ReferencesTo are the references to a document as a whole or to an anchor in
// it that is no principle, in order of path and offset.
func (c *Corpus) ReferencesTo(d *Document) []*Reference { return d.citedBy }

// Citations are the references to a principle.
func (c *Corpus) Citations(p *Principle) []*Reference { return p.citedBy }

// CoreCitations are the references to a core.
func (c *Corpus) CoreCitations(core *Core) []*Reference { return core.citedBy }

// AntiPatternUses are the references to an anti-pattern's id, without its row
// in the register.
func (c *Corpus) AntiPatternUses(id string) []*Reference { return c.inverse.antiPatterns[id] }

// IDUses are the references to a register id, by itself or in a range.
func (c *Corpus) IDUses(id string) []*Reference { return c.inverse.ids[id] }

// EntryUses are the references to an entry of a register, which may define a
// range of ids.
func (c *Corpus) EntryUses(e *Entry) []*Reference {
	var out []*Reference
	seen := map[*Reference]bool{} // a range may name several of the ids
	for _, id := range IDs(e.Mention) {
		if c.Entry(id) != e {
			continue // a second definition; the uses are the first one's
		}
		for _, ref := range c.IDUses(id) {
			if !seen[ref] {
				seen[ref] = true
				out = append(out, ref)
			}
		}
	}
	return out
}

// ViolationsOf are the rows that breach a principle, primarily or not.
func (c *Corpus) ViolationsOf(p *Principle) []*Violation { return p.violations }

// SectionsOf are the sections annotated with a principle.
func (c *Corpus) SectionsOf(p *Principle) []*AnnotatedSection { return p.sections }

// DerivedFrom are the principles of the corpus that derive from a core, in
// domain order.
func (c *Corpus) DerivedFrom(core *Core) []*Principle {
	var out []*Principle
	for _, d := range c.Domains {
		for _, p := range d.Principles {
			for _, n := range p.CoreNumbers() {
				if n == core.Number {
					out = append(out, p)
					break
				}
			}
		}
	}
	return out
}
