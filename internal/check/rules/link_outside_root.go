package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var linkOutsideRoot = &check.Rule{
	Name:     "link/outside-root",
	Severity: diag.Error,
	Summary:  "a path or link leads out of the corpus",
	Run: func(p *check.Pass) {
		cited(p.Corpus, func(ref *corpus.Reference) {
			if ref.Fault != corpus.Outside {
				return
			}
			written := writtenPath(ref)
			message, hint := outsideRoot(ref, written)
			p.Report(&diag.Diagnostic{
				File: ref.From.File, Span: pathSpan(ref), Target: written,
				Message: message, Hint: hint, Breaks: brokenBy(p.Corpus, ref),
			})
		})
	},
}

// outsideRoot says how a reference leads out: by its scheme, its dots, or a
// symbolic link.
func outsideRoot(ref *corpus.Reference, written string) (message, hint string) {
	switch {
	case ref.Path == "":
		return fmt.Sprintf("“%s” leads into the file system of whoever wrote it", written),
			"link a document of the corpus, or the address of a published page"
	case ref.Path == ".." || strings.HasPrefix(ref.Path, "../"):
		return fmt.Sprintf("“%s” leads to “%s”, which is outside of the corpus", written, ref.Path),
			"link a document of the corpus, or the address of a published page"
	default:
		return fmt.Sprintf("“%s” leads out of the corpus by a symbolic link", written),
			"replace the symbolic link by a copy of the file, or link the address of a published page"
	}
}
