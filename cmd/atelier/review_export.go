package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/changes"
	"atelier/internal/check"
	"atelier/internal/git"
	"atelier/internal/review"
)

// exportFlags are the flags of review export.
type exportFlags struct {
	format, output   string
	audience         string
	since, pathsFrom string
	duties           bool
	filter           review.Filter
}

func newReviewExport(a *app) *cobra.Command {
	var f exportFlags
	c := &cobra.Command{
		Use:   "export",
		Short: "Print a review checklist",
		Long: `One question for each violation and anti-pattern, with its
principles, a stable id and the places it comes from. A sound change answers yes
to each. A violation that stands in several documents is asked once.

--paths-from reads the paths of a change, one a line or each ended by a NUL, as
git diff --name-only prints them, and keeps the items of the domains that "paths"
of atelier.yaml maps them to. --since keeps the items whose documents or
principles read otherwise than at the merge base with a revision.`,
		Example: `  atelier review export --domain messaging
  atelier review export --principle messaging/P6 --format json
  atelier review export --document domains/messaging/queues.md --format csv -o queues.csv
  git diff --name-only origin/main | atelier review export --paths-from - --format github
  atelier review export --since origin/main --audience agent`,
		Args:        cobra.NoArgs,
		Annotations: map[string]string{exitOne: "the filter leaves no item"},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := noneEmpty(cmd, "since", "paths-from", "domain", "document", "principle", "output"); err != nil {
				return err
			}
			if !slices.Contains(review.Formats, f.format) {
				return fmt.Errorf("no export format is named %q%s (formats: %s)", f.format, check.DidYouMean(f.format, review.Formats), strings.Join(review.Formats, ", "))
			}
			if f.audience != "" && !slices.Contains(review.Audiences, f.audience) {
				return fmt.Errorf("no audience is named %q%s (audiences: %s)", f.audience, check.DidYouMean(f.audience, review.Audiences), strings.Join(review.Audiences, ", "))
			}
			return a.exportReview(cmd.Context(), f)
		},
	}
	flags := c.Flags()
	flags.StringVar(&f.format, "format", "markdown", "output format: "+strings.Join(review.Formats, ", "))
	flags.StringVarP(&f.output, "output", "o", "", "write to this file")
	flags.StringSliceVar(&f.filter.Domains, "domain", nil, "only this domain (repeatable)")
	flags.StringSliceVar(&f.filter.Documents, "document", nil, "only this document, with or without .md (repeatable)")
	flags.StringSliceVar(&f.filter.Principles, "principle", nil, "only this principle: P6 of every domain chosen, messaging/P6 of one (repeatable)")
	flags.StringVar(&f.audience, "audience", "", "lay the list out for: "+strings.Join(review.Audiences, ", "))
	flags.StringVar(&f.since, "since", "", "only items whose documents or principles changed since the merge base with this revision")
	flags.StringVar(&f.pathsFrom, "paths-from", "", "only items for the changed paths in this file (- for stdin)")
	flags.BoolVar(&f.duties, "duties", false, "add what the documents demand: must, only, never, always, the default is")
	return c
}

func (a *app) exportReview(ctx context.Context, f exportFlags) error {
	o, items, _, err := a.reviewItems(ctx, f.duties)
	if err != nil {
		return err
	}
	defer o.close()
	for n, name := range f.filter.Documents {
		if d := o.document(name); d != nil {
			f.filter.Documents[n] = d.Path
		}
	}
	if f.since != "" {
		changed, err := o.changesSince(ctx, f.since)
		if err != nil {
			return err
		}
		f.filter.Keep = append(f.filter.Keep, changed.Keeps)
	}
	if f.pathsFrom != "" {
		touched, err := a.touched(ctx, o, f.pathsFrom)
		if err != nil {
			return err
		}
		f.filter.Keep = append(f.filter.Keep, touched.Keeps)
	}
	if items, err = f.filter.Apply(o.corpus, items); err != nil {
		return suggest(err)
	}
	if len(items) == 0 {
		return findings("the filter leaves no review item")
	}
	list := &review.List{Items: items, Audience: f.audience, Repository: o.corpus.Config.Site.Repository}
	if f.audience != "" {
		list.Personas = review.Personas(o.corpus, f.audience, items)
	}
	var b bytes.Buffer
	if err := list.Write(&b, f.format); err != nil {
		return err
	}
	if f.format == "github" {
		if n := review.TooLongForGitHub(b.String()); n > 0 {
			a.warn("the list has %d characters; GitHub takes %d in the body of a pull request: choose fewer items", n, review.GitHubLimit)
		}
	}
	return a.writeExport(o, f.output, b.Bytes(), len(items))
}

// writeExport writes an export to its file, or to stdout.
func (a *app) writeExport(o *opened, output string, content []byte, items int) error {
	if output == "" || output == "-" {
		_, err := a.env.stdout.Write(content)
		return err
	}
	if err := o.spares(output); err != nil {
		return err
	}
	if err := writeOutput(output, content); err != nil {
		return err
	}
	a.note("wrote %s to %s", counted(items, "item"), output)
	return nil
}

// changesSince compares the corpus with the one at the merge base, read with
// today's configuration.
func (o *opened) changesSince(ctx context.Context, rev string) (*review.Changes, error) {
	old, err := o.corpusSince(ctx, rev)
	if err != nil {
		return nil, err
	}
	if old == nil {
		return review.Compare(nil, o.corpus, nil), nil
	}
	return review.Compare(old, o.corpus, changes.Renames(old, o.corpus)), nil
}

// touched is what the paths in a file select. Those that select nothing are said
// on stderr.
func (a *app) touched(ctx context.Context, o *opened, name string) (*review.Touched, error) {
	content, err := a.readInput(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the paths of the change: %w", err)
	}
	prefix := ""
	if repository, err := git.Open(ctx, o.dir); err == nil { // without git, paths are relative to the corpus root
		prefix = repository.Prefix()
	}
	touched := review.Touch(o.corpus, changedPaths(string(content)), prefix, o.corpus.Config.DomainsOf)
	for _, path := range touched.Unmapped {
		a.warn("%s is mapped to no domain", path)
	}
	return touched, nil
}

func (a *app) readInput(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(a.env.stdin)
	}
	return os.ReadFile(name)
}

// changedPaths reads what git diff --name-only prints: with -z each path ended
// by a NUL, else one a line, in which git quotes unusual names as in C.
func changedPaths(text string) []string {
	var out []string
	if strings.Contains(text, "\x00") {
		for path := range strings.SplitSeq(text, "\x00") {
			if path != "" {
				out = append(out, path)
			}
		}
		return out
	}
	for line := range strings.Lines(text) {
		path := strings.TrimRight(line, "\r\n")
		if strings.HasPrefix(path, `"`) {
			if unquoted, err := strconv.Unquote(path); err == nil {
				path = unquoted
			}
		}
		if path = strings.TrimPrefix(path, "./"); path != "" {
			out = append(out, path)
		}
	}
	return out
}
