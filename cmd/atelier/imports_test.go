package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestImports holds the table of docs/architecture.md against the imports of
// every package, and that goldmark is seen by parse and site alone.
func TestImports(t *testing.T) {
	allowed := importTable(t)
	command := exec.Command("go", "list", "-json=ImportPath,Imports", "atelier/...")
	output, err := command.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	decoder := json.NewDecoder(strings.NewReader(string(output)))
	seen := 0
	for {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		seen++
		name := strings.TrimPrefix(p.ImportPath, "atelier/")
		may, listed := allowed[name]
		if !listed {
			t.Errorf("%s is not in the table of docs/architecture.md", name)
			continue
		}
		for _, imported := range p.Imports {
			if strings.HasPrefix(imported, "github.com/yuin/goldmark") && name != "internal/parse" && name != "site" {
				t.Errorf("%s imports %s; only internal/parse and site may", name, imported)
			}
			own, ok := strings.CutPrefix(imported, "atelier/")
			if ok && !slices.Contains(may, "everything") && !slices.Contains(may, strings.TrimPrefix(own, "internal/")) {
				t.Errorf("%s imports %s, which the table of docs/architecture.md does not allow", name, own)
			}
		}
	}
	if seen < len(allowed) {
		t.Errorf("the table lists %d packages, go list knows %d", len(allowed), seen)
	}
}

func importTable(t *testing.T) map[string][]string {
	data, err := os.ReadFile("../../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(data), "\n## Packages\n")
	section, _, _ = strings.Cut(section, "\n## ")
	table := map[string][]string{}
	for line := range strings.Lines(section) {
		cells := strings.Split(line, "|")
		if len(cells) != 5 || !strings.Contains(cells[1], "`") {
			continue
		}
		var may []string
		for _, name := range strings.Split(cells[3], ",") {
			may = append(may, strings.Trim(strings.TrimSpace(name), "`"))
		}
		table[strings.Trim(strings.TrimSpace(cells[1]), "`")] = may
	}
	if len(table) < 10 {
		t.Fatalf("the table has %d packages", len(table))
	}
	return table
}
