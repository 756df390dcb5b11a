package parse

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	yamlast "github.com/goccy/go-yaml/ast"
	yamlparser "github.com/goccy/go-yaml/parser"
	"github.com/yuin/goldmark"
	meta "github.com/yuin/goldmark-meta"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"atelier/internal/diag"
	"atelier/internal/source"
)

// maxFrontMatter bounds the block that is handed to the YAML parsers, which
// are slow on deeply nested input.
const maxFrontMatter = 64 << 10

// badYAML is the way out of front matter that is not read.
const badYAML = "write “key: value” lines between the two lines of dashes, or take the block out"

// metaReader is goldmark with goldmark-meta alone: it sees only blocks that
// scanFrontMatter has found sound, since goldmark-meta takes any text between
// two runs of dashes and writes a bad block into the page.
var metaReader = goldmark.New(goldmark.WithExtensions(meta.Meta))

// frontMatterBlock finds the block: a first line "---" and a later line "---",
// both at column 1, with a key on the first line that is not blank, or nothing but
// text above the title of the page. A page that opens with a thematic break has none.
func frontMatterBlock(text string) (block source.Span, body int, open bool) {
	first, rest, _ := strings.Cut(text, "\n")
	if strings.TrimRight(first, " \t") != "---" {
		return source.Span{}, 0, false
	}
	start, keyed := len(first)+1, startsWithKey(rest)
	for at := 0; at < len(rest); {
		line, _, _ := strings.Cut(rest[at:], "\n")
		next := min(len(rest), at+len(line)+1)
		if strings.TrimRight(line, " \t") == "---" {
			if !keyed && !textAboveTitle(rest[:at], rest[next:]) {
				return source.Span{}, 0, false
			}
			return source.Span{Start: start, End: start + at}, start + next, false
		}
		at = next
	}
	return source.Span{}, 0, keyed
}

// textAboveTitle reports whether a block between two lines of dashes is text without
// marks and blank lines, right above the title of the page: Markdown would make a
// heading of it, and nobody means one there. A list between two rules is one.
func textAboveTitle(block, below string) bool {
	for line := range strings.Lines(block) {
		if r, _ := utf8.DecodeRuneInString(line); !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return false
		}
	}
	return block != "" && strings.HasPrefix(strings.TrimLeft(below, " \t\n"), "# ")
}

func startsWithKey(block string) bool {
	for line := range strings.SplitSeq(block, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") && !strings.HasPrefix(line, "# ") {
			continue
		}
		if strings.HasPrefix(line, "# ") {
			return false
		}
		key, _, found := strings.Cut(line, ":")
		if !found || key == "" {
			return line == "---"
		}
		for _, r := range key {
			if r == ' ' || r == '`' || r == '*' {
				return false
			}
		}
		return true
	}
	return false
}

// readFrontMatter validates and reads the block, and returns the offset at
// which the Markdown starts.
func (d *Document) readFrontMatter() int {
	block, body, open := frontMatterBlock(d.File.Text)
	if open {
		d.problem("markdown/front-matter", source.Span{Start: 0, End: 3},
			"the front matter has no closing “---” line, so the whole page would be read as YAML",
			"close it with a line of three dashes, or start the page with its title")
		return strings.IndexByte(d.File.Text, '\n') + 1
	}
	if body == 0 {
		return 0
	}
	d.Front.Span = source.Span{Start: 0, End: body}
	yamlText := d.File.Slice(block)
	if len(yamlText) > maxFrontMatter {
		d.problem("markdown/front-matter", block,
			fmt.Sprintf("the front matter is %d bytes long; the bound is %d", len(yamlText), maxFrontMatter),
			"move the text into the page")
		return body
	}
	if at := source.YAMLTooDeep(yamlText); at >= 0 {
		d.problem("markdown/front-matter", source.Span{Start: block.Start + at, End: block.Start + at + 1},
			fmt.Sprintf("the front matter is nested more than %d deep here", source.DeepestYAML), "write it flat")
		return body
	}
	file, err := yamlparser.ParseBytes([]byte(yamlText), 0)
	if err != nil {
		at, message := yamlFault(err, block, d.File)
		d.problem("markdown/front-matter", at, "the front matter does not parse: "+message, badYAML)
		return body
	}
	if len(file.Docs) > 0 && file.Docs[0].Body != nil {
		if _, ok := file.Docs[0].Body.(*yamlast.MappingNode); !ok {
			d.problem("markdown/front-matter", block, "the front matter is no list of keys and values", badYAML)
			return body
		}
	}
	d.Front.Keys = map[string]source.Span{}
	for _, doc := range file.Docs {
		if mapping, ok := doc.Body.(*yamlast.MappingNode); ok {
			for _, pair := range mapping.Values {
				token := pair.Key.GetToken()
				at := block.Start + offsetOf(yamlText, token.Position.Line, token.Position.Column)
				d.Front.Keys[token.Value] = source.Span{Start: at, End: at + len(token.Value)}
			}
		}
	}
	pc := parser.NewContext()
	metaReader.Parser().Parse(text.NewReader([]byte(d.File.Text[:body])), parser.WithContext(pc))
	values, err := meta.TryGet(pc)
	if err != nil {
		d.problem("markdown/front-matter", block, "the front matter does not parse: "+firstLine(err.Error()), badYAML)
		return body
	}
	d.Front.Values = values
	for _, doc := range file.Docs {
		if mapping, ok := doc.Body.(*yamlast.MappingNode); ok {
			d.checkFrontMatter(yamlText, block.Start, mapping.Values)
		}
	}
	return body
}

// yamlFault is the place and the text of a YAML error.
func yamlFault(err error, block source.Span, file *source.File) (source.Span, string) {
	var fault yaml.Error
	if errors.As(err, &fault) {
		token := fault.GetToken()
		if token != nil && token.Position != nil {
			at := block.Start + offsetOf(file.Slice(block), token.Position.Line, token.Position.Column)
			line := file.LineSpan(file.Line(at))
			return source.Span{Start: at, End: max(at, line.End)}, fault.GetMessage()
		}
		return block, fault.GetMessage()
	}
	return block, firstLine(err.Error())
}

func offsetOf(text string, line, column int) int {
	at := 0
	for ; line > 1; line-- {
		i := strings.IndexByte(text[at:], '\n')
		if i < 0 {
			return len(text)
		}
		at += i + 1
	}
	for i := range text[at:] {
		if column <= 1 {
			return at + i
		}
		column--
	}
	return len(text)
}

func firstLine(s string) string {
	s, _, _ = strings.Cut(s, "\n")
	return s
}

func (d *Document) problem(rule string, at source.Span, message, hint string) {
	d.Problems = append(d.Problems, &diag.Diagnostic{
		Rule: rule, Severity: diag.Error, File: d.File, Span: at, Message: message, Hint: hint,
	})
}
