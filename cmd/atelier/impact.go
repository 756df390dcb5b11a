package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/changes"
	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/review"
)

func newImpact(a *app) *cobra.Command {
	var format, since string
	c := &cobra.Command{
		Use:   "impact NAME",
		Short: "Say what depends on a principle, a core, an id, an anti-pattern or a document",
		Long: `What names it, which documents name those in turn, the review items that rest on
it, and the requirements that have to do with it.
With --since, the same for everything that changed since the commit at which HEAD
and a revision parted; of what is gone, what depended on it.`,
		Example: `  atelier impact messaging P6
  atelier impact C3
  atelier impact domains/messaging/queues.md --format json
  atelier impact --since main`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if format != "text" && format != "json" {
				return fmt.Errorf("--format takes text or json, not %q", format)
			}
			switch named, revision := len(args) > 0, cmd.Flags().Changed("since"); {
			case named && revision:
				return fmt.Errorf("name one thing, or a revision with --since, not both (see atelier impact --help)")
			case revision:
				return a.impactSince(cmd.Context(), since, format)
			case named:
				return a.impactOf(cmd.Context(), strings.Join(args, " "), format)
			}
			return fmt.Errorf("name what the impact is asked of, such as messaging P6, or a revision with --since (see atelier impact --help)")
		},
	}
	c.Flags().StringVar(&format, "format", "text", "output format: text or json")
	c.Flags().StringVar(&since, "since", "", "everything that changed since HEAD and this revision parted")
	return c
}

func (a *app) impactOf(ctx context.Context, name, format string) error {
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	named, err := o.corpus.Lookup(name)
	if named == (corpus.Named{}) {
		// A path may also be one from the current folder, which tells documents of
		// the same end apart.
		if d := o.document(name); d != nil {
			named.Document, err = d, nil
		}
	}
	if err != nil {
		return err
	}
	if named == (corpus.Named{}) {
		return fmt.Errorf("nothing in the corpus is named %q%s", name, check.DidYouMean(name, o.corpus.Names()))
	}
	return a.printImpacts(format, []*changes.Impact{changes.ImpactOf(o.corpus, changes.Target(named), review.Items(o.corpus))})
}

func (a *app) impactSince(ctx context.Context, rev, format string) error {
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	before, err := o.corpusSince(ctx, rev)
	if err != nil {
		return err
	}
	if before == nil {
		return noDocumentsAt(rev)
	}
	now, gone := changes.Compare(before, o.corpus).Targets()
	var impacts []*changes.Impact
	items := review.Items(o.corpus)
	for _, t := range now {
		impacts = append(impacts, changes.ImpactOf(o.corpus, t, items))
	}
	if len(gone) > 0 {
		items = review.Items(before)
	}
	for _, t := range gone {
		impacts = append(impacts, changes.ImpactOf(before, t, items))
	}
	if len(impacts) == 0 {
		a.note("nothing changed in meaning since %s", rev)
	}
	return a.printImpacts(format, impacts)
}

func (a *app) printImpacts(format string, impacts []*changes.Impact) error {
	color, err := a.useColor(a.env.stdoutTTY)
	if err != nil {
		return err
	}
	return changes.WriteImpacts(a.env.stdout, format, impacts, color)
}
