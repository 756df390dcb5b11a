package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

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
	tree, err := in.opened.treeAt(ctx, in.flags.since)
	if err != nil {
		return nil, err
	}
	b := &base{known: map[string]bool{}}
	b.corpus, err = corpus.Load(ctx, tree, in.opened.corpus.Config)
	if errors.Is(err, corpus.ErrNoDocuments) {
		return b, nil // everything is new
	}
	if err != nil {
		return nil, err
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
		prints = check.FingerprintsAs(c, out.Diagnostics, changes.Renames(b.corpus, c))
	}
	return func(i int) bool {
		return !b.known[prints[i]] || strings.HasSuffix(out.Diagnostics[i].Rule, "/stale")
	}
}

// treeAt is the corpus root as it was at the merge base of HEAD and a revision.
// It fails, rather than to take everything for new, where git, the repository,
// the revision or the common commit is missing.
func (o *opened) treeAt(ctx context.Context, rev string) (fs.FS, error) {
	repository, err := git.Open(ctx, o.dir)
	if err != nil {
		return nil, fmt.Errorf("--since needs a git repository and the git program: %w", err)
	}
	base, err := repository.MergeBase(ctx, rev)
	if err != nil {
		return nil, fmt.Errorf("--since %s: %w", rev, err)
	}
	return repository.Tree(ctx, base, o.corpus.Config.Phase)
}
