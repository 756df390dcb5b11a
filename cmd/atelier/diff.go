package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/changes"
	"atelier/internal/check"
	"atelier/internal/corpus"
)

// workingTree names the second side of a diff where none is given.
const workingTree = "the working tree"

func newDiff(a *app) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:   "diff REV [REV]",
		Short: "Say what changed in meaning between two revisions",
		Long: `Of two revisions, or a revision and the working tree: principles, traces,
violations, references and anti-patterns that were added, removed, renamed,
retitled or reworded. How text is wrapped does not count; a new title or path is
one change, not a removal and an addition. Both sides are read with the
configuration of the working tree.`,
		Example: `  atelier diff HEAD
  atelier diff v0.3.1 v0.3.2 --format markdown
  atelier diff main --format json`,
		Args: cobra.RangeArgs(1, 2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !slices.Contains(changes.Formats, format) {
				return fmt.Errorf("no format is named %q%s (formats: %s)", format, check.DidYouMean(format, changes.Formats), strings.Join(changes.Formats, ", "))
			}
			return a.diff(cmd.Context(), args, format)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "output format: "+strings.Join(changes.Formats, ", "))
	return c
}

func (a *app) diff(ctx context.Context, revisions []string, format string) error {
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	sides := []*corpus.Corpus{nil, o.corpus}
	for i, rev := range revisions {
		if sides[i], err = o.corpusAt(ctx, rev); err != nil {
			return err
		}
	}
	to := workingTree
	if len(revisions) == 2 {
		to = revisions[1]
	}
	color, err := a.useColor(a.env.stdoutTTY)
	if err != nil {
		return err
	}
	d := changes.Compare(sides[0], sides[1])
	if err := d.Write(a.env.stdout, format, revisions[0], to, color); err != nil {
		return err
	}
	if len(d.Changes) == 0 {
		a.note("nothing changed in meaning from %s to %s", revisions[0], to)
	}
	return nil
}
