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
	// Fingerprints are those of Diagnostics.
	Fingerprints []string
	// Suppressed are the findings that a comment silences, with its reason.
	Suppressed []Suppressed
	// Baselined are the findings of Diagnostics that the baseline accepts.
	Baselined map[*diag.Diagnostic]bool
}

// Options are the choices of a check.
type Options struct {
	// Chosen are the rules whose findings are wanted; nil wants all.
	Chosen []*Rule
	// Baseline accepts findings; it may be nil.
	Baseline *Baseline
	// Cancelled, where it is set, is asked before each rule. Once it says yes
	// no more rules run, and the outcome means nothing.
	Cancelled func() bool
}

// A Suppressed finding is one that a comment in its document silences.
type Suppressed struct {
	*diag.Diagnostic
	// Reason is what the comment says.
	Reason string
}

// Check runs rules over a corpus. All of them run, so that what is withheld
// does not depend on what is shown. The configuration takes findings out and
// changes severities, comments silence what they name, and the baseline marks
// what it accepts.
func Check(c *corpus.Corpus, all []*Rule, o Options) Outcome {
	chosen := o.Chosen
	if chosen == nil {
		chosen = all
	}
	var early, late, last, active []*Rule
	for _, r := range all {
		switch {
		case r.Last:
			last = append(last, r)
		case r.Late:
			late = append(late, r)
		default:
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
	for _, d := range diag.Withhold(run(c, early, &Pass{Rules: all, catalogue: all, cancelled: o.Cancelled})) {
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
	further := func(rules []*Rule) {
		for _, d := range run(c, rules, &Pass{Rules: active, catalogue: all, used: used, Baseline: o.Baseline, cancelled: o.Cancelled}) {
			if wanted(d) {
				out.Diagnostics = append(out.Diagnostics, d)
			}
		}
		diag.Sort(out.Diagnostics)
	}
	further(late)
	if o.Baseline != nil {
		out.Baselined = o.Baseline.accept(out.Diagnostics, Fingerprints(c, out.Diagnostics))
	}
	further(last)
	for _, d := range out.Diagnostics {
		setSeverity(c, d)
	}
	for _, s := range out.Suppressed {
		setSeverity(c, s.Diagnostic)
	}
	out.Fingerprints = Fingerprints(c, out.Diagnostics)
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

// Keep is the outcome with only the findings that keep chooses, by their index.
func (out Outcome) Keep(keep func(i int) bool) Outcome {
	kept := Outcome{Suppressed: out.Suppressed, Baselined: out.Baselined}
	for i, d := range out.Diagnostics {
		if keep(i) {
			kept.Diagnostics = append(kept.Diagnostics, d)
			kept.Fingerprints = append(kept.Fingerprints, out.Fingerprints[i])
		}
	}
	return kept
}

// Matters reports whether a finding is an error or a warning.
func Matters(d *diag.Diagnostic) bool { return d.Severity >= diag.Warning }
