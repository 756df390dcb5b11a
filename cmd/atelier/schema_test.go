package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"atelier/internal/corpustest"
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
	return map[string]string{"this repository": "../..", "a broken corpus": broken, "the seed corpus": corpustest.SeedFolder()}
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
				if root == "" {
					root = corpustest.Seed(t) // skips by name
				}
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
