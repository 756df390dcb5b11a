package ledger

import (
	"errors"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"atelier/internal/source"
)

// folded reports whether the body of a block is folded: two fields stand on its
// first line, which YAML does not allow.
func folded(body string) bool {
	for line := range strings.Lines(body) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		known := 0
		for _, k := range keys(line) {
			if isField(k.name) {
				known++
			}
		}
		return known > 1
	}
	return false
}

// isField reports whether a name is one of a block, with or without the one that
// it is nested in.
func isField(name string) bool {
	return name == requirementsName || slices.Contains(blockFields, name) || slices.Contains(listFields, requirementsName+"."+name)
}

// A key is a name with a colon, at offsets of the text it stands in.
type key struct {
	name       string
	start, end int // end is behind the colon
}

// keys are the words of a text that a colon and a space follow, outside of
// brackets. A field of a block is one inside of them as well: the bracket was not
// closed. A word that is no field, right behind a name, is its value.
func keys(text string) []key {
	var out []key
	depth := 0
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case c == '[', c == '{':
			depth++
		case c == ']', c == '}':
			depth = max(0, depth-1)
		case isWord(c) && (i == 0 || isBlank(text[i-1])):
			end := i
			for end < len(text) && isWord(text[end]) {
				end++
			}
			if end < len(text) && text[end] == ':' && (end+1 == len(text) || isBlank(text[end+1])) {
				k := key{text[i:end], i, end + 1}
				switch {
				case isField(k.name):
					out, depth = append(out, k), 0
				case depth == 0 && (len(out) == 0 || out[len(out)-1].name == requirementsName || strings.TrimSpace(text[out[len(out)-1].end:i]) != ""):
					out = append(out, k)
				}
			}
			i = end
			continue
		}
		i++
	}
	return out
}

// readFolded reads a block whose line ends are gone: each field goes up to the
// next name with a colon.
func (b *Block) readFolded() {
	body := b.File.Slice(b.Body)
	found := keys(body)
	nested := false
	for i, k := range found {
		end := len(body)
		if i+1 < len(found) {
			end = found[i+1].start
		}
		name := k.name
		if name == requirementsName {
			if nested = true; strings.TrimSpace(body[k.end:end]) == "" {
				continue // the lists follow
			}
		} else if nested && !slices.Contains(blockFields, name) {
			name = requirementsName + "." + name
		}
		v := &Value{Name: name, Key: b.at(k.start, k.end-1)}
		if v.Text, v.Span = b.scalar(k.end, end); v.Text == "" {
			v.Span = v.Key
		}
		b.foldedList(v)
		b.Values = append(b.Values, v)
	}
}

// at is the place of offsets into the body.
func (b *Block) at(start, end int) source.Span {
	return source.Span{Start: b.Body.Start + start, End: b.Body.Start + end}
}

// scalar is the text between two offsets of the body without the blanks and
// quotes around it, and its place with the quotes.
func (b *Block) scalar(start, end int) (string, source.Span) {
	body := b.File.Slice(b.Body)
	for start < end && isBlank(body[start]) {
		start++
	}
	for end > start && isBlank(body[end-1]) {
		end--
	}
	text := strings.Join(strings.Fields(body[start:end]), " ")
	if n := len(text); n >= 2 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
		text = text[1 : n-1]
	}
	return text, b.at(start, end)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// foldedList turns "[A, B]" and "- A - B" into items.
func (b *Block) foldedList(v *Value) {
	written := b.File.Slice(v.Span)
	inner, bracketed := strings.CutPrefix(written, "[")
	switch {
	case bracketed && strings.HasSuffix(inner, "]"):
		v.List = true
		at := v.Span.Start - b.Body.Start + 1
		for part := range strings.SplitSeq(strings.TrimSuffix(inner, "]"), ",") {
			if text, span := b.scalar(at, at+len(part)); text != "" {
				v.Items = append(v.Items, Item{text, span})
			}
			at += len(part) + 1
		}
	case strings.HasPrefix(written, "- "):
		v.List = true
		at := v.Span.Start - b.Body.Start
		for i, part := range strings.Split(" "+written, " - ") {
			if i > 0 {
				text, span := b.scalar(at, at+len(part))
				v.Items = append(v.Items, Item{text, span})
				at += len(part) + len(" - ")
			} else {
				at += len("- ")
			}
		}
	}
	if v.List {
		v.Text = ""
	}
}

// readYAML reads a block that is written over several lines.
func (b *Block) readYAML() *Fault {
	body := b.File.Slice(b.Body)
	if at := source.YAMLTooDeep(body); at >= 0 {
		return b.fault("", source.Span{Start: b.Body.Start + at, End: b.Body.Start + at + 1}, "the block is nested more than %d deep here", source.DeepestYAML)
	}
	file, err := parser.ParseBytes([]byte(body), 0, parser.AllowDuplicateMapKey()) // which is a fault of its own
	if err != nil {
		return b.yamlFault(err)
	}
	if len(file.Docs) == 0 || file.Docs[0].Body == nil {
		return nil // an empty block lacks every field
	}
	if len(file.Docs) > 1 {
		return b.fault("", b.token(file.Docs[1].GetToken()), "the block is more than one YAML document")
	}
	entries, ok := mapping(file.Docs[0].Body)
	if !ok {
		return b.fault("", b.token(file.Docs[0].Body.GetToken()), "the block is no list of fields, such as “phase: 2”")
	}
	b.addEntries("", entries)
	return nil
}

// mapping are the entries of a YAML mapping.
func mapping(n ast.Node) ([]*ast.MappingValueNode, bool) {
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values, true
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}, true
	}
	return nil, false
}

func (b *Block) addEntries(prefix string, entries []*ast.MappingValueNode) {
	for _, e := range entries {
		name := prefix + e.Key.GetToken().Value
		if nested, ok := mapping(e.Value); ok && name == requirementsName {
			b.addEntries(name+".", nested)
			continue
		}
		v := &Value{Name: name, Key: b.token(e.Key.GetToken())}
		v.Span = v.Key
		switch value := e.Value.(type) {
		case *ast.SequenceNode:
			v.List, v.Span = true, b.token(value.GetToken())
			for _, item := range value.Values {
				v.Items = append(v.Items, Item{scalarText(item), b.token(item.GetToken())})
			}
		case *ast.NullNode:
		default:
			v.Text, v.Span = scalarText(value), b.token(value.GetToken())
		}
		b.Values = append(b.Values, v)
	}
}

// scalarText is the text of a plain or quoted value, "" of anything else.
func scalarText(n ast.Node) string {
	if _, ok := n.(ast.ScalarNode); !ok {
		return ""
	}
	return n.GetToken().Value
}

// token is the place of a YAML token.
func (b *Block) token(t *token.Token) source.Span {
	if t == nil || t.Position == nil {
		return b.Begin
	}
	start := b.offset(t.Position.Line, t.Position.Column)
	end := min(start+max(1, len(strings.TrimSpace(t.Origin))), b.Body.End)
	return source.Span{Start: start, End: max(start, end)}
}

// offset is the place of a line and column, counted in code points, of the body.
func (b *Block) offset(line, column int) int {
	body, at := b.File.Slice(b.Body), 0
	for ; line > 1; line-- {
		i := strings.IndexByte(body[at:], '\n')
		if i < 0 {
			return b.Body.End
		}
		at += i + 1
	}
	for i := range body[at:] {
		if column <= 1 {
			return b.Body.Start + at + i
		}
		column--
	}
	return b.Body.End
}

// yamlFault is a complaint of the YAML parser. It says where it gave up; the field
// that is wrong is the one before, whose bracket or quote has no end, or else the
// one of that line.
func (b *Block) yamlFault(err error) *Fault {
	var fault yaml.Error
	if !errors.As(err, &fault) {
		return b.fault("", b.Begin, "the block is not YAML: %v", err)
	}
	span := b.Begin
	if t := fault.GetToken(); t != nil {
		span = b.token(t)
	}
	name, nested, field := "", false, ""
	at := b.Body.Start
	for line := range strings.Lines(b.File.Slice(b.Body)) {
		if at > span.Start {
			break
		}
		if found := keys(line); len(found) > 0 && isField(found[0].name) {
			if name = found[0].name; name == requirementsName {
				nested = true
			} else if nested && !slices.Contains(blockFields, name) {
				name = requirementsName + "." + name
			}
			field = name
			value, place := b.scalar(at-b.Body.Start+found[0].end, at-b.Body.Start+len(line))
			if open := unclosed(value); open != "" {
				return b.fault(field, place, "%s has a %s without an end", field, open)
			}
		}
		at += len(line)
	}
	if field == "" {
		return b.fault("", span, "the block is not YAML: %s", fault.GetMessage())
	}
	return b.fault(field, span, "%s is not YAML: %s", field, fault.GetMessage())
}

// unclosed is what a value opens and does not close, or "".
func unclosed(value string) string {
	switch {
	case strings.Count(value, "[") > strings.Count(value, "]"):
		return "bracket"
	case strings.Count(value, "{") > strings.Count(value, "}"):
		return "brace"
	case strings.HasPrefix(value, "\"") && strings.Count(value, "\"") == 1, strings.HasPrefix(value, "'") && strings.Count(value, "'") == 1:
		return "quote"
	}
	return ""
}
