package changes

import (
	"cmp"
	"slices"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/review"
)

// An Impact is what depends on a part of a corpus.
type Impact struct {
	Target Target
	// Principles are those that derive from the target, for a core.
	Principles []*corpus.Principle
	// Direct are the references to the target, and for a document those to
	// what it defines, by path and offset.
	Direct []*corpus.Reference
	// Through are documents that do not name the target, but a document of a
	// domain that does.
	Through []*Indirect
	// Items are the items of the checklists that rest on the target.
	Items []*review.Item
	// Requirements are ids of registers that have to do with it.
	Requirements []*Concern
}

// An Indirect is a document that depends on something by way of others.
type Indirect struct {
	Document *corpus.Document
	// Via are the documents that it names, in order of path.
	Via []*corpus.Document
}

// A Concern is an id of a register, and what it has to do with a target.
type Concern struct {
	Entry *corpus.Entry
	Why   string
}

// ImpactOf finds what depends on a target. items are the review items of the
// corpus.
func ImpactOf(c *corpus.Corpus, t Target, items []*review.Item) *Impact {
	i := &Impact{Target: t}
	i.direct(c)
	i.through(c)
	i.items(items)
	i.requirements(c)
	return i
}

// direct collects the references. What a document says of its own, and the trace
// row of a principle, depend on nothing else.
func (i *Impact) direct(c *corpus.Corpus) {
	var refs []*corpus.Reference
	home, _ := i.Target.place()
	switch t := i.Target; {
	case t.Principle != nil:
		refs = c.Citations(t.Principle)
	case t.Core != nil:
		refs = c.CoreCitations(t.Core)
		i.Principles = c.DerivedFrom(t.Core)
	case t.Entry != nil:
		refs = c.EntryUses(t.Entry)
	case t.AntiPattern != nil:
		refs = c.AntiPatternUses(t.AntiPattern.ID)
	default:
		refs = slices.Clone(c.ReferencesTo(home))
		if d := home.Domain; d != nil && d.First == home {
			for _, p := range d.Principles {
				refs = append(refs, c.Citations(p)...)
			}
		}
		refs = slices.DeleteFunc(refs, func(ref *corpus.Reference) bool { return ref.From == home })
	}
	for _, ref := range refs {
		if !ref.InLink && (i.Target.Principle == nil || ref.Role != corpus.InTrace) {
			i.Direct = append(i.Direct, ref)
		}
	}
	slices.SortStableFunc(i.Direct, func(a, b *corpus.Reference) int {
		return cmp.Or(cmp.Compare(a.From.Path, b.From.Path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	i.Direct = slices.Compact(i.Direct)
}

// through collects the documents that name a document of a domain in which the
// target is named, or which defines a principle that derives from it.
func (i *Impact) through(c *corpus.Corpus) {
	home, _ := i.Target.place()
	users := map[*corpus.Document]bool{home: true}
	var between []*corpus.Document
	use := func(d *corpus.Document) {
		if !users[d] {
			users[d] = true
			if d.Domain != nil {
				between = append(between, d)
			}
		}
	}
	for _, ref := range i.Direct {
		use(ref.From)
	}
	for _, p := range i.Principles {
		use(p.Domain.First)
	}
	via := map[*corpus.Document][]*corpus.Document{}
	for _, d := range between {
		for _, ref := range c.ReferencesTo(d) {
			if from := ref.From; !users[from] && !slices.Contains(via[from], d) && from.Kind != corpus.KindManifest && from.Kind != corpus.KindRoadmap {
				via[from] = append(via[from], d)
			}
		}
	}
	for _, p := range i.Principles {
		for _, ref := range c.Citations(p) {
			if from := ref.From; !users[from] && !slices.Contains(via[from], p.Domain.First) {
				via[from] = append(via[from], p.Domain.First)
			}
		}
	}
	for d, list := range via {
		slices.SortFunc(list, func(a, b *corpus.Document) int { return cmp.Compare(a.Path, b.Path) })
		i.Through = append(i.Through, &Indirect{d, list})
	}
	slices.SortFunc(i.Through, func(a, b *Indirect) int { return cmp.Compare(a.Document.Path, b.Document.Path) })
}

// items picks the review items that rest on the target.
func (i *Impact) items(all []*review.Item) {
	principles := map[*corpus.Principle]bool{}
	if p := i.Target.Principle; p != nil {
		principles[p] = true
	}
	for _, p := range i.Principles {
		principles[p] = true
	}
	type place struct {
		path string
		line int
	}
	named := map[place]bool{} // where an id is named
	if i.Target.Entry != nil {
		for _, ref := range i.Direct {
			named[place{ref.From.Path, ref.From.File.Line(ref.Span.Start)}] = true
		}
	}
	for _, item := range all {
		rests := slices.ContainsFunc(slices.Concat(item.Principles, item.Secondary), func(p *corpus.Principle) bool { return principles[p] })
		if a := i.Target.AntiPattern; a != nil && item.AntiPattern == a.ID {
			rests = true
		}
		for _, s := range item.Sources {
			if d := i.Target.Document; d != nil && s.Path == d.Path || named[place{s.Path, s.Line}] {
				rests = true
			}
		}
		if rests {
			i.Items = append(i.Items, item)
		}
	}
}

// requirements collects the ids that are named in a section with the target, and
// the requirements of the phase in which the document that defines it was
// authored.
func (i *Impact) requirements(c *corpus.Corpus) {
	seen := map[*corpus.Entry]bool{i.Target.Entry: true}
	add := func(e *corpus.Entry, why string) {
		if e != nil && !seen[e] {
			seen[e] = true
			i.Requirements = append(i.Requirements, &Concern{e, why})
		}
	}
	home, _ := i.Target.place()
	if a := i.Target.AntiPattern; a != nil && a.Home != nil && a.Home.Target != nil {
		home = a.Home.Target // the register grows with every phase
	}
	if home.Row != nil && i.Target.Entry == nil && home.Row.SinceText != "" {
		for _, r := range c.Registers {
			for _, e := range r.Entries {
				since, ok := corpus.ParseSince(e.Since)
				if r.Kind == corpus.Requirements && ok && since == home.Row.Since {
					add(e, "of "+home.Row.SinceText+", in which "+home.Path+" was authored")
				}
			}
		}
	}
	sections := map[*parse.Section]bool{}
	for _, ref := range i.Direct {
		if ref.Mention != nil && ref.Mention.Block.Section != nil && ref.From.Domain != nil {
			sections[ref.Mention.Block.Section] = true
		}
	}
	for _, d := range c.Documents {
		for _, ref := range d.References {
			if ref.Kind == corpus.ToID && ref.Mention != nil && sections[ref.Mention.Block.Section] {
				add(ref.Entry, "named with it in "+d.Path)
			}
		}
	}
}

// Targets are the parts of the new revision that a diff touches, and those of the
// old one that are no more: what depends on them deserves a look. A document
// counts where its text changed otherwise than by wrapping.
func (d *Diff) Targets() (now, gone []Target) {
	seen := map[Target]bool{}
	add := func(list *[]Target, t Target) {
		if t != (Target{}) && !seen[t] {
			seen[t] = true
			*list = append(*list, t)
		}
	}
	for _, c := range d.Changes {
		if c.now != (Target{}) {
			add(&now, c.now)
		} else {
			add(&gone, c.old)
		}
	}
	for _, doc := range d.New.Documents {
		old := d.Old.Document(doc.Path)
		if doc.Kind == corpus.KindDerived && old != nil && normal(old.File.Text) != normal(doc.File.Text) {
			add(&now, Target{Document: doc})
		}
	}
	return now, gone
}
