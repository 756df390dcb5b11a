package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/review"
)

func newReview(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "review",
		Short: "Review checklists",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newReviewExport(a))
	return c
}

func newReviewExport(a *app) *cobra.Command {
	var format, output string
	var filter review.Filter
	c := &cobra.Command{
		Use:   "export",
		Short: "Print a review checklist",
		Long: `Print a review checklist: one question for each violation and anti-pattern, with its
principle, a stable id and the place it comes from. A sound change answers yes
to each. A violation that stands in several documents is asked once.`,
		Example: `  atelier review export --domain messaging
  atelier review export --principle messaging/P6 --format json
  atelier review export --document domains/messaging/queues.md --format csv -o queues.csv`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !slices.Contains(review.Formats, format) {
				return fmt.Errorf("no export format is named %q%s (formats: %s)", format, check.DidYouMean(format, review.Formats), strings.Join(review.Formats, ", "))
			}
			return a.exportReview(cmd, format, output, filter)
		},
	}
	flags := c.Flags()
	flags.StringVar(&format, "format", "markdown", "output format: "+strings.Join(review.Formats, ", "))
	flags.StringVarP(&output, "output", "o", "", "write to this file")
	flags.StringSliceVar(&filter.Domains, "domain", nil, "only this domain (repeatable)")
	flags.StringSliceVar(&filter.Documents, "document", nil, "only this document (repeatable)")
	flags.StringSliceVar(&filter.Principles, "principle", nil, "only this principle: P6 of every domain chosen, messaging/P6 of one (repeatable)")
	return c
}

func (a *app) exportReview(cmd *cobra.Command, format, output string, filter review.Filter) error {
	o, err := a.open(cmd.Context())
	if err != nil {
		return err
	}
	defer o.close()
	items, err := filter.Apply(o.corpus, review.Items(o.corpus))
	var unknown *review.UnknownError
	if errors.As(err, &unknown) {
		return fmt.Errorf("%w%s", err, check.DidYouMean(unknown.Name, unknown.Candidates))
	}
	if err != nil {
		return err
	}
	if len(items) == 0 {
		return findings("the filter leaves no review item")
	}
	var b bytes.Buffer
	if err := review.Export(&b, format, items); err != nil {
		return err
	}
	if output == "" {
		_, err = a.env.stdout.Write(b.Bytes())
		return err
	}
	root, err := os.OpenRoot(filepath.Dir(output))
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", output, err)
	}
	defer root.Close()
	if err := replaceFile(root, filepath.Base(output), b.Bytes()); err != nil {
		return err
	}
	a.note("wrote %d items to %s", len(items), output)
	return nil
}
