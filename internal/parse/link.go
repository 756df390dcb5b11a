package parse

import (
	"html"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/util"

	"atelier/internal/source"
)

// link records a link node and returns it. goldmark gives neither the end of a
// link nor the place of its destination: both are scanned for in the source.
func (c *collector) link(n ast.Node) *Link {
	l := &Link{Block: c.block, node: n}
	switch n := n.(type) {
	case *ast.AutoLink:
		l.Kind = AutoLink
		l.Destination = string(n.URL(c.src))
		start := max(n.Pos(), 0)
		if start < len(c.src) && c.src[start] == '<' {
			start++
		}
		l.Span = source.Span{Start: start, End: min(start+len(n.Label(c.src)), len(c.src))}
		l.Whole = l.Span
	case *ast.Link:
		c.bracketed(l, n.Pos(), n.Destination, n.Reference)
	case *ast.Image:
		c.bracketed(l, n.Pos(), n.Destination, n.Reference)
		l.Kind = ImageLink
	}
	c.doc.Links = append(c.doc.Links, l)
	return l
}

func (c *collector) bracketed(l *Link, pos int, destination []byte, ref *ast.ReferenceLink) {
	l.Destination = unescape(destination)
	src := c.doc.File.Text
	at := max(pos, 0)
	if at < len(src) && src[at] == '!' {
		at++
	}
	closing := closingBracket(src, at)
	l.Whole = source.Span{Start: max(pos, 0), End: min(closing+1, len(src))}
	l.Span = source.Span{Start: min(at+1, len(src)), End: closing}
	if ref != nil {
		l.Kind = ReferenceLink
		l.Label = string(ref.Value)
		l.Definition = c.defs[normalLabel(l.Label)]
		if ref.Type == ast.ReferenceLinkFull && closing+1 < len(src) && src[closing+1] == '[' {
			end := closingBracket(src, closing+1)
			l.Span = source.Span{Start: closing + 2, End: end}
			l.Whole.End = min(end+1, len(src))
		}
		return
	}
	if closing+1 < len(src) && src[closing+1] == '(' {
		l.Span = destinationSpan(src, closing+2)
		l.Whole.End = linkEnd(src, l.Span.End)
	}
}

// closingBracket is the offset of the bracket that closes the one at open.
func closingBracket(src string, open int) int {
	depth := 0
	for i := open; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '`':
			run := backticks(src, i, len(src))
			i = max(run.End, codeSpanEnd(src, run)) - 1
		case '[':
			depth++
		case ']':
			depth--
			if depth == 0 {
				return i
			}
		}
	}
	return len(src)
}

// codeSpanEnd is the offset after the code span that backticks open, or 0. One
// that ends far away, or in another paragraph, is no part of a link text.
func codeSpanEnd(src string, open source.Span) int {
	const longest = 4096
	end := closingRun(src, open, min(len(src), open.End+longest))
	if end > 0 && strings.Contains(src[open.End:end], "\n\n") {
		return 0
	}
	return end
}

// destinationSpan is the destination that starts after "(", white space and
// pointy brackets left out.
func destinationSpan(src string, at int) source.Span {
	for at < len(src) && (src[at] == ' ' || src[at] == '\t' || src[at] == '\n' || src[at] == '>') {
		at++
	}
	if at < len(src) && src[at] == '<' {
		end := at + 1
		for end < len(src) && src[end] != '>' && src[end] != '\n' {
			if src[end] == '\\' {
				end++
			}
			end++
		}
		return source.Span{Start: at + 1, End: min(end, len(src))}
	}
	depth, end := 0, at
	for ; end < len(src); end++ {
		c := src[end]
		if c == '\\' && end+1 < len(src) && isASCIIPunct(src[end+1]) {
			end++
			continue
		}
		if c <= ' ' {
			break
		}
		if c == '(' {
			depth++
		}
		if c == ')' {
			if depth == 0 {
				break
			}
			depth--
		}
	}
	return source.Span{Start: at, End: min(end, len(src))}
}

// linkEnd is the offset after the parenthesis that closes a link whose
// destination ends at at; a title may stand between.
func linkEnd(src string, at int) int {
	quote := byte(0)
	for i := at; i < len(src); i++ {
		c := src[i]
		switch {
		case c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == ')':
			return i + 1
		case c == '\n' && i+1 < len(src) && src[i+1] == '\n':
			return at
		}
	}
	return at
}

// definitions records the link reference definitions of a tree.
func (c *collector) definitions(root ast.Node) {
	c.defs = map[string]*Link{}
	src := c.doc.File.Text
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() == ast.TypeInline {
			return ast.WalkSkipChildren, nil
		}
		def, ok := n.(*ast.LinkReferenceDefinition)
		if !ok {
			return ast.WalkContinue, nil
		}
		l := &Link{Kind: DefinitionLink, Destination: unescape(def.Destination), Label: string(def.Label), node: n}
		at := max(def.Pos(), 0)
		for at < len(src) && src[at] != '[' {
			at++
		}
		closing := closingBracket(src, at)
		l.Span = destinationSpan(src, min(closing+2, len(src)))
		l.Whole = source.Span{Start: at, End: l.Span.End}
		key := normalLabel(l.Label)
		if c.defs[key] == nil {
			c.defs[key] = l
		}
		c.doc.LinkDefs = append(c.doc.LinkDefs, l)
		return ast.WalkContinue, nil
	})
}

func normalLabel(label string) string {
	return string(util.ToLinkReference([]byte(label)))
}

func unescape(destination []byte) string {
	return html.UnescapeString(string(util.UnescapePunctuations(destination)))
}

// Node is goldmark's node of the link, for the site to find it by.
func (l *Link) Node() ast.Node { return l.node }
