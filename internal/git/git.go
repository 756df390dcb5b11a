// Package git is what atelier asks of git, by running it: it is 200 times faster
// at walking history than the libraries, and it is there wherever a revision can
// be named at all.
package git

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os/exec"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
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
}

// Open finds the repository of a folder.
func Open(ctx context.Context, dir string) (*Repository, error) {
	r := &Repository{dir: dir}
	out, err := r.run(ctx, "rev-parse", "--show-prefix")
	if err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return nil, ErrNoGit
		}
		return nil, fmt.Errorf("%s is %w", dir, ErrNoRepository)
	}
	r.prefix = strings.TrimRight(string(out), "\n")
	return r, nil
}

// run gives the output of a git command; its complaint is part of the error.
func (r *Repository) run(ctx context.Context, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, "git", args...)
	command.Dir = r.dir
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

// Commit is the full name of the commit that a revision names.
func (r *Repository) Commit(ctx context.Context, rev string) (string, error) {
	out, err := r.run(ctx, "rev-parse", "--verify", "--quiet", "--end-of-options", rev+"^{commit}")
	if err != nil {
		return "", fmt.Errorf("there is no revision %q", rev)
	}
	return strings.TrimSpace(string(out)), nil
}

// MergeBase is the commit at which the current one and rev parted. A shallow
// clone may not hold it, which is an error that says so.
func (r *Repository) MergeBase(ctx context.Context, rev string) (string, error) {
	commit, err := r.Commit(ctx, rev)
	if err != nil {
		if shallow, _ := r.shallow(ctx); shallow {
			return "", fmt.Errorf("%w; this clone is shallow, so it may only be missing here: fetch it with its history", err)
		}
		return "", err
	}
	out, err := r.run(ctx, "merge-base", "HEAD", commit)
	if err != nil {
		if shallow, _ := r.shallow(ctx); shallow {
			return "", fmt.Errorf("this clone is shallow and does not hold the commit at which HEAD and %s parted: fetch more history (git fetch --unshallow)", rev)
		}
		return "", fmt.Errorf("HEAD and %s have no common commit", rev)
	}
	return strings.TrimSpace(string(out)), nil
}

// shallow reports whether the clone lacks a part of the history.
func (r *Repository) shallow(ctx context.Context) (bool, error) {
	out, err := r.run(ctx, "rev-parse", "--is-shallow-repository")
	return strings.TrimSpace(string(out)) == "true", err
}

// Message is the message of the commit that a revision names.
func (r *Repository) Message(ctx context.Context, rev string) ([]byte, error) {
	commit, err := r.Commit(ctx, rev)
	if err != nil {
		return nil, err
	}
	return r.run(ctx, "log", "-1", "--format=%B", commit)
}

// Tree is the folder as it was at a commit, as a file system. It holds the
// content of Markdown files and of those that also names; others are there, and
// empty, since the check asks only whether they exist.
func (r *Repository) Tree(ctx context.Context, commit string, also ...string) (fs.FS, error) {
	list, err := r.run(ctx, "ls-tree", "-r", "-z", "--full-tree", commit, "--", "./"+r.prefix)
	if err != nil {
		return nil, err
	}
	var files []txtar.File
	var blobs []string
	var read []int // the files of blobs
	for entry := range strings.SplitSeq(string(list), "\x00") {
		meta, name, ok := strings.Cut(entry, "\t")
		fields := strings.Fields(meta)
		if !ok || len(fields) != 3 {
			continue
		}
		name, ok = strings.CutPrefix(name, r.prefix)
		if !ok || !fs.ValidPath(name) {
			continue
		}
		switch {
		case fields[1] != "blob", fields[0] == "120000": // submodules and symbolic links
			continue
		case strings.HasSuffix(strings.ToLower(name), ".md"), slices.Contains(also, name):
			blobs, read = append(blobs, fields[2]), append(read, len(files))
		}
		files = append(files, txtar.File{Name: name})
	}
	contents, err := r.blobs(ctx, blobs)
	if err != nil {
		return nil, err
	}
	for i, content := range contents {
		files[read[i]].Data = content
	}
	// An archive as a file system lists its folders without a walk over all files,
	// which fstest.MapFS does for each.
	return txtar.FS(&txtar.Archive{Files: files})
}

// blobs are the contents of objects, in one run of git.
func (r *Repository) blobs(ctx context.Context, ids []string) ([][]byte, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	command := exec.CommandContext(ctx, "git", "cat-file", "--batch")
	command.Dir = r.dir
	command.Stdin = strings.NewReader(strings.Join(ids, "\n") + "\n")
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := command.Start(); err != nil {
		return nil, err
	}
	contents, err := readBatch(bufio.NewReader(output), len(ids))
	if err != nil {
		_ = command.Process.Kill()
		_ = command.Wait()
		return nil, fmt.Errorf("git cat-file: %w", err)
	}
	return contents, command.Wait()
}

func readBatch(in *bufio.Reader, n int) ([][]byte, error) {
	out := make([][]byte, 0, n)
	for range n {
		header, err := in.ReadString('\n')
		if err != nil {
			return nil, err
		}
		fields := strings.Fields(header)
		if len(fields) != 3 {
			return nil, fmt.Errorf("object %s", strings.TrimSpace(header))
		}
		size, err := strconv.Atoi(fields[2])
		if err != nil || size < 0 {
			return nil, fmt.Errorf("a size of %q", fields[2])
		}
		content := make([]byte, size+1)
		if _, err := io.ReadFull(in, content); err != nil {
			return nil, err
		}
		out = append(out, content[:size])
	}
	return out, nil
}
