package corpus

import (
	"path"
	"slices"

	"atelier/internal/parse"
)

// A Crossing is a reference from one domain folder into another. Only those
// have a direction: corpus-format §6.
type Crossing struct {
	*Reference
	// Folder is the folder of the domain that it leads into. The domain may
	// be planned and have no document yet.
	Folder string
}

// Crossings are the references between domain folders, in order of path and
// offset. Those of the core document are among them, those to it are not: core
// may be linked from everywhere. What stands in a generated block has no
// direction, and a link that uses a definition has that of the definition.
func (c *Corpus) Crossings() []Crossing {
	var out []Crossing
	for _, ref := range c.References {
		if ref.Generated || ref.Role == Defines || ref.InLink || ref.usesDefinition() {
			continue
		}
		from := c.FolderOf(ref.From)
		if from == "" {
			continue
		}
		if to := c.targetFolder(ref); to != "" && to != from {
			out = append(out, Crossing{Reference: ref, Folder: to})
		}
	}
	return out
}

// FolderOf is the folder of the domain that a document belongs to, that of core
// for the core document, "" elsewhere.
func (c *Corpus) FolderOf(d *Document) string {
	switch {
	case d.Domain != nil:
		return d.Domain.Path
	case d == c.Core:
		return path.Dir(d.Path)
	}
	return ""
}

// targetFolder is the folder of the domain that a reference leads into, or "".
func (c *Corpus) targetFolder(ref *Reference) string {
	switch {
	case ref.Target != nil:
		if ref.Target.Domain != nil {
			return ref.Target.Domain.Path
		}
		return ""
	case ref.Domain != nil:
		return ref.Domain.Path
	case ref.Status == Planned:
		return c.plannedFolder(ref.Path)
	}
	return ""
}

// plannedFolder is the folder of the domain that a document which is not
// written yet will belong to, or "".
func (c *Corpus) plannedFolder(name string) string {
	for dir := path.Dir(name); dir != "." && dir != "/"; dir = path.Dir(dir) {
		if c.Core != nil && dir == path.Dir(c.Core.Path) {
			return ""
		}
		if c.domainPath[dir] != nil || c.plannedDomain(dir) {
			return dir
		}
	}
	return ""
}

// usesDefinition reports whether a reference is a link by label, which resolves
// like the definition of the label.
func (r *Reference) usesDefinition() bool {
	return r.Link != nil && r.Link.Kind != parse.DefinitionLink && r.Link.Definition != nil
}

// definesLabel reports whether a reference is the definition of a label, in whose
// place a reader sees the links that use it.
func (r *Reference) definesLabel() bool {
	return r.Link != nil && r.Link.Kind == parse.DefinitionLink
}

// Cites reports whether a reference is one that rules judge by its target: a path
// in a code span or a Markdown link, outside of generated blocks. Bare paths
// are linked where they resolve and never reported, and of a link by label
// the definition alone is.
func (r *Reference) Cites() bool {
	if r.Generated || r.Bare || r.InLink || r.usesDefinition() {
		return false
	}
	return r.Link != nil || r.Mention != nil && r.Mention.Kind == parse.PathMention
}

// markLinkTexts finds the mentions that stand in the text of a link to what they
// name. Both lists are walked once.
func (d *Document) markLinkTexts() {
	links := slices.Clone(d.Links)
	slices.SortStableFunc(links, func(a, b *parse.Link) int { return a.Whole.Start - b.Whole.Start })
	next := 0
	for i, m := range d.Mentions {
		for next < len(links) && links[next].Whole.End <= m.Span.Start {
			next++
		}
		if next == len(links) {
			return
		}
		text, link := d.byMention[i], d.byLink[links[next]]
		if text != nil && link != nil && links[next].Whole.Encloses(m.Span) {
			text.InLink = text.Path == link.Path
		}
	}
}
