package corpus

import (
	"cmp"
	"path"
	"slices"
	"strconv"
	"strings"

	"atelier/internal/parse"
)

// A Manifest lists every document in authoring order, and the back-links that
// are acknowledged.
type Manifest struct {
	Document *Document
	// Rows are in authoring order: by Since, then as they stand.
	Rows []*ManifestRow
	Acks []*Acknowledgement
	// Tables are its tables of documents.
	Tables []*parse.Table
	byPath map[string]*ManifestRow
	// domains are the names of the domains whose first-principles it lists.
	domains map[string]bool
	// plannedDomains are the folders of the domains that it plans.
	plannedDomains map[string]bool
}

// A ManifestRow is one document of the manifest.
type ManifestRow struct {
	*parse.Row
	Path, Title string
	// Since is the zero value where SinceText is no milestone: such a row has
	// the place of the row above it.
	Since     Since
	SinceText string
	Planned   bool
	Status    string
	// Place counts from 0 in authoring order.
	Place int
	order Since
	// Exists says that the tree has a file of that very path.
	Exists bool
	// PathCell and the others are the cells of the row, nil where the row or
	// the table lacks them.
	PathCell, TitleCell, SinceCell, StatusCell *parse.Block
}

// An Acknowledgement allows one back-link.
type Acknowledgement struct {
	*parse.Row
	From, To string
}

// Since is a milestone and a phase, "v0.4 P2".
type Since struct {
	Major, Minor, Patch int
	Phase               int
}

// Compare orders milestones, then phases.
func (s Since) Compare(o Since) int {
	return cmp.Or(cmp.Compare(s.Major, o.Major), cmp.Compare(s.Minor, o.Minor), cmp.Compare(s.Patch, o.Patch), cmp.Compare(s.Phase, o.Phase))
}

// ParseSince reads "v0.4 P2"; a phase may be missing.
func ParseSince(text string) (Since, bool) {
	var s Since
	version, phase, _ := strings.Cut(strings.TrimSpace(text), " ")
	numbers, ok := strings.CutPrefix(version, "v")
	if !ok {
		return s, false
	}
	for i, part := range strings.Split(numbers, ".") {
		n, ok := number(part)
		if !ok || i > 2 {
			return s, false
		}
		*[]*int{&s.Major, &s.Minor, &s.Patch}[i] = n
	}
	if phase != "" {
		n, ok := number(strings.TrimPrefix(strings.TrimSpace(phase), "P"))
		if !ok {
			return s, false
		}
		s.Phase = n
	}
	return s, true
}

// number reads digits alone: no sign, and no more of them than any count has.
func number(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err == nil
}

// RowOf is the row of a path, or nil.
func (m *Manifest) RowOf(name string) *ManifestRow {
	if m == nil {
		return nil
	}
	return m.byPath[name]
}

func (m *Manifest) listsDomain(name string) bool { return m != nil && m.domains[name] }

// Plans reports whether the manifest lists a path that is not written yet.
func (m *Manifest) Plans(name string) bool {
	row := m.RowOf(name)
	return row != nil && row.Planned
}

// Acknowledges finds the row that allows a link from one document to another,
// or nil.
func (m *Manifest) Acknowledges(from, to string) *Acknowledgement {
	if m == nil {
		return nil
	}
	for _, a := range m.Acks {
		if a.From == from && a.To == to {
			return a
		}
	}
	return nil
}

// readManifest reads the tables of the manifest.
func (c *Corpus) readManifest() {
	doc := c.byPath[c.Config.Manifest]
	if doc == nil {
		return
	}
	m := &Manifest{Document: doc, byPath: map[string]*ManifestRow{}, domains: map[string]bool{}, plannedDomains: map[string]bool{}}
	c.Manifest = m
	var last Since // of the row above
	for _, t := range doc.Tables {
		cols := columnsOf(t)
		switch t.Name(0) {
		case "path":
			m.Tables = append(m.Tables, t)
			for _, row := range t.OwnRows() {
				r := &ManifestRow{
					Row: row, Path: documentPath(cols.text(row, "path")), Title: cols.text(row, "title"),
					SinceText: cols.text(row, "since"), Status: strings.ToLower(cols.text(row, "status")),
					PathCell: cols.cell(row, "path"), TitleCell: cols.cell(row, "title"),
					SinceCell: cols.cell(row, "since"), StatusCell: cols.cell(row, "status"),
				}
				var dated bool
				if r.Since, dated = ParseSince(r.SinceText); dated || !cols.has("since") {
					last = r.Since
				}
				r.order = last
				r.Planned = r.Status == "planned"
				exists, folder, _ := c.tree.find(r.Path)
				r.Exists = exists && !folder
				m.Rows = append(m.Rows, r)
			}
		case "from":
			for _, row := range t.OwnRows() {
				m.Acks = append(m.Acks, &Acknowledgement{
					Row: row, From: documentPath(cols.text(row, "from")), To: documentPath(cols.text(row, "to")),
				})
			}
		}
	}
	slices.SortStableFunc(m.Rows, func(a, b *ManifestRow) int { return a.order.Compare(b.order) })
	for i, r := range m.Rows {
		r.Place = i
		if dir, name := path.Split(r.Path); name == "first-principles.md" && (c.Core == nil || r.Path != c.Core.Path) {
			m.domains[path.Base(dir)] = true
		}
		if m.byPath[r.Path] == nil {
			m.byPath[r.Path] = r
			if dir, name := path.Split(r.Path); r.Planned && dir != "" && name == "first-principles.md" {
				m.plannedDomains[path.Clean(dir)] = true
			}
			if d := c.byPath[r.Path]; d != nil {
				d.Row = r
			}
		}
	}
	for _, a := range m.Acks {
		a.From, a.To = c.acknowledged(a.From), c.acknowledged(a.To)
	}
}

// acknowledged is the document that a cell names: a domain's folder stands for
// its first-principles.md.
func (c *Corpus) acknowledged(name string) string {
	if c.byPath[name] != nil || c.Manifest.byPath[name] != nil {
		return name
	}
	dir := strings.TrimSuffix(name, ".md")
	if c.domainPath[dir] != nil || c.plannedDomain(dir) {
		return path.Join(dir, "first-principles.md")
	}
	return name
}

// documentPath is the path that a cell names, with its ending.
func documentPath(text string) string {
	text = path.Clean(strings.Trim(text, "` "))
	if len(text) > 1 {
		text = strings.TrimPrefix(text, "/") // from the root, as all of them are
	}
	if text == "." || strings.HasSuffix(text, ".md") {
		return text
	}
	return text + ".md"
}
