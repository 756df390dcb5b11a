package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/changes"
	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/git"
)

// base is the corpus at the merge base with a revision, and the fingerprints of
// its findings.
type base struct {
	corpus *corpus.Corpus // nil where it has no documents
	known  map[string]bool
}

// baseOf checks the tree at the merge base whole, with today's configuration.
func (in *inspection) baseOf(ctx context.Context) (*base, error) {
	b := &base{known: map[string]bool{}}
	var err error
	b.corpus, err = in.opened.corpusSince(ctx, in.flags.since)
	if err != nil || b.corpus == nil {
		return b, err // without documents everything is new
	}
	for _, fingerprint := range check.Check(b.corpus, in.all, check.Options{Chosen: in.Chosen}).Fingerprints {
		b.known[fingerprint] = true
	}
	return b, nil
}

// isNew tells the findings of today's corpus that the base does not have. A file
// that was renamed since has the findings that it had.
func (b *base) isNew(c *corpus.Corpus, out check.Outcome) func(i int) bool {
	prints := out.Fingerprints
	if b.corpus != nil {
		prints = check.FingerprintsAs(c, out.Diagnostics, changes.RenamedPaths(b.corpus, c))
	}
	return func(i int) bool {
		return !b.known[prints[i]] || strings.HasSuffix(out.Diagnostics[i].Rule, "/stale")
	}
}

// repository is the git repository of the corpus. what needs it is said where
// there is none.
func (o *opened) repository(ctx context.Context, what string) (*git.Repository, error) {
	repository, err := git.Open(ctx, o.dir)
	if err != nil {
		return nil, fmt.Errorf("%s needs a git repository and the git program: %w", what, err)
	}
	return repository, nil
}

// loadAt is the corpus as it was at a commit, read with the configuration of
// today; nil where it had no document yet.
func (o *opened) loadAt(ctx context.Context, repository *git.Repository, commit string) (*corpus.Corpus, error) {
	tree, err := repository.Tree(ctx, commit, o.corpus.Config.Phase, o.corpus.Config.Signoffs())
	if err != nil {
		return nil, err
	}
	c, err := corpus.Load(ctx, tree, o.corpus.Config)
	if errors.Is(err, corpus.ErrNoDocuments) {
		return nil, nil
	}
	return c, err
}

// corpusAt is the corpus as it was at a revision.
func (o *opened) corpusAt(ctx context.Context, rev string) (*corpus.Corpus, error) {
	repository, err := o.repository(ctx, "a revision")
	if err != nil {
		return nil, err
	}
	commit, err := repository.Commit(ctx, rev)
	if err != nil {
		return nil, err
	}
	c, err := o.loadAt(ctx, repository, commit)
	if c == nil && err == nil {
		return nil, noDocumentsAt(rev)
	}
	return c, err
}

// corpusSince is the corpus as it was at the merge base of HEAD and a revision;
// nil where it had no document. It fails, rather than to take everything for new,
// where git, the repository, the revision or the common commit is missing.
func (o *opened) corpusSince(ctx context.Context, rev string) (*corpus.Corpus, error) {
	repository, err := o.repository(ctx, "--since")
	if err != nil {
		return nil, err
	}
	base, err := repository.MergeBase(ctx, rev)
	if err != nil {
		return nil, fmt.Errorf("--since %s: %w", rev, err)
	}
	return o.loadAt(ctx, repository, base)
}

// noDocumentsAt is the error for a revision without a corpus to compare with.
func noDocumentsAt(rev string) error {
	return fmt.Errorf("no document found at %s: the corpus was not there yet, or in another folder", rev)
}

// noneEmpty refuses flags that are given with an empty value, as by a variable of
// a script that is not set: the run would be one without them, and do too much.
func noneEmpty(cmd *cobra.Command, names ...string) error {
	for _, name := range names {
		if f := cmd.Flags().Lookup(name); f.Changed && (f.Value.String() == "" || f.Value.String() == "[]") {
			return fmt.Errorf("--%s is given without a value (see %s --help)", name, cmd.CommandPath())
		}
	}
	return nil
}
