package main

import (
	"context"
	"fmt"
	"io/fs"

	"atelier/internal/git"
)

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
