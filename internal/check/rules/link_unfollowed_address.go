package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var linkUnfollowedAddress = &check.Rule{
	Name:     "link/unfollowed-address",
	Severity: diag.Warning,
	Summary:  "a link has an address that the site does not follow",
	Run: func(p *check.Pass) {
		cited(p.Corpus, func(ref *corpus.Reference) {
			if ref.Link == nil || ref.Status != corpus.External || corpus.Follows(ref.Link.Destination) {
				return
			}
			if found := unfollowedAddress(ref); found != nil {
				p.Report(found)
			}
		})
	},
}

// unfollowedAddress is the finding that a link leads out by a scheme that the
// site drops, or by none. An address in plain text becomes one with a scheme.
func unfollowedAddress(ref *corpus.Reference) *diag.Diagnostic {
	l := ref.Link
	found := &diag.Diagnostic{File: ref.From.File, Span: l.Span, Target: l.Destination, Needs: []diag.Fact{check.TextOf(ref.From.Path)}}
	if scheme := corpus.Scheme(l.Destination); scheme != "" {
		found.Message = fmt.Sprintf("the site does not follow addresses of the scheme “%s”: this is shown as plain text", scheme)
		found.Hint = "link an http, https or mailto address, or take the link out"
		if l.Kind == parse.AutoLink {
			found.Hint = "link an http, https or mailto address, or escape the bracket where no address was meant"
		}
		return found
	}
	if l.Kind == parse.AutoLink {
		return nil
	}
	address := "https://" + l.Destination
	if strings.Contains(l.Destination, "@") {
		address = "mailto:" + l.Destination
	}
	found.Severity = diag.Info
	found.Message = fmt.Sprintf("“%s” has no scheme, so a browser looks for a file of that name", l.Destination)
	found.Hint = fmt.Sprintf("write “%s”", address)
	found.Fix = &diag.Fix{
		Title: "write the scheme",
		Edits: []diag.Edit{{File: ref.From.File, Span: l.Span, Text: strings.TrimSuffix(address, l.Destination) + ref.From.File.Slice(l.Span)}},
	}
	return found
}
