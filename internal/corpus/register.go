package corpus

import (
	"strings"

	"atelier/internal/parse"
)

// defaultPrefixes are the prefixes of register ids that are known without a
// register. The last two are those of requirements, which tell a phase from a
// principle ("P4 ATELIER-110").
var defaultPrefixes = map[string]bool{"D": true, "IDEATE": true, "ATELIER": true, "NFR": true}

var requirementPrefixes = map[string]bool{"ATELIER": true, "NFR": true}

// registerKinds are the first header cells that make a table a register.
var registerKinds = map[string]RegisterKind{
	"decision": Decisions, "requirement": Requirements, "idea": Ideas, "anti-pattern": antiPatterns,
}

// readRegisters finds the tables that define ids. They stand outside of domain
// folders.
func (c *Corpus) readRegisters() {
	for _, d := range c.Documents {
		if d.Domain != nil || d == c.Core {
			continue
		}
		for _, t := range d.Tables {
			kind, ok := registerKinds[t.Name(0)]
			if !ok || t.Generated {
				continue
			}
			if kind == antiPatterns {
				c.readAntiPatterns(d, t)
			} else {
				c.readRegister(d, t, kind)
			}
			if d.Kind == KindPage {
				d.Kind = KindRegister
			}
		}
	}
}

func (c *Corpus) readRegister(d *Document, t *parse.Table, kind RegisterKind) {
	r := &Register{Kind: kind, Document: d, Table: t}
	cols := columnsOf(t)
	for _, row := range t.OwnRows() {
		if len(row.Cells) == 0 || len(row.Cells[0].Mentions) == 0 {
			continue
		}
		m := row.Cells[0].Mentions[0]
		if m.Kind != parse.IDMention || m.Start != 0 {
			continue
		}
		title := cols.text(row, "title")
		if title == "" && kind != Ideas {
			title = cols.text(row, "summary")
		}
		since := cols.text(row, "since")
		if since == "" {
			since = cols.text(row, "phase")
		}
		e := &Entry{
			Register: r, ID: m.Text, Title: title, Status: cols.text(row, "status"), Since: since,
			Requires: strings.ToLower(cols.text(row, "requires")), Mention: m, Row: row,
		}
		r.Entries = append(r.Entries, e)
		c.defining[m] = e
		for _, id := range append(IDs(m), e.ID) {
			if c.idByName[id] == nil {
				c.idByName[id] = e
			}
		}
		c.prefixes[m.Prefix] = kind
	}
	if len(r.Entries) > 0 {
		c.Registers = append(c.Registers, r)
	}
}

func (c *Corpus) readAntiPatterns(d *Document, t *parse.Table) {
	cols := columnsOf(t)
	for _, row := range t.OwnRows() {
		if len(row.Cells) == 0 {
			continue
		}
		id := strings.TrimSpace(row.Cells[0].Prose.Text)
		a := &AntiPattern{
			ID: id, Span: row.Cells[0].Prose.Span(0, len(row.Cells[0].Prose.Text)), Document: d, Row: row,
			Summary: cols.text(row, "summary"), Domain: c.slugDomain(id),
		}
		c.AntiPatterns = append(c.AntiPatterns, a)
		if c.antiByID[id] == nil {
			c.antiByID[id] = a
		}
	}
}

// slugDomain is the domain of an anti-pattern id, the longest name first.
func (c *Corpus) slugDomain(id string) *Domain {
	for end := strings.LastIndexByte(id, '-'); end > 0; end = strings.LastIndexByte(id[:end], '-') {
		if d := c.domainName[id[:end]]; d != nil {
			return d
		}
	}
	return nil
}

// linkAntiPatterns reads, from resolved references, what each anti-pattern
// breaches and where its home is.
func (c *Corpus) linkAntiPatterns() {
	if len(c.AntiPatterns) == 0 {
		return
	}
	linked := map[*parse.Block]*Reference{} // the first Markdown link of a cell
	for _, d := range c.Documents {
		for _, l := range d.Links {
			if ref := d.LinkReference(l); ref != nil && d.Domain == nil && linked[l.Block] == nil {
				linked[l.Block] = ref
			}
		}
	}
	for _, a := range c.AntiPatterns {
		cols := columnsOf(a.Table)
		references := func(cell *parse.Block) []*Reference {
			var out []*Reference
			if cell == nil {
				return nil
			}
			for _, m := range cell.Mentions {
				if ref := a.Document.Reference(m); ref != nil {
					out = append(out, ref)
				}
			}
			return out
		}
		a.Breaches = references(cols.cell(a.Row, "breaches"))
		a.Compounds = references(cols.cell(a.Row, "compounds"))
		document := cols.cell(a.Row, "document")
		if home := references(document); len(home) > 0 {
			a.Home = home[0]
		} else if document != nil {
			a.Home = linked[document]
		}
	}
}
