package rules

import (
	"fmt"
	"path"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var linkDirectionClaim = &check.Rule{
	Name:     "link/direction-claim",
	Severity: diag.Error,
	Summary:  "prose says that one domain does not link another, and it does",
	Run: func(p *check.Pass) {
		claims := directionClaims(p.Corpus)
		if len(claims) == 0 {
			return
		}
		links := map[pair][]corpus.Crossing{}
		for _, x := range p.Corpus.Crossings() {
			key := pair{p.Corpus.FolderOf(x.From), x.Folder}
			links[key] = append(links[key], x)
		}
		for _, claim := range claims {
			if found := links[pair{claim.from.Path, claim.to.Path}]; len(found) > 0 {
				p.Report(falseDirection(p.Corpus, claim, found))
			}
		}
	},
}

// directionClaim is what documents say of two domains: the first place, and the
// others that say the same.
type directionClaim struct {
	from, to *corpus.Domain
	in       *corpus.Document
	*parse.DirectionClaim
	again []diag.Related
}

// directionClaims are the claims about domains that exist, one for each pair in
// one direction: a link that belies one belies all of them.
func directionClaims(c *corpus.Corpus) []*directionClaim {
	var out []*directionClaim
	byPair := map[pair]*directionClaim{}
	for _, d := range c.Documents {
		for _, claim := range d.Directions {
			from, to := c.DomainByName(claim.From), c.DomainByName(claim.To)
			if from == nil || to == nil || from == to || narrower(d, claim, from) {
				continue
			}
			key := pair{from.Path, to.Path}
			if known := byPair[key]; known != nil {
				known.again = append(known.again, diag.Related{File: d.File, Span: claim.Span, Message: "this says the same"})
				continue
			}
			byPair[key] = &directionClaim{from: from, to: to, in: d, DirectionClaim: claim}
			out = append(out, byPair[key])
		}
	}
	return out
}

// narrower reports whether a claim speaks of one document or principle and not
// of a domain: "concurrency does not link to messaging/queues". The folder of a
// domain is the domain.
func narrower(d *corpus.Document, claim *parse.DirectionClaim, from *corpus.Domain) bool {
	text := d.File.Text
	before := strings.TrimRight(text[:claim.Span.Start], "`*")
	after := strings.TrimLeft(text[claim.Span.End:], "`*")
	if strings.HasSuffix(before, "/") && !strings.HasSuffix(before, path.Dir(from.Path)+"/") || strings.HasPrefix(after, "/") {
		return true
	}
	after = strings.TrimLeft(after, " \n>")
	if strings.HasPrefix(after, "Pattern ") || strings.HasPrefix(after, "§") {
		return true
	}
	return len(after) > 1 && after[0] == 'P' && after[1] >= '0' && after[1] <= '9'
}

// falseDirection is the finding of a claim that links belie. The link shown is
// one that no back-link reports; where each is one, the claim is right and
// the link is wrong.
func falseDirection(c *corpus.Corpus, claim *directionClaim, links []corpus.Crossing) *diag.Diagnostic {
	shown := links[0]
	for _, x := range links {
		if !goesBack(c, x) {
			shown = x
			break
		}
	}
	message := "the link"
	if n := len(links); n > 1 {
		message = fmt.Sprintf("one of the %d links", n)
	}
	return &diag.Diagnostic{
		File: claim.in.File, Span: claim.Span, Target: claim.from.Path + " " + claim.to.Path,
		Message: fmt.Sprintf("this says that “%s” does not link “%s”, and “%s” names “%s”", claim.from.Name, claim.to.Name, shown.From.Path, targetPath(shown)),
		Hint:    "remove the link, or mend the claim",
		Related: append([]diag.Related{{File: shown.From.File, Span: shown.Span, Message: message}}, claim.again...),
		Breaks:  []diag.Fact{check.DirectionBetween(claim.from.Path, claim.to.Path)},
		Needs:   []diag.Fact{check.DirectionFact(shown.Reference)},
	}
}
