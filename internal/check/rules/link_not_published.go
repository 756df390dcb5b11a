package rules

import (
	"fmt"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var linkNotPublished = &check.Rule{
	Name:     "link/not-published",
	Severity: diag.Warning,
	Summary:  "a link names a Markdown file that belongs to no collection",
	Run: func(p *check.Pass) {
		cited(p.Corpus, func(ref *corpus.Reference) {
			if ref.Fault != corpus.NotPublished {
				return
			}
			written := writtenPath(ref)
			message := fmt.Sprintf("“%s” exists, but belongs to no collection: it is neither checked nor published", written)
			if ref.Link != nil && written != ref.Path {
				message = fmt.Sprintf("“%s” leads to “%s”, which belongs to no collection: it is neither checked nor published", written, ref.Path)
			}
			p.Report(&diag.Diagnostic{
				File: ref.From.File, Span: pathSpan(ref), Target: written, Message: message,
				Hint: "take the file into a collection of the configuration, or link its address on the web",
			})
		})
	},
}
