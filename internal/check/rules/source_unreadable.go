package rules

import (
	"atelier/internal/check"
	"atelier/internal/diag"
)

var sourceUnreadable = &check.Rule{
	Name:     "source/unreadable",
	Severity: diag.Error,
	Summary:  "a file or folder cannot be read",
	Run:      func(p *check.Pass) { forwardUnread(p, "source/unreadable") },
}

// forwardUnread reports the files of which nothing was read: what rests on their
// text is in doubt.
func forwardUnread(p *check.Pass, rule string) {
	for _, problem := range p.Corpus.Problems() {
		if problem.Rule != rule {
			continue
		}
		d := *problem
		d.Breaks = append(d.Breaks[:len(d.Breaks):len(d.Breaks)], check.TextOf(d.File.Path), check.Inputs())
		p.Report(&d)
	}
}
