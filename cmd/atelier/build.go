package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/git"
	"atelier/internal/report"
	"atelier/site"
)

func newBuild(a *app) *cobra.Command {
	var b build
	c := &cobra.Command{
		Use:   "build",
		Short: "Render the static site",
		Long: `The site works from disk, under any folder and on any host; the output folder is
replaced whole or not at all. A corpus with errors is still built, and its pages
show them, unless --strict.

Hosts show 404.html for every address that has no page, so its links begin at the
root of the host; a site below a folder of its host needs --site-url for that.`,
		Example: `  atelier build
  atelier build -o public --strict
  atelier build --site-url https://example.org/principles/`,
		Args:        cobra.NoArgs,
		Annotations: map[string]string{exitOne: "the corpus has errors, with --strict"},
		RunE:        func(cmd *cobra.Command, _ []string) error { return a.build(cmd.Context(), b) },
	}
	c.Flags().StringVarP(&b.output, "output", "o", "", "output folder (default: _site in the corpus root)")
	c.Flags().BoolVar(&b.strict, "strict", false, "build nothing and exit 1 where the corpus has errors")
	c.Flags().StringVar(&b.url, "site-url", "", "address at which the site will stand, for canonical links, sitemap.xml, feed.xml and the links of 404.html (default: site.baseURL of the configuration)")
	return c
}

// build are the flags of the command.
type build struct {
	output, url string
	strict      bool
}

func (a *app) build(ctx context.Context, b build) error {
	shown, stop := a.showProgress()
	defer stop()
	shown.begin("reading the corpus")
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	options, err := siteOptions(o.corpus.Config.Site, b.url)
	if err != nil {
		return err
	}
	output, err := o.outputFolder(b.output)
	if err != nil {
		return err
	}
	shown.begin("checking the corpus")
	asked := make(chan history, 1)
	go func() { asked <- readHistory(ctx, o.dir) }()
	found := check.Check(o.corpus, rules.All(), check.Options{})
	h := <-asked
	options.Findings, options.Folder, options.Changes = found.Diagnostics, h.folder, h.changes
	var said []string
	if site.Broken(found.Diagnostics) {
		said = append(said, report.Summary(report.New(o.corpus, nil, found))+"; atelier check shows them")
	}
	if a.verbose && h.err != nil {
		said = append(said, fmt.Sprintf("no dates of changes: %v", h.err))
	}
	files := 0
	if b.strict && site.Broken(found.Diagnostics) {
		err = findings("the corpus has errors, and --strict allows none; nothing was written")
	} else {
		files, err = writeSite(ctx, o, output, options, shown)
	}
	stop()
	for _, line := range said {
		a.note("%s", line)
	}
	if err != nil {
		return err
	}
	a.note("%d files; open %s", files, filepath.Join(output, "index.html"))
	return nil
}

// writeSite renders and writes a site, and gives the number of its files.
func writeSite(ctx context.Context, o *opened, output string, options site.Options, shown *progress) (int, error) {
	shown.begin("rendering")
	if shown != nil {
		options.Progress = shown.count
	}
	planned, err := site.Prepare(o.corpus, o.root.FS(), options)
	if err != nil {
		return 0, err
	}
	if err := o.notRead(output, planned.Paths()); err != nil {
		return 0, err
	}
	files, err := planned.Files()
	if err != nil {
		return 0, err
	}
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	shown.begin("writing the site")
	return len(files), site.Write(output, files)
}

// siteOptions are the options that the configuration gives, and an address that
// takes the place of the configured one.
func siteOptions(configured config.Site, url string) (site.Options, error) {
	if url == "" {
		url = configured.BaseURL
	}
	address, err := siteURL(url)
	if err != nil {
		return site.Options{}, err
	}
	return site.Options{Title: configured.Title, URL: address, Repository: configured.Repository}, nil
}

// siteURL is the address of a site as pages need it, ending in a slash.
func siteURL(address string) (string, error) {
	if address == "" {
		return "", nil
	}
	if err := config.WebAddress(address); err != nil {
		return "", fmt.Errorf("the address of the site: %w", err)
	}
	return strings.TrimSuffix(address, "/") + "/", nil
}

// history is what git knows of the documents; err says why it knows nothing.
type history struct {
	folder  string
	changes map[string]site.Change
	err     error
}

// readHistory asks git when each document was changed last. A corpus outside of
// a repository, or in a shallow clone, has no dates.
func readHistory(ctx context.Context, dir string) history {
	r, err := git.Open(ctx, dir)
	if err != nil {
		return history{err: err}
	}
	changes, err := r.LastChanges(ctx)
	out := history{folder: r.Prefix(), err: err, changes: map[string]site.Change{}}
	for name, c := range changes {
		out.changes[name] = site.Change{Time: c.Time, Commit: c.Commit}
	}
	return out
}
