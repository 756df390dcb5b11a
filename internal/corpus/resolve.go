package corpus

import (
	"path"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

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
		for _, name := range d.Paths {
			learn(name)
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

// domainNamed is the domain that a name means in a document: its own where it is
// one of several of that name.
func (r *resolver) domainNamed(name string) *Domain {
	if own := r.d.Domain; own != nil && (own.Name == name || own.Short == name) {
		return own
	}
	return r.c.domainName[name]
}

// resolver resolves the references of one document.
type resolver struct {
	c       *Corpus
	d       *Document
	domains map[*parse.Mention]string // the domain a principle mention speaks of
	nearest map[string]string         // what an id that is gone was meant to be
	guesses guesses                   // comparisons left for that

	made   []Reference  // room for references, which are many and small
	lost   []*Reference // those to a path that is gone
	phases []*PhaseMention
	uses   *uses
}

// resolveAll resolves the references of all documents in parallel. A resolver
// reads what is linked already and writes to its document alone, so the result
// does not depend on the order. It returns what each document names.
func (c *Corpus) resolveAll() map[*Document]*uses {
	resolvers := make([]*resolver, len(c.Documents))
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i, d := range c.Documents {
		r := &resolver{c: c, d: d, domains: map[*parse.Mention]string{}, nearest: map[string]string{}, guesses: guessesOfDocument}
		resolvers[i] = r
		group.Go(func() error {
			r.document()
			return nil
		})
	}
	_ = group.Wait() // resolvers return no errors
	var lost []*Reference
	found := make(map[*Document]*uses, len(resolvers))
	for _, r := range resolvers {
		lost = append(lost, r.lost...)
		c.Phases = append(c.Phases, r.phases...)
		found[r.d] = r.uses
	}
	c.suggestPaths(lost)
	return found
}

// document resolves every mention and link of the document.
func (r *resolver) document() {
	d := r.d
	most := len(d.Mentions) + len(d.Links) + len(d.LinkDefs)
	r.made, d.References = make([]Reference, 0, most), make([]*Reference, 0, most)
	for i, m := range d.Mentions {
		ref := r.mention(m)
		if ref == nil {
			continue
		}
		ref.From, ref.Mention = d, m
		if ref.Span == (source.Span{}) {
			ref.Span, ref.Text = m.Span, m.Text
		}
		ref.Claim = r.c.claimOf(ref)
		ref.Role = r.role(m.Block, m)
		ref.Generated = m.Block.Generated
		d.byMention[i] = ref
		d.References = append(d.References, ref)
	}
	for _, l := range slices.Concat(usedDefinitions(d.Document), d.Links) {
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
	r.readLooseLinks()
	r.readRequirements()
	d.markLinkTexts()
	slices.SortStableFunc(d.References, func(a, b *Reference) int { return a.Span.Start - b.Span.Start })
	d.readViolations()
	r.uses = d.findUses()
}

// usedDefinitions are the link definitions that a link uses. No reader can follow
// the others.
func usedDefinitions(d *parse.Document) []*parse.Link {
	if len(d.LinkDefs) == 0 {
		return nil
	}
	used := map[*parse.Link]bool{}
	for _, l := range d.Links {
		used[l.Definition] = true
	}
	return slices.DeleteFunc(slices.Clone(d.LinkDefs), func(def *parse.Link) bool { return !used[def] })
}

// role says what a reference in a block is for.
func (r *resolver) role(b *parse.Block, m *parse.Mention) Role {
	switch {
	case m != nil && (m.Definition && r.defines(m) || r.c.defining[m] != nil):
		return Defines
	case b.Header:
		return InHeader
	case b.Kind == parse.HeadingBlock:
		return InHeading
	case b.Table != nil && !b.Swallowed():
		switch first := b.Table.Name(0); {
		case first == "violation" && r.d.Domain != nil:
			return InViolation
		case first == "p-rule" && r.d.Domain != nil:
			return InTrace
		case registerKinds[first] != "" && r.d.Domain == nil:
			return InRegister
		}
	case b.Relation:
		return InRelation
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
	}
	return nil
}

// An exception is a text of the configuration that is no citation. Where a number
// stands after its first letter, and more after that, it is one of that number
// alone.
type exception struct {
	text   string
	number int // -1 where it may be one of any
}

func exceptions(texts []string) []exception {
	var out []exception
	for _, text := range texts {
		e := exception{text, -1}
		if text != "" {
			digits := text[1:]
			rest := strings.TrimLeft(digits, "0123456789")
			if n, err := strconv.Atoi(strings.TrimSuffix(digits, rest)); err == nil && rest != "" {
				e.number = n
			}
		}
		out = append(out, e)
	}
	return out
}

// notCitation reports whether the configuration says that the text at a number
// is none.
func (r *resolver) notCitation(m *parse.Mention) bool {
	for _, e := range r.c.exceptions {
		if (e.number < 0 || e.number == m.Number || m.Kind == parse.IDMention) && strings.HasPrefix(m.Block.Prose.Text[m.Start:], e.text) {
			return true
		}
	}
	return false
}

// reference makes a reference.
func (r *resolver) reference(kind ReferenceKind, status Status) *Reference {
	if len(r.made) == cap(r.made) {
		r.made = make([]Reference, 0, 8)
	}
	n := len(r.made)
	r.made = r.made[:n+1]
	ref := &r.made[n]
	ref.Kind, ref.Status = kind, status
	return ref
}

// strict says that a number is a citation, of something that there is or not: it
// is followed by one of the titles, or stands where only a citation may stand, in
// headings, headers, trace and violation cells, and lists of relationships. The
// cells that hold prose, the violation itself and the why of a trace row, may
// speak of P99, and so may what a list says in parentheses.
func (r *resolver) strict(m *parse.Mention, titles []title) bool {
	if c := claim(m, titles); c != nil && c.Of != 0 {
		return true // the title that follows says what it is
	}
	b := m.Block
	switch r.role(b, nil) {
	case InHeader, InHeading:
		return true
	case InViolation:
		return b.Column != 0
	case InTrace:
		return b.Column < 2
	case InRelation:
		return !m.InParentheses()
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
		r.phases = append(r.phases, &PhaseMention{From: r.d, Mention: m})
		return nil
	}
	if r.notCitation(m) {
		return nil
	}
	ref := r.reference(ToPrinciple, "")
	domain := r.d.Domain
	if name := r.domainOf(m); name != "" {
		r.domains[m] = name
		if m.Domain == name {
			ref.Span = source.Span{Start: m.DomainSpan.Start, End: m.Span.End}
			ref.Text = name + " " + m.Text
		}
		domain = r.domainNamed(name)
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
	if !r.strict(m, domain.titles) && ref.Span == (source.Span{}) && m.Number > 2*len(domain.Principles) {
		return nil
	}
	ref.Status, ref.Fault = Dangling, NoAnchor
	return ref
}

func (r *resolver) core(m *parse.Mention) *Reference {
	if r.notCitation(m) {
		return nil
	}
	ref := r.reference(ToCore, "")
	if r.c.Core == nil {
		ref.Status = Unregistered
		return ref
	}
	ref.Target, ref.Path = r.c.Core, r.c.Core.Path
	if core := r.c.CoreByNumber(m.Number); core != nil {
		ref.Core, ref.Status, ref.Anchor = core, Resolved, core.Anchor()
		return ref
	}
	if !r.strict(m, r.c.coreTitles) && m.Number > 2*len(r.c.Cores) {
		return nil
	}
	ref.Status, ref.Fault = Dangling, NoAnchor
	return ref
}

func (r *resolver) slug(m *parse.Mention) *Reference {
	ref := r.reference(ToAntiPattern, "")
	if a := r.c.antiByID[m.Text]; a != nil {
		ref.AntiPattern, ref.Status, ref.Target, ref.Path, ref.Anchor = a, Resolved, a.Document, a.Document.Path, a.ID
		return ref
	}
	if !r.slugNamesDomain(m.Text) {
		return nil
	}
	spoken := strings.Contains(strings.ToLower(r.c.Sentence(m)), "anti-pattern")
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

func (r *resolver) slugNamesDomain(slug string) bool {
	for end := strings.LastIndexByte(slug, '-'); end > 0; end = strings.LastIndexByte(slug[:end], '-') {
		if r.c.folder(slug[:end]) != "" {
			return true
		}
	}
	return false
}

// SentenceRange is where in the text of its block the sentence of a mention
// starts and ends; of a very long one the part around the mention.
func SentenceRange(m *parse.Mention) (start, end int) {
	text := m.Block.Prose.Text
	s := m.Block.Prose.Sentence(m.Start)
	return max(s.Start, wordStart(text, m.Start-longestSentence)), max(m.End, min(s.End, wordStart(text, m.End+longestSentence)))
}

// longestSentence is how far, in bytes, a sentence is followed on either side of
// a mention: a block of a hundred thousand mentions without a full stop must not
// be quoted a hundred thousand times.
const longestSentence = 2000

// wordStart is the first start of a word at or after an offset, which may lie
// outside of the text.
func wordStart(text string, at int) int {
	if at <= 0 {
		return 0
	}
	if at >= len(text) {
		return len(text)
	}
	if i := strings.IndexByte(text[at:], ' '); i >= 0 {
		return at + i + 1
	}
	return len(text)
}

// Sentence is the sentence that a mention stands in, for backlinks and the phase
// index.
func (c *Corpus) Sentence(m *parse.Mention) string {
	start, end := SentenceRange(m)
	return strings.TrimSpace(m.Block.Prose.Text[start:end])
}
