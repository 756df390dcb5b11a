package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

func newConfig(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Print the effective configuration and where each value comes from",
		Example: `  atelier config
  atelier config --config other.yaml`,
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error { return a.printConfig() },
	}
}

func (a *app) printConfig() error {
	o, err := a.openRoot()
	if err != nil {
		return err
	}
	defer o.close()
	cfg, err := a.readConfig(o.root)
	if err != nil {
		return err
	}
	var b strings.Builder
	values, width := cfg.Values(), 0
	for _, v := range values {
		width = max(width, utf8.RuneCountInString(v.Key))
	}
	for _, v := range values {
		fmt.Fprintf(&b, "%-*s  %s  (%s)\n", width, v.Key, v.Text, v.Origin)
	}
	_, err = fmt.Fprint(a.env.stdout, b.String())
	return err
}
