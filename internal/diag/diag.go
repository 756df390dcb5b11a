// Package diag holds what the tool has to say about a corpus: diagnostics with
// a place, the other end of what they are about, and the edits that mend them.
package diag

import (
	"cmp"
	"fmt"
	"slices"

	"atelier/internal/source"
)

// Severity orders findings; the zero value is Off.
type Severity uint8

// The severities, in rising order.
const (
	Off Severity = iota
	Info
	Warning
	Error
)

var severityNames = [...]string{"off", "info", "warning", "error"}

// String is the lower-case name that configuration and output use.
func (s Severity) String() string {
	if int(s) < len(severityNames) {
		return severityNames[s]
	}
	return fmt.Sprintf("severity(%d)", uint8(s))
}

// ParseSeverity reads a name that [Severity.String] gives.
func ParseSeverity(name string) (Severity, bool) {
	i := slices.Index(severityNames[:], name)
	return Severity(max(i, 0)), i >= 0
}

// A Diagnostic is one finding: what is wrong, where, and what to do.
type Diagnostic struct {
	// Rule is the name of the rule that found it, such as "link/dangling".
	Rule     string
	Severity Severity
	// Message says what is wrong and names both ends of it, in one line.
	Message string
	// Hint says what to do, in one line; it may be empty.
	Hint string
	File *source.File
	// Span is the smallest text that is wrong.
	Span source.Span
	// Target tells findings of one rule in one block apart, such as the
	// path that does not resolve. It goes into the fingerprint.
	Target  string
	Related []Related
	Fix     *Fix
	// Breaks are the facts that this finding puts in doubt, and Needs those
	// that it rests on: a finding that needs what an error breaks follows
	// from that error and is withheld. See [Withhold].
	Breaks, Needs []Fact
}

// A Fact names a part of the corpus that findings rest on, such as "trace of
// domains/messaging". Facts are compared as strings.
type Fact string

// Related is another place a diagnostic is about: the other end of a
// reference, the row that contradicts the prose.
type Related struct {
	File    *source.File
	Span    source.Span
	Message string
}

// A Fix is a set of edits that removes a diagnostic.
type Fix struct {
	Title string
	// Safe fixes are certain; only they are applied without being asked for
	// one by one.
	Safe  bool
	Edits []Edit
}

// An Edit replaces the text under a span. An empty span inserts.
type Edit struct {
	File *source.File
	Span source.Span
	Text string
}

// Position is the line and column at which the finding starts.
func (d *Diagnostic) Position() source.Position { return d.File.Position(d.Span.Start) }

// Sort orders diagnostics by path, offset and rule, which is the order of
// every output.
func Sort(ds []*Diagnostic) {
	slices.SortStableFunc(ds, func(a, b *Diagnostic) int {
		return cmp.Or(
			cmp.Compare(a.File.Path, b.File.Path),
			cmp.Compare(a.Span.Start, b.Span.Start),
			cmp.Compare(a.Rule, b.Rule),
			cmp.Compare(a.Span.End, b.Span.End),
			cmp.Compare(a.Message, b.Message),
		)
	})
}

// Count is the number of diagnostics of each severity.
func Count(ds []*Diagnostic) (errors, warnings, infos int) {
	for _, d := range ds {
		switch d.Severity {
		case Error:
			errors++
		case Warning:
			warnings++
		case Info:
			infos++
		}
	}
	return errors, warnings, infos
}

// Withhold drops the findings that follow from others: one fault gives one
// finding. Only errors break facts, and a finding never withholds itself.
func Withhold(ds []*Diagnostic) []*Diagnostic {
	broken := map[Fact][]*Diagnostic{}
	for _, d := range ds {
		if d.Severity < Error {
			continue
		}
		for _, f := range d.Breaks {
			broken[f] = append(broken[f], d)
		}
	}
	if len(broken) == 0 {
		return ds
	}
	return slices.DeleteFunc(slices.Clone(ds), func(d *Diagnostic) bool {
		for _, f := range d.Needs {
			for _, by := range broken[f] {
				if by != d {
					return true
				}
			}
		}
		return false
	})
}
