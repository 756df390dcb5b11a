// Package git is what atelier asks of git, by running it: it is 200 times faster
// at walking history than the libraries, and it is there wherever a revision can
// be named at all.
package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// ErrNoGit is returned where the git program is missing.
var ErrNoGit = errors.New("git is not installed")

// ErrNoRepository is returned for a folder that is in no git repository.
var ErrNoRepository = errors.New("not in a git repository")

// A Repository is the git repository that a folder lies in.
type Repository struct {
	dir string
	// prefix is the folder's path in the repository, "" or ending in "/".
	prefix string
	// env is the environment that git runs in.
	env []string
}

// Open finds the repository of a folder: the one that the folder lies in, or, if
// it lies in none, the one that GIT_DIR and GIT_WORK_TREE name. git sets these for
// its hooks, where they speak of another folder than the one that is asked for.
func Open(ctx context.Context, dir string) (*Repository, error) {
	r := &Repository{dir: dir, env: withoutRepository(os.Environ())}
	prefix, err := r.showPrefix(ctx)
	if errors.Is(err, ErrNoRepository) && os.Getenv("GIT_DIR") != "" {
		if named, ok := namedRepository(ctx); ok {
			r.env = append(r.env, named...)
			prefix, err = r.showPrefix(ctx)
		}
	}
	if err != nil {
		return nil, err
	}
	r.prefix = prefix
	return r, nil
}

func (r *Repository) showPrefix(ctx context.Context) (string, error) {
	out, err := r.run(ctx, "rev-parse", "--show-prefix")
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", ErrNoGit
	case err != nil && strings.Contains(err.Error(), "not a git repository"):
		return "", fmt.Errorf("%s is %w", r.dir, ErrNoRepository)
	case err != nil: // such as a repository of another owner, which git refuses to read
		return "", fmt.Errorf("git cannot read the repository of %s: %w", r.dir, err)
	}
	return strings.TrimRight(string(out), "\n"), nil
}

// repositoryVariables tie git to one repository, whatever folder it runs in.
var repositoryVariables = []string{
	"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX", "GIT_COMMON_DIR", "GIT_NAMESPACE",
	"GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_SHALLOW_FILE", "GIT_GRAFT_FILE",
}

// withoutRepository is an environment in which git looks for the repository from
// its folder upward, and complains in English, which is read here.
func withoutRepository(env []string) []string {
	env = slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		name, _, _ := strings.Cut(entry, "=")
		return slices.Contains(repositoryVariables, name)
	})
	return append(env, "LC_ALL=C")
}

// namedRepository is the repository that the environment names, as variables that
// mean the same in every folder.
func namedRepository(ctx context.Context) ([]string, bool) {
	here := &Repository{env: os.Environ()}
	out, err := here.run(ctx, "rev-parse", "--absolute-git-dir", "--show-toplevel")
	folders := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	if err != nil || len(folders) != 2 {
		return nil, false
	}
	return []string{"GIT_DIR=" + folders[0], "GIT_WORK_TREE=" + filepath.FromSlash(folders[1])}, true
}

// command is a git command in the folder.
func (r *Repository) command(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "git", args...)
	command.Dir, command.Env = r.dir, r.env
	return command
}

// run gives the output of a git command; its complaint is part of the error.
func (r *Repository) run(ctx context.Context, args ...string) ([]byte, error) {
	command := r.command(ctx, args...)
	var stdout, stderr bytes.Buffer
	command.Stdout, command.Stderr = &stdout, &stderr
	if err := command.Run(); err != nil {
		if complaint := strings.TrimSpace(stderr.String()); complaint != "" {
			return nil, fmt.Errorf("git %s: %s: %w", args[0], complaint, err)
		}
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return stdout.Bytes(), nil
}

// Commit is the full name of the commit that a revision names. Where there is
// none the error says whether the clone is shallow, so that it may be elsewhere.
func (r *Repository) Commit(ctx context.Context, rev string) (string, error) {
	// --end-of-options keeps git from taking a revision for an option.
	out, err := r.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	switch {
	case err == nil:
		return strings.TrimSpace(string(out)), nil
	case r.shallow(ctx):
		return "", fmt.Errorf("there is no revision %q; this clone is shallow, so it may only be missing here: fetch it with its history", rev)
	}
	if _, err := r.run(ctx, "rev-parse", "--verify", "--quiet", "HEAD"); err != nil {
		return "", fmt.Errorf("there is no revision %q: the repository has no commit yet", rev)
	}
	return "", fmt.Errorf("there is no revision %q", rev)
}

// shallow reports whether the clone lacks a part of the history.
func (r *Repository) shallow(ctx context.Context) bool {
	out, _ := r.run(ctx, "rev-parse", "--is-shallow-repository")
	return strings.TrimSpace(string(out)) == "true"
}

// MergeBase is the commit at which the current one and rev parted. A shallow
// clone may not hold it, which is an error that says so.
func (r *Repository) MergeBase(ctx context.Context, rev string) (string, error) {
	commit, err := r.Commit(ctx, rev)
	if err != nil {
		return "", err
	}
	out, err := r.run(ctx, "merge-base", "HEAD", commit)
	switch {
	case err == nil:
		return strings.TrimSpace(string(out)), nil
	case r.shallow(ctx):
		return "", fmt.Errorf("this clone is shallow and does not hold the commit at which HEAD and %s parted: fetch more history (git fetch --unshallow)", rev)
	}
	return "", fmt.Errorf("HEAD and %s have no common commit", rev)
}

// Message is the message of the commit that a revision names, as UTF-8.
func (r *Repository) Message(ctx context.Context, rev string) ([]byte, error) {
	commit, err := r.Commit(ctx, rev)
	if err != nil {
		return nil, err
	}
	return r.run(ctx, "-c", "log.showSignature=false", "-c", "i18n.logOutputEncoding=UTF-8", "log", "-1", "--format=%B", commit, "--")
}
