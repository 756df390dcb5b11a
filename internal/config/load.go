package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"atelier/internal/diag"
	"atelier/internal/source"
)

// FileName is the name of the configuration in the corpus root.
const FileName = "atelier.yaml"

// maxSize bounds the file, in bytes: the parser takes quadratic time in the number
// of keys, half a second for a file of this size.
const maxSize = 1 << 17

// An Error is a fault in a configuration file, with its place.
type Error struct {
	File         string
	Line, Column int
	Message      string
}

func (e *Error) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Column, e.Message)
}

// Known are the names that a configuration may use: those of rules and of their
// groups, and a function that suggests the nearest of some candidates, as
// "; did you mean X?".
type Known struct {
	Rules      []string
	DidYouMean func(name string, candidates []string) string
}

// Parse reads a configuration over the defaults. All faults are reported
// together, each an [Error].
func Parse(name string, content []byte, known Known) (*Config, error) {
	c := Default()
	if len(content) > maxSize {
		return nil, &Error{name, 1, 1, fmt.Sprintf("the configuration is %d bytes long; the bound is %d", len(content), maxSize)}
	}
	if at := source.Invalid(content); at >= 0 {
		line := bytes.Count(content[:at], []byte("\n")) + 1
		return nil, &Error{name, line, 1, fmt.Sprintf("the configuration is no UTF-8 text: byte %d (0x%02x) cannot be read", at, content[at])}
	}
	text := source.NewFile(name, content)
	if at := source.YAMLTooDeep(text.Text); at >= 0 {
		place := text.Position(at)
		return nil, &Error{name, place.Line, place.Column, fmt.Sprintf("the configuration is nested more than %d deep here", source.DeepestYAML)}
	}
	file, err := parser.ParseBytes([]byte(text.Text), 0)
	if err != nil {
		return nil, syntaxError(name, err)
	}
	c.didYouMean = known.DidYouMean
	r := &reader{file: name, config: c, known: known}
	for i, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if i > 0 {
			r.fault(doc.Body, "the configuration is one YAML document, and another starts here")
			break
		}
		r.top(doc.Body)
	}
	slices.SortStableFunc(r.faults, func(a, b *Error) int { return cmp.Or(a.Line-b.Line, a.Column-b.Column) })
	faults := make([]error, len(r.faults))
	for i, fault := range r.faults {
		faults[i] = fault
	}
	if err := errors.Join(faults...); err != nil {
		return nil, err
	}
	return c, nil
}

func syntaxError(name string, err error) error {
	var fault yaml.Error
	if errors.As(err, &fault) && fault.GetToken() != nil && fault.GetToken().Position != nil {
		at := fault.GetToken().Position
		return &Error{name, at.Line, at.Column, fault.GetMessage()}
	}
	message, _, _ := strings.Cut(err.Error(), "\n")
	return &Error{name, 1, 1, message}
}

// reader walks the YAML tree and sets the configuration.
type reader struct {
	file   string
	config *Config
	known  Known
	faults []*Error
}

func (r *reader) fault(n ast.Node, format string, args ...any) {
	fault := r.faultAt(n, format, args...)
	r.faults = append(r.faults, &fault)
}

// faultAt is a fault at a node.
func (r *reader) faultAt(n ast.Node, format string, args ...any) Error {
	at := n.GetToken().Position
	switch n := n.(type) { // the token of a mapping is its first colon
	case *ast.MappingValueNode:
		at = n.Key.GetToken().Position
	case *ast.MappingNode:
		if len(n.Values) > 0 {
			at = n.Values[0].Key.GetToken().Position
		}
	}
	return Error{r.file, at.Line, at.Column, fmt.Sprintf(format, args...)}
}

func (r *reader) origin(n ast.Node) string {
	at := n.GetToken().Position
	return fmt.Sprintf("%s:%d:%d", r.file, at.Line, at.Column)
}

// pairs are the keys and values of a mapping; anything else is a fault.
func (r *reader) pairs(n ast.Node, what string) []*ast.MappingValueNode {
	var pairs []*ast.MappingValueNode
	switch n := n.(type) {
	case *ast.MappingNode:
		pairs = slices.Clone(n.Values)
	case *ast.MappingValueNode:
		pairs = []*ast.MappingValueNode{n}
	case *ast.NullNode:
	default:
		r.unlike(n, "%s is a list of keys and values", what)
	}
	return slices.DeleteFunc(pairs, func(pair *ast.MappingValueNode) bool {
		switch pair.Key.(type) {
		case *ast.MergeKeyNode, *ast.MappingKeyNode:
			r.fault(pair.Key, "keys are written plainly here, as in “key: value”")
			return true
		}
		return false
	})
}

// unlike is the fault of a value that is not what it has to be.
func (r *reader) unlike(n ast.Node, format string, args ...any) {
	switch n.(type) {
	case *ast.AnchorNode, *ast.AliasNode, *ast.TagNode:
		r.fault(n, "anchors, aliases and tags are not read here: write the value out")
	default:
		r.fault(n, format, args...)
	}
}

// key is one key of the configuration.
type key struct {
	name string
	read func(*reader, ast.Node)
}

// keys are the top-level keys, sorted.
var keys = []key{
	{"collections", func(r *reader, n ast.Node) { r.globs(n, "collections", &r.config.Collections) }},
	{"ignore", func(r *reader, n ast.Node) { r.globs(n, "ignore", &r.config.Ignore) }},
	{"ignores", (*reader).ignores},
	{"manifest", func(r *reader, n ast.Node) { r.existing(n, "file", "manifest", &r.config.Manifest) }},
	{"matrix", func(r *reader, n ast.Node) { r.existing(n, "folder", "matrix", &r.config.Matrix) }},
	{"notCitations", func(r *reader, n ast.Node) { r.texts(n, "notCitations", &r.config.NotCitations) }},
	{"pages", func(r *reader, n ast.Node) { r.globs(n, "pages", &r.config.Pages) }},
	{"paths", (*reader).codePaths},
	{"phase", func(r *reader, n ast.Node) { r.existing(n, "file", "phase", &r.config.Phase) }},
	{"review", func(r *reader, n ast.Node) { r.existing(n, "folder", "review", &r.config.Review) }},
	{"roadmap", func(r *reader, n ast.Node) { r.existing(n, "file", "roadmap", &r.config.Roadmap) }},
	{"severity", (*reader).severity},
	{"site", (*reader).site},
}

func (r *reader) top(n ast.Node) {
	seen := map[string]bool{}
	for _, pair := range r.pairs(n, "the configuration") {
		name := pair.Key.GetToken().Value
		i := slices.IndexFunc(keys, func(k key) bool { return k.name == name })
		if i < 0 {
			var names []string
			for _, k := range keys {
				names = append(names, k.name)
			}
			r.fault(pair.Key, "there is no key %q%s", name, r.known.DidYouMean(name, names))
			continue
		}
		if seen[name] {
			r.fault(pair.Key, "the key %q stands twice", name)
			continue
		}
		seen[name] = true
		r.config.Origins[name] = r.origin(pair.Key)
		keys[i].read(r, pair.Value)
	}
}

func (r *reader) text(n ast.Node, what string) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return strings.TrimRight(n.Value.Value, "\n"), true
	}
	r.unlike(n, "%s is a text", what)
	return "", false
}

// each calls read for the elements of a list; a single value is a list of one.
func (r *reader) each(n ast.Node, read func(ast.Node)) {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		if _, null := n.(*ast.NullNode); !null {
			read(n)
		}
		return
	}
	for _, value := range list.Values {
		read(value)
	}
}

func (r *reader) texts(n ast.Node, what string, to *[]string) {
	var out []string
	r.each(n, func(n ast.Node) {
		if text, ok := r.text(n, "an entry of "+what); ok {
			out = append(out, text)
		}
	})
	*to = out
}

// codePaths reads the mapping from globs of code to domains.
func (r *reader) codePaths(n ast.Node) {
	seen := map[string]bool{}
	for _, pair := range r.pairs(n, "paths") {
		glob := pair.Key.GetToken().Value
		switch {
		case !r.validGlob(pair.Key, glob):
			continue
		case seen[glob]:
			r.fault(pair.Key, "the glob %q stands twice in paths", glob)
			continue
		}
		seen[glob] = true
		mapping := CodePath{Glob: glob}
		r.each(pair.Value, func(n ast.Node) {
			if name, ok := r.text(n, "a domain of paths"); ok {
				mapping.Domains = append(mapping.Domains, PlacedName{name, r.faultAt(n, "")})
			}
		})
		if len(mapping.Domains) == 0 {
			r.fault(pair.Key, "the glob %q of paths names no domain", glob)
			continue
		}
		r.config.CodePaths = append(r.config.CodePaths, mapping)
		r.config.Origins["paths."+glob] = r.origin(pair.Key)
	}
}

func (r *reader) globs(n ast.Node, what string, to *[]string) {
	var out []string
	r.each(n, func(n ast.Node) {
		if glob, ok := r.glob(n, what); ok {
			out = append(out, glob)
		}
	})
	*to = out
	if len(out) == 0 && what == "collections" && len(r.faults) == 0 {
		r.fault(n, "collections names nothing, so there would be no documents")
	}
}

// glob reads one glob and remembers its place, so that one that matches nothing
// can be reported.
func (r *reader) glob(n ast.Node, what string) (string, bool) {
	glob, ok := r.text(n, "an entry of "+what)
	if !ok || !r.validGlob(n, glob) {
		return "", false
	}
	r.config.globs = append(r.config.globs, placedText{glob, r.faultAt(n, "the glob %q of %s matches no file", glob, what)})
	return glob, true
}

// validGlob reports whether a text is a glob below the root, and the fault where
// it is not.
func (r *reader) validGlob(n ast.Node, glob string) bool {
	if !doublestar.ValidatePattern(glob) {
		r.fault(n, "%q is no valid glob", glob)
		return false
	}
	if !below(glob) {
		r.fault(n, "%q: globs are relative to the corpus root, with forward slashes", glob)
		return false
	}
	return true
}

func (r *reader) path(n ast.Node, what string, to *string) {
	path, ok := r.text(n, what)
	if !ok {
		return
	}
	if !below(path) || path == "" || strings.ContainsAny(path, "\n") {
		r.fault(n, "%s is a path below the corpus root, with forward slashes", what)
		return
	}
	*to = strings.TrimSuffix(path, "/")
}

// existing reads the path of a file or folder and remembers its place, so that one
// that is not there can be reported.
func (r *reader) existing(n ast.Node, kind, what string, to *string) {
	before := len(r.faults)
	r.path(n, what, to)
	if len(r.faults) > before {
		return
	}
	r.config.files = append(r.config.files, placedFile{placedText{*to, r.faultAt(n, "there is no %s %q, which %s names", kind, *to, what)}, kind == "folder"})
}

// below reports whether a path or glob stays below the corpus root, as it is
// written.
func below(path string) bool {
	if strings.HasPrefix(path, "/") || strings.Contains(path, "\\") {
		return false
	}
	for part := range strings.SplitSeq(strings.TrimSuffix(path, "/"), "/") {
		if part == ".." || part == "." || part == "" && path != "" {
			return false
		}
	}
	return true
}

func (r *reader) severity(n ast.Node) {
	for _, pair := range r.pairs(n, "severity") {
		rule := pair.Key.GetToken().Value
		if !slices.Contains(r.known.Rules, rule) {
			r.fault(pair.Key, "no rule or group is named %q%s", rule, r.known.DidYouMean(rule, r.known.Rules))
			continue
		}
		name, ok := "off", true
		if b, isBool := pair.Value.(*ast.BoolNode); !isBool || b.Value { // a tool of YAML 1.1 writes off as false
			name, ok = r.text(pair.Value, "a severity")
		}
		if !ok {
			continue
		}
		severity, known := diag.ParseSeverity(name)
		if !known {
			r.fault(pair.Value, "%q is no severity (error, warning, info, off)%s", name, r.known.DidYouMean(name, []string{"error", "warning", "info", "off"}))
			continue
		}
		r.config.Severity[rule] = severity
		r.config.Origins["severity."+rule] = r.origin(pair.Key)
	}
}

func (r *reader) ignores(n ast.Node) {
	r.each(n, func(n ast.Node) {
		ignore, before := Ignore{}, len(r.faults)
		for _, pair := range r.pairs(n, "an entry of ignores") {
			switch name := pair.Key.GetToken().Value; name {
			case "rule":
				rule, ok := r.text(pair.Value, "rule")
				if ok && !slices.Contains(r.known.Rules, rule) {
					r.fault(pair.Value, "no rule or group is named %q%s", rule, r.known.DidYouMean(rule, r.known.Rules))
				}
				ignore.Rule = rule
			case "paths":
				r.globs(pair.Value, "paths", &ignore.Paths)
			case "reason":
				ignore.Reason, _ = r.text(pair.Value, "reason")
			default:
				r.fault(pair.Key, "an entry of ignores has no key %q%s", name, r.known.DidYouMean(name, []string{"rule", "paths", "reason"}))
			}
		}
		if len(r.faults) > before {
			return // the entry is not what it was meant to be
		}
		var missing []string
		for _, part := range []struct {
			name  string
			there bool
		}{{"rule", ignore.Rule != ""}, {"paths", len(ignore.Paths) > 0}, {"reason", strings.TrimSpace(ignore.Reason) != ""}} {
			if !part.there {
				missing = append(missing, part.name)
			}
		}
		if len(missing) > 0 {
			r.fault(n, "an entry of ignores has a rule, paths and a reason, and this one has no %s", strings.Join(missing, " and no "))
			return
		}
		r.config.Ignores = append(r.config.Ignores, ignore)
	})
}

func (r *reader) site(n ast.Node) {
	fields := map[string]*string{"title": &r.config.Site.Title, "baseURL": &r.config.Site.BaseURL, "repository": &r.config.Site.Repository}
	for _, pair := range r.pairs(n, "site") {
		name := pair.Key.GetToken().Value
		to, ok := fields[name]
		if !ok {
			r.fault(pair.Key, "site has no key %q%s", name, r.known.DidYouMean(name, []string{"title", "baseURL", "repository"}))
			continue
		}
		if text, ok := r.text(pair.Value, "site."+name); ok {
			if err := WebAddress(text); err != nil && name != "title" {
				r.fault(pair.Value, "site.%s: %v", name, err)
				continue
			}
			*to = text
			r.config.Origins["site."+name] = r.origin(pair.Key)
		}
	}
}
