// Package source holds the text of one corpus file and everything that turns a
// byte offset into something a person can read: line, column, excerpt.
//
// Offsets are kept in the normalised text: a UTF-8 byte-order mark is taken
// off, and CRLF and a CR alone are read as LF, as CommonMark does, so that nothing
// after this package has to know of either. [File.Original] leads back to the bytes on disk, which is what edits
// and machine formats speak of.
package source

import (
	"bytes"
	"path"
	"sort"
	"strings"
	"unicode/utf8"
)

// BOM is the UTF-8 byte-order mark, which is ordinary input at the start of a file.
const BOM = "\uFEFF"

// A Span is a half-open range of byte offsets into the normalised text of a file.
type Span struct {
	Start, End int
}

// Len is the number of bytes the span covers.
func (s Span) Len() int { return s.End - s.Start }

// Contains reports whether offset lies within the span.
func (s Span) Contains(offset int) bool { return s.Start <= offset && offset < s.End }

// Encloses reports whether other lies wholly within the span.
func (s Span) Encloses(other Span) bool { return s.Start <= other.Start && other.End <= s.End }

// A Position is a place for people: line and column count from 1, the column
// in Unicode code points.
type Position struct {
	Line, Column int
}

// A File is the immutable text of one corpus file.
type File struct {
	// Path is slash-separated and relative to the corpus root.
	Path string
	// Text is the normalised text: no byte-order mark, LF line ends.
	Text string
	// LineEnd is what ends the first line of the file on disk, so that what is
	// written back can keep it: "\n", "\r\n" or "\r".
	LineEnd  string
	lines    []int // offset of the start of each line in Text
	original []int // offset of the start of each line on disk
}

// NewFile normalises content and indexes its lines. It accepts any bytes; use
// [Invalid] first to learn whether they are text at all.
func NewFile(name string, content []byte) *File {
	f := &File{Path: path.Clean(name)}
	removed := 0
	if bytes.HasPrefix(content, []byte(BOM)) {
		content = content[len(BOM):]
		removed = len(BOM)
	}
	f.startLine(0, removed)
	f.LineEnd = "\n"
	if bytes.IndexByte(content, '\r') < 0 {
		f.Text = string(content)
		for i := range len(f.Text) {
			if f.Text[i] == '\n' {
				f.startLine(i+1, i+1+removed)
			}
		}
		return f
	}
	var text strings.Builder
	text.Grow(len(content))
	for len(content) > 0 {
		i := bytes.IndexAny(content, "\r\n")
		if i < 0 {
			text.Write(content)
			break
		}
		end := "\n"
		if content[i] == '\r' {
			end = "\r"
			if bytes.HasPrefix(content[i:], []byte("\r\n")) {
				end = "\r\n"
				removed++
			}
		}
		if len(f.lines) == 1 {
			f.LineEnd = end
		}
		text.Write(content[:i])
		text.WriteByte('\n')
		content = content[i+len(end):]
		f.startLine(text.Len(), text.Len()+removed)
	}
	f.Text = text.String()
	return f
}

func (f *File) startLine(offset, original int) {
	f.lines = append(f.lines, offset)
	f.original = append(f.original, original)
}

// Invalid returns the offset of the first byte of content that cannot be text
// (a NUL, or bytes that are not UTF-8), and -1 where all of it can.
func Invalid(content []byte) int {
	nul := bytes.IndexByte(content, 0)
	if utf8.Valid(content) {
		return nul
	}
	for i := 0; i < len(content); {
		if content[i] == 0 {
			return i
		}
		r, n := utf8.DecodeRune(content[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// line is the index, from 0, of the line that holds offset.
func (f *File) line(offset int) int {
	return sort.Search(len(f.lines), func(i int) bool { return f.lines[i] > offset }) - 1
}

func (f *File) clamp(offset int) int { return max(0, min(offset, len(f.Text))) }

// Position is the line and column of a byte offset. Offsets outside of the
// text give its nearest end.
func (f *File) Position(offset int) Position {
	offset = f.clamp(offset)
	n := f.line(offset)
	return Position{Line: n + 1, Column: utf8.RuneCountInString(f.Text[f.lines[n]:offset]) + 1}
}

// Line is the number, from 1, of the line that holds offset.
func (f *File) Line(offset int) int { return f.line(f.clamp(offset)) + 1 }

// Lines is the number of lines; an empty file has one.
func (f *File) Lines() int { return len(f.lines) }

// LineSpan is the text of a line, counted from 1, without its line end.
func (f *File) LineSpan(line int) Span {
	if line < 1 || line > len(f.lines) {
		return Span{len(f.Text), len(f.Text)}
	}
	start, end := f.lines[line-1], len(f.Text)
	if line < len(f.lines) {
		end = f.lines[line] - 1
	}
	return Span{start, end}
}

// Original is the offset on disk of an offset into the normalised text.
func (f *File) Original(offset int) int {
	offset = f.clamp(offset)
	n := f.line(offset)
	return f.original[n] + offset - f.lines[n]
}

// Slice is the normalised text under a span.
func (f *File) Slice(s Span) string {
	return f.Text[f.clamp(s.Start):max(f.clamp(s.Start), f.clamp(s.End))]
}

// An Excerpt is the line a finding stands in, and the part of it to underline.
type Excerpt struct {
	Line int    // number, from 1
	Text string // the line without its end
	// Start and End bound the part to underline, in bytes of Text. A span
	// over several lines is underlined to the end of the first.
	Start, End int
}

// Excerpt cuts out the first line of a span.
func (f *File) Excerpt(s Span) Excerpt {
	start := f.clamp(s.Start)
	number := f.line(start) + 1
	line := f.LineSpan(number)
	end := max(start, min(f.clamp(s.End), line.End))
	return Excerpt{Line: number, Text: f.Slice(line), Start: start - line.Start, End: end - line.Start}
}
