package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/ledger"
	"atelier/internal/parse"
)

var roadmapPhaseClaim = &check.Rule{
	Name:     "roadmap/phase-claim",
	Severity: diag.Warning,
	Summary:  "prose gives a requirement or a document to another phase than the registers do",
	Run: func(p *check.Pass) {
		l := check.Shared(p, ledger.Read)
		for _, m := range p.Corpus.Phases {
			if m.From.Kind == corpus.KindManifest || m.From.Kind == corpus.KindRoadmap || m.Block.Generated {
				continue
			}
			if found := phaseClaim(l, m); found != nil {
				p.Report(found)
			}
		}
		for _, phase := range l.Phases() {
			reportNamed(p, l, phase)
		}
	},
}

// phaseClaim is the finding of a phase that what follows it does not have: a
// requirement ("P4 ATELIER-110"), or a document that was authored in it ("this P2
// authorship of messaging/queues.md").
func phaseClaim(l *ledger.Ledger, m *corpus.PhaseMention) *diag.Diagnostic {
	i := slices.Index(m.Block.Mentions, m.Mention)
	if i < 0 || i+1 >= len(m.Block.Mentions) {
		return nil
	}
	next := m.Block.Mentions[i+1]
	if next.Start < m.End {
		return nil
	}
	between := m.Block.Prose.Text[m.End:next.Start]
	milestone := milestoneBefore(m.Block.Mentions, i)
	said := strings.TrimSpace(fmt.Sprintf("%s P%d", milestone, m.Number))
	found := &diag.Diagnostic{
		File: m.From.File, Span: m.Span,
		Needs: []diag.Fact{check.TextOf(m.From.Path), check.MentionFact(m.From, m.Mention), check.MentionFact(m.From, next)},
	}
	switch {
	case next.Kind == parse.IDMention && (between == " " || between == " ("):
		r := l.Requirement(corpus.IDs(next)[0])
		if r == nil || r.Number == 0 || saysPhase(m.Number, milestone, r.Number, r.Milestone) {
			return nil
		}
		found.Target = next.Text
		found.Message = fmt.Sprintf("“%s” gives %s to %s, but it belongs to %s", claimText(m, next), r.ID, said, r.PhaseID())
		found.Hint = fmt.Sprintf("write %s, or give the requirement to the phase", r.PhaseID())
		found.Related = []diag.Related{{File: r.Register.Document.File, Span: r.Mention.Span, Message: "its row"}}
		found.Needs = append(found.Needs, check.TextOf(r.Register.Document.Path), check.RowFact(r.Register.Document, r.Entry.Row))
	case isAuthorship(between):
		ref := m.From.Reference(next)
		if ref == nil || ref.Target == nil || ref.Target.Row == nil || ref.Target.Row.Since.Phase == 0 {
			return nil
		}
		row := ref.Target.Row
		if saysPhase(m.Number, milestone, row.Since.Phase, strings.Fields(row.SinceText)[0]) {
			return nil
		}
		found.Target = ref.Path
		found.Message = fmt.Sprintf("“%s” gives %s to %s, but the manifest to %s", claimText(m, next), ref.Path, said, row.SinceText)
		found.Hint = fmt.Sprintf("write %s, or correct the row of the manifest", row.SinceText)
		found.Related = []diag.Related{shownRow(l.Corpus, row, "its row in the manifest")}
		found.Needs = append(found.Needs, check.TextOf(l.Corpus.Manifest.Document.Path), check.RowFact(l.Corpus.Manifest.Document, row.Row))
	default:
		return nil
	}
	return found
}

// authorshipNouns follow a phase in "this P2 authorship of".
var authorshipNouns = []string{"authorship", "authoring"}

// isAuthorship reports whether a phase and a document stand to each other as in
// "P2 authorship of messaging/queues.md".
func isAuthorship(between string) bool {
	words := strings.Fields(between)
	return len(words) >= 2 && len(words) <= 3 && slices.Contains(authorshipNouns, words[0]) && words[1] == "of" &&
		(len(words) == 2 || words[2] == "the")
}

// saysPhase reports whether a phase is the one that is meant; a milestone counts
// only where both ends name one.
func saysPhase(number int, milestone string, want int, wantMilestone string) bool {
	return number == want && (milestone == "" || wantMilestone == "" || milestone == wantMilestone)
}

// milestoneBefore is the milestone that stands right before a mention, or "".
func milestoneBefore(mentions []*parse.Mention, i int) string {
	if i == 0 || mentions[i-1].Kind != parse.MilestoneMention || mentions[i-1].End+1 != mentions[i].Start {
		return ""
	}
	return mentions[i-1].Text
}

// claimText is the claim from the phase to the end of what it is about.
func claimText(m *corpus.PhaseMention, next *parse.Mention) string {
	return m.Block.Prose.Text[m.Start:next.End]
}

// reportNamed reports the requirements that a row of the roadmap names though
// they belong to another phase, one for each place.
func reportNamed(p *check.Pass, l *ledger.Ledger, phase *ledger.Phase) {
	reported := map[*parse.Mention]bool{}
	for _, r := range phase.Named {
		if r.Number == 0 || r.Phase == phase || r.Phase == nil || reported[r.Mention] {
			continue
		}
		reported[r.Mention] = true
		register := r.Register.Document
		p.Report(&diag.Diagnostic{
			File: l.Roadmap.File, Span: r.Mention.Span, Target: r.ID,
			Message: fmt.Sprintf("the row of %s names %s, which belongs to %s", phase.ID(), r.ID, r.PhaseID()),
			Hint:    "name it in the row of its phase, or give it to this one",
			Related: []diag.Related{{File: register.File, Span: r.Requirement.Entry.Mention.Span, Message: "its row"}},
			Needs: []diag.Fact{
				check.TextOf(l.Roadmap.Path), check.MentionFact(l.Roadmap, r.Mention),
				check.RowFact(l.Roadmap, phase.Row), check.RowFact(register, r.Requirement.Entry.Row),
			},
		})
	}
}
