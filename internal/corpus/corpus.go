// Package corpus joins parsed documents into one model: domains and their
// principles, traces, violations, registers, the manifest's order, and every
// reference with what it resolves to. A [Corpus] is immutable once [Load] has
// returned it; rules and emitters only read it.
package corpus

import (
	"slices"
	"strconv"

	"atelier/internal/config"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// A Kind is the role of a document in the corpus.
type Kind string

// The kinds of documents.
const (
	KindCore            Kind = "core"
	KindFirstPrinciples Kind = "first-principles"
	KindDerived         Kind = "derived"
	KindRegister        Kind = "register"
	KindGenerated       Kind = "generated"
	KindManifest        Kind = "manifest"
	KindRoadmap         Kind = "roadmap"
	KindPage            Kind = "page"
)

// A Corpus is the linked model of a tree of documents.
type Corpus struct {
	Config *config.Config
	// Documents are sorted by path.
	Documents []*Document
	// Domains are in manifest order, those that it does not list after the
	// others by path. Core is not among them.
	Domains []*Domain
	// Core is the document that defines the core principles, or nil.
	Core       *Document
	Cores      []*Core
	coreTitles []title
	// Manifest is nil where the corpus has none.
	Manifest *Manifest
	// State is the file of the phase that work is at, phase.json, or nil.
	State *source.File
	// Signoffs is the file of accepted review items, or nil.
	Signoffs *source.File
	// Registers are the tables that define ids, by document and offset.
	Registers    []*Register
	AntiPatterns []*AntiPattern
	// References are sorted by path and offset.
	References []*Reference
	Phases     []*PhaseMention

	byPath     map[string]*Document
	folded     map[string]*Document
	domainName map[string]*Domain
	domainPath map[string]*Domain
	named      map[string]string // names of domains that only references know -> folder
	antiByID   map[string]*AntiPattern
	idByName   map[string]*Entry
	prefixes   map[string]RegisterKind
	defining   map[*parse.Mention]*Entry
	exceptions []exception
	tree       *tree
	inverse    inverse
	roots      []string        // folders that start a path reference
	folders    map[string]bool // folders that start one where it resolves
	otherRoot  bool            // a path that starts with a slash starts at another root
}

// A Document is a parsed file and its place in the corpus.
type Document struct {
	*parse.Document
	Path string
	Kind Kind
	// Domain is the domain whose folder it stands in, or nil.
	Domain *Domain
	// Row is its row in the manifest, or nil.
	Row *ManifestRow
	// References are those that stand in it, by offset.
	References []*Reference
	// Violations are the rows of its tables of violations, blank ones among them:
	// see [Document.StatedViolations].
	Violations []*Violation
	// ViolationTables are its tables of violations.
	ViolationTables []*parse.Table
	// Requirements are the register ids that its front matter names. They are
	// not among its References, and their mentions stand in no block.
	Requirements []*Reference
	// LooseLinks are texts that were meant as links and are none, outside of
	// generated blocks.
	LooseLinks []LooseLink
	citedBy    []*Reference // to it as a whole, or to an anchor that is no principle
	// LostDefinitions are the lines that were meant to define labels which
	// links of the document use, and are text: the first of each paragraph.
	LostDefinitions []parse.LostDefinition
	byMention       []*Reference // as Mentions
	byLink          map[*parse.Link]*Reference
}

// Reference is what a mention of the document resolved to, or nil where it is
// plain text.
func (d *Document) Reference(m *parse.Mention) *Reference {
	if m == nil || m.Index >= len(d.byMention) || d.Mentions[m.Index] != m {
		return nil
	}
	return d.byMention[m.Index]
}

// LinkReference is what a Markdown link of the document resolved to.
func (d *Document) LinkReference(l *parse.Link) *Reference { return d.byLink[l] }

// A Domain is a folder with a first-principles.md.
type Domain struct {
	// Name is the folder's path below its collection, Short its last part.
	Name, Short string
	// Path is the folder; Collection the folder of its collection.
	Path, Collection string
	First            *Document
	// Documents are all of the folder, first-principles first, then by
	// manifest row or path.
	Documents  []*Document
	Principles []*Principle
	// Trace is its trace table, or nil.
	Trace    *Trace
	byNumber map[int]*Principle
	// titles are those of the principles that a citation can mean: of those with
	// the same number the first.
	titles []title
}

// Principle is the principle of that number, or nil.
func (d *Domain) Principle(number int) *Principle { return d.byNumber[number] }

// A Principle is a P-rule.
type Principle struct {
	Domain *Domain
	*parse.Definition
	// Row is its row in the trace table, or nil.
	Row *TraceRow

	citedBy    []*Reference
	violations []*Violation
	sections   []*AnnotatedSection
}

// ID is the principle's number with its letter, "P4".
func (p *Principle) ID() string { return "P" + strconv.Itoa(p.Number) }

// Name is the principle's name from anywhere, "messaging P4".
func (p *Principle) Name() string { return p.Domain.Short + " " + p.ID() }

// Anchor is the short anchor of the principle's heading, "p4".
func (p *Principle) Anchor() string { return "p" + strconv.Itoa(p.Number) }

// CoreNumbers are the numbers of the cores it traces to, the primary first; those of
// its prose where it has no row.
func (p *Principle) CoreNumbers() []int {
	if p.Row != nil {
		return p.Row.Numbers()
	}
	return CoreNumbers(p.Definition.Cores)
}

// A Core is a C-rule.
type Core struct {
	*parse.Definition
	Document *Document
	citedBy  []*Reference
}

// ID is "C4".
func (c *Core) ID() string { return "C" + strconv.Itoa(c.Number) }

// Anchor is the short anchor of the core's heading, "c4".
func (c *Core) Anchor() string { return "c" + strconv.Itoa(c.Number) }

// A Trace is the table that says which cores each principle derives from.
type Trace struct {
	Table *parse.Table
	Rows  []*TraceRow
}

// A TraceRow is one row of a trace table.
type TraceRow struct {
	*parse.Row
	// Mention is the principle it is about, nil where its first cell has none.
	Mention *parse.Mention
	Cores   []*parse.Mention
	Why     string
}

// Numbers are the core numbers of the row, the primary first.
func (r *TraceRow) Numbers() []int { return CoreNumbers(r.Cores) }

// CoreNumbers are the numbers of core mentions without repeats, ranges filled.
func CoreNumbers(mentions []*parse.Mention) []int {
	var out []int
	seen := map[int]bool{}
	add := func(n int) {
		if !seen[n] {
			seen[n] = true
			out = append(out, n)
		}
	}
	for _, m := range mentions {
		if m.Range && m.Previous != nil && m.Number > m.Previous.Number && m.Number-m.Previous.Number < 100 {
			for n := m.Previous.Number + 1; n < m.Number; n++ {
				add(n)
			}
		}
		add(m.Number)
	}
	return out
}

// CoreIDs are the ids of cores by number, "C1" and "C4"; never nil.
func CoreIDs(numbers []int) []string {
	ids := make([]string, len(numbers))
	for i, n := range numbers {
		ids[i] = "C" + strconv.Itoa(n)
	}
	return ids
}

// A Violation is a row that says which breach breaks which principle.
type Violation struct {
	Document *Document
	*parse.Row
	// Text is the first cell.
	Text string
	// Principles are the primary breaches, Secondary those in parentheses.
	Principles, Secondary []*parse.Mention
	Cores                 []*parse.Mention
	Documents             []*parse.Mention
	IDs                   []*parse.Mention
	// AntiPatterns are those that either cell names.
	AntiPatterns []*Reference
}

// A RegisterKind says what the ids of a register are.
type RegisterKind string

// The kinds of registers, named by the first header cell of their table.
const (
	Decisions    RegisterKind = "decision"
	Requirements RegisterKind = "requirement"
	Ideas        RegisterKind = "idea"
	antiPatterns RegisterKind = "anti-pattern"
)

// A Register is a table that defines ids.
type Register struct {
	Kind     RegisterKind
	Document *Document
	Table    *parse.Table
	Entries  []*Entry
}

// An Entry is one id of a register.
type Entry struct {
	Register *Register
	ID       string
	Title    string
	Status   string
	Since    string
	Requires string
	Mention  *parse.Mention
	*parse.Row
}

// An AntiPattern is one entry of the register of anti-patterns.
type AntiPattern struct {
	ID       string
	Span     source.Span
	Document *Document // the register's document
	*parse.Row
	Breaches, Compounds []*Reference
	Home                *Reference
	Summary             string
	// Domain is the domain of its id, nil where no domain has that name.
	Domain *Domain
}

// Status says what became of a reference.
type Status string

// The statuses of references.
const (
	Resolved     Status = "resolved"
	Planned      Status = "planned"
	Dangling     Status = "dangling"
	Unregistered Status = "unregistered"
	External     Status = "external"
)

// A ReferenceKind says what a reference names.
type ReferenceKind string

// The kinds of references.
const (
	ToDocument    ReferenceKind = "document"
	ToDomain      ReferenceKind = "domain"
	ToPrinciple   ReferenceKind = "principle"
	ToCore        ReferenceKind = "core"
	ToPattern     ReferenceKind = "pattern"
	ToSection     ReferenceKind = "section"
	ToAntiPattern ReferenceKind = "antiPattern"
	ToID          ReferenceKind = "id"
	ToLink        ReferenceKind = "link"
)

// Fault says why a reference does not resolve as written.
type Fault uint8

// The faults of references.
const (
	NoFault Fault = iota
	NoTarget
	NoAnchor
	WrongCasePath
	WrongCaseAnchor
	Outside
	NotPublished
)

// A Reference is a mention or link, and what it names.
type Reference struct {
	From *Document
	// Mention or Link is set, the other nil.
	Mention *parse.Mention
	Link    *parse.Link
	Kind    ReferenceKind
	Span    source.Span
	Text    string
	Status  Status
	Fault   Fault
	// Path is the path of the target as resolved; for a dangling reference
	// the path looked for.
	Path string
	// Target is the document it names, or nil; Asset says that Path is
	// another file of the tree.
	Target *Document
	Asset  bool
	// Anchor is the fragment in the target, without "#".
	Anchor      string
	Principle   *Principle
	Core        *Core
	AntiPattern *AntiPattern
	// Entry is the registered id; of a range that of the first id which is
	// registered, Entries those of all, and MissingIDs the ids that no
	// register has.
	Entry      *Entry
	Entries    []*Entry
	MissingIDs []string
	// Domain is the domain that a principle or domain reference speaks of,
	// where it exists.
	Domain *Domain
	// Claim is the title that a citation of a principle or core gives after
	// its number, nil where what follows is a gloss or nothing.
	Claim *Claim
	Bare  bool
	Role  Role
	// Suggestion is the nearest thing that exists, or "".
	Suggestion string
	Generated  bool
	// InLink says that it is part of the text of a link to the same target,
	// which says the same a second time.
	InLink bool
}

// A Role says where in its document a reference stands, and so what it is for.
type Role string

// The roles of references.
const (
	InProse     Role = "cites"
	InHeader    Role = "applies"
	InHeading   Role = "annotates"
	InViolation Role = "violates"
	InTrace     Role = "traces"
	InRelation  Role = "relates"
	InRegister  Role = "registers"
	Defines     Role = "defines"
	// InFrontMatter is that of Document.Requirements alone.
	InFrontMatter Role = "meets"
)

// A PhaseMention is a P-number that is a phase of the roadmap.
type PhaseMention struct {
	From *Document
	*parse.Mention
}

// Document is the document at a path, or nil.
func (c *Corpus) Document(path string) *Document { return c.byPath[path] }

// DomainByName finds a domain by its name, the last part of it, or its folder.
func (c *Corpus) DomainByName(name string) *Domain {
	if d := c.domainName[name]; d != nil {
		return d
	}
	return c.domainPath[name]
}

// DomainsNamed are the domains that a name may mean: those of that name, or else
// those of which it is the last part.
func (c *Corpus) DomainsNamed(name string) []*Domain {
	var whole, last []*Domain
	for _, d := range c.Domains {
		switch name {
		case d.Name:
			whole = append(whole, d)
		case d.Short:
			last = append(last, d)
		}
	}
	if len(whole) > 0 {
		return whole
	}
	return last
}

// CoreByNumber is the core of that number, or nil.
func (c *Corpus) CoreByNumber(number int) *Core {
	for _, core := range c.Cores {
		if core.Number == number {
			return core
		}
	}
	return nil
}

// AntiPattern is the registered anti-pattern of that id, or nil.
func (c *Corpus) AntiPattern(id string) *AntiPattern { return c.antiByID[id] }

// Entry is the registered id, or nil. Of one that is registered twice it is the
// first.
func (c *Corpus) Entry(id string) *Entry { return c.idByName[id] }

// Defines reports whether a register defines ids with that prefix.
func (c *Corpus) Defines(prefix string) bool {
	_, ok := c.prefixes[prefix]
	return ok
}

// Paths are the paths of the documents, and of those that the configuration
// says are not read.
func (c *Corpus) Paths() []string { return slices.Concat(c.tree.documents, c.tree.ignored) }

// Find looks a path of the tree up, which need not be that of a document: whether
// there is a file or folder of that very name, whether it is a folder, and how
// it is really spelt where the given path is right but for case.
func (c *Corpus) Find(name string) (exists, folder bool, spelt string) { return c.tree.find(name) }

// Problems are the findings of reading the files, by path and offset.
func (c *Corpus) Problems() []*diag.Diagnostic {
	var out []*diag.Diagnostic
	for _, d := range c.Documents {
		out = append(out, d.Problems...)
	}
	out = append(out, c.tree.problems...)
	diag.Sort(out)
	return out
}
