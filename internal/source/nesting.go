package source

import "strings"

// DeepestYAML bounds how deep YAML may nest. The parser takes quadratic time in
// that depth: a few kilobytes of brackets would keep it busy for minutes.
const DeepestYAML = 100

// YAMLTooDeep is the offset at which a text would nest deeper than [DeepestYAML]
// as YAML, or -1. It counts brackets, braces and list marks without regard to
// quotes, so it may take odd text for deep and never deep text for flat.
func YAMLTooDeep(text string) int {
	depth, start := 0, 0
	for line := range strings.Lines(text) {
		marks := 0
		for rest, at := line, start; strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "? ") || strings.HasPrefix(rest, " "); rest, at = rest[1:], at+1 {
			if rest[0] == ' ' {
				continue
			}
			if marks++; marks > DeepestYAML {
				return at
			}
		}
		for i := range len(line) {
			switch line[i] {
			case '[', '{':
				depth++
			case ']', '}':
				depth = max(0, depth-1)
			}
			if depth > DeepestYAML {
				return start + i
			}
		}
		start += len(line)
	}
	return -1
}
