package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/report"
)

// checkFlags are the flags of atelier check.
type checkFlags struct {
	format           string
	outputs          []string
	selected, ignore []string
	failOn           string
	maxWarnings      int
	fix, diff        bool
	baseline         string
	since            string
	statistics       bool
}

func newCheck(a *app) *cobra.Command {
	var f checkFlags
	c := &cobra.Command{
		Use:   "check [PATH…]",
		Short: "Validate the corpus (the CI job)",
		Long: `Every link resolves and goes one way, every principle is traced and breached by a
violation, every generated block is fresh. The whole corpus is always read, since
references cross files; PATH arguments limit what is reported.

Findings go to stdout in the format of --format; --output writes them to files
in further formats in the same run. --fix applies the fixes that are certain,
file by file and each file whole; --diff prints them to stdout instead, and what
is left to stderr.`,
		Example: `  atelier check
  atelier check domains/messaging --format concise
  atelier check --select link,trace/missing-row --fail-on warning
  atelier check --format github --output sarif=findings.sarif
  atelier check --fix
  atelier check --since origin/main`,
		Annotations: map[string]string{exitOne: "findings at or above --fail-on, or more warnings than --max-warnings"},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := noneEmpty(cmd, "since", "baseline", "select", "ignore"); err != nil {
				return err
			}
			return a.check(cmd.Context(), args, f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "text", "output format: "+strings.Join(report.Formats(), ", "))
	flags.StringArrayVar(&f.outputs, "output", nil, "also write FORMAT=FILE (repeatable)")
	flags.StringSliceVar(&f.selected, "select", nil, "only these rules or groups")
	flags.StringSliceVar(&f.ignore, "ignore", nil, "not these rules or groups")
	flags.StringVar(&f.failOn, "fail-on", "error", "the lowest severity that fails: error, warning, info or never")
	flags.IntVar(&f.maxWarnings, "max-warnings", -1, "fail with more warnings than this (-1: no limit)")
	flags.BoolVar(&f.fix, "fix", false, "apply the safe fixes")
	flags.BoolVar(&f.diff, "diff", false, "print the safe fixes as a diff and change nothing")
	flags.StringVar(&f.baseline, "baseline", "", "accepted findings (default: "+check.BaselineFile+" in the corpus root, where there is one)")
	flags.StringVar(&f.since, "since", "", "only findings that are not there at the merge base with this revision")
	flags.BoolVar(&f.statistics, "statistics", false, "print the number of findings of each rule instead of the findings")
	return c
}

// inspection is one run of the check, from flags to what is shown.
type inspection struct {
	*app
	flags  checkFlags
	opened *opened
	all    []*check.Rule
	within func(path string) bool
	check.Options
}

func (a *app) check(ctx context.Context, args []string, f checkFlags) error {
	if err := f.agree(); err != nil {
		return err
	}
	fail, err := failLevel(f.failOn)
	if err != nil {
		return err
	}
	color, err := a.useColor(a.env.stdoutTTY)
	if err != nil {
		return err
	}
	outputs, err := f.parseOutputs()
	if err != nil {
		return err
	}
	in := &inspection{app: a, flags: f, all: rules.All()}
	if in.Chosen, err = check.Select(in.all, f.selected, f.ignore); err != nil {
		return err
	}
	if in.opened, err = a.open(ctx); err != nil {
		return err
	}
	defer in.opened.close()
	for _, o := range outputs {
		if err := in.opened.spares(o[1]); err != nil {
			return err
		}
	}
	if in.within, err = in.opened.limit(args); err != nil {
		return err
	}
	if in.Baseline, err = in.opened.readBaseline(f.baseline); err != nil && !errors.Is(err, check.ErrNoBaseline) {
		return err
	}
	findings, err := in.run(ctx)
	if err != nil {
		return err
	}
	if err := in.write(findings, outputs, color); err != nil {
		return err
	}
	open, _ := findings.Open()
	return verdict(open, fail, f.maxWarnings)
}

// agree is an error where flags rule each other out.
func (f checkFlags) agree() error {
	switch {
	case f.fix && f.diff:
		return errors.New("--fix writes the fixes and --diff only shows them: give one of the two")
	case f.statistics && f.format != "text":
		return fmt.Errorf("--statistics is a table for people, and --format %s is not: give one of the two, or --output %s=FILE", f.format, f.format)
	case f.maxWarnings < -1:
		return fmt.Errorf("--max-warnings takes a number of warnings, or -1 for no limit, not %d", f.maxWarnings)
	}
	return nil
}

// parseOutputs reads FORMAT=FILE, and checks every format and file before
// anything is done.
func (f checkFlags) parseOutputs() ([][2]string, error) {
	var out [][2]string
	files := map[string]string{} // absolute path -> format
	for _, text := range f.outputs {
		format, file, ok := strings.Cut(text, "=")
		switch {
		case !ok || format == "" || file == "":
			return nil, fmt.Errorf("--output takes FORMAT=FILE, not %q", text)
		case file == "-":
			return nil, fmt.Errorf("--output writes files, and standard output has what --format says: write --format %s", format)
		}
		out = append(out, [2]string{format, file})
	}
	for _, format := range append([]string{f.format}, formatsOf(out)...) {
		if !slices.Contains(report.Formats(), format) {
			return nil, report.Write(nil, format, nil, report.Options{})
		}
	}
	for _, o := range out {
		if err := outputPlace(o[1]); err != nil {
			return nil, err
		}
		full, err := filepath.Abs(o[1])
		if err != nil {
			return nil, err
		}
		if before, twice := files[full]; twice {
			return nil, fmt.Errorf("--output names %s twice, for %s and for %s: give each format a file of its own", o[1], before, o[0])
		}
		files[full] = o[0]
	}
	return out, nil
}

func formatsOf(outputs [][2]string) []string {
	var formats []string
	for _, o := range outputs {
		formats = append(formats, o[0])
	}
	return formats
}

// run checks, fixes where that is asked for, and leaves what is to be shown.
func (in *inspection) run(ctx context.Context) (*report.Findings, error) {
	c := in.opened.corpus
	isNew := func(*corpus.Corpus, check.Outcome) func(i int) bool { return func(int) bool { return true } }
	if in.flags.since != "" {
		before, err := in.baseOf(ctx)
		if err != nil {
			return nil, err
		}
		isNew = before.isNew
	}
	shown := func(c *corpus.Corpus, out check.Outcome) func(i int) bool {
		inner := isNew(c, out)
		return func(i int) bool { return in.shows(out.Diagnostics[i]) && inner(i) }
	}
	var out check.Outcome
	if in.flags.fix || in.flags.diff {
		fixed, err := check.Fix(ctx, in.opened.root.FS(), c.Config, in.all, in.Options, shown)
		if err != nil {
			return nil, err
		}
		if err := in.deliver(fixed); err != nil {
			return nil, err
		}
		c, out = fixed.Corpus, fixed.Outcome
	} else {
		out = check.Check(c, in.all, in.Options)
	}
	findings := report.New(c, in.all, out.Keep(shown(c, out)))
	findings.Within = in.within
	return findings, nil
}

// shows reports whether a PATH argument covers a finding: that a baseline entry is
// stale is one of the entry's file.
func (in *inspection) shows(d *diag.Diagnostic) bool {
	if in.Baseline == nil || d.File != in.Baseline.File {
		return in.within(d.File.Path)
	}
	return slices.ContainsFunc(in.Baseline.Entries, func(e check.BaselineEntry) bool {
		return e.Fingerprint == d.Target && in.within(e.Path)
	})
}

// deliver writes fixed files, or shows them as a diff.
func (in *inspection) deliver(fixed *check.Fixed) error {
	for _, path := range slices.Sorted(maps.Keys(fixed.Files)) {
		content := fixed.Files[path]
		before, err := fs.ReadFile(in.opened.root.FS(), path)
		if err != nil {
			return err
		}
		if bytes.Equal(before, content) {
			continue
		}
		if in.flags.diff {
			if _, err := fmt.Fprint(in.env.stdout, report.UnifiedDiff(path, string(before), string(content))); err != nil {
				return err
			}
			continue
		}
		if err := replaceFile(in.opened.root, path, content); err != nil {
			return err
		}
		in.note("fixed %s", path)
	}
	return nil
}

// write shows the findings, and writes the further formats to their files.
func (in *inspection) write(findings *report.Findings, outputs [][2]string, color bool) error {
	stdout := in.env.stdout
	if in.flags.diff {
		stdout = in.env.stderr // stdout holds the diff, which other programs read
	}
	prefix := in.opened.repositoryPrefix()
	options := report.Options{Color: color && !in.flags.diff, Prefix: prefix}
	if in.flags.statistics {
		if _, err := fmt.Fprint(stdout, report.Statistics(findings)); err != nil {
			return err
		}
	} else if err := report.Write(stdout, in.flags.format, findings, options); err != nil {
		return err
	}
	for _, o := range outputs {
		var b bytes.Buffer
		if err := report.Write(&b, o[0], findings, report.Options{Prefix: prefix}); err != nil {
			return err
		}
		if err := writeOutput(o[1], b.Bytes()); err != nil {
			return err
		}
	}
	if summary := in.env.getenv("GITHUB_STEP_SUMMARY"); summary != "" && (in.flags.format == "github" || slices.Contains(formatsOf(outputs), "github")) {
		if err := appendSummary(summary, findings); err != nil {
			return err
		}
	}
	if in.flags.format == "text" || in.flags.format == "concise" || in.flags.statistics {
		in.note("%s", report.Summary(findings))
	}
	return nil
}

// summaryLimit is a little less than what GitHub takes for the summary of a step:
// it drops a longer one whole.
const summaryLimit = 1<<20 - 1<<10

// appendSummary adds the findings to the summary of a GitHub step.
func appendSummary(name string, findings *report.Findings) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("cannot write the step summary that GITHUB_STEP_SUMMARY names: %w", err)
	}
	defer file.Close()
	before := int64(0)
	if info, err := file.Stat(); err == nil {
		before = info.Size()
	}
	var b bytes.Buffer
	if err := report.Write(&b, "markdown", findings, report.Options{}); err != nil {
		return err
	}
	text, left := report.Shortened(b.String(), max(0, summaryLimit-int(before)))
	if left > 0 {
		text += "\n" + counted(left, "more finding") + ": a summary is cut at 1 MiB.\n"
	}
	_, err = file.WriteString(text)
	return err
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

// readBaseline reads the accepted findings: of a file that is named, or of the
// default one. Without either it is [check.ErrNoBaseline].
func (o *opened) readBaseline(name string) (*check.Baseline, error) {
	if name != "" {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read the baseline %s: %w; atelier baseline write --baseline %s makes it", name, reason(err), name)
		}
		return check.ReadBaseline(filepath.Base(name), content)
	}
	content, err := fs.ReadFile(o.root.FS(), check.BaselineFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, check.ErrNoBaseline
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline %s: %w; mend it, or name another file with --baseline", check.BaselineFile, reason(err))
	}
	return check.ReadBaseline(check.BaselineFile, content)
}
