package corpus

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"atelier/internal/config"
	"atelier/internal/parse"
)

// link builds the model from parsed documents, in the order in which its parts
// need each other.
func link(t *tree, docs []*Document, cfg *config.Config) *Corpus {
	c := &Corpus{
		Config: cfg, Documents: docs, tree: t,
		byPath: map[string]*Document{}, folded: map[string]*Document{},
		domainName: map[string]*Domain{}, domainPath: map[string]*Domain{}, named: map[string]string{},
		antiByID: map[string]*AntiPattern{}, idByName: map[string]*Entry{}, prefixes: map[string]RegisterKind{},
		defining: map[*parse.Mention]*Entry{}, exceptions: exceptions(cfg.NotCitations),
	}
	for _, d := range docs {
		c.byPath[d.Path] = d
		c.folded[strings.ToLower(d.Path)] = d
		d.byMention = make([]*Reference, len(d.Mentions))
		if n := len(d.Links) + len(d.LinkDefs); n > 0 {
			d.byLink = make(map[*parse.Link]*Reference, n)
		}
	}
	for _, glob := range cfg.Documents() {
		root, _, _ := strings.Cut(collectionRoot(glob), "/")
		if root != "." && !strings.HasSuffix(root, ".md") && !slices.Contains(c.roots, root) {
			c.roots = append(c.roots, root)
		}
	}
	c.findDomains()
	if slices.Contains(cfg.Collections, "**/*.md") {
		c.everythingIsRoot()
	}
	c.readManifest()
	c.orderDomains()
	c.readRegisters()
	for _, d := range c.Domains {
		d.readPrinciples()
		d.readTrace()
	}
	c.nameDomains()
	c.readRoot()
	found := c.resolveAll()
	c.linkAntiPatterns()
	references := 0
	for _, d := range docs {
		references += len(d.References)
	}
	c.References = make([]*Reference, 0, references)
	for _, d := range docs {
		c.References = append(c.References, d.References...)
	}
	c.index(found)
	return c
}

// everythingIsRoot lets every top folder with documents start a path reference.
// A path in a code span that starts like one may still be that of another tree
// ("pkg/kubelet"), or one to be made: where no domain says that the folder
// belongs to a corpus, only what resolves is a reference.
func (c *Corpus) everythingIsRoot() {
	certain := func(first *Document) {
		if root, _, below := strings.Cut(first.Path, "/"); below && !slices.Contains(c.roots, root) {
			c.roots = append(c.roots, root)
		}
	}
	for _, d := range c.Domains {
		certain(d.First)
	}
	if c.Core != nil {
		certain(c.Core)
	}
	c.folders = map[string]bool{}
	for _, d := range c.Documents {
		if root, _, below := strings.Cut(d.Path, "/"); below {
			c.folders[root] = true
		}
	}
}

// findDomains gives every document its kind and domain.
func (c *Corpus) findDomains() {
	for _, d := range c.Documents {
		d.Kind = KindPage
		if path.Base(d.Path) != "first-principles.md" || !c.inCollection(d.Path) {
			continue
		}
		if c.Core == nil && definesCores(d) {
			c.Core = d
			d.Kind = KindCore
			continue
		}
		dir := path.Dir(d.Path)
		domain := &Domain{Path: dir, Collection: c.collectionOf(d.Path), First: d, byNumber: map[int]*Principle{}}
		domain.Name = strings.TrimPrefix(strings.TrimPrefix(dir, domain.Collection), "/")
		if domain.Name == "" {
			domain.Name = path.Base(dir)
		}
		domain.Short = path.Base(domain.Name)
		c.Domains = append(c.Domains, domain)
		c.domainPath[dir] = domain
	}
	coreDir := ""
	if c.Core != nil {
		coreDir = path.Dir(c.Core.Path)
		for _, def := range c.Core.Cores {
			c.Cores = append(c.Cores, &Core{Definition: def, Document: c.Core})
			c.coreTitles = addTitle(c.coreTitles, def)
		}
	}
	for _, d := range c.Documents {
		switch {
		case d == c.Core:
		case d.Path == c.Config.Manifest:
			d.Kind = KindManifest
		case d.Path == c.Config.Roadmap:
			d.Kind = KindRoadmap
		case c.inCollection(d.Path) && path.Dir(d.Path) == coreDir && coreDir != "":
		case c.inCollection(d.Path):
			domain := c.enclosingDomain(path.Dir(d.Path))
			if domain == nil {
				continue
			}
			d.Domain = domain
			domain.Documents = append(domain.Documents, d)
			switch {
			case d == domain.First:
				d.Kind = KindFirstPrinciples
			case strings.EqualFold(path.Base(d.Path), "README.md"):
			default:
				d.Kind = KindDerived
			}
		case len(d.Generated) > 0 || len(d.Markers) > 0 || strings.HasPrefix(d.Path, c.Config.Matrix+"/"):
			d.Kind = KindGenerated
		}
	}
	// The whole name of one domain comes before the last part of another's.
	for _, d := range c.Domains {
		if c.domainName[d.Name] == nil {
			c.domainName[d.Name] = d
		}
	}
	for _, d := range c.Domains {
		if c.domainName[d.Short] == nil {
			c.domainName[d.Short] = d
		}
	}
}

// definesCores reports whether a document is the core document: a heading like
// "### C4 Diagrams" in a domain makes it none.
func definesCores(d *Document) bool {
	wellFormed := 0
	for _, def := range d.Cores {
		if def.Malformed == "" {
			wellFormed++
		}
	}
	return wellFormed > 0 && wellFormed >= len(d.Document.Principles) || len(d.Cores) > 0 && len(d.Document.Principles) == 0
}

// enclosingDomain is the domain whose folder holds dir, the innermost first.
func (c *Corpus) enclosingDomain(dir string) *Domain {
	for dir != "." && dir != "/" {
		if d := c.domainPath[dir]; d != nil {
			return d
		}
		dir = path.Dir(dir)
	}
	return c.domainPath["."]
}

func (c *Corpus) inCollection(name string) bool { return matches(c.Config.Collections, name) }

// collectionOf is the folder of the collection that a path belongs to. A
// collection that starts with a wildcard takes the folder above the domain's.
func (c *Corpus) collectionOf(name string) string {
	for _, glob := range c.Config.Collections {
		if !matches([]string{glob}, name) {
			continue
		}
		if root := collectionRoot(glob); root != "." {
			return root
		}
		return path.Dir(path.Dir(name))
	}
	return "."
}

// orderDomains sorts domains, and the documents in each, by the manifest.
func (c *Corpus) orderDomains() {
	place := func(d *Document) int {
		if d.Row == nil {
			return int(^uint(0) >> 1)
		}
		return d.Row.Place
	}
	slices.SortStableFunc(c.Domains, func(a, b *Domain) int {
		return cmp.Or(cmp.Compare(place(a.First), place(b.First)), cmp.Compare(a.Path, b.Path))
	})
	for _, d := range c.Domains {
		slices.SortStableFunc(d.Documents, func(a, b *Document) int {
			if (a == d.First) != (b == d.First) {
				if a == d.First {
					return -1
				}
				return 1
			}
			return cmp.Or(cmp.Compare(place(a), place(b)), cmp.Compare(a.Path, b.Path))
		})
	}
}

// readPrinciples takes the definitions of the first-principles document.
func (d *Domain) readPrinciples() {
	for _, def := range d.First.Document.Principles {
		p := &Principle{Domain: d, Definition: def}
		d.Principles = append(d.Principles, p)
		if d.byNumber[def.Number] == nil {
			d.byNumber[def.Number] = p
			d.titles = addTitle(d.titles, def)
		}
	}
}

// readTrace finds the trace table by its first header cell.
func (d *Domain) readTrace() {
	for _, t := range d.First.Tables {
		if t.Generated || t.Name(0) != "p-rule" {
			continue
		}
		if d.Trace == nil {
			d.Trace = &Trace{Table: t}
		}
		for _, row := range t.OwnRows() {
			r := &TraceRow{Row: row}
			if len(row.Cells) > 0 {
				for _, m := range row.Cells[0].Mentions {
					if m.Kind == parse.PrincipleMention {
						r.Mention = m
						break
					}
				}
			}
			if len(row.Cells) > 1 {
				for _, m := range row.Cells[1].Mentions {
					if m.Kind == parse.CoreMention {
						r.Cores = append(r.Cores, m)
					}
				}
			}
			if len(row.Cells) > 2 {
				r.Why = row.Cells[2].Prose.Text
			}
			d.Trace.Rows = append(d.Trace.Rows, r)
			if r.Mention != nil {
				if p := d.Principle(r.Mention.Number); p != nil && p.Row == nil {
					p.Row = r
				}
			}
		}
	}
}

// columns leads from the names of a table's columns to their index.
type columns map[string]int

func columnsOf(t *parse.Table) columns {
	out := columns{}
	for i := range t.Header {
		if name := t.Name(i); !out.has(name) {
			out[name] = i
		}
	}
	return out
}

func (c columns) has(name string) bool {
	_, ok := c[name]
	return ok
}

// cell is the cell of a row in a column, nil where the table or the row lacks it.
func (c columns) cell(row *parse.Row, name string) *parse.Block {
	i, ok := c[name]
	if !ok || i >= len(row.Cells)-row.Missing {
		return nil
	}
	return row.Cells[i]
}

// text is the text of that cell, trimmed.
func (c columns) text(row *parse.Row, name string) string {
	if cell := c.cell(row, name); cell != nil {
		return strings.TrimSpace(cell.Prose.Text)
	}
	return ""
}

// readViolations reads the violation tables of a document of a domain, once its
// references are resolved.
func (d *Document) readViolations() {
	if d.Domain == nil {
		return
	}
	for _, t := range d.Tables {
		if t.Generated || t.Name(0) != "violation" {
			continue
		}
		d.ViolationTables = append(d.ViolationTables, t)
		for _, row := range t.OwnRows() {
			d.Violations = append(d.Violations, d.violation(row))
		}
	}
}

// StatedViolations are the violations of a document whose first cell says
// something: a row that is still to be filled in is none.
func (d *Document) StatedViolations() []*Violation {
	blank := func(v *Violation) bool { return v.Text == "" }
	if !slices.ContainsFunc(d.Violations, blank) {
		return d.Violations
	}
	return slices.DeleteFunc(slices.Clone(d.Violations), blank)
}

func (d *Document) violation(row *parse.Row) *Violation {
	v := &Violation{Document: d, Row: row}
	if len(row.Cells) > 0 {
		v.Text = strings.TrimSpace(row.Cells[0].Prose.Text)
		v.addAntiPatterns(row.Cells[0])
	}
	if len(row.Cells) < 2 {
		return v
	}
	cell := row.Cells[1]
	v.addAntiPatterns(cell)
	open, at := 0, 0 // parentheses open at an offset
	for _, m := range cell.Mentions {
		before := cell.Prose.Text[at:m.Start]
		open, at = open+strings.Count(before, "(")-strings.Count(before, ")"), m.Start
		ref := d.Reference(m)
		switch m.Kind {
		case parse.PrincipleMention:
			switch {
			case m.Phase == parse.CertainPhase:
			case open > 0:
				v.Secondary = append(v.Secondary, m)
			default:
				v.Principles = append(v.Principles, m)
			}
		case parse.CoreMention:
			v.Cores = append(v.Cores, m)
		case parse.PathMention:
			if ref != nil {
				v.Documents = append(v.Documents, m)
			}
		case parse.IDMention:
			if ref != nil {
				v.IDs = append(v.IDs, m)
			}
		}
	}
	if len(v.Principles) == 0 {
		v.Principles, v.Secondary = v.Secondary, nil
	}
	return v
}

func (v *Violation) addAntiPatterns(cell *parse.Block) {
	for _, m := range cell.Mentions {
		if ref := v.Document.Reference(m); ref != nil && ref.Kind == ToAntiPattern {
			v.AntiPatterns = append(v.AntiPatterns, ref)
		}
	}
}

// Breaches are the principles that the violation breaks, primary first. A row
// may name principles of other domains.
func (v *Violation) Breaches() (primary, secondary []*Principle) {
	pick := func(mentions []*parse.Mention) []*Principle {
		var out []*Principle
		for _, m := range mentions {
			if ref := v.Document.Reference(m); ref != nil && ref.Principle != nil && !slices.Contains(out, ref.Principle) {
				out = append(out, ref.Principle)
			}
		}
		return out
	}
	return pick(v.Principles), pick(v.Secondary)
}
