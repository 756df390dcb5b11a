// Package parse reads one Markdown file into a [Document]: what the file says
// on its own, each part with its place. What files say together (which domain a
// document belongs to, what a reference resolves to) is the business of package
// corpus.
package parse

import (
	"slices"
	"sort"
	"strings"

	"atelier/internal/diag"
	"atelier/internal/source"

	"github.com/yuin/goldmark/ast"
)

// A Document is one parsed Markdown file.
type Document struct {
	File *source.File
	// AST is goldmark's tree over File.Text, for the site to render.
	AST ast.Node
	// Front is the YAML front matter; its Span is empty where there is none.
	Front FrontMatter
	// Title is the text of the first level-1 heading, or "".
	Title     string
	TitleSpan source.Span

	Sections []*Section
	// Blocks are by offset; no two overlap.
	Blocks   []*Block
	Tables   []*Table
	Items    []*Item
	Fences   []*Fence
	Links    []*Link
	LinkDefs []*Link
	Mentions []*Mention
	// Paths are the paths that it mentions, Loose the texts that may be meant
	// as links, and Tags the number of texts in brackets that stand alone, all
	// outside of generated blocks.
	Paths     []string
	Loose     []LooseLink
	Tags      int
	Generated []*Generated
	Markers   []*Marker
	Ignores   []*Ignore
	Strays    []*Stray
	RawHTML   []RawHTML
	// OpenComments are the comments that lack their end, and BehindComments what
	// stands on the line of a comment, behind it.
	OpenComments   []OpenComment
	BehindComments []BehindComment
	Principles     []*Definition
	Cores          []*Definition
	Patterns       []*Definition
	// Header is the derivation header, nil where there is none.
	Header *Header
	// Relations is the relationship list, in order.
	Relations []*Relation
	// Coverage are the claims of core principles touched.
	Coverage []*CoverageClaim
	// Directions are the claims that one domain does not link another.
	Directions []*DirectionClaim
	// AccidentalLists are wrapped lines that became lists or headings.
	AccidentalLists []AccidentalList
	// BrokenTables are texts that were meant as tables and are none, and
	// CutRows the rows that something has cut off from their table.
	BrokenTables []*BrokenTable
	CutRows      []*CutRows
	// Anchors are the ids of headings and of raw HTML.
	Anchors *Anchors
	// Problems are findings of reading the file itself.
	Problems []*diag.Diagnostic
	// unspaced are the definitions whose heading is none, for want of a
	// space ("###P4. Title").
	unspaced []*Definition
}

// FrontMatter is the YAML block at the head of a document.
type FrontMatter struct {
	Span source.Span
	// Values are the keys as goldmark-meta reads them.
	Values map[string]any
	// Keys is the place of each top-level key.
	Keys map[string]source.Span
}

// A Section is a heading and what stands under it, up to the next heading of
// the same or a higher level.
type Section struct {
	Level int
	// Text is the heading as a reader sees it; Title is that without its
	// annotation.
	Text, Title string
	Anchor      string
	// Number is the leading number of "4. Relationships", or 0.
	Number int
	Block  *Block
	// Span is the heading's text; Body runs from the heading's line to the
	// end of the section.
	Span, Body source.Span
	// Annotation is the closing parenthesis of the heading, empty where it
	// names nothing.
	Annotation source.Span
	Principles []*Mention
	Cores      []*Mention
	IDs        []*Mention
	CrossLinks []*Mention
	Setext     bool
}

// Annotated reports whether the heading's parenthesis names anything.
func (s *Section) Annotated() bool {
	return len(s.Principles)+len(s.Cores)+len(s.IDs)+len(s.CrossLinks) > 0
}

// Attribute is the id that a list of attributes at the end of the heading gives
// it where they are on, "limits" for "## Upper Limits {#limits}", or "". Here they
// are off.
func (s *Section) Attribute() string {
	open := strings.LastIndexByte(s.Text, '{')
	if open < 0 || !strings.HasSuffix(s.Text, "}") {
		return ""
	}
	for attribute := range strings.FieldsSeq(s.Text[open+1 : len(s.Text)-1]) {
		if id, ok := strings.CutPrefix(attribute, "#"); ok {
			return id
		}
	}
	return ""
}

// BlockKind says what kind of block prose stands in.
type BlockKind uint8

// The kinds of blocks with prose.
const (
	ParagraphBlock BlockKind = iota
	HeadingBlock
	CellBlock
)

// A Block is a run of prose: a paragraph, a heading or a table cell.
type Block struct {
	Kind    BlockKind
	Prose   *Prose
	Span    source.Span
	Section *Section // the innermost heading above, or nil
	Quote   int      // depth of block quotes around it
	Item    *Item    // the list item it stands in, or nil
	Table   *Table   // the table of a cell
	Row     int      // row of a cell; -1 is the header
	Column  int
	// Generated says that the block stands between markers.
	Generated bool
	// Header says that the block is part of the derivation header, and Relation
	// that it is an entry of the relationship list.
	Header, Relation bool

	quoteID  int
	Mentions []*Mention
}

// A Table is a GFM table, every cell kept.
type Table struct {
	Span    source.Span
	Section *Section
	Header  []*Block
	Rows    []*Row
	// Generated says that the table stands between markers.
	Generated bool
	Item      *Item
	Quote     int
	names     []string
}

// Name is the text of a header cell, trimmed and in lower case, "" of one that
// the table does not have. Tables are known by the name of their first column.
func (t *Table) Name(column int) string {
	if column >= len(t.names) {
		return ""
	}
	return t.names[column]
}

// OwnRows are the rows of a table without the text that it swallowed.
func (t *Table) OwnRows() []*Row {
	return slices.DeleteFunc(slices.Clone(t.Rows), func(r *Row) bool { return r.Swallowed })
}

// TableRow is the row that a cell stands in, nil for a cell of the header and for
// what is no cell.
func (b *Block) TableRow() *Row {
	if b.Table == nil || b.Row < 0 || b.Row >= len(b.Table.Rows) {
		return nil
	}
	return b.Table.Rows[b.Row]
}

// Swallowed reports whether a block is text below a table that became a cell.
func (b *Block) Swallowed() bool {
	row := b.TableRow()
	return row != nil && row.Swallowed
}

// A Row is one row of a table.
type Row struct {
	Table *Table
	Cells []*Block
	// Span is the line of the row, and Text that without the marks of the
	// quotes and lists around it.
	Span, Text source.Span
	// Lost is the text of cells beyond the header's count, which a reader
	// never sees.
	Lost source.Span
	// Missing is the number of cells that the row lacks.
	Missing int
	// Swallowed says that the line is text directly under the table, which
	// GFM reads as a row and its author did not mean as one.
	Swallowed bool
}

// An Item is a list item with its first paragraph.
type Item struct {
	Span  source.Span
	Block *Block
	Depth int
}

// A Fence is a code block.
type Fence struct {
	Language string
	Info     source.Span
	Span     source.Span
	Text     string
	Section  *Section
	// Marks are the marks that open it.
	Marks string
	// Indented code has no fence; an unclosed one swallows what follows.
	Indented bool
	Closed   bool
	// Inner is a line in it that would start a block of its own: the end of
	// this one is then missing, and it swallows what stands in between.
	Inner source.Span
	// TextSpan is the code without its fences.
	TextSpan source.Span
}

// Open reports whether a block lacks its end, and so hides text that was not
// meant as code.
func (f *Fence) Open() bool { return !f.Indented && (!f.Closed || f.Inner.Len() > 0) }

// LinkKind says how a link is written.
type LinkKind uint8

// The forms of Markdown links.
const (
	InlineLink LinkKind = iota
	ReferenceLink
	ImageLink
	AutoLink
	DefinitionLink
)

// A Link is a Markdown link, image or link definition.
type Link struct {
	Kind LinkKind
	// Destination is what it points at, escapes and entities resolved.
	Destination string
	// Span is the destination where it is written; of a reference link its
	// label.
	Span source.Span
	// Whole is the whole link where it is known.
	Whole source.Span
	// Label is the label of a definition or a reference.
	Label string
	// Definition is the definition a reference link uses.
	Definition *Link
	Block      *Block
	Generated  bool
	node       ast.Node
}

// RawHTML is a tag in the source; the site drops it.
type RawHTML struct {
	Span source.Span
	Tag  string
	// Closing says that it is an end tag, and Empty that it opens nothing.
	Closing, Empty bool
	// Anchor says that it sets an id or a name and nothing else.
	Anchor bool
	// Block is the prose that it stands in, nil in a block of HTML, whose
	// words are then Text. Whole is the extent of either.
	Block *Block
	Text  string
	Whole source.Span
}

// An OpenComment is a comment that is a block of its own and lacks its end, and so
// hides text that was not meant as one.
type OpenComment struct {
	// Span runs from its start over all that it takes in.
	Span source.Span
	// Inner is a line in it that would start a comment of its own, and whose end
	// ends this one; empty where nothing does.
	Inner source.Span
	// Near is what was probably meant as its end, such as "-- >", or empty.
	Near source.Span
}

// Hidden is what a comment without an end takes in.
func (c OpenComment) Hidden() source.Span {
	if c.Inner.Len() > 0 {
		return source.Span{Start: c.Span.Start, End: c.Inner.Start}
	}
	return c.Span
}

// A BehindComment is text that is no prose, since it stands behind a comment with
// which a line begins: Markdown takes the whole line for HTML.
type BehindComment struct{ Comment, Text source.Span }

// HidesText reports whether a code block or comment without an end hides a part of
// the document, so that nothing can be said to be missing in it.
func (d *Document) HidesText() bool {
	return len(d.OpenComments) > 0 || slices.ContainsFunc(d.Fences, (*Fence).Open)
}

// A Definition is a heading that defines a principle, a core or a pattern.
type Definition struct {
	Number  int
	Title   string
	Section *Section
	// NumberSpan and TitleSpan are the two parts of the heading.
	NumberSpan, TitleSpan source.Span
	// Statement is the source below the heading.
	Statement source.Span
	// Empty says that nothing stands below the heading.
	Empty bool
	// Cores are the cores of the sentences that say "derives from".
	Cores []*Mention
	// Malformed says what is wrong with the form of the heading, or "".
	Malformed string
	// loose says that the heading may as well be one about the principle,
	// dropped that it is.
	loose, dropped bool
}

// A Header is the derivation header of a derived document.
type Header struct {
	Span source.Span
	// Base is the document it derives from, or nil.
	Base *Mention
	// Primary and Also are the principles applied.
	Primary, Also []*Mention
	// CrossLinks are the declared cross-links.
	CrossLinks []*CrossLink
}

// A CrossLink is a declared cross-link and what it is for.
type CrossLink struct {
	Mention *Mention
	Purpose string
}

// A Relation is an entry of the relationship list.
type Relation struct {
	Document   *Mention
	Principles []*Mention
	Reason     string
	Span       source.Span
}

// A CoverageClaim is prose that counts the cores a domain touches.
type CoverageClaim struct {
	Span    source.Span
	Count   int
	Of      int
	Touched []*Mention
	// CountSpan, OfSpan and ListSpan are the two numbers and the list in
	// parentheses, which is empty where there is none.
	CountSpan, OfSpan, ListSpan source.Span
}

// A DirectionClaim is prose that says From does not link to To.
type DirectionClaim struct {
	From, To string
	Span     source.Span
}

// A Marker is an atelier:begin or atelier:end comment.
type Marker struct {
	Begin bool
	Name  string
	Span  source.Span
}

// A Generated block is what stands between a begin and an end marker.
type Generated struct {
	Name       string
	Begin, End *Marker
	// Span is the text between the markers.
	Span source.Span
}

// An Ignore is a suppression comment.
type Ignore struct {
	Rule   string
	Reason string
	Span   source.Span
	// RuleSpan is the rule's name in the comment.
	RuleSpan source.Span
	// Target is the block it silences; Whole says that it is the file.
	Target source.Span
	Whole  bool
}

// A Stray is a comment that is meant for the tool and that it does not heed: its
// word is none that it knows, or it stands within a text.
type Stray struct {
	// Word is what stands behind "atelier:", such as "ignroe".
	Word string
	// Span is the comment, and WordSpan the word in it.
	Span, WordSpan source.Span
	// Inline says that the word is right and the place is wrong.
	Inline bool
}

// BlockAt is the block of prose that holds an offset, or nil.
func (d *Document) BlockAt(offset int) *Block {
	i := sort.Search(len(d.Blocks), func(i int) bool { return d.Blocks[i].Span.Start > offset }) - 1
	if i < 0 || !d.Blocks[i].Span.Contains(offset) {
		return nil
	}
	return d.Blocks[i]
}
