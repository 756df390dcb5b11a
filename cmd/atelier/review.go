package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/config"
	"atelier/internal/review"
)

func newReview(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "review",
		Short: "Review checklists and sign-offs",
		Long: `The violations and anti-patterns of the corpus are the questions of a review: update
keeps the checklists of the review folder fresh, export prints them for a change,
accept and status keep the sign-offs.`,
		Example: `  atelier review update --check
  atelier review export --domain messaging
  atelier review status --state reopened`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newReviewUpdate(a), newReviewExport(a), newReviewAccept(a), newReviewStatus(a))
	return c
}

func newReviewUpdate(a *app) *cobra.Command {
	var checkOnly bool
	c := &cobra.Command{
		Use:   "update",
		Short: "Rewrite the generated blocks of the checklists",
		Long: `Rewrite what stands between the atelier:begin and atelier:end markers of the agent
checklist and the peer review checklist. Text outside of the markers is never
touched. Where a block stands nowhere its file is created, and listed in the
manifest; a file of that name without markers is refused.`,
		Example: `  atelier review update
  atelier review update --check     print a diff of what is stale and exit 1`,
		Annotations: map[string]string{exitOne: "--check found something stale, or what the blocks are made of has errors"},
		Args:        cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.rewriteBlocks(cmd.Context(), reviewBlocks, checkOnly)
		},
	}
	c.Flags().BoolVar(&checkOnly, "check", false, "write nothing; print what is stale and exit 1")
	return c
}

// reviewBlocks are the blocks of the review folder.
var reviewBlocks = &blockMaker{
	name: "review checklist", command: "atelier review update", render: review.Render, pages: review.Pages,
	folder: func(c *config.Config) string { return c.Review },
	inputs: []string{"principle", "trace", "violation", "anti-pattern", "source", "review/malformed-signoffs", "review/markers", "review/unknown-block"},
}

// suggest adds the nearest name to an error about one that the corpus has not.
func suggest(err error) error {
	var unknown *review.UnknownError
	if errors.As(err, &unknown) {
		return fmt.Errorf("%w%s", err, check.DidYouMean(unknown.Name, unknown.Candidates))
	}
	return err
}
