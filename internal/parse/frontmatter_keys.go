package parse

import (
	"fmt"
	"path"
	"strings"

	yamlast "github.com/goccy/go-yaml/ast"

	"atelier/internal/source"
)

// frontKey is what the front matter may hold under a key that the tool reads.
type frontKey struct {
	// list says that it may be a list of texts.
	list bool
	// number says that a number is as good as a text.
	number bool
	// fault is what is wrong with one text, "" where nothing is; it may be nil.
	fault func(text string) string
}

var frontKeys = map[string]frontKey{
	"description": {},
	"since":       {number: true},
	"status":      {},
	"aliases": {list: true, fault: func(text string) string {
		if _, ok := AliasPage(text); !ok {
			return fmt.Sprintf("the alias “%s” is no path of a page of this corpus, such as domains/old/name.md", text)
		}
		return ""
	}},
	"requirements": {list: true, fault: func(text string) string {
		for item := range strings.SplitSeq(text, ",") {
			if item = strings.TrimSpace(item); item != "" && ID(item) == nil {
				return fmt.Sprintf("the requirement “%s” is no id of a register, such as ATELIER-97", item)
			}
		}
		return ""
	}},
}

// AliasPage is the page of the site that an alias in front matter stands for: the
// alias is the path of a Markdown file or page, from the root of the corpus.
func AliasPage(alias string) (page string, ok bool) {
	name := strings.TrimPrefix(path.Clean("/"+alias), "/")
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".md"), ".html")
	if name == "" || strings.HasSuffix(name, "/") || strings.Contains(alias, "..") || strings.ContainsAny(alias, "\x00\n\\:#?") || strings.HasSuffix(alias, "/") {
		return "", false
	}
	return name + ".html", true
}

// checkFrontMatter finds the values of known keys that nothing could be read from.
func (d *Document) checkFrontMatter(yamlText string, at int, pairs []*yamlast.MappingValueNode) {
	for _, pair := range pairs {
		key := pair.Key.GetToken().Value
		known, ok := frontKeys[key]
		if !ok {
			continue
		}
		place := func(n yamlast.Node) source.Span {
			token := n.GetToken()
			start := at + offsetOf(yamlText, token.Position.Line, token.Position.Column)
			end := d.File.LineSpan(d.File.Line(start)).End
			if written := strings.TrimSpace(token.Origin); written != "" && strings.HasPrefix(d.File.Text[start:end], written) {
				end = start + len(written)
			}
			return source.Span{Start: start, End: end}
		}
		values := []yamlast.Node{plainNode(pair.Value)}
		if list, isList := values[0].(*yamlast.SequenceNode); isList && known.list {
			values = nil
			for _, value := range list.Values {
				values = append(values, plainNode(value))
			}
		}
		for _, value := range values {
			text, isText := frontText(value, known.number)
			switch {
			case value == nil:
			case !isText:
				what := "a text"
				if known.list {
					what = "a text or a list of texts"
				}
				d.problem("markdown/front-matter", place(value),
					fmt.Sprintf("the front matter's “%s” must be %s; this is not one, so nothing is read from it", key, what),
					"write a text, in quotes where YAML would read something else")
			case known.fault != nil:
				if fault := known.fault(text); fault != "" {
					d.problem("markdown/front-matter", place(value), fault, "correct it, or take it out")
				}
			}
		}
	}
}

// plainNode is a YAML value without its anchor or tag, nil for an alias, whose
// value stands elsewhere, and for nothing.
func plainNode(n yamlast.Node) yamlast.Node {
	switch n := n.(type) {
	case *yamlast.AnchorNode:
		return plainNode(n.Value)
	case *yamlast.TagNode:
		return plainNode(n.Value)
	case *yamlast.AliasNode, *yamlast.NullNode:
		return nil
	}
	return n
}

func frontText(n yamlast.Node, number bool) (text string, ok bool) {
	switch n := n.(type) {
	case *yamlast.StringNode:
		return n.Value, true
	case *yamlast.LiteralNode:
		return n.Value.Value, true
	case *yamlast.IntegerNode, *yamlast.FloatNode:
		return n.GetToken().Value, number
	}
	return "", false
}
