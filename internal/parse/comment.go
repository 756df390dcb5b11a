package parse

import (
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"
	"golang.org/x/net/html"

	"atelier/internal/diag"
	"atelier/internal/source"
)

// comment is an HTML comment that stands as a block of its own.
type comment struct {
	span  source.Span // with its delimiters
	body  source.Span
	after source.Span // the next sibling block; empty where there is none
	first bool        // stands before the first heading
	// inline says that it stands within a text.
	inline bool
}

// htmlSpan is the extent of a block of HTML.
func htmlSpan(n *ast.HTMLBlock) source.Span {
	span := linesSpan(n)
	if n.HasClosure() {
		span.End = max(span.End, n.ClosureLine.Stop)
		if span.Len() == 0 || span.Start > n.ClosureLine.Start {
			span.Start = n.ClosureLine.Start
		}
		if n.Lines().Len() == 0 {
			span.Start = n.ClosureLine.Start
		}
	}
	return span
}

func (c *collector) htmlBlock(n *ast.HTMLBlock) {
	span := htmlSpan(n)
	raw := c.doc.File.Slice(span)
	for at := 0; at < len(raw); {
		start := strings.Index(raw[at:], "<!--")
		if start < 0 {
			break
		}
		start += at
		end := strings.Index(raw[start+4:], "-->")
		if end < 0 {
			break
		}
		end += start + 4
		c.comments = append(c.comments, comment{
			span:  source.Span{Start: span.Start + start, End: span.Start + end + 3},
			body:  source.Span{Start: span.Start + start + 4, End: span.Start + end},
			first: c.section == nil,
		})
		at = end + 3
	}
	tags := len(c.doc.RawHTML)
	c.tags(raw, RawHTML{Span: span, Whole: span})
	if n.HTMLBlockType == ast.HTMLBlockType2 {
		c.blockComment(n, span, tags == len(c.doc.RawHTML))
	}
}

// blockComment reads a block of HTML that starts with a comment: it goes on to the
// end of the line with "-->", whatever stands there. Where it holds no tag, what
// stands behind is plain.
func (c *collector) blockComment(n *ast.HTMLBlock, span source.Span, plain bool) {
	span.Start += strings.Index(c.doc.File.Slice(span), "<!--")
	whole := c.doc.File.Slice(span)
	opening, _, _ := strings.Cut(whole, "\n")
	comment := OpenComment{Span: source.Span{Start: span.Start, End: span.Start + len(strings.TrimRight(whole, "\n"))}}
	closed := n.HasClosure() || strings.Contains(opening, "-->")
	if closed {
		comment.Inner = c.innerComment(n)
	}
	comment.Near = c.nearEnd(comment.Hidden())
	// A comment of several lines may hold others, whose end is as good as its own;
	// one that starts with a text was hardly meant to.
	started := strings.TrimSpace(strings.TrimPrefix(opening, "<!--")) != ""
	if !closed || comment.Inner.Len() > 0 && (started || comment.Near.Len() > 0) {
		c.doc.OpenComments = append(c.doc.OpenComments, comment)
		return
	}
	behind := strings.Index(whole, "-->") + len("-->")
	if words := wordsOutside(whole[behind:]); plain && words.Len() > 0 {
		at := span.Start + behind
		c.doc.BehindComments = append(c.doc.BehindComments, BehindComment{
			Comment: source.Span{Start: span.Start, End: at},
			Text:    source.Span{Start: at + words.Start, End: at + words.End},
		})
	}
}

// innerComment is the first line below the start of a comment that would start one of
// its own, empty where there is none.
func (c *collector) innerComment(n *ast.HTMLBlock) source.Span {
	for i := 1; i <= n.Lines().Len(); i++ {
		line := n.ClosureLine
		if i < n.Lines().Len() {
			line = n.Lines().At(i)
		} else if !n.HasClosure() {
			break
		}
		text := strings.TrimRight(string(line.Value(c.src)), " \t\n")
		end := line.Start - line.Padding + len(text)
		if text = strings.TrimLeft(text, " \t"); strings.HasPrefix(text, "<!--") {
			return source.Span{Start: end - len(text), End: end}
		}
	}
	return source.Span{}
}

// nearEnd is the end of a line in a comment that was probably meant to end it.
func (c *collector) nearEnd(hidden source.Span) source.Span {
	at := min(hidden.Start+len("<!--"), hidden.End)
	for line := range strings.Lines(c.doc.File.Text[at:hidden.End]) {
		text := strings.TrimRight(line, " \t\n")
		for _, near := range []string{"-- >", "--!>", "--&gt;", "- ->", "—>", "–>"} {
			if strings.HasSuffix(text, near) {
				return source.Span{Start: at + len(text) - len(near), End: at + len(text)}
			}
		}
		at += len(line)
	}
	return source.Span{}
}

// wordsOutside is the extent of the words in raw HTML that stand in no comment; empty
// where there are none.
func wordsOutside(raw string) source.Span {
	var words source.Span
	tokens := html.NewTokenizer(strings.NewReader(raw))
	for at := 0; ; {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			return words
		}
		text := string(tokens.Raw())
		start := at
		at += len(text)
		if kind != html.TextToken || !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) {
			continue
		}
		if words.Len() == 0 {
			words.Start = start + len(text) - len(strings.TrimLeft(text, " \t\n"))
		}
		words.End = start + len(strings.TrimRight(text, " \t\n"))
	}
}

// nodeSpan is the extent of a block, whole tables and lists included.
func (c *collector) nodeSpan(n ast.Node) source.Span {
	span := c.extent(n)
	start := c.doc.File.LineSpan(c.doc.File.Line(span.Start)).Start
	end := c.doc.File.LineSpan(c.doc.File.Line(max(span.Start, span.End-1))).End
	return source.Span{Start: start, End: end}
}

// inlineHTML records a piece of raw HTML in the lines of a block: a comment, or
// tags.
func (c *collector) inlineHTML(n *ast.RawHTML) {
	if n.Segments.Len() == 0 {
		return
	}
	span := source.Span{Start: n.Segments.At(0).Start, End: n.Segments.At(n.Segments.Len() - 1).Stop}
	text := c.doc.File.Slice(span)
	if strings.HasPrefix(text, "<!--") && strings.HasSuffix(text, "-->") && len(text) >= len("<!---->") {
		body := source.Span{Start: span.Start + len("<!--"), End: span.End - len("-->")}
		c.comments = append(c.comments, comment{span: span, body: body, inline: true})
	}
	c.tags(text, RawHTML{Span: span, Block: c.block, Whole: c.block.Span})
}

// htmlBelow records the tags below an inline whose text is no prose.
func (c *collector) htmlBelow(n ast.Node) {
	for child := n.FirstChild(); child != nil; child = child.NextSibling() {
		if raw, ok := child.(*ast.RawHTML); ok {
			c.inlineHTML(raw)
		}
		c.htmlBelow(child)
	}
}

// tags records the tags of raw HTML, with the place of at, and the ids that they
// set. Comments are no tags.
func (c *collector) tags(raw string, at RawHTML) {
	tokens := html.NewTokenizer(strings.NewReader(raw))
	first := len(c.doc.RawHTML)
	var words []string
	for {
		kind := tokens.Next()
		if kind == html.ErrorToken {
			break
		}
		at.Span.End = at.Span.Start + len(tokens.Raw())
		if kind == html.StartTagToken || kind == html.SelfClosingTagToken || kind == html.EndTagToken {
			c.tag(tokens, kind, at)
		} else if kind == html.TextToken && at.Block == nil {
			words = append(words, strings.Fields(string(tokens.Text()))...)
		}
		at.Span.Start = at.Span.End
	}
	for i := first; i < len(c.doc.RawHTML); i++ {
		c.doc.RawHTML[i].Text = strings.Join(words, " ")
	}
}

func (c *collector) tag(tokens *html.Tokenizer, kind html.TokenType, tag RawHTML) {
	name, more := tokens.TagName()
	tag.Tag = string(name)
	tag.Closing = kind == html.EndTagToken
	tag.Empty = kind == html.SelfClosingTagToken || voidTags[tag.Tag]
	others := false
	for more {
		var key, value []byte
		key, value, more = tokens.TagAttr()
		switch string(key) {
		case "id", "name":
			tag.Anchor = true
			c.doc.Anchors.Explicit(string(value), tag.Span)
		default:
			others = true
		}
	}
	tag.Anchor = tag.Anchor && !others
	c.doc.RawHTML = append(c.doc.RawHTML, tag)
}

// voidTags have no end tag.
var voidTags = map[string]bool{
	"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true, "input": true,
	"link": true, "meta": true, "source": true, "track": true, "wbr": true,
}

// A directive is a comment that speaks to the tool.
type directive struct {
	word string
	span source.Span // of the word
	rest string      // what follows the word
	// sound says that it is written as it should be.
	sound bool
}

// directiveOf reads "atelier:word rest" from the body of a comment. Other ways to
// write one of the words are found too, so that they are not silent.
func directiveOf(body string, at int) (directive, bool) {
	text := strings.TrimLeft(body, " \t\n")
	const name = "atelier"
	if len(text) <= len(name) || !strings.EqualFold(text[:len(name)], name) {
		return directive{}, false
	}
	mark, after := text[len(name)], text[len(name)+1:]
	if mark != ':' && mark != ' ' && mark != '-' {
		return directive{}, false
	}
	rest := strings.TrimLeft(after, ": \t\n")
	word := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_"))]
	start := at + len(body) - len(rest)
	d := directive{word: word, span: source.Span{Start: start, End: start + len(word)}, rest: rest[len(word):]}
	plain := strings.HasPrefix(text, name+":"+word) && word != ""
	d.sound = plain && knownDirectives[word] && (d.rest == "" || strings.ContainsAny(d.rest[:1], " \t\n"))
	switch {
	case plain:
		return d, true
	case strings.EqualFold(word, "ignore"):
		return d, strings.Contains(d.rest, "/") // "atelier ignores this" is prose
	}
	return d, mark == ':' && knownDirectives[strings.ToLower(word)]
}

var knownDirectives = map[string]bool{"begin": true, "end": true, "ignore": true}

// readComments sorts comments into markers and suppressions, and those that are
// meant to be one.
func (d *Document) readComments(comments []comment) {
	var misplaced *Stray
	for _, c := range comments {
		body := d.File.Slice(c.body)
		found, ok := directiveOf(body, c.body.Start)
		switch {
		case !ok:
		case !found.sound:
			d.Strays = append(d.Strays, &Stray{Word: found.word, Span: c.span, WordSpan: found.span})
		case c.inline && found.word == "ignore":
			d.Strays = append(d.Strays, &Stray{Word: found.word, Span: c.span, WordSpan: found.span, Inline: true})
		case c.inline && misplaced == nil:
			misplaced = &Stray{Span: c.span}
		case found.word == "ignore":
			d.Ignores = append(d.Ignores, newIgnore(d.File, c, body))
		case !c.inline:
			d.Markers = append(d.Markers, &Marker{Begin: found.word == "begin", Name: strings.TrimSpace(found.rest), Span: c.span})
		}
	}
	if misplaced != nil {
		d.Problems = append(d.Problems, &diag.Diagnostic{
			Rule: "markers", Severity: diag.Error, File: d.File, Span: misplaced.Span,
			Message: "this marker stands within a text, where it is none",
			Hint:    "put it on a line of its own, with a blank line before it",
		})
		return
	}
	d.pairMarkers()
}

func newIgnore(file *source.File, c comment, body string) *Ignore {
	rest := body[strings.Index(body, "atelier:ignore")+len("atelier:ignore"):]
	ruleAt := len(body) - len(strings.TrimLeft(rest, " \t\n"))
	rule, reason, _ := strings.Cut(body[ruleAt:], ":")
	rule = strings.TrimSpace(rule)
	ig := &Ignore{Rule: rule, Reason: strings.Join(strings.Fields(reason), " "), Span: c.span, Target: c.after, Whole: c.first}
	ig.RuleSpan = source.Span{Start: c.body.Start + ruleAt, End: c.body.Start + ruleAt + len(rule)}
	if rule == "" {
		ig.RuleSpan = c.span
	}
	if ig.Whole {
		ig.Target = source.Span{Start: 0, End: len(file.Text)}
	}
	return ig
}

// pairMarkers joins begin and end markers. A file with a fault in its markers
// has one finding, and no generated blocks, so that nothing is written into it.
func (d *Document) pairMarkers() {
	var open *Marker
	seen := map[string]*Marker{}
	fault := func(m *Marker, message string, other *Marker) {
		d.Generated = nil
		p := &diag.Diagnostic{
			Rule: "markers", Severity: diag.Error, File: d.File, Span: m.Span, Message: message,
			Hint: "each block is one <!-- atelier:begin NAME --> and one <!-- atelier:end -->",
		}
		if other != nil {
			p.Related = []diag.Related{{File: d.File, Span: other.Span, Message: "the other marker"}}
		}
		d.Problems = append(d.Problems, p)
	}
	for _, m := range d.Markers {
		switch {
		case m.Begin && open != nil:
			fault(m, "the block “"+m.Name+"” begins inside the block “"+open.Name+"”", open)
			return
		case m.Begin && seen[m.Name] != nil:
			fault(m, "the block “"+m.Name+"” stands twice in this file", seen[m.Name])
			return
		case m.Begin:
			open = m
			seen[m.Name] = m
		case open == nil:
			fault(m, "an end marker without a begin marker", nil)
			return
		case m.Name != "" && m.Name != open.Name:
			fault(m, "the block “"+open.Name+"” ends here as “"+m.Name+"”", open)
			return
		default:
			d.Generated = append(d.Generated, &Generated{
				Name: open.Name, Begin: open, End: m,
				Span: source.Span{Start: open.Span.End, End: m.Span.Start},
			})
			open = nil
		}
	}
	if open != nil {
		fault(open, "the block “"+open.Name+"” has no end marker", nil)
	}
}

// inGenerated reports whether an offset lies between markers.
func (d *Document) inGenerated(offset int) bool {
	i := sort.Search(len(d.Generated), func(i int) bool { return d.Generated[i].Span.End > offset })
	return i < len(d.Generated) && d.Generated[i].Span.Contains(offset)
}

// markGenerated tells blocks, tables, links and link definitions between markers
// apart.
func (d *Document) markGenerated() {
	if len(d.Generated) == 0 {
		return
	}
	for _, b := range d.Blocks {
		b.Generated = d.inGenerated(b.Span.Start)
	}
	for _, t := range d.Tables {
		t.Generated = d.inGenerated(t.Span.Start)
	}
	for _, l := range slices.Concat(d.Links, d.LinkDefs) {
		l.Generated = d.inGenerated(l.Span.Start)
	}
}
