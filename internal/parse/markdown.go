package parse

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// markdown is the one goldmark configuration of the module: CommonMark with
// tables, strikethrough, task lists and footnotes. Autolinking of bare addresses
// is off (it alone costs half of the parsing time), and so are heading
// attributes: ids are set by [Anchors], from the heading's text.
var markdown = newMarkdown()

// Markdown parses text with the configuration of the corpus format, for
// benchmarks that want goldmark's bare cost beside ours.
func Markdown(source []byte) ast.Node {
	return markdown.Parse(text.NewReader(source))
}

func newMarkdown() parser.Parser {
	blocks := make([]util.PrioritizedValue, 0, 8)
	for _, p := range parser.DefaultBlockParsers() {
		if fenced, ok := p.Value.(parser.BlockParser); ok && isFencedParser(fenced) {
			p.Value = &fenceWatcher{BlockParser: fenced}
		}
		blocks = append(blocks, p)
	}
	p := parser.NewParser(
		parser.WithBlockParsers(blocks...),
		parser.WithInlineParsers(parser.DefaultInlineParsers()...),
		parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
	)
	p.AddOptions(
		parser.WithParagraphTransformers(util.Prioritized(gfmTables{extension.NewTableParagraphTransformer()}, 200)),
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
		parser.WithInlineParsers(
			util.Prioritized(extension.NewStrikethroughParser(), 500),
			util.Prioritized(gfmTasks{extension.NewTaskCheckBoxParser()}, 0),
			util.Prioritized(extension.NewFootnoteParser(), 101),
		),
		parser.WithBlockParsers(util.Prioritized(extension.NewFootnoteBlockParser(), 999)),
		parser.WithASTTransformers(util.Prioritized(extension.NewFootnoteASTTransformer(), 999)),
	)
	return p
}

// gfmTasks takes a box for one only where a space follows it, as GFM does:
// goldmark takes the text of the link "- [x](a.md)" for a box.
type gfmTasks struct{ parser.InlineParser }

// Parse implements [parser.InlineParser].
func (t gfmTasks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	const box = len("[x]")
	if line, _ := block.PeekLine(); len(line) > box && !util.IsSpace(line[box]) {
		return nil
	}
	return t.InlineParser.Parse(parent, block, pc)
}

func isFencedParser(p parser.BlockParser) bool {
	return bytes.Equal(p.Trigger(), []byte{'~', '`'})
}

// closedFence marks, as an attribute, a fenced block that a closing fence ended.
// goldmark's tree does not say; an unclosed fence swallows the rest of its
// container, and that is worth a finding.
var closedFence = []byte("atelier-closed")

type fenceWatcher struct{ parser.BlockParser }

func (w *fenceWatcher) Continue(node ast.Node, reader text.Reader, pc parser.Context) parser.State {
	before, _ := reader.Position()
	lines := node.Lines().Len()
	state := w.BlockParser.Continue(node, reader, pc)
	if state == parser.Close && before >= 0 && node.Lines().Len() == lines {
		node.SetAttribute(closedFence, true)
	}
	return state
}

func fenceClosed(node ast.Node) bool {
	_, ok := node.Attribute(closedFence)
	return ok
}
