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

// A use is that something of a document names what lists its uses.
type use[T any] struct {
	of *[]*T
	by *T
}

func (u use[T]) list() { *u.of = append(*u.of, u.by) }

// uses are what the references, violations and sections of one document name.
type uses struct {
	references []use[Reference]
	named      []*Reference // those that name an id or anti-pattern
	violations []use[Violation]
	sections   []use[AnnotatedSection]
}

// findUses finds what a resolved document names. What stands in generated blocks,
// and the headings and register rows that define something, are no citations; of
// a link by label the use is one, and the definition is not.
func (d *Document) findUses() *uses {
	u := &uses{references: make([]use[Reference], 0, len(d.References))}
	for _, ref := range d.References {
		if ref.Generated || ref.Role == Defines || ref.definesLabel() {
			continue
		}
		switch {
		case ref.Principle != nil:
			u.references = append(u.references, use[Reference]{&ref.Principle.citedBy, ref})
		case ref.Core != nil:
			u.references = append(u.references, use[Reference]{&ref.Core.citedBy, ref})
		case ref.Kind == ToAntiPattern || ref.Kind == ToID:
			u.named = append(u.named, ref)
		case ref.Target != nil:
			u.references = append(u.references, use[Reference]{&ref.Target.citedBy, ref})
		}
	}
	if d.Domain == nil {
		return u
	}
	for _, v := range d.StatedViolations() {
		primary, secondary := v.Breaches()
		for _, p := range append(primary, secondary...) {
			u.violations = append(u.violations, use[Violation]{&p.violations, v})
		}
	}
	for _, s := range d.Sections {
		for _, m := range s.Principles {
			if ref := d.Reference(m); ref != nil && ref.Principle != nil {
				u.sections = append(u.sections, use[AnnotatedSection]{&ref.Principle.sections, &AnnotatedSection{d, s}})
			}
		}
	}
	return u
}

// index builds the inverse index: references in order of path and offset, what
// documents of domains say in the order of the manifest.
func (c *Corpus) index(found map[*Document]*uses) {
	c.inverse = inverse{antiPatterns: map[string][]*Reference{}, ids: map[string][]*Reference{}}
	v := &c.inverse
	for _, d := range c.Documents {
		for _, u := range found[d].references {
			u.list()
		}
		for _, ref := range found[d].named {
			switch {
			case ref.Kind == ToID:
				for _, id := range ref.ids() {
					v.ids[id] = append(v.ids[id], ref)
				}
			case !ref.definesAntiPattern():
				v.antiPatterns[ref.Text] = append(v.antiPatterns[ref.Text], ref)
			}
		}
	}
	for _, domain := range c.Domains {
		for _, d := range domain.Documents {
			for _, u := range found[d].violations {
				u.list()
			}
			for _, u := range found[d].sections {
				u.list()
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
