package report

import (
	"bytes"

	"github.com/rogpeppe/go-internal/diff"
)

// UnifiedDiff is a unified diff of two texts of one file, "" where they are
// equal.
func UnifiedDiff(name, before, after string) string {
	from := "a/" + name
	if before == "" {
		from = "/dev/null"
	}
	text := diff.Diff(from, []byte(before), "b/"+name, []byte(after))
	_, text, _ = bytes.Cut(text, []byte("\n")) // the line of a command that was not run
	return string(text)
}
