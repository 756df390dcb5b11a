package config

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"

	"atelier/internal/diag"
)

// FileName is the name of the configuration in the corpus root.
const FileName = "atelier.yaml"

// maxSize bounds the file before it is parsed, since deep YAML is slow.
const maxSize = 1 << 20

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
	file, err := parser.ParseBytes(content, 0)
	if err != nil {
		return nil, syntaxError(name, err)
	}
	r := &reader{file: name, config: c, known: known}
	for _, doc := range file.Docs {
		if doc.Body != nil {
			r.top(doc.Body)
		}
	}
	if err := errors.Join(r.faults...); err != nil {
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
	faults []error
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
	switch n := n.(type) {
	case *ast.MappingNode:
		return n.Values
	case *ast.MappingValueNode:
		return []*ast.MappingValueNode{n}
	case *ast.NullNode:
		return nil
	}
	r.fault(n, "%s is a list of keys and values", what)
	return nil
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
	{"manifest", func(r *reader, n ast.Node) { r.path(n, "manifest", &r.config.Manifest) }},
	{"matrix", func(r *reader, n ast.Node) { r.path(n, "matrix", &r.config.Matrix) }},
	{"notCitations", func(r *reader, n ast.Node) { r.texts(n, "notCitations", &r.config.NotCitations) }},
	{"pages", func(r *reader, n ast.Node) { r.globs(n, "pages", &r.config.Pages) }},
	{"paths", (*reader).codePaths},
	{"phase", func(r *reader, n ast.Node) { r.path(n, "phase", &r.config.Phase) }},
	{"review", func(r *reader, n ast.Node) { r.path(n, "review", &r.config.Review) }},
	{"roadmap", func(r *reader, n ast.Node) { r.path(n, "roadmap", &r.config.Roadmap) }},
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
		return n.Value.Value, true
	}
	r.fault(n, "%s is a text", what)
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
}

// glob reads one glob and remembers its place, so that one that matches nothing
// can be reported.
func (r *reader) glob(n ast.Node, what string) (string, bool) {
	glob, ok := r.text(n, "an entry of "+what)
	if !ok || !r.validGlob(n, glob) {
		return "", false
	}
	r.config.globs = append(r.config.globs, placedGlob{glob, r.faultAt(n, "the glob %q of %s matches no file", glob, what)})
	return glob, true
}

// validGlob reports whether a text is a glob below the root, and the fault where
// it is not.
func (r *reader) validGlob(n ast.Node, glob string) bool {
	if !doublestar.ValidatePattern(glob) {
		r.fault(n, "%q is no valid glob", glob)
		return false
	}
	if strings.HasPrefix(glob, "/") || strings.HasPrefix(glob, "../") || strings.Contains(glob, "\\") {
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
	path = strings.TrimSuffix(path, "/")
	if path == "" || strings.HasPrefix(path, "/") || strings.HasPrefix(path, "..") {
		r.fault(n, "%s is a path below the corpus root", what)
		return
	}
	*to = path
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
		ignore := Ignore{}
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
		if ignore.Rule == "" || len(ignore.Paths) == 0 || strings.TrimSpace(ignore.Reason) == "" {
			r.fault(n, "an entry of ignores has a rule, paths and a reason")
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
			*to = text
			r.config.Origins["site."+name] = r.origin(pair.Key)
		}
	}
}
