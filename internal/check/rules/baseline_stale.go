package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/diag"
)

var baselineStale = &check.Rule{
	Name:     "baseline/stale",
	Severity: diag.Warning,
	Summary:  "the baseline accepts a finding that is not there any more",
	Last:     true,
	Run: func(p *check.Pass) {
		if p.Baseline == nil {
			return
		}
		entries, spans := p.Baseline.Stale()
		for i, e := range entries {
			if !p.Ran(e.Rule) && p.Known(e.Rule) {
				continue // the rule did not run, so its findings could not be there
			}
			p.Report(&diag.Diagnostic{
				File: p.Baseline.File, Span: spans[i], Target: e.Fingerprint,
				Message: fmt.Sprintf("the baseline accepts a finding of %s in %s that is not there any more: %s", e.Rule, e.Path, e.Message),
				Hint:    "run atelier baseline prune",
			})
		}
	},
}
