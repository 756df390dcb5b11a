package main

import (
	"github.com/spf13/cobra"

	"atelier/internal/config"
	"atelier/internal/matrix"
)

func newMatrix(a *app) *cobra.Command {
	var checkOnly bool
	c := &cobra.Command{
		Use:   "matrix",
		Short: "Rewrite the generated blocks of matrix/*.md",
		Long: `Rewrite what stands between the atelier:begin and atelier:end markers of matrix/*.md:
the principles matrix and the coverage tables. Text outside of the markers is
never touched. Where a block stands nowhere its file is created, and listed in the
manifest; a file of that name without markers is refused.`,
		Example: `  atelier matrix
  atelier matrix --check     print a diff of what is stale and exit 1`,
		Args:        cobra.NoArgs,
		Annotations: map[string]string{exitOne: "--check found something stale, or what the blocks are made of has errors"},
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.rewriteBlocks(cmd.Context(), matrixBlocks, checkOnly)
		},
	}
	c.Flags().BoolVar(&checkOnly, "check", false, "write nothing; print what is stale and exit 1")
	return c
}

// matrixBlocks are the blocks of the matrix folder.
var matrixBlocks = &blockMaker{
	name: "matrix", command: "atelier matrix", render: matrix.Render, pages: matrix.Pages,
	folder: func(c *config.Config) string { return c.Matrix },
	inputs: []string{"principle", "trace", "source", "matrix/markers", "matrix/unknown-block"},
}
