package main

import (
	"path/filepath"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/report"
	"atelier/site"
)

func newBuild(a *app) *cobra.Command {
	var output string
	var strict bool
	c := &cobra.Command{
		Use:   "build",
		Short: "Render the static site",
		Long: `Render the corpus as a static site. It works from disk, under any folder and on any
host; the output folder is replaced whole or not at all. A corpus with errors
is still built, and its pages show them, unless --strict.`,
		Example: `  atelier build
  atelier build -o public --strict`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.build(cmd, output, strict) },
	}
	c.Flags().StringVarP(&output, "output", "o", "", "output folder (default: _site in the corpus root)")
	c.Flags().BoolVar(&strict, "strict", false, "build nothing and exit 1 where the corpus has errors")
	return c
}

func (a *app) build(cmd *cobra.Command, output string, strict bool) error {
	o, err := a.open(cmd.Context())
	if err != nil {
		return err
	}
	defer o.close()
	found := check.Check(o.corpus, rules.All(), check.Options{})
	if site.Broken(found.Diagnostics) {
		a.note("%s; atelier check shows them", report.Summary(report.New(o.corpus, nil, found)))
		if strict {
			return findings("the corpus has errors, and --strict allows none; nothing was written")
		}
	}
	files, err := site.Build(o.corpus, o.root.FS(), site.Options{Title: o.corpus.Config.Site.Title, Findings: found.Diagnostics})
	if err != nil {
		return err
	}
	if output == "" {
		output = filepath.Join(o.dir, "_site")
	}
	if err := site.Write(output, files); err != nil {
		return err
	}
	a.note("%d files; open %s", len(files), filepath.Join(output, "index.html"))
	return nil
}
