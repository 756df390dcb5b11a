package git

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing/fstest"
)

// Modes of the entries of a tree, as git writes them.
const (
	modeLink      = "120000"
	modeSubmodule = "160000"
)

// Tree is the folder as it was at a commit, as a file system. It holds the
// content of Markdown files and of those that also names; others are there, and
// empty, since the check asks only whether they exist. Symbolic links lead to
// what they led to, and a submodule that is checked out is read at its commit of
// then.
func (r *Repository) Tree(ctx context.Context, commit string, also ...string) (fs.FS, error) {
	tree := fstest.MapFS{} // an in-memory file system, nothing of testing else
	if err := r.addTree(ctx, tree, "", commit, also); err != nil {
		return nil, err
	}
	return tree, nil
}

// addTree adds the files of a commit to a tree, below a folder of it.
func (r *Repository) addTree(ctx context.Context, tree fstest.MapFS, folder, commit string, also []string) error {
	list, err := r.run(ctx, "ls-tree", "-r", "-z", "--full-tree", commit, "--", "./"+r.prefix)
	if err != nil {
		return err
	}
	var names, blobs []string
	for entry := range strings.SplitSeq(string(list), "\x00") {
		meta, inRepository, ok := strings.Cut(entry, "\t")
		fields := strings.Fields(meta)
		if !ok || len(fields) != 3 {
			continue
		}
		local, ok := strings.CutPrefix(inRepository, r.prefix)
		if !ok || !fs.ValidPath(local) {
			continue
		}
		name := path.Join(folder, local)
		switch mode, id := fields[0], fields[2]; {
		case mode == modeSubmodule:
			if err := r.addSubmodule(ctx, tree, local, name, id, also); err != nil {
				return err
			}
		case mode == modeLink:
			tree[name] = &fstest.MapFile{Mode: fs.ModeSymlink | 0o777}
			names, blobs = append(names, name), append(blobs, id)
		case strings.HasSuffix(strings.ToLower(name), ".md"), slices.Contains(also, name):
			tree[name] = &fstest.MapFile{Mode: 0o644}
			names, blobs = append(names, name), append(blobs, id)
		default:
			tree[name] = &fstest.MapFile{Mode: 0o644}
		}
	}
	contents, err := r.blobs(ctx, blobs)
	if err != nil {
		return err
	}
	for i, name := range names {
		tree[name].Data = contents[i]
	}
	return nil
}

// addSubmodule adds the files of a submodule. One that is not checked out has no
// files today either.
func (r *Repository) addSubmodule(ctx context.Context, tree fstest.MapFS, local, name, commit string, also []string) error {
	sub, err := Open(ctx, filepath.Join(r.dir, filepath.FromSlash(local)))
	if err != nil || sub.prefix != "" { // the folder is gone, or empty and so a part of r itself
		return nil
	}
	if _, err := sub.Commit(ctx, commit); err != nil {
		return fmt.Errorf("the submodule %s does not hold its commit of then: %w", local, err)
	}
	return sub.addTree(ctx, tree, name, commit, also)
}

// blobs are the contents of objects, in one run of git.
func (r *Repository) blobs(ctx context.Context, ids []string) ([][]byte, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	command := r.command(ctx, "cat-file", "--batch")
	command.Stdin = strings.NewReader(strings.Join(ids, "\n") + "\n")
	var stderr bytes.Buffer
	command.Stderr = &stderr
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
		return nil, fmt.Errorf("git cat-file: %w %s", err, strings.TrimSpace(stderr.String()))
	}
	if err := command.Wait(); err != nil {
		return nil, fmt.Errorf("git cat-file: %w %s", err, strings.TrimSpace(stderr.String()))
	}
	return contents, nil
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
