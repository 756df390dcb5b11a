package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var principleAmbiguousDomain = &check.Rule{
	Name:     "principle/ambiguous-domain",
	Severity: diag.Warning,
	Summary:  "a principle is cited by the name of a domain that another domain has too",
	Run: func(p *check.Pass) {
		for _, ref := range p.Corpus.References {
			if ref.Mention == nil || ref.Mention.Domain == "" || ref.Kind != corpus.ToPrinciple || ref.Generated {
				continue
			}
			named := p.Corpus.DomainsNamed(ref.Mention.Domain)
			if len(named) > 1 && !slices.Contains(named, ref.From.Domain) {
				p.Report(ambiguousDomain(ref, named))
			}
		}
	},
}

func ambiguousDomain(ref *corpus.Reference, named []*corpus.Domain) *diag.Diagnostic {
	m := ref.Mention
	paths := make([]string, len(named))
	found := &diag.Diagnostic{
		File: ref.From.File, Span: m.DomainSpan, Target: m.Domain,
		Hint:  fmt.Sprintf("write the path of the one that is meant, as in `%s/P%d`", ref.Domain.Path, m.Number),
		Needs: []diag.Fact{check.TextOf(ref.From.Path), check.MentionFact(ref.From, m)},
	}
	for i, d := range named {
		paths[i] = d.Path
		found.Related = append(found.Related, shownTitle(d.First, "a domain of that name"))
	}
	found.Message = fmt.Sprintf("“%s” may be %s, which have that name: it is read as %s", m.Domain, strings.Join(paths, " or "), ref.Domain.Path)
	return found
}
