package git

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"
)

// ErrShallow is returned for a clone that does not hold the whole history, in
// which the last change of a file is not known.
var ErrShallow = errors.New("the clone is shallow")

// A Change is the commit that changed a file last.
type Change struct {
	Commit string
	// Time is when it was committed, in UTC.
	Time time.Time
}

// Prefix is the path in the repository of the folder that was opened, "" or
// ending in "/".
func (r *Repository) Prefix() string { return r.prefix }

// LastChanges are the last changes of the files of the folder, by path in it. It
// walks the history once. Merges are not looked at: what they bring was changed
// by a commit of its own.
func (r *Repository) LastChanges(ctx context.Context) (map[string]Change, error) {
	switch shallow, err := r.shallow(ctx); {
	case err != nil:
		return nil, err
	case shallow:
		return nil, ErrShallow
	}
	out, err := r.run(ctx, "-c", "log.showSignature=false", "log", "--format=%x01%H %ct", "--name-only", "-z", "--no-renames", "--relative", "--", ".")
	if err != nil {
		return nil, err
	}
	return readLog(string(out)), nil
}

// readLog reads the output of git log: commits, the newest first, each a \x01, its
// name and time, and the names of its files, with NULs and line ends between.
func readLog(log string) map[string]Change {
	changes := map[string]Change{}
	for entry := range strings.SplitSeq(log, "\x01") {
		head, names, _ := strings.Cut(entry, "\x00")
		commit, seconds, ok := strings.Cut(strings.TrimSpace(head), " ")
		at, err := strconv.ParseInt(seconds, 10, 64)
		if !ok || err != nil {
			continue
		}
		change := Change{commit, time.Unix(at, 0).UTC()}
		for name := range strings.SplitSeq(names, "\x00") {
			name = strings.TrimPrefix(name, "\n")
			if _, seen := changes[name]; !seen && name != "" {
				changes[name] = change
			}
		}
	}
	return changes
}
