package main

import (
	"github.com/spf13/cobra"
)

func newModel(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "model",
		Short: "Print the linked corpus as JSON",
		Long: `Domains with principles and traces, documents with
sections, violations and relationships, registers, and every reference with
what it resolves to.`,
		Example: `  atelier model
  atelier model | jq '.references[] | select(.status == "dangling")'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			o, err := a.open(cmd.Context())
			if err != nil {
				return err
			}
			defer o.close()
			return encodeJSON(a.env.stdout, o.corpus.Model())
		},
	}
}
