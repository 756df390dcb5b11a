package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/check/rules"
)

func newBaseline(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "baseline",
		Short: "Adopt the check on a corpus that is not clean yet",
		Long: `A baseline accepts the findings that a corpus has today, so that the check fails only
on new ones. An entry is a fingerprint of the finding and its text; lines do not
matter. What is mended must be pruned, or it is reported.`,
		Example: "  atelier baseline write\n  atelier baseline prune",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(
		&cobra.Command{
			Use: "write", Short: "Accept every finding of error or warning level", Args: cobra.NoArgs,
			Example: "  atelier baseline write",
			RunE:    func(cmd *cobra.Command, _ []string) error { return a.writeBaseline(cmd.Context()) },
		},
		&cobra.Command{
			Use: "prune", Short: "Remove the entries that no finding matches", Args: cobra.NoArgs,
			Example: "  atelier baseline prune",
			RunE:    func(cmd *cobra.Command, _ []string) error { return a.pruneBaseline(cmd.Context()) },
		},
	)
	return c
}

func (a *app) writeBaseline(ctx context.Context) error {
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	out := check.Check(o.corpus, rules.All(), check.Options{}).Keep(check.Matters)
	return a.saveBaseline(o, check.NewBaseline(out.Diagnostics, out.Fingerprints))
}

func (a *app) pruneBaseline(ctx context.Context) error {
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	baseline, err := o.readBaseline("")
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
	return a.saveBaseline(o, pruned)
}

func (a *app) saveBaseline(o *opened, b *check.Baseline) error {
	content, err := b.Encode()
	if err != nil {
		return err
	}
	if err := replaceFile(o.root, check.BaselineFile, content); err != nil {
		return err
	}
	a.note("%s accepts %s", check.BaselineFile, counted(len(b.Entries), "finding"))
	return nil
}
