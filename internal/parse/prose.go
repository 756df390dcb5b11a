package parse

import (
	"bytes"
	"html"
	"sort"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"atelier/internal/source"
)

// Prose is the running text of one block (a paragraph, a heading, a table cell)
// as a reader sees it: lines joined, emphasis and backticks gone, escapes and
// entities resolved. References are found in it, wherever they wrap; each byte
// leads back to the source.
type Prose struct {
	Text string
	// Inlines are the code spans, links, images and so on, by start.
	Inlines []Inline
	code    []Range  // the code spans of Inlines
	links   []Inline // its links
	pieces  []piece

	once      sync.Once
	sentences []Range
}

// A Range is a range of a block's joined text.
type Range struct{ Start, End int }

// InlineKind says what an [Inline] is.
type InlineKind uint8

// The kinds of inline ranges that a reference may depend on.
const (
	CodeSpan InlineKind = iota
	LinkText
	StrongText
)

// An Inline is a range of a [Prose] with a meaning of its own.
type Inline struct {
	Kind InlineKind
	// Start and End are offsets into Prose.Text.
	Start, End int
	// Link is the link of a LinkText.
	Link *Link
}

// piece maps a run of joined text onto the source. Where the two lengths differ
// (an entity, a resolved line break) the run stands for the source as a whole.
type piece struct {
	joined, source int
	length         int // in the joined text
	sourceLength   int
}

// Span is the source range of the joined range [start, end).
func (p *Prose) Span(start, end int) source.Span {
	if len(p.pieces) == 0 {
		return source.Span{}
	}
	if end <= start {
		at := p.sourceStart(start)
		return source.Span{Start: at, End: at}
	}
	return source.Span{Start: p.sourceStart(start), End: p.sourceEnd(end)}
}

func (p *Prose) find(offset int) piece {
	i := sort.Search(len(p.pieces), func(i int) bool { return p.pieces[i].joined > offset }) - 1
	return p.pieces[max(i, 0)]
}

func (p *Prose) sourceStart(offset int) int {
	c := p.find(offset)
	if c.length == c.sourceLength {
		return c.source + min(offset-c.joined, c.length)
	}
	if offset >= c.joined+c.length {
		return c.source + c.sourceLength
	}
	return c.source
}

func (p *Prose) sourceEnd(end int) int {
	c := p.find(end - 1)
	if c.length == c.sourceLength {
		return c.source + end - c.joined
	}
	return c.source + c.sourceLength
}

// Code are the ranges of the code spans, by start.
func (p *Prose) Code() []Range { return p.code }

// InCode reports whether the joined offset lies in a code span, and which.
func (p *Prose) InCode(offset int) (Range, bool) {
	i := sort.Search(len(p.code), func(i int) bool { return p.code[i].End > offset })
	if i == len(p.code) || p.code[i].Start > offset {
		return Range{}, false
	}
	return p.code[i], true
}

// InLink reports whether the joined offset lies in the text of a link, and which.
func (p *Prose) InLink(offset int) (Inline, bool) {
	i := sort.Search(len(p.links), func(i int) bool { return p.links[i].End > offset })
	if i == len(p.links) || p.links[i].Start > offset {
		return Inline{}, false
	}
	return p.links[i], true
}

// proseBuilder collects the joined text of a block.
type proseBuilder struct {
	c     *collector
	src   []byte
	out   strings.Builder
	prose *Prose
	// pending is a soft break whose form depends on what follows it.
	pending     bool
	pendingSpan source.Span
	pendingCode bool // the break stands within a code span
	last        byte // last byte written, for joining
	beforeLast  rune // the rune before it
	lastInCode  bool
}

// readProse joins the inline children of a block, and records the links and the
// raw HTML among them.
func (c *collector) readProse(block ast.Node) *Prose {
	b := &proseBuilder{c: c, src: c.src, prose: &Prose{}}
	for c := block.FirstChild(); c != nil; c = c.NextSibling() {
		b.inline(c)
	}
	b.flush("")
	b.prose.Text = b.out.String()
	trimRight := len(strings.TrimRight(b.prose.Text, " \n"))
	b.prose.Text = b.prose.Text[:trimRight]
	for i := range b.prose.Inlines {
		in := &b.prose.Inlines[i]
		// A code span may end in the space that was trimmed.
		in.Start, in.End = min(in.Start, trimRight), min(in.End, trimRight)
		switch in.Kind {
		case CodeSpan:
			b.prose.code = append(b.prose.code, Range{in.Start, in.End})
		case LinkText:
			b.prose.links = append(b.prose.links, *in)
		}
	}
	return b.prose
}

func (b *proseBuilder) inline(n ast.Node) {
	switch n := n.(type) {
	case *ast.Text:
		b.text(n.Segment.Start, n.Segment.Stop, n.IsRaw())
		if n.SoftLineBreak() || n.HardLineBreak() {
			b.lineBreak(n.Segment.Stop, false)
		}
	case *ast.String:
		b.write(string(n.Value), source.Span{})
	case *ast.CodeSpan:
		b.codeSpan(n)
	case *ast.Link:
		b.flush("[")
		b.ranged(Inline{Kind: LinkText, Link: b.c.link(n)}, n)
	case *ast.Image:
		b.c.link(n)
		b.c.htmlBelow(n)
	case *ast.AutoLink:
		b.c.link(n)
		b.write(" ", source.Span{})
	case *ast.RawHTML:
		b.c.inlineHTML(n)
		// A comment or tag within a line is nothing at all, but for the one that
		// breaks the line.
		if s := n.Segments; s.Len() > 0 && bytes.HasPrefix(bytes.ToLower(b.src[s.At(0).Start:min(s.At(0).Stop, s.At(0).Start+3)]), []byte("<br")) {
			b.write(" ", source.Span{Start: s.At(0).Start, End: s.At(s.Len() - 1).Stop})
		}
	case *ast.Emphasis:
		b.flush("*")
		if n.Level == 2 {
			b.ranged(Inline{Kind: StrongText}, n)
		} else {
			b.children(n)
		}
	case *extast.TaskCheckBox, *extast.FootnoteLink, *extast.FootnoteBacklink:
	default:
		b.children(n)
	}
}

// codeSpan writes the lines of a code span.
func (b *proseBuilder) codeSpan(n *ast.CodeSpan) {
	b.flush("`")
	start := b.out.Len()
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		t, ok := c.(*ast.Text)
		if !ok {
			continue
		}
		value := b.src[t.Segment.Start:t.Segment.Stop]
		if bytes.HasSuffix(value, []byte("\n")) {
			// White space at a line's end is seen by no one.
			b.code(t.Segment.Start, t.Segment.Start+len(bytes.TrimRight(value, " \t\n")))
			b.lineBreak(t.Segment.Stop-1, true)
			continue
		}
		b.code(t.Segment.Start, t.Segment.Stop)
	}
	b.flush("`")
	b.prose.Inlines = append(b.prose.Inlines, Inline{Kind: CodeSpan, Start: start, End: b.out.Len()})
	b.lastInCode = true
}

// ranged writes the children of an inline and notes their range.
func (b *proseBuilder) ranged(in Inline, n ast.Node) {
	in.Start = b.out.Len()
	at := len(b.prose.Inlines)
	b.prose.Inlines = append(b.prose.Inlines, in)
	b.children(n)
	b.prose.Inlines[at].End = b.out.Len()
}

func (b *proseBuilder) children(n ast.Node) {
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		b.inline(c)
	}
}

// text writes source text, with backslash escapes and entities resolved.
func (b *proseBuilder) text(start, stop int, raw bool) {
	src := b.src[start:stop]
	if raw {
		b.verbatim(start, stop)
		return
	}
	run := 0
	for i := 0; i < len(src); {
		switch {
		case src[i] == '\\' && i+1 < len(src) && isASCIIPunct(src[i+1]):
			b.verbatim(start+run, start+i)
			run = i + 1
			i += 2
		case src[i] == '&':
			n, value := entity(src[i:])
			if n == 0 {
				i++
				continue
			}
			b.verbatim(start+run, start+i)
			b.write(value, source.Span{Start: start + i, End: start + i + n})
			i += n
			run = i
		default:
			i++
		}
	}
	b.verbatim(start+run, stop)
}

// entity is the length and value of the character reference src starts with.
func entity(src []byte) (int, string) {
	const longest = 33 // the longest named reference of HTML, with & and ;
	for i := 1; i < len(src) && i < longest; i++ {
		if src[i] == ';' {
			whole := string(src[:i+1])
			if value := html.UnescapeString(whole); value != whole {
				return i + 1, value
			}
			return 0, ""
		}
		if !isASCIIAlnum(src[i]) && src[i] != '#' {
			return 0, ""
		}
	}
	return 0, ""
}

// code writes the text of a code span, in which nothing is resolved.
func (b *proseBuilder) code(start, stop int) {
	b.verbatim(start, stop)
	b.lastInCode = true
}

func (b *proseBuilder) verbatim(start, stop int) {
	if start >= stop {
		return
	}
	b.flush(string(b.src[start:min(stop, start+8)]))
	b.append(string(b.src[start:stop]), source.Span{Start: start, End: stop})
}

func (b *proseBuilder) write(value string, at source.Span) {
	b.flush(value)
	b.append(value, at)
}

func (b *proseBuilder) append(value string, at source.Span) {
	if value == "" {
		return
	}
	if at == (source.Span{}) && len(b.prose.pieces) > 0 {
		last := b.prose.pieces[len(b.prose.pieces)-1]
		at = source.Span{Start: last.source + last.sourceLength, End: last.source + last.sourceLength}
	}
	b.prose.pieces = append(b.prose.pieces, piece{
		joined: b.out.Len(), source: at.Start, length: len(value), sourceLength: at.Len(),
	})
	b.out.WriteString(value)
	_, n := utf8.DecodeLastRuneInString(value)
	if len(value) > n {
		b.beforeLast, _ = utf8.DecodeLastRuneInString(value[:len(value)-n])
	} else {
		b.beforeLast = rune(b.last)
	}
	b.last = value[len(value)-1]
	b.lastInCode = false
}

func (b *proseBuilder) lineBreak(at int, inCode bool) {
	b.flush("")
	b.pending = true
	b.pendingSpan = source.Span{Start: at, End: at + 1}
	b.pendingCode = inCode
}

// flush settles a pending line break, now that the text after it is known: it
// joins without a space after a hyphen or slash that follows a letter (in code,
// any character but a space), unless the hyphen hangs ("at- or below"), and is
// a space everywhere else.
func (b *proseBuilder) flush(next string) {
	if !b.pending {
		return
	}
	b.pending = false
	joins := (b.last == '-' || b.last == '/') && b.out.Len() > 0
	if joins && b.pendingCode {
		joins = b.beforeLast != ' ' && b.beforeLast != 0
	} else if joins {
		joins = !b.lastInCode && joinsWords(b.beforeLast, b.last, next)
	}
	if joins || next == "" {
		return
	}
	b.append(" ", b.pendingSpan)
}

// JoinsLines reports whether two lines of running text read as one word where
// they meet: before is the end of the first, after the start of the second.
func JoinsLines(before, after string) bool {
	if before == "" {
		return false
	}
	last := before[len(before)-1]
	r, _ := utf8.DecodeLastRuneInString(before[:len(before)-1])
	return joinsWords(r, last, after)
}

// JoinsCode is the same for two lines of a code span, where any hyphen or slash
// that follows no space joins.
func JoinsCode(before string) bool {
	if len(before) < 2 {
		return false
	}
	last := before[len(before)-1]
	return (last == '-' || last == '/') && before[len(before)-2] != ' '
}

func joinsWords(beforeLast rune, last byte, next string) bool {
	return (last == '-' || last == '/') && unicode.IsLetter(beforeLast) && !hangingHyphen(last, next)
}

// hangingHyphen reports whether a hyphen at a line's end belongs to a
// suspended compound ("pre- and post-"), told by the word that follows.
func hangingHyphen(last byte, next string) bool {
	if last != '-' {
		return false
	}
	word, _, _ := strings.Cut(next, " ")
	switch word {
	case "and", "or", "to", "nor":
		return true
	}
	return false
}

func isASCIIPunct(c byte) bool {
	return c >= '!' && c <= '/' || c >= ':' && c <= '@' || c >= '[' && c <= '`' || c >= '{' && c <= '~'
}

func isASCIIAlnum(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
