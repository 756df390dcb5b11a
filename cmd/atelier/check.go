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
		Long: `Validate the corpus: every link resolves and goes one way, every principle is traced
and breached by a violation, every generated block is fresh. The whole corpus
is always read, since references cross files; PATH arguments limit what is
reported.

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
		RunE: func(cmd *cobra.Command, args []string) error { return a.check(cmd.Context(), args, f) },
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
	c.MarkFlagsMutuallyExclusive("fix", "diff")
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

// parseOutputs reads FORMAT=FILE, and checks every format before anything is done.
func (f checkFlags) parseOutputs() ([][2]string, error) {
	var out [][2]string
	for _, text := range f.outputs {
		format, file, ok := strings.Cut(text, "=")
		if !ok || file == "" {
			return nil, fmt.Errorf("--output takes FORMAT=FILE, not %q", text)
		}
		out = append(out, [2]string{format, file})
	}
	for _, format := range append([]string{f.format}, formatsOf(out)...) {
		if !slices.Contains(report.Formats(), format) {
			return nil, report.Write(nil, format, nil, report.Options{})
		}
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
	var out check.Outcome
	if in.flags.fix || in.flags.diff {
		fixed, err := check.Fix(ctx, in.opened.root.FS(), c.Config, in.all, in.Options, func(d *diag.Diagnostic) bool { return in.within(d.File.Path) })
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
	keep := func(d *diag.Diagnostic) bool { return in.within(d.File.Path) || d.File.Path == check.BaselineFile }
	if in.flags.since != "" {
		isNew, err := in.newSince(ctx, out)
		if err != nil {
			return nil, err
		}
		inner := keep
		keep = func(d *diag.Diagnostic) bool { return inner(d) && isNew(d) }
	}
	return report.New(c, in.all, out.Keep(keep)), nil
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
	options := report.Options{Color: color && !in.flags.diff}
	if in.flags.statistics {
		if _, err := fmt.Fprint(stdout, report.Statistics(findings)); err != nil {
			return err
		}
	} else if err := report.Write(stdout, in.flags.format, findings, options); err != nil {
		return err
	}
	for _, o := range outputs {
		var b bytes.Buffer
		if err := report.Write(&b, o[0], findings, report.Options{}); err != nil {
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

// appendSummary adds all findings to the summary of a GitHub step.
func appendSummary(name string, findings *report.Findings) error {
	file, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("cannot write the step summary: %w", err)
	}
	defer file.Close()
	return report.Write(file, "markdown", findings, report.Options{})
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
			return nil, fmt.Errorf("cannot read the baseline: %w", err)
		}
		return check.ReadBaseline(filepath.Base(name), content)
	}
	content, err := fs.ReadFile(o.root.FS(), check.BaselineFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, check.ErrNoBaseline
	}
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline: %w", err)
	}
	return check.ReadBaseline(check.BaselineFile, content)
}

// newSince tells the findings that the merge base with the revision does not
// have. Both trees are checked whole, with today's configuration.
func (in *inspection) newSince(ctx context.Context, out check.Outcome) (func(*diag.Diagnostic) bool, error) {
	old, err := in.opened.corpusSince(ctx, in.flags.since)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	if old != nil { // else everything is new
		for _, fingerprint := range check.Check(old, in.all, check.Options{Chosen: in.Chosen}).Fingerprints {
			known[fingerprint] = true
		}
	}
	isOld := map[*diag.Diagnostic]bool{}
	for i, d := range out.Diagnostics {
		isOld[d] = known[out.Fingerprints[i]] && !strings.HasSuffix(d.Rule, "/stale")
	}
	return func(d *diag.Diagnostic) bool { return !isOld[d] }, nil
}
