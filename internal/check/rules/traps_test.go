package rules_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// root is this repository, from the folder of this package.
const root = "../../.."

// TestTraps holds that every item of testdata/traps.txt has a case, and that
// each case is there.
func TestTraps(t *testing.T) {
	data, err := os.ReadFile("testdata/traps.txt")
	if err != nil {
		t.Fatal(err)
	}
	tests := goTests{}
	item, cases, items := "", 0, 0
	end := func() {
		if item != "" && cases == 0 {
			t.Errorf("no case holds %q", item)
		}
		item, cases = "", 0
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case strings.HasPrefix(line, "- "):
			end()
			item = line[2:]
			items++
		case strings.HasPrefix(line, "    "):
			cases++
			if fault := tests.missing(strings.TrimSpace(line)); fault != "" {
				t.Errorf("%s: %s", item, fault)
			}
		default:
			end()
		}
	}
	end()
	if items < 50 {
		t.Errorf("only %d items", items)
	}
}

// goTests are the test functions of packages, by folder and name, with the
// strings that they hold: names or inputs of their subtests.
type goTests map[string]map[string]map[string]bool

// missing says what is not there of a case, or "".
func (g goTests) missing(name string) string {
	folder, test, isTest := strings.Cut(name, " ")
	if !isTest {
		return missingFile(filepath.Join("testdata", filepath.FromSlash(name)+".txtar"))
	}
	if script, ok := strings.CutPrefix(test, "script/"); ok {
		return missingFile(filepath.Join(root, filepath.FromSlash(folder), "testdata", "script", script+".txtar"))
	}
	function, subtest, hasSubtest := strings.Cut(test, "/")
	literals, ok := g.in(folder)[function]
	switch {
	case !ok:
		return "no test " + function + " in " + folder
	case hasSubtest && !literals[subtest]:
		return function + " in " + folder + " has no " + strconv.Quote(subtest)
	}
	return ""
}

func missingFile(name string) string {
	if _, err := os.Stat(name); err != nil {
		return "no file " + name
	}
	return ""
}

// in are the tests of a folder. A test holds the strings of its body, and of the
// variables that its body names.
func (g goTests) in(folder string) map[string]map[string]bool {
	if tests, ok := g[folder]; ok {
		return tests
	}
	tests := map[string]map[string]bool{}
	g[folder] = tests
	variables := map[string]ast.Node{}
	names, _ := filepath.Glob(filepath.Join(root, filepath.FromSlash(folder), "*_test.go"))
	var functions []*ast.FuncDecl
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				functions = append(functions, d)
				variables[d.Name.Name] = d.Body
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok {
						for _, name := range v.Names {
							variables[name.Name] = v
						}
					}
				}
			}
		}
	}
	for _, f := range functions {
		if f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") && f.Body != nil {
			held := map[string]bool{}
			hold(f.Body, variables, map[string]bool{f.Name.Name: true}, held)
			tests[f.Name.Name] = held
		}
	}
	return tests
}

// hold adds the strings of a node, and of what it names.
func hold(n ast.Node, named map[string]ast.Node, seen, held map[string]bool) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING {
				held[text] = true
			}
		case *ast.Ident:
			if body := named[n.Name]; body != nil && !seen[n.Name] {
				seen[n.Name] = true
				hold(body, named, seen, held)
			}
		}
		return true
	})
}
