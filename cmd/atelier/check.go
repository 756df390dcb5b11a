package main

import (
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/diag"
	"atelier/internal/report"
)

// checkFlags are the flags of atelier check.
type checkFlags struct {
	format           string
	selected, ignore []string
	failOn           string
	maxWarnings      int
}

func newCheck(a *app) *cobra.Command {
	var f checkFlags
	c := &cobra.Command{
		Use:   "check [PATH…]",
		Short: "Validate the corpus (the CI job)",
		Long: `Validate the corpus: every link resolves and goes one way, every principle is traced
and breached by a violation, every generated block is fresh. The whole corpus
is always read, since references cross files; PATH arguments limit what is
reported.`,
		Example: `  atelier check
  atelier check domains/messaging --format concise
  atelier check --select link,trace/missing-row --fail-on warning`,
		RunE: func(cmd *cobra.Command, args []string) error { return a.check(cmd, args, f) },
	}
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "text", "output format: "+strings.Join(report.Formats(), ", "))
	flags.StringSliceVar(&f.selected, "select", nil, "only these rules or groups")
	flags.StringSliceVar(&f.ignore, "ignore", nil, "not these rules or groups")
	flags.StringVar(&f.failOn, "fail-on", "error", "the lowest severity that fails: error, warning, info or never")
	flags.IntVar(&f.maxWarnings, "max-warnings", -1, "fail with more warnings than this (-1: no limit)")
	return c
}

func (a *app) check(cmd *cobra.Command, args []string, f checkFlags) error {
	fail, err := failLevel(f.failOn)
	if err != nil {
		return err
	}
	color, err := a.useColor(a.env.stdoutTTY)
	if err != nil {
		return err
	}
	if !slices.Contains(report.Formats(), f.format) {
		return report.Write(nil, f.format, nil, report.Options{})
	}
	all := rules.All()
	chosen, err := check.Select(all, f.selected, f.ignore)
	if err != nil {
		return err
	}
	o, err := a.open(cmd.Context())
	if err != nil {
		return err
	}
	defer o.close()
	within, err := o.limit(args)
	if err != nil {
		return err
	}
	found := check.Run(o.corpus, all)
	found = slices.DeleteFunc(found, func(d *diag.Diagnostic) bool {
		return !within(d.File.Path) || !slices.ContainsFunc(chosen, func(r *check.Rule) bool { return r.Name == d.Rule })
	})
	result := report.New(o.corpus, all, found)
	if err := report.Write(a.env.stdout, f.format, result, report.Options{Color: color}); err != nil {
		return err
	}
	if f.format == "text" || f.format == "concise" {
		a.note("%s", report.Summary(result))
	}
	return verdict(found, fail, f.maxWarnings)
}

func failLevel(name string) (diag.Severity, error) {
	if name == "never" {
		return diag.Error + 1, nil
	}
	s, ok := diag.ParseSeverity(name)
	if !ok || s == diag.Off {
		return 0, fmt.Errorf("--fail-on takes error, warning, info or never, not %q", name)
	}
	return s, nil
}

// verdict is exit code 1 where a finding reaches the level.
func verdict(found []*diag.Diagnostic, fail diag.Severity, maxWarnings int) error {
	for _, d := range found {
		if d.Severity >= fail {
			return findings("")
		}
	}
	if _, warnings, _ := diag.Count(found); maxWarnings >= 0 && warnings > maxWarnings {
		return findings("%d warnings, and --max-warnings allows %d", warnings, maxWarnings)
	}
	return nil
}

// limit turns PATH arguments into a test of corpus paths. A PATH that no
// document matches is an error: nothing checked is never green.
func (o *opened) limit(args []string) (func(string) bool, error) {
	if len(args) == 0 {
		return func(string) bool { return true }, nil
	}
	var prefixes []string
	for _, arg := range args {
		name, err := o.corpusPath(arg)
		if err != nil {
			return nil, err
		}
		matched := name == "."
		for _, d := range o.corpus.Documents {
			if d.Path == name || strings.HasPrefix(d.Path, name+"/") {
				matched = true
				break
			}
		}
		if !matched {
			return nil, fmt.Errorf("no document of the corpus is at or below %s", arg)
		}
		prefixes = append(prefixes, name)
	}
	return func(p string) bool {
		return slices.ContainsFunc(prefixes, func(prefix string) bool {
			return prefix == "." || p == prefix || strings.HasPrefix(p, prefix+"/")
		})
	}, nil
}

// corpusPath is the path below the root of a path that a person typed: from the
// current folder, or, where there is nothing, from the root.
func (o *opened) corpusPath(arg string) (string, error) {
	root, err := filepath.Abs(o.dir)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	full, err := filepath.Abs(arg)
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(full); err == nil {
		full = real
	} else if !filepath.IsAbs(arg) {
		if _, err := os.Stat(filepath.Join(root, arg)); err == nil {
			full = filepath.Join(root, arg)
		}
	}
	rel, err := filepath.Rel(root, full)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		if _, statErr := os.Stat(filepath.Join(root, arg)); statErr == nil && !filepath.IsAbs(arg) {
			return path.Clean(filepath.ToSlash(arg)), nil
		}
		return "", fmt.Errorf("%s is outside of the corpus root %s", arg, o.dir)
	}
	return filepath.ToSlash(rel), nil
}
