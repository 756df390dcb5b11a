package check

import (
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// A Suppressed finding is one that a comment in its document silences.
type Suppressed struct {
	*diag.Diagnostic
	// Reason is what the comment says.
	Reason string
}

// The rules about suppression comments. Their findings depend on what every
// other rule found, so Suppress makes them, and the rules of these names carry
// the pages.
const (
	UnknownSuppression = "suppression/unknown-rule"
	UnusedSuppression  = "suppression/unused"
	NoReason           = "suppression/no-reason"
)

// Suppress takes the findings that comments silence out of ds. ran are the
// rules that ran; a comment for one of them that silences nothing is reported.
func Suppress(c *corpus.Corpus, ds []*diag.Diagnostic, ran []*Rule) (left []*diag.Diagnostic, suppressed []Suppressed) {
	used := map[*parse.Ignore]bool{}
	for _, d := range ds {
		if ig := ignoreOf(c, d); ig != nil {
			used[ig] = true
			suppressed = append(suppressed, Suppressed{d, ig.Reason})
			continue
		}
		left = append(left, d)
	}
	if !ranRule(ran, UnusedSuppression) {
		return left, suppressed
	}
	for _, doc := range c.Documents {
		for _, ig := range doc.Ignores {
			if used[ig] || ig.Reason == "" || !ranRule(ran, ig.Rule) {
				continue
			}
			d := &diag.Diagnostic{
				Rule: UnusedSuppression, Severity: diag.Warning, File: doc.File, Span: ig.RuleSpan, Target: ig.Rule,
				Message: "this comment silences nothing: " + ig.Rule + " finds no fault in what follows it",
				Hint:    "remove the comment, or move it right before the block it is about",
			}
			d.Fix = &diag.Fix{Title: "remove the comment", Safe: true, Edits: []diag.Edit{{File: doc.File, Span: wholeLines(doc.File, ig.Span)}}}
			left = append(left, d)
		}
	}
	diag.Sort(left)
	return left, suppressed
}

// wholeLines widens a span that is all there is on its lines to the lines.
func wholeLines(file *source.File, span source.Span) source.Span {
	first, last := file.LineSpan(file.Line(span.Start)), file.LineSpan(file.Line(span.End))
	if first.Start == span.Start && last.End == span.End {
		return source.Span{Start: first.Start, End: min(last.End+1, len(file.Text))}
	}
	return span
}

// ignoreOf is the comment that silences a finding, or nil. One without a reason
// silences nothing, and neither does any comment silence the rules about
// comments.
func ignoreOf(c *corpus.Corpus, d *diag.Diagnostic) *parse.Ignore {
	doc := c.Document(d.File.Path)
	if doc == nil || doc.File != d.File {
		return nil
	}
	for _, ig := range doc.Ignores {
		if ig.Rule != d.Rule || ig.Reason == "" {
			continue
		}
		if ig.Whole || ig.Target.Start <= d.Span.Start && d.Span.Start <= ig.Target.End && ig.Target.Len() > 0 {
			return ig
		}
	}
	return nil
}

func ranRule(ran []*Rule, name string) bool {
	for _, r := range ran {
		if r.Name == name {
			return true
		}
	}
	return false
}
