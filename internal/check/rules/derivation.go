package rules

import (
	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// derivedDocuments are the derived documents of all domains, in domain order.
func derivedDocuments(c *corpus.Corpus) []*corpus.Document {
	var out []*corpus.Document
	for _, domain := range c.Domains {
		for _, d := range domain.Documents {
			if d.Kind == corpus.KindDerived {
				out = append(out, d)
			}
		}
	}
	return out
}

// derivationHeader is the header of a derived document, nil where it has none
// or only a quote that happens to use the words of one.
func derivationHeader(d *corpus.Document) *parse.Header {
	h := d.Header
	if h == nil || h.Base == nil && headerBaseLink(d) == nil && len(h.Primary)+len(h.Also) == 0 {
		return nil
	}
	return h
}

// headerBaseLink is the first-principles that a header names in another form
// than as a path in a code span: as a link, or bare.
func headerBaseLink(d *corpus.Document) *corpus.Reference {
	for _, ref := range d.References {
		if ref.Role == corpus.InHeader && ref.Target != nil && ref.Target.Kind == corpus.KindFirstPrinciples &&
			(ref.Link != nil || ref.Bare) {
			return ref
		}
	}
	return nil
}

// An application is a principle that a derivation header says is applied.
type application struct {
	principle *corpus.Principle
	mention   *parse.Mention
	primary   bool
}

// eachApplication calls f with each principle that the header of a derived
// document applies, and what the body below it uses.
func eachApplication(p *check.Pass, f func(*corpus.Document, application, *bodyUse)) {
	uses := check.Shared(p, usesInBodies)
	for _, d := range derivedDocuments(p.Corpus) {
		h := derivationHeader(d)
		if h == nil || d.HidesText() {
			continue
		}
		for _, a := range applications(d, h) {
			f(d, a, uses[d])
		}
	}
}

// applications are the principles of a header, each once, the primary ones
// first.
func applications(d *corpus.Document, h *parse.Header) []application {
	var out []application
	seen := map[*corpus.Principle]bool{}
	add := func(mentions []*parse.Mention, primary bool) {
		for _, m := range mentions {
			for _, p := range principlesAt(d, m) {
				if !seen[p] {
					seen[p] = true
					out = append(out, application{principle: p, mention: m, primary: primary})
				}
			}
		}
	}
	add(h.Primary, true)
	add(h.Also, false)
	return out
}

// principlesAt are the principles that a citation names: its own, and where it
// ends a range ("P1–P4") those in between.
func principlesAt(d *corpus.Document, m *parse.Mention) []*corpus.Principle {
	ref := d.Reference(m)
	if ref == nil || ref.Principle == nil {
		return nil
	}
	var out []*corpus.Principle
	if m.Kind == parse.PrincipleMention && m.Range && m.Previous != nil {
		for _, p := range ref.Principle.Domain.Principles {
			if m.Previous.Number < p.Number && p.Number < m.Number {
				out = append(out, p)
			}
		}
	}
	return append(out, ref.Principle)
}

// bodyUse is what the body of a derived document, all but its header, says of
// principles.
type bodyUse struct {
	// first is the first citation of each principle by its number.
	first map[*corpus.Principle]*corpus.Reference
	// named are the principles cited by number, by title, or by a link to
	// their heading; headed those that a heading cites.
	named, headed map[*corpus.Principle]bool
}

// bodyUses are those of all derived documents.
type bodyUses map[*corpus.Document]*bodyUse

func usesInBodies(c *corpus.Corpus) bodyUses {
	out := bodyUses{}
	for _, d := range derivedDocuments(c) {
		out[d] = usesInBody(d)
	}
	return out
}

func usesInBody(d *corpus.Document) *bodyUse {
	use := &bodyUse{
		first: map[*corpus.Principle]*corpus.Reference{},
		named: map[*corpus.Principle]bool{}, headed: map[*corpus.Principle]bool{},
	}
	for _, ref := range d.References {
		if ref.Generated || ref.Role == corpus.InHeader {
			continue
		}
		if ref.Link != nil {
			use.link(d.Domain, ref)
			continue
		}
		for _, p := range principlesAt(d, ref.Mention) {
			if use.first[p] == nil {
				use.first[p] = ref
			}
			use.name(p, ref)
		}
		// A wrong number with the right title is a fault of the number
		// alone (principle/title-mismatch): the title counts as a use.
		if p := titledPrinciple(ref); p != nil {
			use.name(p, ref)
		}
	}
	return use
}

func (u *bodyUse) name(p *corpus.Principle, ref *corpus.Reference) {
	u.named[p] = true
	if ref.Mention.Block.Kind == parse.HeadingBlock {
		u.headed[p] = true
	}
}

func (u *bodyUse) link(domain *corpus.Domain, ref *corpus.Reference) {
	if ref.Target != domain.First || ref.Anchor == "" {
		return
	}
	for _, p := range domain.Principles {
		if ref.Anchor == p.Anchor() || ref.Anchor == p.Section.Anchor {
			u.named[p] = true
		}
	}
}

// titledPrinciple is the principle whose title a citation gives, nil where it
// gives none or only one that comes near.
func titledPrinciple(ref *corpus.Reference) *corpus.Principle {
	if ref.Kind != corpus.ToPrinciple || ref.Mention.Kind != parse.PrincipleMention || ref.Domain == nil {
		return nil
	}
	if claim := ref.Claim; claim != nil && claim.Of > 0 {
		return ref.Domain.Principle(claim.Of)
	}
	return nil
}
