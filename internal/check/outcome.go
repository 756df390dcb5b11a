package check

import (
	"slices"

	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

// An Outcome is what a check found, after configuration and comments have had
// their say.
type Outcome struct {
	Diagnostics []*diag.Diagnostic
	// Suppressed are the findings that a comment silences, with its reason.
	Suppressed []Suppressed
}

// A Suppressed finding is one that a comment in its document silences.
type Suppressed struct {
	*diag.Diagnostic
	// Reason is what the comment says.
	Reason string
}

// Check runs rules over a corpus. All of them run, so that what is withheld
// does not depend on what is shown; chosen are the rules whose findings are
// wanted. The configuration takes findings out and changes severities, then
// comments silence what they name.
func Check(c *corpus.Corpus, all, chosen []*Rule) Outcome {
	var early, late, active []*Rule
	for _, r := range all {
		if r.Late {
			late = append(late, r)
		} else {
			early = append(early, r)
		}
	}
	for _, r := range chosen {
		if s, set := c.Config.SeverityOf(r.Name); !set || s != diag.Off {
			active = append(active, r)
		}
	}
	wanted := func(d *diag.Diagnostic) bool {
		return slices.ContainsFunc(active, func(r *Rule) bool { return r.Name == d.Rule }) && !c.Config.Ignored(d.Rule, d.File.Path)
	}
	var out Outcome
	used := map[*parse.Ignore]bool{}
	for _, d := range diag.Withhold(run(c, early, all, nil)) {
		if !wanted(d) {
			continue
		}
		if ig := ignoreOf(c, d); ig != nil {
			used[ig] = true
			out.Suppressed = append(out.Suppressed, Suppressed{d, ig.Reason})
			continue
		}
		out.Diagnostics = append(out.Diagnostics, d)
	}
	for _, d := range run(c, late, active, used) {
		if wanted(d) {
			out.Diagnostics = append(out.Diagnostics, d)
		}
	}
	for _, d := range out.Diagnostics {
		setSeverity(c, d)
	}
	for _, s := range out.Suppressed {
		setSeverity(c, s.Diagnostic)
	}
	diag.Sort(out.Diagnostics)
	return out
}

// setSeverity gives a finding the severity that the configuration sets for its
// rule.
func setSeverity(c *corpus.Corpus, d *diag.Diagnostic) {
	if s, ok := c.Config.SeverityOf(d.Rule); ok {
		d.Severity = s
	}
}

// ignoreOf is the comment that silences a finding, or nil. One without a reason
// silences nothing.
func ignoreOf(c *corpus.Corpus, d *diag.Diagnostic) *parse.Ignore {
	doc := c.Document(d.File.Path)
	if doc == nil || doc.File != d.File {
		return nil
	}
	for _, ig := range doc.Ignores {
		if ig.Rule != d.Rule || ig.Reason == "" {
			continue
		}
		if ig.Whole || ig.Target.Len() > 0 && ig.Target.Start <= d.Span.Start && d.Span.Start <= ig.Target.End {
			return ig
		}
	}
	return nil
}
