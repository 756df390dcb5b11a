package corpus

import (
	"path"
	"slices"
	"strings"

	"atelier/internal/parse"
	"atelier/internal/source"
)

// nameDomains learns the domains that exist only in path references or in the
// manifest, so that "edge/iot.md" in prose is recognised before edge is written.
func (c *Corpus) nameDomains() {
	collections := []string{}
	for _, glob := range c.Config.Collections {
		if root := collectionRoot(glob); root != "." {
			collections = append(collections, root)
		}
	}
	learn := func(name string) {
		for _, root := range collections {
			rest, ok := strings.CutPrefix(name, root+"/")
			if !ok {
				continue
			}
			domain, _, _ := strings.Cut(rest, "/")
			domain = strings.TrimSuffix(domain, ".md")
			if domain != "" && c.named[domain] == "" && c.domainName[domain] == nil {
				c.named[domain] = root + "/" + domain
			}
		}
	}
	for _, d := range c.Documents {
		for _, m := range d.Mentions {
			if m.Kind == parse.PathMention && !m.Block.Generated {
				learn(m.Path)
			}
		}
	}
	if c.Manifest != nil {
		for _, row := range c.Manifest.Rows {
			learn(row.Path)
		}
	}
}

// folder is the folder of a domain's name, existing or only named, or "".
func (c *Corpus) folder(name string) string {
	if d := c.domainName[name]; d != nil {
		return d.Path
	}
	if c.Core != nil && name == path.Base(path.Dir(c.Core.Path)) {
		return path.Dir(c.Core.Path)
	}
	return c.named[name]
}

// resolver resolves the references of one document.
type resolver struct {
	c       *Corpus
	d       *Document
	domains map[*parse.Mention]string // the domain a principle mention speaks of
}

func (c *Corpus) resolveDocument(d *Document) {
	r := &resolver{c: c, d: d, domains: map[*parse.Mention]string{}}
	for _, m := range d.Mentions {
		ref := r.mention(m)
		if ref == nil {
			continue
		}
		ref.From, ref.Mention = d, m
		if ref.Span == (source.Span{}) {
			ref.Span, ref.Text = m.Span, m.Text
		}
		ref.Role = r.role(m.Block, m)
		ref.Generated = m.Block.Generated
		d.byMention[m] = ref
		d.References = append(d.References, ref)
	}
	for _, l := range slices.Concat(d.LinkDefs, d.Links) {
		ref := r.link(l)
		if ref == nil {
			continue
		}
		ref.From, ref.Link, ref.Kind = d, l, ToLink
		ref.Span, ref.Text = l.Span, l.Destination
		ref.Generated = l.Generated
		ref.Role = InProse
		if l.Block != nil {
			ref.Role = r.role(l.Block, nil)
		}
		d.byLink[l] = ref
		d.References = append(d.References, ref)
	}
	for _, b := range d.Blocks {
		if b.Generated {
			continue
		}
		for _, l := range b.LooseLinks(d.File) {
			d.LooseLinks = append(d.LooseLinks, LooseLink{LooseLink: l, Exists: l.Destination != "" && r.fileExists(l.Destination)})
		}
	}
	d.markLinkTexts()
	slices.SortStableFunc(d.References, func(a, b *Reference) int { return a.Span.Start - b.Span.Start })
}

// role says what a reference in a block is for.
func (r *resolver) role(b *parse.Block, m *parse.Mention) Role {
	switch {
	case m != nil && m.Definition && r.defines(m):
		return Defines
	case b.Header:
		return InHeader
	case b.Kind == parse.HeadingBlock:
		return InHeading
	case b.Table != nil:
		switch first := headerCell(b.Table, 0); {
		case first == "violation" && r.d.Domain != nil:
			return InViolation
		case first == "p-rule" && r.d.Domain != nil:
			return InTrace
		case registerKinds[first] != "" && r.d.Domain == nil:
			return InRegister
		}
	case b.Item != nil:
		for _, rel := range r.d.Relations {
			if rel.Document.Block == b {
				return InRelation
			}
		}
	}
	return InProse
}

// defines reports whether a heading that has the form of a definition stands
// in the document that defines such things. Anywhere else it is a citation.
func (r *resolver) defines(m *parse.Mention) bool {
	if m.Kind == parse.CoreMention {
		return r.d == r.c.Core
	}
	return r.d.Domain != nil && r.d == r.d.Domain.First
}

func (r *resolver) mention(m *parse.Mention) *Reference {
	switch m.Kind {
	case parse.PrincipleMention:
		return r.principle(m)
	case parse.CoreMention:
		return r.core(m)
	case parse.PathMention:
		return r.path(m)
	case parse.BareMention:
		return r.bare(m)
	case parse.BarePattern:
		return r.barePattern(m)
	case parse.IDMention:
		return r.id(m)
	case parse.SlugMention:
		return r.slug(m)
	case parse.MilestoneMention:
		r.c.Milestones = append(r.c.Milestones, m)
	}
	return nil
}

// notCitation reports whether the configuration says that the text at a number
// is none.
func (r *resolver) notCitation(m *parse.Mention) bool {
	rest := m.Block.Prose.Text[m.Start:]
	for _, text := range r.c.Config.NotCitations {
		if strings.HasPrefix(rest, text) {
			return true
		}
	}
	return false
}

// strict says that a number stands where only a citation may stand: headings,
// headers, trace and violation cells. The cells that hold prose, the violation
// itself and the why of a trace row, may speak of P99.
func (r *resolver) strict(b *parse.Block) bool {
	switch r.role(b, nil) {
	case InHeader, InHeading:
		return true
	case InViolation:
		return b.Column != 0
	case InTrace:
		return b.Column < 2
	}
	return false
}

func (r *resolver) isPhase(m *parse.Mention) bool {
	if m.Phase == parse.CertainPhase {
		return true
	}
	if m.Phase == parse.BeforeID {
		kind, registered := r.c.prefixes[m.NextID]
		if kind == Requirements || !registered && requirementPrefixes[m.NextID] {
			return true
		}
	}
	return (r.d.Kind == KindManifest || r.d.Kind == KindRoadmap) && r.domainOf(m) == ""
}

// domainOf is the name of the domain that a principle mention names itself, or
// by the list that it stands in.
func (r *resolver) domainOf(m *parse.Mention) string {
	if m.Domain != "" && r.c.folder(m.Domain) != "" {
		return m.Domain
	}
	if m.Previous != nil && (m.Slash || m.Range || r.d.Domain == nil) {
		return r.domains[m.Previous]
	}
	return ""
}

func (r *resolver) principle(m *parse.Mention) *Reference {
	if r.isPhase(m) {
		r.c.Phases = append(r.c.Phases, &PhaseMention{From: r.d, Mention: m})
		return nil
	}
	if r.notCitation(m) {
		return nil
	}
	ref := &Reference{Kind: ToPrinciple}
	domain := r.d.Domain
	if name := r.domainOf(m); name != "" {
		r.domains[m] = name
		if m.Domain == name {
			ref.Span = source.Span{Start: m.DomainSpan.Start, End: m.Span.End}
			ref.Text = name + " " + m.Text
		}
		domain = r.c.domainName[name]
		if domain == nil {
			ref.Path = path.Join(r.c.folder(name), "first-principles.md")
			ref.Status = Unregistered
			if r.c.Manifest.Plans(ref.Path) {
				ref.Status = Planned
			}
			return ref
		}
	}
	if domain == nil || len(domain.Principles) == 0 {
		return nil
	}
	ref.Domain = domain
	ref.Target, ref.Path = domain.First, domain.First.Path
	if p := domain.Principle(m.Number); p != nil {
		ref.Principle, ref.Status, ref.Anchor = p, Resolved, p.Anchor()
		return ref
	}
	if !r.strict(m.Block) && ref.Span == (source.Span{}) && m.Number > 2*len(domain.Principles) {
		return nil
	}
	ref.Status, ref.Fault = Dangling, NoAnchor
	return ref
}

func (r *resolver) core(m *parse.Mention) *Reference {
	if r.notCitation(m) {
		return nil
	}
	ref := &Reference{Kind: ToCore}
	if r.c.Core == nil {
		ref.Status = Unregistered
		return ref
	}
	ref.Target, ref.Path = r.c.Core, r.c.Core.Path
	if core := r.c.CoreByNumber(m.Number); core != nil {
		ref.Core, ref.Status, ref.Anchor = core, Resolved, core.Anchor()
		return ref
	}
	if !r.strict(m.Block) && m.Number > 2*len(r.c.Cores) {
		return nil
	}
	ref.Status, ref.Fault = Dangling, NoAnchor
	return ref
}

func (r *resolver) id(m *parse.Mention) *Reference {
	kind, registered := r.c.prefixes[m.Prefix]
	if !registered && !defaultPrefixes[m.Prefix] || kind == antiPatterns {
		return nil
	}
	ref := &Reference{Kind: ToID, Status: Unregistered}
	if !registered {
		return ref
	}
	id := m.Text
	if m.RangeEnd > 0 {
		id, _, _ = strings.Cut(id, "..")
	}
	if e := r.c.idByName[id]; e != nil {
		ref.Entry, ref.Status, ref.Target, ref.Path = e, Resolved, e.Register.Document, e.Register.Document.Path
		ref.Anchor = strings.ToLower(e.ID)
		if e.Mention == m {
			ref.Role = Defines
		}
		return ref
	}
	ref.Status, ref.Fault = Dangling, NoTarget
	return ref
}

func (r *resolver) slug(m *parse.Mention) *Reference {
	ref := &Reference{Kind: ToAntiPattern}
	if a := r.c.antiByID[m.Text]; a != nil {
		ref.AntiPattern, ref.Status, ref.Target, ref.Path, ref.Anchor = a, Resolved, a.Document, a.Document.Path, a.ID
		return ref
	}
	if !r.slugNamesDomain(m.Text) {
		return nil
	}
	spoken := strings.Contains(strings.ToLower(sentenceAround(m)), "anti-pattern")
	if len(r.c.AntiPatterns) == 0 {
		if !spoken {
			return nil
		}
		ref.Status = Unregistered
		return ref
	}
	near, found := r.c.nearestAntiPattern(m.Text)
	if !found && !spoken {
		return nil
	}
	ref.Status, ref.Fault, ref.Suggestion = Dangling, NoTarget, near
	return ref
}

// nearestAntiPattern is the registered id within two letters of a slug, and
// whether there is any; where two are equally near it names neither.
func (c *Corpus) nearestAntiPattern(slug string) (id string, found bool) {
	const bound = 2
	best := bound + 1
	for _, a := range c.AntiPatterns {
		switch d := distance(a.ID, slug, min(best, bound)); {
		case d < best:
			id, best = a.ID, d
		case d == best && d <= bound && a.ID != id:
			id = ""
		}
	}
	return id, best <= bound
}

func (r *resolver) slugNamesDomain(slug string) bool {
	for end := strings.LastIndexByte(slug, '-'); end > 0; end = strings.LastIndexByte(slug[:end], '-') {
		if r.c.folder(slug[:end]) != "" {
			return true
		}
	}
	return false
}

// sentenceAround is the sentence that a mention stands in.
func sentenceAround(m *parse.Mention) string {
	text := m.Block.Prose.Text
	start := 0
	if i := strings.LastIndex(text[:m.Start], ". "); i >= 0 {
		start = i + 2
	}
	end := len(text)
	if i := strings.Index(text[m.End:], ". "); i >= 0 {
		end = m.End + i + 1
	}
	return text[start:end]
}

// Sentence is the sentence that the mention stands in, for backlinks and the
// phase index.
func (c *Corpus) Sentence(m *parse.Mention) string { return strings.TrimSpace(sentenceAround(m)) }

// path resolves a path in a code span. Only those that start at a folder of the
// corpus are references.
func (r *resolver) path(m *parse.Mention) *Reference {
	root, _, _ := strings.Cut(m.Path, "/")
	if !slices.Contains(r.c.roots, root) || strings.Contains(m.Path, "/...") {
		return nil
	}
	ref := &Reference{Kind: ToDocument}
	if m.Fragment != "" {
		ref.Anchor = m.Fragment
	}
	r.lookUp(ref, m.Path)
	if ref.Status == Resolved && ref.Target == nil && !ref.Asset {
		ref.Kind = ToDomain
	}
	r.qualify(ref, m)
	return ref
}

// lookUp finds the document, domain or file of a corpus path.
func (r *resolver) lookUp(ref *Reference, name string) {
	clean := path.Clean(name)
	if clean == ".." || strings.HasPrefix(clean, "../") || strings.HasPrefix(clean, "/") {
		ref.Status, ref.Fault, ref.Path = Dangling, Outside, clean
		return
	}
	candidates := []string{clean}
	if !strings.HasSuffix(clean, ".md") {
		candidates = []string{clean + ".md", clean}
	}
	if strings.HasSuffix(name, "/") {
		candidates = []string{clean}
	}
	if d := r.c.domainPath[clean]; d != nil {
		ref.Kind, ref.Domain = ToDomain, d
		ref.Target, ref.Path, ref.Status = d.First, d.First.Path, Resolved
		return
	}
	for _, candidate := range candidates {
		if d := r.c.byPath[candidate]; d != nil {
			ref.Target, ref.Path, ref.Status = d, candidate, Resolved
			if d.Domain != nil {
				ref.Domain = d.Domain
			}
			return
		}
	}
	ref.Path = candidates[0]
	for _, candidate := range candidates {
		exists, isDir, fold := r.c.tree.find(candidate)
		switch {
		case exists && isDir:
			r.folderTarget(ref, candidate)
			return
		case exists:
			ref.Path, ref.Asset, ref.Status = candidate, true, Resolved
			if strings.HasSuffix(candidate, ".md") {
				ref.Asset, ref.Fault = false, NotPublished
			}
			switch {
			case r.c.tree.escapes(candidate):
				ref.Status, ref.Fault, ref.Asset = Dangling, Outside, false
			case r.c.tree.gone(candidate):
				ref.Status, ref.Fault, ref.Asset = Dangling, NoTarget, false
			}
			return
		case fold != "" && (isDir || strings.HasSuffix(fold, path.Ext(candidate))):
			ref.Status, ref.Fault, ref.Suggestion = Dangling, WrongCasePath, fold
			ref.Path = candidate
			return
		}
	}
	if r.c.tree.leadsOut(clean) {
		ref.Status, ref.Fault = Dangling, Outside
		return
	}
	if r.c.plannedDomain(clean) {
		ref.Kind = ToDomain
		ref.Status, ref.Path = Planned, path.Join(clean, "first-principles.md")
		return
	}
	for _, candidate := range candidates {
		if r.c.Manifest.Plans(candidate) {
			ref.Status, ref.Path = Planned, candidate
			return
		}
	}
	ref.Status, ref.Fault = Dangling, NoTarget
	ref.Suggestion = r.c.nearestPath(ref.Path)
}

// plannedDomain reports whether the manifest plans the first-principles of a
// folder.
func (c *Corpus) plannedDomain(dir string) bool {
	return c.Manifest.Plans(path.Join(dir, "first-principles.md"))
}

// folderTarget resolves a folder that is no domain: its README.md where it has
// one.
func (r *resolver) folderTarget(ref *Reference, dir string) {
	ref.Kind, ref.Status, ref.Path = ToDomain, Resolved, dir
	if r.c.plannedDomain(dir) {
		ref.Status, ref.Path = Planned, path.Join(dir, "first-principles.md")
		return
	}
	for _, name := range []string{"first-principles.md", "README.md"} {
		if d := r.c.byPath[path.Join(dir, name)]; d != nil {
			ref.Target, ref.Path = d, d.Path
			return
		}
	}
}

// qualify resolves what follows a path: a principle, a pattern, a section, a
// fragment.
func (r *resolver) qualify(ref *Reference, m *parse.Mention) {
	documents := []*Document{ref.Target}
	if ref.Kind == ToDomain && ref.Domain != nil {
		documents = ref.Domain.Documents // "Pattern 5" of a domain stands in any of them
	}
	switch {
	case m.Principle > 0:
		ref.Kind = ToPrinciple
	case m.Pattern != nil:
		ref.Kind = ToPattern
	case m.Section != nil:
		ref.Kind = ToSection
	}
	if ref.Status != Resolved {
		return
	}
	switch {
	case m.Principle > 0:
		if ref.Domain != nil {
			ref.Principle = ref.Domain.Principle(m.Principle)
		}
		if ref.Principle == nil {
			ref.Status, ref.Fault = Dangling, NoAnchor
			return
		}
		ref.Anchor = ref.Principle.Anchor()
	case m.Pattern != nil:
		for _, d := range documents {
			if d == nil {
				continue
			}
			for _, p := range d.Patterns {
				if p.Number == m.Pattern.Number {
					ref.Target, ref.Path, ref.Anchor = d, d.Path, p.Section.Anchor
					return
				}
			}
		}
		ref.Status, ref.Fault = Dangling, NoAnchor
	case m.Section != nil:
		if ref.Target != nil {
			for _, s := range ref.Target.Sections {
				if s.Number == m.Section.Number {
					ref.Anchor = s.Anchor
					return
				}
			}
		}
		ref.Status, ref.Fault = Dangling, NoAnchor
	case m.Fragment != "":
		r.fragment(ref, m.Fragment)
	}
}

// bare resolves a path in running text. It is recognised where its first part
// is a domain, and never reported.
func (r *resolver) bare(m *parse.Mention) *Reference {
	first, rest, _ := strings.Cut(m.Path, "/")
	name := m.Path
	if !slices.Contains(r.c.roots, first) {
		dir := r.c.folder(first)
		if dir == "" {
			return nil
		}
		name = dir + "/" + rest
	}
	ref := &Reference{Kind: ToDocument, Bare: true}
	r.lookUp(ref, name)
	ref.Fault = NoFault
	return ref
}

// barePattern resolves "concurrency Pattern 5".
func (r *resolver) barePattern(m *parse.Mention) *Reference {
	dir := r.c.folder(m.Domain)
	if dir == "" {
		return nil
	}
	ref := &Reference{Kind: ToPattern, Bare: true, Status: Dangling, Path: path.Join(dir, "patterns.md")}
	if r.c.Manifest.Plans(ref.Path) {
		ref.Status = Planned
	}
	domain := r.c.domainName[m.Domain]
	if domain == nil {
		return ref
	}
	for _, d := range domain.Documents {
		for _, p := range d.Patterns {
			if p.Number == m.Number {
				ref.Status, ref.Target, ref.Path, ref.Anchor, ref.Domain = Resolved, d, d.Path, p.Section.Anchor, domain
				return ref
			}
		}
	}
	return ref
}

// nearestPath is the document whose path is closest to a dangling one, or "".
// A path that is gone is often named in many places.
func (c *Corpus) nearestPath(name string) string {
	near, ok := c.nearest[name]
	if !ok {
		near = c.searchNearest(name)
		c.nearest[name] = near
	}
	return near
}

// maxGuesses bounds the comparisons of one run that look for what was meant: each
// is cheap, but a tree of broken links has as many as links times names.
const maxGuesses = 1 << 20

// guess is the distance of two names while guesses are left, more than bound
// afterwards.
func (c *Corpus) guess(a, b string, bound int) int {
	if c.guesses == 0 {
		return bound + 1
	}
	c.guesses--
	return distance(a, b, bound)
}

func (c *Corpus) searchNearest(name string) string {
	best, bound := "", max(2, len(path.Base(name))/3)
	consider := func(candidate string) {
		if n := c.guess(candidate, name, bound); bound > 0 && n <= bound && candidate != name {
			best, bound = candidate, n-1
		}
	}
	for _, d := range c.Documents {
		consider(d.Path)
	}
	if c.Manifest != nil {
		for _, row := range c.Manifest.Rows {
			consider(row.Path)
		}
	}
	if best != "" {
		return best
	}
	for _, d := range c.Documents {
		if path.Base(d.Path) == path.Base(name) && path.Base(name) != "first-principles.md" && path.Base(name) != "README.md" {
			return d.Path
		}
	}
	return ""
}
