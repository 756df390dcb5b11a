package parse

import (
	"fmt"
	"strings"

	"atelier/internal/source"
)

// The bounds that a file must keep before goldmark sees it. goldmark is
// quadratic in container depth and in open brackets: 50,000 of either take
// tens of seconds.
const (
	// MaxFileSize is the largest file that is read, in bytes.
	MaxFileSize = 64 << 20
	maxLine     = 1 << 20
	maxDepth    = 100
	maxBrackets = 1000
	maxIndent   = 1000
)

// tooDeep finds the first place where text breaks a bound. It over-counts on
// purpose (a marker in a code block counts too): prose never comes near.
func tooDeep(text string) (at source.Span, rule, message string) {
	open := 0     // brackets opened in this paragraph and not closed
	unclosed := 0 // destinations opened in this paragraph and not closed
	var lists nesting
	for start := 0; start < len(text); {
		end := strings.IndexByte(text[start:], '\n')
		if end < 0 {
			end = len(text)
		} else {
			end += start
		}
		line := text[start:end]
		if len(line) > maxLine {
			return source.Span{Start: start, End: start + 1}, "source/too-large",
				fmt.Sprintf("this line is %d bytes long; the bound is %d", len(line), maxLine)
		}
		if depth, indent := containers(line); max(depth, lists.add(line)) > maxDepth || indent > maxIndent {
			return source.Span{Start: start, End: start + 1}, "source/too-deep",
				fmt.Sprintf("quotes and lists are nested more than %d deep here", maxDepth)
		}
		if strings.TrimLeft(line, " \t>") == "" {
			open, unclosed = 0, 0
		}
		lastClose := strings.LastIndexByte(line, ')')
		for i := 0; i < len(line); i++ {
			switch line[i] {
			case '\\':
				i++
			case '[':
				open++
			case ']':
				// "](" opens a destination; one that never closes makes
				// goldmark look for its end again for every bracket.
				if i+1 < len(line) && line[i+1] == '(' && i > lastClose {
					unclosed++
				}
				open = max(0, open-1)
			}
		}
		if open > maxBrackets || unclosed > maxBrackets {
			return source.Span{Start: start, End: start + 1}, "source/too-deep",
				fmt.Sprintf("more than %d brackets are open here", maxBrackets)
		}
		start = end + 1
	}
	return source.Span{}, "", ""
}

// nesting follows how deep lists nest over lines, by the columns of the marks that
// are open. It never counts too few: what may still be open is.
type nesting struct {
	columns []int
	blank   bool // the line before is
}

// add takes in the next line and gives the depth at it.
func (n *nesting) add(line string) int {
	at := len(line) - len(strings.TrimLeft(line, " \t>"))
	if at == len(line) {
		n.blank = true
		return len(n.columns)
	}
	marks := listMarks(line, at)
	if marks == 0 && !n.blank {
		return len(n.columns) // may go on with the text of the innermost item
	}
	for len(n.columns) > 0 && n.columns[len(n.columns)-1] >= at {
		n.columns = n.columns[:len(n.columns)-1]
	}
	for i := range marks {
		n.columns = append(n.columns, at+i)
	}
	n.blank = false
	return len(n.columns)
}

// listMarks is the number of list marks in a row from an offset of a line.
func listMarks(line string, at int) int {
	n := 0
	for at < len(line) {
		end := at
		for end < len(line) && line[end] >= '0' && line[end] <= '9' {
			end++
		}
		if end >= len(line) || !strings.ContainsRune("-*+", rune(line[end])) && (end == at || line[end] != '.' && line[end] != ')') {
			break
		}
		end++
		if end < len(line) && line[end] != ' ' && line[end] != '\t' {
			break
		}
		n++
		at = end + len(line[end:]) - len(strings.TrimLeft(line[end:], " \t>"))
	}
	return n
}

// containers counts the quote and list markers that a line starts with, and
// its indentation before the last of them.
func containers(line string) (depth, indent int) {
	for i := 0; i < len(line); {
		switch c := line[i]; {
		case c == ' ' || c == '\t':
			i++
		case c == '>':
			depth++
			indent = i
			i++
		case c == '-' || c == '*' || c == '+':
			if i+1 < len(line) && line[i+1] != ' ' && line[i+1] != '\t' {
				return depth, indent
			}
			depth++
			indent = i
			i++
		case c >= '0' && c <= '9':
			j := i
			for j < len(line) && line[j] >= '0' && line[j] <= '9' && j-i < 10 {
				j++
			}
			if j >= len(line) || line[j] != '.' && line[j] != ')' {
				return depth, indent
			}
			depth++
			indent = i
			i = j + 1
		default:
			return depth, indent
		}
	}
	return depth, indent
}
