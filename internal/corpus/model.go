package corpus

import (
	"fmt"
	"slices"

	"atelier/internal/parse"
	"atelier/internal/source"
)

// The types below are the linked corpus as JSON: the output of `atelier model`
// and the site's atelier.json. Lines and columns count from 1, offsets are
// bytes of the file on disk.

// A Model is the whole corpus.
type Model struct {
	Schema        int                  `json:"schema"`
	Domains       []DomainModel        `json:"domains"`
	Documents     []DocumentModel      `json:"documents"`
	AntiPatterns  []AntiPatternModel   `json:"antiPatterns"`
	Registers     []RegisterModel      `json:"registers"`
	References    []ReferenceModel     `json:"references"`
	PhaseMentions []PhaseMentionModel  `json:"phaseMentions"`
	Mentions      map[string]Mentioned `json:"mentions"`
}

// DomainModel is a domain with its principles; the core document is one too,
// with cores and no principles.
type DomainModel struct {
	Name       string           `json:"name"`
	Path       string           `json:"path"`
	Principles []PrincipleModel `json:"principles"`
	Cores      []CoreModel      `json:"cores,omitempty"`
}

// PrincipleModel is one principle.
type PrincipleModel struct {
	ID           string      `json:"id"`
	Title        string      `json:"title"`
	Line         int         `json:"line"`
	CoresInProse []string    `json:"coresInProse"`
	Trace        *TraceModel `json:"trace"`
}

// CoreModel is one core principle.
type CoreModel struct {
	ID    string `json:"id"`
	Title string `json:"title"`
	Line  int    `json:"line"`
}

// TraceModel is one row of a trace table.
type TraceModel struct {
	Line  int      `json:"line"`
	Cores []string `json:"cores"`
	Why   string   `json:"why"`
}

// DocumentModel is one document.
type DocumentModel struct {
	Path             string              `json:"path"`
	Kind             Kind                `json:"kind"`
	Domain           string              `json:"domain,omitempty"`
	Title            string              `json:"title"`
	FrontMatter      map[string]any      `json:"frontMatter,omitempty"`
	DerivesFrom      string              `json:"derivesFrom,omitempty"`
	AppliesPrimarily []string            `json:"appliesPrimarily,omitempty"`
	AppliesAlso      []string            `json:"appliesAlso,omitempty"`
	CrossLinks       []string            `json:"crossLinks,omitempty"`
	Headings         []HeadingModel      `json:"headings"`
	Sections         []SectionModel      `json:"sections"`
	CodeBlocks       []CodeBlockModel    `json:"codeBlocks"`
	Tables           []TableModel        `json:"tables"`
	Violations       []ViolationModel    `json:"violations"`
	Relationships    []RelationshipModel `json:"relationships,omitempty"`
	CoverageClaim    *CoverageModel      `json:"coverageClaim,omitempty"`
}

// HeadingModel is one heading.
type HeadingModel struct {
	Line   int    `json:"line"`
	Level  int    `json:"level"`
	Title  string `json:"title"`
	Anchor string `json:"anchor"`
}

// SectionModel is a heading whose parenthesis says what its section is about.
type SectionModel struct {
	HeadingModel
	Principles []string `json:"principles"`
	Cores      []string `json:"cores"`
	IDs        []string `json:"ids"`
	CrossLinks []string `json:"crossLinks"`
}

// CodeBlockModel is a code block; it ends on EndLine.
type CodeBlockModel struct {
	Line     int    `json:"line"`
	EndLine  int    `json:"endLine"`
	Language string `json:"language"`
}

// TableModel is a table, every cell kept.
type TableModel struct {
	Line   int        `json:"line"`
	Header []string   `json:"header"`
	Rows   [][]string `json:"rows"`
}

// ViolationModel is one row of a violation table.
type ViolationModel struct {
	Line         int      `json:"line"`
	Text         string   `json:"text"`
	Principles   []string `json:"principles"`
	Secondary    []string `json:"secondary"`
	Cores        []string `json:"cores"`
	Documents    []string `json:"documents"`
	IDs          []string `json:"ids"`
	AntiPatterns []string `json:"antiPatterns,omitempty"`
}

// RelationshipModel is one entry of a relationship list.
type RelationshipModel struct {
	Line       int      `json:"line"`
	Document   string   `json:"document"`
	Principles []string `json:"principles"`
	Reason     string   `json:"reason"`
}

// CoverageModel is a claim of how many cores a domain touches.
type CoverageModel struct {
	Line      int      `json:"line"`
	Touched   []string `json:"touched"`
	Of        int      `json:"of"`
	Untouched []string `json:"untouched"`
}

// AntiPatternModel is a registered anti-pattern, or one that documents name
// without a register.
type AntiPatternModel struct {
	ID         string       `json:"id"`
	Registered bool         `json:"registered"`
	Breaches   []string     `json:"breaches,omitempty"`
	Compounds  []string     `json:"compounds,omitempty"`
	Document   string       `json:"document,omitempty"`
	Summary    string       `json:"summary,omitempty"`
	Uses       []PlaceModel `json:"uses"`
}

// RegisterModel is a register id: one defined in a register, or one that
// documents name without.
type RegisterModel struct {
	ID         string       `json:"id"`
	Kind       RegisterKind `json:"kind,omitempty"`
	Registered bool         `json:"registered"`
	Title      string       `json:"title,omitempty"`
	Status     string       `json:"status,omitempty"`
	Since      string       `json:"since,omitempty"`
	Requires   string       `json:"requires,omitempty"`
	Uses       []PlaceModel `json:"uses"`
}

// PlaceModel is a place in a document.
type PlaceModel struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// OriginModel is the place of a reference.
type OriginModel struct {
	Path        string `json:"path"`
	Line        int    `json:"line"`
	Column      int    `json:"column"`
	EndLine     int    `json:"endLine"`
	EndColumn   int    `json:"endColumn"`
	StartOffset int    `json:"startOffset"`
	EndOffset   int    `json:"endOffset"`
}

// ReferenceModel is one reference.
type ReferenceModel struct {
	From      OriginModel   `json:"from"`
	Kind      ReferenceKind `json:"kind"`
	Role      Role          `json:"role"`
	Text      string        `json:"text"`
	Target    string        `json:"target,omitempty"`
	Status    Status        `json:"status"`
	Pattern   *PatternModel `json:"pattern,omitempty"`
	Principle string        `json:"principle,omitempty"`
	Core      string        `json:"core,omitempty"`
	Bare      bool          `json:"bare,omitempty"`
	Generated bool          `json:"generated,omitempty"`
}

// PatternModel is the pattern that a reference names.
type PatternModel struct {
	Number int     `json:"number"`
	Title  *string `json:"title"`
}

// PhaseMentionModel is a P-number that is a phase; Text is its sentence.
type PhaseMentionModel struct {
	Path   string `json:"path"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Phase  string `json:"phase"`
	Text   string `json:"text"`
}

// Mentioned counts the principle and core mentions of a document, definitions
// included, paths and phases not.
type Mentioned struct {
	Principle int `json:"principle"`
	Core      int `json:"core"`
}

// Model is the corpus as JSON-ready values.
func (c *Corpus) Model() *Model {
	m := &Model{
		Schema: 1, Domains: []DomainModel{}, Documents: []DocumentModel{}, AntiPatterns: []AntiPatternModel{},
		Registers: []RegisterModel{}, References: []ReferenceModel{}, PhaseMentions: []PhaseMentionModel{},
		Mentions: map[string]Mentioned{},
	}
	if c.Core != nil {
		m.Domains = append(m.Domains, c.coreModel())
	}
	for _, d := range c.Domains {
		m.Domains = append(m.Domains, domainModel(d))
	}
	for _, d := range c.Documents {
		m.Documents = append(m.Documents, c.documentModel(d))
		count := Mentioned{}
		for _, ref := range d.References {
			switch {
			case ref.Mention == nil:
			case ref.Mention.Kind == parse.PrincipleMention:
				count.Principle++
			case ref.Mention.Kind == parse.CoreMention:
				count.Core++
			}
		}
		if count != (Mentioned{}) {
			m.Mentions[d.Path] = count
		}
	}
	m.AntiPatterns = c.antiPatternModels()
	m.Registers = c.registerModels()
	for _, ref := range c.References {
		if !ref.definesLabel() {
			m.References = append(m.References, referenceModel(ref))
		}
	}
	for _, p := range c.Phases {
		at := p.From.File.Position(p.Span.Start)
		m.PhaseMentions = append(m.PhaseMentions, PhaseMentionModel{
			Path: p.From.Path, Line: at.Line, Column: at.Column, Phase: fmt.Sprintf("P%d", p.Number), Text: c.Sentence(p.Mention),
		})
	}
	return m
}

func (c *Corpus) coreModel() DomainModel {
	out := DomainModel{Name: "core", Path: c.Core.Path, Principles: []PrincipleModel{}}
	for _, core := range c.Cores {
		out.Cores = append(out.Cores, CoreModel{ID: core.ID(), Title: core.Title, Line: c.Core.File.Line(core.Section.Span.Start)})
	}
	return out
}

func domainModel(d *Domain) DomainModel {
	out := DomainModel{Name: d.Name, Path: d.Path, Principles: []PrincipleModel{}}
	file := d.First.File
	for _, p := range d.Principles {
		pm := PrincipleModel{
			ID: p.ID(), Title: p.Title, Line: file.Line(p.Section.Span.Start), CoresInProse: CoreIDs(CoreNumbers(p.Definition.Cores)),
		}
		if p.Row != nil {
			pm.Trace = &TraceModel{Line: file.Line(p.Row.Row.Span.Start), Cores: CoreIDs(p.Row.Numbers()), Why: p.Row.Why}
		}
		out.Principles = append(out.Principles, pm)
	}
	return out
}

func (c *Corpus) documentModel(d *Document) DocumentModel {
	line := func(s source.Span) int { return d.File.Line(s.Start) }
	out := DocumentModel{
		Path: d.Path, Kind: d.Kind, Title: d.Title, FrontMatter: jsonMap(d.Front.Values), Headings: []HeadingModel{},
		Sections: []SectionModel{}, CodeBlocks: []CodeBlockModel{}, Tables: []TableModel{}, Violations: []ViolationModel{},
	}
	if d.Domain != nil {
		out.Domain = d.Domain.Name
	}
	if h := d.Header; h != nil && d.Kind == KindDerived {
		if h.Base != nil {
			out.DerivesFrom = h.Base.Text
		}
		out.AppliesPrimarily, out.AppliesAlso = names(h.Primary), names(h.Also)
		for _, l := range h.CrossLinks {
			out.CrossLinks = append(out.CrossLinks, l.Mention.Text)
		}
	}
	for _, s := range d.Document.Sections {
		h := HeadingModel{Line: line(s.Span), Level: s.Level, Title: s.Text, Anchor: s.Anchor}
		out.Headings = append(out.Headings, h)
		if s.Annotated() {
			out.Sections = append(out.Sections, SectionModel{
				HeadingModel: h, Principles: names(s.Principles), Cores: names(s.Cores), IDs: names(s.IDs), CrossLinks: names(s.CrossLinks),
			})
		}
	}
	for _, f := range d.Fences {
		out.CodeBlocks = append(out.CodeBlocks, CodeBlockModel{Line: line(f.Span), EndLine: d.File.Line(f.Span.End), Language: f.Language})
	}
	for _, t := range d.Tables {
		out.Tables = append(out.Tables, tableModel(d, t))
	}
	for _, v := range d.StatedViolations() {
		vm := ViolationModel{
			Line: line(v.Row.Span), Text: v.Text, Principles: names(v.Principles), Secondary: names(v.Secondary),
			Cores: names(v.Cores), Documents: names(v.Documents), IDs: names(v.IDs),
		}
		for _, a := range v.AntiPatterns {
			vm.AntiPatterns = append(vm.AntiPatterns, a.Text)
		}
		out.Violations = append(out.Violations, vm)
	}
	for _, r := range d.Relations {
		out.Relationships = append(out.Relationships, RelationshipModel{
			Line: line(r.Span), Document: r.Document.Text, Principles: names(r.Principles), Reason: r.Reason,
		})
	}
	if len(d.Coverage) > 0 {
		out.CoverageClaim = coverageModel(d, d.Coverage[0])
	}
	return out
}

func tableModel(d *Document, t *parse.Table) TableModel {
	out := TableModel{Line: d.File.Line(t.Span.Start), Header: []string{}, Rows: [][]string{}}
	for _, cell := range t.Header {
		out.Header = append(out.Header, cell.Prose.Text)
	}
	for _, row := range t.OwnRows() {
		cells := []string{}
		for _, cell := range row.Cells {
			cells = append(cells, cell.Prose.Text)
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

func coverageModel(d *Document, claim *parse.CoverageClaim) *CoverageModel {
	touched := CoreNumbers(claim.Touched)
	var untouched []int
	for n := 1; n <= min(claim.Of, 100); n++ {
		if !slices.Contains(touched, n) {
			untouched = append(untouched, n)
		}
	}
	return &CoverageModel{Line: d.File.Line(claim.Span.Start), Touched: CoreIDs(touched), Of: claim.Of, Untouched: CoreIDs(untouched)}
}

// jsonMap turns the nested maps of YAML into ones that JSON can hold.
func jsonMap(values map[string]any) map[string]any {
	if values == nil {
		return nil
	}
	out := map[string]any{}
	for k, v := range values {
		out[k] = jsonValue(v, 0)
	}
	return out
}

func jsonValue(v any, depth int) any {
	const deepest = 32 // aliases may share values without end
	if depth > deepest {
		return nil
	}
	switch v := v.(type) {
	case map[any]any:
		out := map[string]any{}
		for k, e := range v {
			out[fmt.Sprint(k)] = jsonValue(e, depth+1)
		}
		return out
	case []any:
		out := make([]any, len(v))
		for i, e := range v {
			out[i] = jsonValue(e, depth+1)
		}
		return out
	}
	return v
}

func names(mentions []*parse.Mention) []string {
	out := []string{}
	for _, m := range mentions {
		out = append(out, m.Text)
	}
	return out
}

func referenceModel(ref *Reference) ReferenceModel {
	out := ReferenceModel{
		From: origin(ref.From.File, ref.Span), Kind: ref.Kind, Role: ref.Role, Text: ref.Text, Status: ref.Status,
		Bare: ref.Bare, Generated: ref.Generated,
	}
	if ref.Status != External && ref.Status != Unregistered {
		out.Target = ref.Path
		if ref.Anchor != "" && ref.Path != "" {
			out.Target += "#" + ref.Anchor
		}
	}
	if m := ref.Mention; m != nil {
		switch {
		case m.Pattern != nil:
			out.Pattern = &PatternModel{Number: m.Pattern.Number}
			if m.Pattern.Title != "" {
				out.Pattern.Title = &m.Pattern.Title
			}
		case m.Kind == parse.PrincipleMention:
			out.Principle = fmt.Sprintf("P%d", m.Number)
		case m.Principle > 0:
			out.Principle = fmt.Sprintf("P%d", m.Principle)
		case m.Kind == parse.CoreMention:
			out.Core = fmt.Sprintf("C%d", m.Number)
		}
	}
	return out
}

func origin(file *source.File, span source.Span) OriginModel {
	start, end := file.Position(span.Start), file.Position(span.End)
	return OriginModel{
		Path: file.Path, Line: start.Line, Column: start.Column, EndLine: end.Line, EndColumn: end.Column,
		StartOffset: file.Original(span.Start), EndOffset: file.Original(span.End),
	}
}

func places(refs []*Reference) []PlaceModel {
	out := []PlaceModel{}
	for _, ref := range refs {
		at := ref.From.File.Position(ref.Span.Start)
		out = append(out, PlaceModel{ref.From.Path, at.Line, at.Column})
	}
	return out
}
