package report

import (
	"fmt"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// contextLines is how much of the unchanged text a hunk shows.
const contextLines = 3

// UnifiedDiff is a unified diff of two texts of one file, "" where they are
// equal. The lines are compared by go-diff; the hunks are ours, since go-diff
// writes only its own percent-encoded patches.
func UnifiedDiff(name, before, after string) string {
	if before == after {
		return ""
	}
	lines := diffLines(before, after)
	var b strings.Builder
	from := "a/" + name
	if before == "" {
		from = "/dev/null"
	}
	fmt.Fprintf(&b, "--- %s\n+++ b/%s\n", from, name)
	for start := 0; start < len(lines); {
		if lines[start].op == ' ' {
			start++
			continue
		}
		first := max(0, start-contextLines)
		end, quiet := start, 0
		for end < len(lines) && quiet <= 2*contextLines {
			if lines[end].op == ' ' {
				quiet++
			} else {
				quiet = 0
			}
			end++
		}
		end = min(len(lines), end-max(0, quiet-contextLines))
		hunk(&b, lines[first:end])
		start = end
	}
	return b.String()
}

// A diffLine is a line with its mark and its number on both sides.
type diffLine struct {
	op       byte
	text     string
	old, new int
}

func diffLines(before, after string) []diffLine {
	d := diffmatchpatch.New()
	d.DiffTimeout = 0 // the diff depends on the texts alone, not on a clock
	a, b, table := d.DiffLinesToChars(before, after)
	diffs := d.DiffCharsToLines(d.DiffMain(a, b, false), table)
	var out []diffLine
	oldLine, newLine := 1, 1
	for _, part := range diffs {
		for line := range strings.SplitAfterSeq(part.Text, "\n") {
			if line == "" {
				continue
			}
			l := diffLine{op: ' ', text: line, old: oldLine, new: newLine}
			switch part.Type {
			case diffmatchpatch.DiffDelete:
				l.op = '-'
				oldLine++
			case diffmatchpatch.DiffInsert:
				l.op = '+'
				newLine++
			default:
				oldLine++
				newLine++
			}
			out = append(out, l)
		}
	}
	return out
}

func hunk(b *strings.Builder, lines []diffLine) {
	oldCount, newCount := 0, 0
	for _, l := range lines {
		if l.op != '+' {
			oldCount++
		}
		if l.op != '-' {
			newCount++
		}
	}
	fmt.Fprintf(b, "@@ -%s +%s @@\n", hunkRange(lines[0].old, oldCount), hunkRange(lines[0].new, newCount))
	for _, l := range lines {
		b.WriteByte(l.op)
		b.WriteString(l.text)
		if !strings.HasSuffix(l.text, "\n") {
			b.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

func hunkRange(start, count int) string {
	if count == 0 {
		start--
	}
	if count == 1 {
		return fmt.Sprint(start)
	}
	return fmt.Sprintf("%d,%d", start, count)
}
