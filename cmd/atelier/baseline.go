package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/check/rules"
)

func newBaseline(a *app) *cobra.Command {
	var file string
	c := &cobra.Command{
		Use:   "baseline",
		Short: "Adopt the check on a corpus that is not clean yet",
		Long: `A baseline accepts the findings that a corpus has today, so that the check fails only
on new ones. An entry is a rule, a path and a fingerprint of the text; lines do not
matter, and a second fault of the same kind in the same place is a new one. What is
mended must be pruned, or it is reported. The fixes of accepted findings are not
applied by check --fix.`,
		Example: "  atelier baseline write\n  atelier baseline prune\n  atelier baseline write --baseline old-findings.json",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.PersistentFlags().StringVar(&file, "baseline", "", "the file of the baseline (default: "+check.BaselineFile+" in the corpus root)")
	c.AddCommand(
		&cobra.Command{
			Use: "write", Short: "Accept every finding of error or warning level", Args: cobra.NoArgs,
			Example: "  atelier baseline write",
			RunE:    func(cmd *cobra.Command, _ []string) error { return a.writeBaseline(cmd.Context(), file) },
		},
		&cobra.Command{
			Use: "prune", Short: "Remove the entries that no finding matches", Args: cobra.NoArgs,
			Example: "  atelier baseline prune",
			RunE:    func(cmd *cobra.Command, _ []string) error { return a.pruneBaseline(cmd.Context(), file) },
		},
	)
	return c
}

func (a *app) writeBaseline(ctx context.Context, file string) error {
	if file != "" {
		if err := outputPlace(file); err != nil {
			return err
		}
	}
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	out := check.Check(o.corpus, rules.All(), check.Options{})
	out = out.Keep(func(i int) bool { return check.Matters(out.Diagnostics[i]) })
	return a.saveBaseline(o, file, check.NewBaseline(out.Diagnostics, out.Fingerprints))
}

func (a *app) pruneBaseline(ctx context.Context, file string) error {
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	baseline, err := o.readBaseline(file)
	if errors.Is(err, check.ErrNoBaseline) {
		return errors.New("there is no " + check.BaselineFile + " to prune; atelier baseline write makes one")
	}
	if err != nil {
		return err
	}
	before := len(baseline.Entries)
	check.Check(o.corpus, rules.All(), check.Options{Baseline: baseline})
	pruned := baseline.Prune()
	if len(pruned.Entries) == before {
		a.note("no entry is stale")
		return nil
	}
	return a.saveBaseline(o, file, pruned)
}

func (a *app) saveBaseline(o *opened, file string, b *check.Baseline) error {
	content, err := b.Encode()
	if err != nil {
		return err
	}
	if file == "" {
		file, err = check.BaselineFile, replaceFile(o.root, check.BaselineFile, content)
	} else if err = o.spares(file); err == nil {
		err = writeOutput(file, content)
	}
	if err != nil {
		return err
	}
	a.note("%s accepts %s", file, counted(len(b.Entries), "finding"))
	return nil
}
