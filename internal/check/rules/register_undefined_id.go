package rules

import (
	"fmt"
	"slices"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
)

var registerUndefinedID = &check.Rule{
	Name:     "register/undefined-id",
	Severity: diag.Error,
	Summary:  "a document names an id that no register defines",
	Run: func(p *check.Pass) {
		c := p.Corpus
		needs := slices.Concat(unread(c), registerTables(c))
		for _, u := range collectUndefined(c) {
			if u.documents > 1 && !u.slipped(c) {
				found := lostRow(c, u)
				found.Needs = append(needs[:len(needs):len(needs)], idFacts(u.ids)...)
				p.Report(found)
				continue
			}
			for _, refs := range u.perDocument() {
				found := undefinedID(c, u.ids, refs)
				found.Needs = append(needs[:len(needs):len(needs)], idFacts(u.ids)...)
				p.Report(found)
			}
		}
	},
}

// idFacts are that no other row is at fault for ids being undefined.
func idFacts(ids []string) []diag.Fact {
	out := make([]diag.Fact, len(ids))
	for i, id := range ids {
		out[i] = check.IDFact(id)
	}
	return out
}

// lostRow is the finding of ids that several documents name alike: where the
// citations agree, the register is what is wrong.
func lostRow(c *corpus.Corpus, u *undefinedIDs) *diag.Diagnostic {
	before := placeFor(c, u.ids[0])
	register := before.Register
	which := corpus.JoinIDs(u.ids)
	found := &diag.Diagnostic{
		File: register.Document.File, Span: register.Table.Header[0].Span, Target: which,
		Message: fmt.Sprintf("%d documents name “%s”, and no register defines it", u.documents, which),
		Hint:    fmt.Sprintf("give it a row here, behind %s, or mend the citations", before.ID),
	}
	if len(u.ids) > 1 {
		found.Message = fmt.Sprintf("%d documents name %s, and no register defines them", u.documents, which)
		found.Hint = fmt.Sprintf("give each a row here, behind %s, or mend the citations", before.ID)
	}
	for i, ref := range u.refs {
		found.Breaks = append(found.Breaks, check.MentionFact(ref.From, ref.Mention))
		if i < mostPlaces {
			found.Related = append(found.Related, diag.Related{File: ref.From.File, Span: ref.Span, Message: "named here"})
		}
	}
	return found
}

// undefinedID is the finding of ids that one document names: what is written
// there is wrong, or it is the first to name them.
func undefinedID(c *corpus.Corpus, ids []string, refs []*corpus.Reference) *diag.Diagnostic {
	ref := refs[0]
	before := placeFor(c, ids[0])
	found := &diag.Diagnostic{
		File: ref.From.File, Span: ref.Span, Target: ref.Text,
		Message: fmt.Sprintf("no register defines “%s”", ref.Text),
		Hint:    fmt.Sprintf("write an id that has a row, or give it one in %s", before.Register.Document.Path),
	}
	for _, other := range refs {
		found.Breaks = append(found.Breaks, check.MentionFact(other.From, other.Mention))
	}
	near := c.Entry(ref.Suggestion)
	right := ""
	switch {
	case ref.Mention.RangeEnd > 0:
		found.Message = fmt.Sprintf("the range “%s” names %s, which no register defines", ref.Text, corpus.JoinIDs(ids))
		found.Related = []diag.Related{atEntry(before, "the last one before")}
		right = rangeBefore(ref)
	case near != nil:
		found.Related = []diag.Related{atEntry(near, entryTitle(near))}
		right = near.ID
	default:
		found.Message += "; " + extent(c, ref.Mention.Prefix)
		found.Related = []diag.Related{atEntry(before, "the last one before")}
	}
	for _, other := range refs[1:] {
		if len(found.Related) < mostPlaces {
			found.Related = append(found.Related, diag.Related{File: other.From.File, Span: other.Span, Message: "named again here"})
		}
	}
	if right == "" {
		return found
	}
	found.Message += fmt.Sprintf("; did you mean “%s”?", right)
	found.Fix = &diag.Fix{
		Title: fmt.Sprintf("write “%s”", right),
		// Only zeros are certain; another number may be another slip.
		Safe: near != nil && near.Mention.Number == ref.Mention.Number,
	}
	for _, other := range refs {
		if other.Text == ref.Text {
			found.Fix.Edits = append(found.Fix.Edits, diag.Edit{File: other.From.File, Span: other.Span, Text: right})
		}
	}
	return found
}

// entryTitle is what an id stands for.
func entryTitle(e *corpus.Entry) string {
	if e.Title == "" {
		return "the registered id"
	}
	return fmt.Sprintf("%s: %s", e.ID, e.Title)
}
