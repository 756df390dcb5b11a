package main

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestHelp holds that the help of every command starts with its summary on one
// line, and has an example and the exit codes.
func TestHelp(t *testing.T) {
	var all []*cobra.Command
	var collect func(*cobra.Command)
	collect = func(c *cobra.Command) {
		all = append(all, c)
		for _, sub := range c.Commands() {
			collect(sub)
		}
	}
	collect(newRoot(&environment{}))
	if len(all) < 20 {
		t.Fatalf("only %d commands", len(all))
	}
	for _, c := range all {
		t.Run(strings.ReplaceAll(c.CommandPath(), " ", "_"), func(t *testing.T) {
			args := append(strings.Fields(c.CommandPath())[1:], "--help")
			var out, errs bytes.Buffer
			if code := run(context.Background(), &environment{args: args, stdin: &bytes.Buffer{}, stdout: &out, stderr: &errs, getenv: func(string) string { return "" }}); code != exitOK {
				t.Fatalf("exit code %d: %s", code, errs.String())
			}
			help := out.String()
			first, _, _ := strings.Cut(help, "\n")
			if first != c.Short+"." || len(first) > 80 || len(first) < 10 {
				t.Errorf("the first line is %q", first)
			}
			for _, part := range []string{"\nExit codes:\n  0    done", "\n  2    ", "\nExamples:\n  "} {
				if !strings.Contains(help, part) {
					t.Errorf("the help lacks %q:\n%s", part, help)
				}
			}
			if ends := strings.Contains(help, "  130  interrupted"); c.Name() == "serve" && (ends || !strings.Contains(help, "  0    done: ended with Ctrl-C")) {
				t.Errorf("the help does not say that the server ends with Ctrl-C:\n%s", help)
			}
			if c.Name() != "help" && !strings.Contains(c.Example, "atelier") {
				t.Errorf("the example %q does not show the command", c.Example)
			}
		})
	}
}
