package main

import (
	"context"
	"errors"
	"fmt"

	"atelier/internal/corpus"
	"atelier/internal/git"
)

// corpusSince is the corpus as it was at the merge base of HEAD and a revision,
// nil where it had no document yet. It fails, rather than to take everything for
// new, where git, the repository, the revision or the common commit is missing.
func (o *opened) corpusSince(ctx context.Context, rev string) (*corpus.Corpus, error) {
	repository, err := git.Open(ctx, o.dir)
	if err != nil {
		return nil, fmt.Errorf("--since needs a git repository and the git program: %w", err)
	}
	base, err := repository.MergeBase(ctx, rev)
	if err != nil {
		return nil, fmt.Errorf("--since %s: %w", rev, err)
	}
	return o.loadCommit(ctx, repository, base)
}

// corpusAt is the corpus as it was at a revision.
func (o *opened) corpusAt(ctx context.Context, rev string) (*corpus.Corpus, error) {
	repository, err := git.Open(ctx, o.dir)
	if err != nil {
		return nil, fmt.Errorf("a revision needs a git repository and the git program: %w", err)
	}
	commit, err := repository.Commit(ctx, rev)
	if err != nil {
		return nil, err
	}
	c, err := o.loadCommit(ctx, repository, commit)
	if c == nil && err == nil {
		return nil, nothingAt(rev)
	}
	return c, err
}

// loadCommit is the corpus as it was at a commit, read with the configuration of
// today; nil where it had no document yet.
func (o *opened) loadCommit(ctx context.Context, repository *git.Repository, commit string) (*corpus.Corpus, error) {
	tree, err := repository.Tree(ctx, commit, o.corpus.Config.Phase)
	if err != nil {
		return nil, err
	}
	c, err := corpus.Load(ctx, tree, o.corpus.Config)
	if errors.Is(err, corpus.ErrNoDocuments) {
		return nil, nil
	}
	return c, err
}

func nothingAt(rev string) error {
	return fmt.Errorf("no document found at %s: the corpus was not there yet, or in another folder", rev)
}
