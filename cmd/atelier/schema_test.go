package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// output runs a command line in this repository and gives its stdout.
func output(t *testing.T, args ...string) []byte {
	t.Helper()
	var stdout, stderr bytes.Buffer
	code := run(context.Background(), &environment{
		args: args, stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr, getenv: func(string) string { return "" },
	})
	if code == exitFailure {
		t.Fatalf("atelier %s: %s", strings.Join(args, " "), stderr.String())
	}
	return stdout.Bytes()
}

// corpora are the roots whose output is validated: this repository, a small
// broken corpus, and the seed documents, "" where they are missing.
func corpora(t *testing.T) map[string]string {
	broken := t.TempDir()
	if err := os.MkdirAll(filepath.Join(broken, "domains", "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	text := "---\nsince: v0.1\nnested: {a: [1, b]}\n---\n# A\n\n### P1. One\n\nSee `domains/a/none` and C9, D-001.\n\n| P-rule | Core | Why |\n|---|---|---|\n| P3 | | |\n\n| Violation | Principle |\n|---|---|\n| | |\n| Wait | P7 |\n| Wait | |\n| # | P1 |\n"
	if err := os.WriteFile(filepath.Join(broken, "domains", "a", "first-principles.md"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return map[string]string{"this repository": "../..", "a broken corpus": broken, "the seed corpus": seedRoot()}
}

// seedRoot is the folder of real documents beside the repository, "" where it is
// missing.
func seedRoot() string {
	for _, dir := range []string{os.Getenv("ATELIER_SEED"), "../../../shared/seed-corpus"} {
		if dir == "" {
			continue
		}
		if _, err := os.Stat(filepath.Join(dir, "expected.json")); err == nil {
			return dir
		}
	}
	return ""
}

// needSeed skips a test by name where the seed is missing.
func needSeed(t *testing.T, root string) {
	t.Helper()
	if root == "" && os.Getenv("ATELIER_REQUIRE_ALL") == "1" {
		t.Fatal("no seed corpus beside the repository, and ATELIER_REQUIRE_ALL=1")
	}
	if root == "" {
		t.Skip("no seed corpus beside the repository (set ATELIER_SEED)")
	}
}

func TestSchemas(t *testing.T) {
	for _, c := range []struct {
		schema string
		args   []string
	}{
		{"findings.schema.json", []string{"check", "--format", "json"}},
		{"model.schema.json", []string{"model"}},
		{"checklist.schema.json", []string{"review", "export", "--format", "json", "--duties"}},
		{"checklist.schema.json", []string{"review", "export", "--format", "json", "--audience", "peer"}},
		{"checklist.schema.json", []string{"review", "export", "--format", "json", "--audience", "agent"}},
	} {
		schema, err := jsonschema.NewCompiler().Compile("../../docs/schema/" + c.schema)
		if err != nil {
			t.Fatal(err)
		}
		for name, root := range corpora(t) {
			t.Run(strings.Join(c.args, " ")+" of "+name, func(t *testing.T) {
				needSeed(t, root)
				value, err := jsonschema.UnmarshalJSON(bytes.NewReader(output(t, append(c.args, "-C", root)...)))
				if err != nil {
					t.Fatal(err)
				}
				if err := schema.Validate(value); err != nil {
					t.Error(err)
				}
			})
		}
	}
}
