package parse

import (
	"strings"

	"atelier/internal/source"
)

// A SplitCode is a code span that bars in it cut into several cells of a row.
type SplitCode struct {
	// Span is what was meant as one code span, with its backticks, and Bars
	// are the bars in it.
	Span source.Span
	Bars []source.Span
}

// SplitCodes are the code spans of a row that bars cut. GFM parts the cells of a
// row before it looks for code.
func (r *Row) SplitCodes(file *source.File) []SplitCode {
	if strings.IndexByte(file.Slice(r.Text), '`') < 0 {
		return nil // most rows, whose cells need not be parted then
	}
	return splitCodes(file.Text, r.Written(file))
}

// SplitCodes are those of a line that is no row.
func (r RowLine) SplitCodes(file *source.File) []SplitCode { return splitCodes(file.Text, r.Cells) }

// splitCodes joins the backticks that are left without a partner in their own
// cell. Those with a space on the inner side mean themselves.
func splitCodes(src string, cells []source.Span) []SplitCode {
	var open source.Span
	var found []SplitCode
	from := 0 // the cell of open
	for i, cell := range cells {
		start := cell.Start
		if open.Len() > 0 && len(loneBackticks(src, cell)) > 0 {
			if run := firstRun(src, cell, open.Len()); run.Len() > 0 && src[run.Start-1] != ' ' {
				code := SplitCode{Span: source.Span{Start: open.Start, End: run.End}}
				for _, before := range cells[from:i] {
					code.Bars = append(code.Bars, source.Span{Start: before.End, End: before.End + 1})
				}
				found = append(found, code)
				open, start = source.Span{}, run.End
			}
		}
		for _, run := range loneBackticks(src, source.Span{Start: start, End: cell.End}) {
			if run.End < len(src) && src[run.End] != ' ' {
				open, from = run, i
				break
			}
		}
	}
	return found
}

// firstRun is the first run of that many backticks in a cell, empty where there
// is none.
func firstRun(src string, cell source.Span, length int) source.Span {
	for at := cell.Start; at < cell.End; {
		next := strings.IndexByte(src[at:cell.End], '`')
		if next < 0 {
			break
		}
		run := backticks(src, at+next, cell.End)
		if run.Len() == length {
			return run
		}
		at = run.End
	}
	return source.Span{}
}

// loneBackticks are the runs of backticks in a cell that open a code span which
// does not end there.
func loneBackticks(src string, cell source.Span) []source.Span {
	var lone []source.Span
	for at := cell.Start; at < cell.End; {
		switch src[at] {
		case '\\':
			at += 2
		case '`':
			run := backticks(src, at, cell.End)
			if end := closingRun(src, run, cell.End); end > 0 {
				at = end
				continue
			}
			lone = append(lone, run)
			at = run.End
		default:
			at++
		}
	}
	return lone
}

// backticks is the run of backticks that starts at an offset.
func backticks(src string, at, end int) source.Span {
	return source.Span{Start: at, End: end - len(strings.TrimLeft(src[at:end], "`"))}
}

// closingRun is the end of the run that closes the code span which open opens,
// or 0.
func closingRun(src string, open source.Span, end int) int {
	for at := open.End; at < end; {
		next := strings.IndexByte(src[at:end], '`')
		if next < 0 {
			return 0
		}
		run := backticks(src, at+next, end)
		if run.Len() == open.Len() {
			return run.End
		}
		at = run.End
	}
	return 0
}
