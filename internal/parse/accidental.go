package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"atelier/internal/source"
)

// An AccidentalList is a wrapped line of prose that begins with the mark of a
// list or a heading, and so became one.
type AccidentalList struct {
	// Marker is the mark, "1)" or "#", and Span its place.
	Marker string
	Span   source.Span
	// Before is the line that the sentence started on.
	Before source.Span
	// Heading says that the line became a heading, not a list.
	Heading bool
}

// interruption is a list of one item, or a top heading, right below a line of
// prose that ends no sentence: it may be accidental.
type interruption struct {
	AccidentalList
	open  bool // the prose has a parenthesis or emphasis still open
	plain bool // the line goes on like a sentence
	long  bool // the prose line is as long as one that was wrapped
	ends  bool // the line, or what follows it, ends a sentence
	words int
}

// enoughWords is the length from which prose is a sentence and no label.
const enoughWords = 4

// wrappedColumn is the length from which a line may have been wrapped.
const wrappedColumn = 40

// readAccidentalLists finds the lists and headings that no one meant. Nothing in
// Markdown tells them from meant ones, so the signs are those of a wrapped
// sentence: one item only, no sentence end before it, and text that goes on
// in the middle. Where the document uses the mark for real lists too, more is
// asked for.
func (d *Document) readAccidentalLists() {
	a := &accidents{file: d.File, src: d.File.Text, meant: map[string]bool{}}
	a.children(d.AST)
	for _, i := range a.found {
		if i.open || i.words >= enoughWords && i.plain && (!a.meant[i.Marker] || i.long && i.ends) {
			d.AccidentalLists = append(d.AccidentalLists, i.AccidentalList)
		}
	}
}

type accidents struct {
	file  *source.File
	src   string
	found []interruption
	meant map[string]bool // marks of lists that stand where lists stand
}

func (a *accidents) children(n ast.Node) {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		switch child := child.(type) {
		case *ast.List:
			marker := a.marker(child)
			before := a.proseAbove(child)
			if before == nil || child.ChildCount() != 1 || !a.interrupts(marker, child, before) {
				a.meant[marker] = true
			}
		case *ast.Heading:
			before := a.proseAbove(child)
			if child.Level == 1 && before != nil && atxHeading(a.src, child) {
				a.interrupts("#", child, before)
			}
		}
		if child.Type() == ast.TypeBlock {
			switch child.(type) {
			case *ast.Paragraph, *ast.TextBlock, *ast.Heading, *extast.Table:
			default:
				a.children(child)
			}
		}
	}
}

// marker is the mark of a list's first item, "1)" or "+".
func (a *accidents) marker(n *ast.List) string {
	if !n.IsOrdered() {
		return string(n.Marker)
	}
	at := max(n.Pos(), 0)
	end, _ := digits(a.src, at, len(a.src))
	return a.src[at:min(end+1, len(a.src))]
}

// proseAbove is the paragraph whose last line is the line right above a block,
// or nil. A line at the margin also ends the list above it.
func (a *accidents) proseAbove(n ast.Node) ast.Node {
	above := n.PreviousSibling()
	for {
		switch above.(type) {
		case *ast.List, *ast.ListItem:
			above = above.LastChild()
			continue
		case *ast.Paragraph, *ast.TextBlock:
			lines := above.Lines()
			if lines.Len() == 0 || n.Pos() < 0 {
				return nil
			}
			last := lines.At(lines.Len() - 1).Start
			if a.file.Line(last)+1 != a.file.Line(n.Pos()) {
				return nil
			}
			return above
		}
		return nil
	}
}

// interrupts records a block that cuts a sentence, and reports whether it does.
func (a *accidents) interrupts(marker string, n, above ast.Node) bool {
	at := n.Pos()
	if !strings.HasPrefix(a.src[at:], marker) {
		return false
	}
	lines := above.Lines()
	last := lines.At(lines.Len() - 1)
	line := strings.TrimRight(a.src[last.Start:last.Stop], " \n")
	hardBreak := strings.HasSuffix(a.file.Slice(a.file.LineSpan(a.file.Line(last.Start))), "  ")
	if hardBreak || endsSentence(line) {
		return false
	}
	var prose strings.Builder
	for i := range lines.Len() {
		segment := lines.At(i)
		prose.WriteString(a.src[segment.Start:segment.Stop])
	}
	rest := strings.TrimLeft(a.src[at+len(marker):a.file.LineSpan(a.file.Line(at)).End], " \t")
	span := source.Span{Start: last.Start, End: last.Start + len(line)}
	a.found = append(a.found, interruption{
		AccidentalList: AccidentalList{
			Marker: marker, Span: source.Span{Start: at, End: at + len(marker)}, Before: span,
			Heading: marker == "#",
		},
		open:  leftOpen(prose.String()),
		plain: goesOn(rest) || isDigit(marker[0]),
		long:  a.file.Position(last.Start).Column+utf8.RuneCountInString(line) > wrappedColumn,
		ends:  endsSentence(strings.TrimRight(a.lastText(n), " \n")),
		words: len(strings.Fields(prose.String())),
	})
	return true
}

// lastText is the source of the last paragraph of a block.
func (a *accidents) lastText(n ast.Node) string {
	for last := n; last != nil && last.Type() != ast.TypeInline; last = last.LastChild() {
		if lines := last.Lines(); lines != nil && lines.Len() > 0 {
			segment := lines.At(lines.Len() - 1)
			return a.src[segment.Start:segment.Stop]
		}
	}
	return ""
}

// endsSentence reports whether a line ends as a sentence, a label or an
// introduction does.
func endsSentence(line string) bool {
	line = strings.TrimRight(line, "*_`\"'”’»")
	r, _ := utf8.DecodeLastRuneInString(line)
	return line == "" || strings.ContainsRune(".:;!?)]}>|…\\", r)
}

// goesOn reports whether text reads like the middle of a sentence: it does not
// start with a capital, unless that of an acronym or a number ("DLQ", "P5").
func goesOn(text string) bool {
	word, _, _ := strings.Cut(text, " ")
	word = strings.Trim(word, "*_`\"'“‘(,.;:)")
	first, n := utf8.DecodeRuneInString(word)
	if word == "" || !unicode.IsUpper(first) {
		return text != "" && !strings.HasPrefix(text, "[")
	}
	next, _ := utf8.DecodeRuneInString(word[n:])
	return n < len(word) && (unicode.IsUpper(next) || unicode.IsDigit(next))
}

// leftOpen reports whether prose ends within a parenthesis, strong text or a
// code span: no list starts there.
func leftOpen(prose string) bool {
	depth, strong, code := 0, false, false
	for i := range len(prose) {
		switch c := prose[i]; {
		case c == '`':
			code = !code
		case code:
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == '*' && i > 0 && prose[i-1] == '*':
			strong = !strong
		}
	}
	return depth > 0 || strong || code
}
