package config

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"atelier/internal/diag"
)

var known = Known{
	Rules:      []string{"link", "link/dangling"},
	DidYouMean: func(string, []string) string { return "" },
}

func TestParse(t *testing.T) {
	c, err := Parse("atelier.yaml", []byte("collections: docs/**/*.md\nseverity:\n  link: false\n  link/dangling: warning\nignores:\n  - {rule: link, paths: [\"a/**\"], reason: old}\nsite: {title: T}\n"), known)
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Collections) != 1 || c.Collections[0] != "docs/**/*.md" || c.Site.Title != "T" {
		t.Errorf("got %+v", c)
	}
	if s, ok := c.SeverityOf("link/dangling"); !ok || s != diag.Warning {
		t.Errorf("link/dangling has severity %v", s)
	}
	if s, ok := c.SeverityOf("link/other"); !ok || s != diag.Off {
		t.Errorf("link/other has severity %v", s)
	}
	if !c.Ignored("link/dangling", "a/b/c.md") || c.Ignored("link/dangling", "b.md") || c.Ignored("trace/order", "a/b.md") {
		t.Error("ignores are wrong")
	}
	if err := c.DeadGlobs([]string{"docs/a.md"}); err == nil || !strings.Contains(err.Error(), `"a/**"`) || strings.Contains(err.Error(), "docs/") {
		t.Errorf("dead globs: %v", err)
	}
	if len(Default().Severity) != 0 {
		t.Error("the default shares its maps")
	}
}

// TestCodePaths holds that code is mapped by every glob that matches it, that a
// glob of code may match nothing, and that names keep their places.
func TestCodePaths(t *testing.T) {
	c, err := Parse("x.yaml", []byte("paths:\n  services/*/consumers/**: [messaging, errors]\n  services/**: api\n  \"**/*.sql\": [data, api]\n"), known)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"services/a/consumers/b/c.go": "messaging errors api",
		"services/x.sql":              "api data",
		"x.sql":                       "data api",
		"other/services/a.go":         "",
	} {
		if got := strings.Join(c.DomainsOf(path), " "); got != want {
			t.Errorf("%s is mapped to %q, want %q", path, got, want)
		}
	}
	if err := c.DeadGlobs(nil); err != nil {
		t.Errorf("a glob of code is called dead: %v", err)
	}
	err = c.UnknownDomains(func(name string) string {
		if name == "errors" {
			return "no domain is named errors"
		}
		return ""
	})
	if err == nil || err.Error() != "x.yaml:2:40: no domain is named errors" {
		t.Errorf("got %v", err)
	}
}

// TestFaults holds that each fault is found at its place, and all of them at once.
func TestFaults(t *testing.T) {
	for text, want := range map[string]string{
		"a: [":                                   "x.yaml:1:",
		"- a\n":                                  "x.yaml:1:1: the configuration is a list of keys and values",
		"nope: 1\n":                              "x.yaml:1:1: there is no key",
		"severity:\n  link: 3\n":                 "x.yaml:2:9: a severity is a text",
		"severity:\n  lnk: off\n":                "x.yaml:2:3: no rule",
		"severity: off\n":                        "x.yaml:1:11: severity is a list",
		"collections: [\"[\"]\n":                 "x.yaml:1:15: \"[\" is no valid glob",
		"ignore: /abs\n":                         "x.yaml:1:9: \"/abs\": globs are relative",
		"manifest: ../up.md\n":                   "x.yaml:1:11: manifest is a path below",
		"site:\n  tilte: x\n":                    "x.yaml:2:3: site has no key",
		"nope: 1\nsite: 2\n":                     "x.yaml:2:7: site is a list",
		"ignores:\n  - rule: link\n":             "x.yaml:2:5: an entry of ignores has",
		"matrix: a\nmatrix: b\n":                 "x.yaml:2:1:",
		"paths: a\n":                             "x.yaml:1:8: paths is a list of keys",
		"paths:\n  \"[\": a\n":                   "x.yaml:2:3: \"[\" is no valid glob",
		"paths:\n  /a: b\n":                      "x.yaml:2:3: \"/a\": globs are relative",
		"paths:\n  a: []\n":                      "x.yaml:2:3: the glob \"a\" of paths names no domain",
		"paths:\n  a: [{b: c}]\n":                "x.yaml:2:",
		"a\xff":                                  "x.yaml:1:1: the configuration is no UTF-8 text: byte 1 (0xff)",
		"collections: []\n":                      "x.yaml:1:14: collections names nothing",
		"collections:\n":                         "x.yaml:1:14: collections names nothing",
		"collections: a/../../b\n":               "x.yaml:1:14: \"a/../../b\": globs are relative",
		"collections: &a [b]\n":                  "x.yaml:1:14: anchors, aliases and tags are not read here: write the value out",
		"severity: &a {link: off}\n":             "x.yaml:1:11: anchors",
		"manifest: !!str a\n":                    "x.yaml:1:11: anchors",
		"severity: {<<: {link: off}}\n":          "x.yaml:1:12: keys are written plainly here",
		"? manifest\n: a\n":                      "x.yaml:1:1: keys are written plainly here",
		"manifest: a/../../b.md\n":               "x.yaml:1:11: manifest is a path below",
		"manifest: C:\\a.md\n":                   "x.yaml:1:11: manifest is a path below",
		"matrix: .\n":                            "x.yaml:1:9: matrix is a path below",
		"review: ./review\n":                     "x.yaml:1:9: review is a path below",
		"phase: 3\n":                             "x.yaml:1:8: phase is a text",
		"manifest: a\n---\nroadmap: b\n":         "x.yaml:3:1: the configuration is one YAML document",
		"\tmanifest: a\n":                        "x.yaml:1:",
		"site: {baseURL: here}\n":                "x.yaml:1:17: site.baseURL: \"here\" is not the address of a folder on the web",
		"site: {repository: git@a:b}\n":          "x.yaml:1:20: site.repository: \"git@a:b\" is not the address",
		"ignores:\n  - {rule: link, paths: a}\n": "x.yaml:2:6: an entry of ignores has a rule, paths and a reason, and this one has no reason",
		"ignores:\n  - {rule: lnk, pats: a}\n":   "x.yaml:2:12: no rule or group is named \"lnk\"\nx.yaml:2:17: an entry of ignores has no key \"pats\"",
		"a: " + strings.Repeat("[", 101):         "x.yaml:1:104: the configuration is nested more than 100 deep here",
		strings.Repeat("a", 1<<17+1):             "x.yaml:1:1: the configuration is 131073 bytes long",
	} {
		if _, err := Parse("x.yaml", []byte(text), known); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.80q: got %v, want %s", text, err, want)
		}
	}
	for _, text := range []string{"ignores:\n  - {rule: lnk, paths: a}\n", "ignores:\n  - {rule: link, pats: a, reason: b}\n"} {
		if _, err := Parse("x.yaml", []byte(text), known); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: want one fault, got %v", text, err)
		}
	}
	if _, err := Parse("x.yaml", nil, known); err != nil {
		t.Errorf("an empty file: %v", err)
	}
}

// TestByteOrderMark holds that a mark and CRLF are ordinary input, and that a
// block scalar is the text without its line end.
func TestByteOrderMark(t *testing.T) {
	_, err := Parse("x.yaml", []byte("\ufeffmanifest: |\r\n  LIST.md\r\nseverity:\r\n  lnk: off\r\n"), known)
	if err == nil || !strings.HasPrefix(err.Error(), "x.yaml:4:3: no rule") {
		t.Errorf("got %v", err)
	}
	c, err := Parse("x.yaml", []byte("\ufeffmanifest: |\r\n  LIST.md\r\n"), known)
	if err != nil || c.Manifest != "LIST.md" {
		t.Errorf("got %v and %v", c, err)
	}
}

// TestDocumentation holds that the example of docs/check.md is read, and shows
// every key.
func TestDocumentation(t *testing.T) {
	page, err := os.ReadFile("../../docs/check.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, found := strings.Cut(string(page), "\n```yaml\n")
	example, _, closed := strings.Cut(example, "\n```\n")
	if !found || !closed {
		t.Fatal("docs/check.md has no example")
	}
	any := Known{Rules: []string{"markdown/fence-language", "link/dangling", "markdown/raw-html"}, DidYouMean: known.DidYouMean}
	c, err := Parse("atelier.yaml", []byte(example), any)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range keys {
		if _, shown := c.Origins[k.name]; !shown {
			t.Errorf("the example does not show the key %s", k.name)
		}
	}
}

// TestMissingFiles holds that a file or folder which the configuration names must
// exist, and that a default need not.
func TestMissingFiles(t *testing.T) {
	tree := map[string]bool{"a.md": false, "list.md": false, "review": true, "review/x.md": false, "matrices/y.md": false, "matrices": true}
	find := func(path string) (bool, bool) { folder, ok := tree[path]; return ok, folder }
	paths := []string{"a.md", "list.md", "matrices/y.md", "review/x.md"}
	known := Known{DidYouMean: func(name string, candidates []string) string {
		for _, c := range candidates {
			if c[:3] == name[:3] {
				return fmt.Sprintf("; did you mean %q?", c)
			}
		}
		return ""
	}}
	c, err := Parse("x.yaml", []byte("manifest: a.md\nroadmap: lists.md\nreview: review/\nmatrix: matrixes\nphase: review\n"), known)
	if err != nil {
		t.Fatal(err)
	}
	want := `x.yaml:2:10: there is no file "lists.md", which roadmap names; did you mean "list.md"?
x.yaml:4:9: there is no folder "matrixes", which matrix names; did you mean "matrices"?
x.yaml:5:8: there is no file "review", which phase names; did you mean "review/x.md"?`
	if err := c.MissingFiles(find, paths); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	if err := Default().MissingFiles(find, nil); err != nil {
		t.Errorf("a default is called missing: %v", err)
	}
}

// TestSchema holds that the published schema knows the keys that are read.
func TestSchema(t *testing.T) {
	schema, err := jsonschema.NewCompiler().Compile("../../docs/schema/config.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for _, k := range keys {
		switch k.name {
		case "ignores":
			text.WriteString("ignores: [{rule: link, paths: [a], reason: b}]\n")
		case "paths":
			text.WriteString("paths: {\"a/**\": [b, c], d: e}\n")
		case "severity":
			text.WriteString("severity: {link: off}\n")
		case "site":
			text.WriteString("site: {title: a, baseURL: \"https://b.example\", repository: \"https://c.example\"}\n")
		case "collections", "ignore", "notCitations", "pages":
			text.WriteString(k.name + ": [a]\n")
		default:
			text.WriteString(k.name + ": a\n")
		}
	}
	if _, err := Parse("x.yaml", []byte(text.String()), known); err != nil {
		t.Fatal(err)
	}
	var value any
	if err := yaml.Unmarshal([]byte(text.String()), &value); err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
	if err := schema.Validate(map[string]any{"nope": 1}); err == nil {
		t.Error("the schema takes an unknown key")
	}
}
