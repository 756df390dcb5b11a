package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
)

var linkMissingAnchor = &check.Rule{
	Name:     "link/missing-anchor",
	Severity: diag.Error,
	Summary:  "a document exists, and the part of it that a reference names does not",
	Run: func(p *check.Pass) {
		attributes := attributeBook{}
		cited(p.Corpus, func(ref *corpus.Reference) {
			var d *diag.Diagnostic
			switch {
			case ref.Fault == corpus.NoAnchor:
				d = missingAnchor(ref, attributes)
			case ref.Mention != nil && ref.Mention.Pattern != nil && ref.Status == corpus.Resolved && ref.Target != nil:
				d = wrongPatternTitle(ref)
			}
			if d == nil {
				return
			}
			d.File = ref.From.File
			d.Breaks = append(d.Breaks, check.ReferenceFact(ref))
			d.Needs = append(d.Needs, soundTarget(ref)...)
			p.Report(d)
		})
	},
}

// missingAnchor is the finding of a principle, pattern, section or fragment that
// the target does not have.
func missingAnchor(ref *corpus.Reference, attributes attributeBook) *diag.Diagnostic {
	if m := ref.Mention; m != nil {
		switch {
		case m.Principle > 0:
			return missingPrinciple(ref)
		case m.Pattern != nil:
			return missingNumber(ref, m.Pattern, fmt.Sprintf("Pattern %d", m.Pattern.Number), patternNumbers(ref.Target))
		case m.Section != nil:
			return missingNumber(ref, m.Section, fmt.Sprintf("§%d", m.Section.Number), sectionNumbers(ref.Target))
		}
	}
	return missingFragment(ref, attributes.of(ref.Target)[ref.Anchor])
}

func missingPrinciple(ref *corpus.Reference) *diag.Diagnostic {
	m := ref.Mention
	start := m.Start + len(m.Path) + 1
	id, _, _ := strings.Cut(m.Text[len(m.Path)+1:], " ")
	d := &diag.Diagnostic{
		Span: m.Block.Prose.Span(start, start+len(id)), Target: m.Path + "/" + id,
		Message: fmt.Sprintf("“%s” is no domain, so it has no principle %s", m.Path, id),
		Hint:    "name a principle of the domain",
	}
	if ref.Domain != nil {
		d.Message = fmt.Sprintf("“%s” has no principle %s; it has %s", m.Path, id, principleRange(ref.Domain))
		d.Related = []diag.Related{shownTitle(ref.Domain.First, "the principles of the domain")}
		d.Needs = []diag.Fact{check.NumbersOf(ref.Domain)}
	}
	return d
}

func principleRange(d *corpus.Domain) string {
	switch n := len(d.Principles); n {
	case 0:
		return "none"
	case 1:
		return d.Principles[0].ID()
	default:
		return fmt.Sprintf("%s to %s", d.Principles[0].ID(), d.Principles[n-1].ID())
	}
}

// missingNumber is the finding of a pattern or section by number.
func missingNumber(ref *corpus.Reference, q *parse.Qualifier, name string, have []string) *diag.Diagnostic {
	written := writtenPath(ref)
	d := &diag.Diagnostic{
		Span: q.NumberSpan, Target: written + " " + name,
		Message: fmt.Sprintf("“%s” has no %s", written, name),
		Hint:    "name a heading that the document has",
	}
	if len(have) > 0 {
		d.Message += "; it has " + strings.Join(have, ", ")
	}
	if ref.Target != nil {
		d.Related = []diag.Related{shownTitle(ref.Target, "the document that is named")}
	}
	return d
}

// enough is the number of parts that a message lists.
const enough = 12

func patternNumbers(d *corpus.Document) []string {
	var out []string
	if d == nil {
		return nil
	}
	for _, p := range d.Patterns[:min(enough, len(d.Patterns))] {
		out = append(out, fmt.Sprintf("Pattern %d", p.Number))
	}
	return out
}

func sectionNumbers(d *corpus.Document) []string {
	var out []string
	if d == nil {
		return nil
	}
	for _, s := range d.Sections {
		if s.Number > 0 && len(out) < enough {
			out = append(out, fmt.Sprintf("§%d", s.Number))
		}
	}
	return out
}

// attributeBook is, for each document asked for, the headings that end in an
// attribute like {#id}, by that id.
type attributeBook map[*corpus.Document]map[string]*parse.Section

func (b attributeBook) of(d *corpus.Document) map[string]*parse.Section {
	sections, ok := b[d]
	if !ok {
		sections = map[string]*parse.Section{}
		for _, s := range d.Sections {
			if id := s.Attribute(); id != "" {
				sections[id] = s
			}
		}
		b[d] = sections
	}
	return sections
}

// missingFragment is the finding of a fragment. meant is the heading that has it
// as an attribute, or nil.
func missingFragment(ref *corpus.Reference, meant *parse.Section) *diag.Diagnostic {
	target := "this document"
	if ref.Target != ref.From {
		target = fmt.Sprintf("“%s”", ref.Target.Path)
	}
	d := &diag.Diagnostic{
		Span: fragmentSpan(ref), Target: ref.Target.Path + "#" + ref.Anchor,
		Message: fmt.Sprintf("%s has no anchor “#%s”", target, ref.Anchor),
		Hint:    "name the anchor of a heading that the document has",
	}
	if number, ok := citedNumber(ref.Anchor, 'p'); ok && ref.Target.Kind == corpus.KindFirstPrinciples {
		d.Needs = []diag.Fact{check.NumbersOf(ref.Target.Domain), check.PrincipleFact(ref.Target.Domain, number)}
	}
	if number, ok := citedNumber(ref.Anchor, 'c'); ok && ref.Target.Kind == corpus.KindCore {
		d.Needs = []diag.Fact{check.CoreNumbers(), check.CoreFact(number)}
	}
	right := ref.Suggestion
	if meant != nil {
		right = meant.Anchor
		d.Hint = "attributes like {#id} are off here: every heading has the anchor of its text"
	}
	if right == "" {
		d.Related = []diag.Related{shownTitle(ref.Target, "the document that is named")}
		return d
	}
	d.Message += fmt.Sprintf("; did you mean “#%s”?", right)
	if at, ok := ref.Target.Anchors.Lookup(right); ok {
		d.Related = []diag.Related{{File: ref.Target.File, Span: at, Message: "the nearest anchor"}}
	}
	d.Fix = &diag.Fix{
		Title: fmt.Sprintf("write “#%s”", right),
		Edits: []diag.Edit{{File: ref.From.File, Span: d.Span, Text: right}},
	}
	return d
}

// citedNumber is the number of the principle or core that a fragment leads to, as
// "p4" or with the rest of the heading.
func citedNumber(fragment string, letter byte) (number int, ok bool) {
	rest, found := strings.CutPrefix(strings.ToLower(fragment), string(letter))
	digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	number, err := strconv.Atoi(digits)
	return number, found && err == nil && (len(digits) == len(rest) || rest[len(digits)] == '-')
}

// wrongPatternTitle is the finding of a pattern whose title is not the one that
// the reference gives, or nil.
func wrongPatternTitle(ref *corpus.Reference) *diag.Diagnostic {
	q := ref.Mention.Pattern
	if q.Title == "" || citesInParenthesis(ref.Mention) {
		return nil
	}
	var titled *parse.Definition
	var other *parse.Definition
	for _, p := range ref.Target.Patterns {
		same := sameTitle(q.Title, p.Title)
		switch {
		case p.Number == q.Number && (same || p.Title == ""):
			return nil
		case p.Number == q.Number && titled == nil:
			titled = p
		case same && other == nil:
			other = p
		}
	}
	if titled == nil {
		return nil
	}
	d := &diag.Diagnostic{
		Span: q.TitleSpan, Target: fmt.Sprintf("%s Pattern %d (%s)", ref.Mention.Path, q.Number, q.Title),
		Message: fmt.Sprintf("Pattern %d of “%s” is “%s”, not “%s”", q.Number, ref.Mention.Path, titled.Title, q.Title),
		Hint:    "write the title of the heading, or leave it out",
		Related: []diag.Related{{File: ref.Target.File, Span: titled.TitleSpan, Message: "the pattern of that number"}},
	}
	if other != nil {
		d.Message += fmt.Sprintf(", which is Pattern %d", other.Number)
		d.Related = append(d.Related, diag.Related{File: ref.Target.File, Span: other.TitleSpan, Message: "the pattern of that title"})
		return d // number or title: which of the two is wrong is not certain
	}
	near := check.Nearest(q.Title, []string{titled.Title}) != ""
	d.Fix = &diag.Fix{
		Title: fmt.Sprintf("write “%s”", titled.Title), Safe: near && isTypo(q.Title, titled, ref.Target.Patterns),
		Edits: []diag.Edit{{File: ref.From.File, Span: q.TitleSpan, Text: titled.Title}},
	}
	return d
}

// sameTitle compares a written title with that of a heading. The heading's may
// end in a gloss of its own, and a comma or dash starts one in the written.
func sameTitle(written, title string) bool {
	short, _, _ := strings.Cut(title, " (")
	for _, t := range []string{title, short} {
		if len(written) < len(t) || !strings.EqualFold(written[:len(t)], t) {
			continue
		}
		rest := written[len(t):]
		if rest == "" || strings.ContainsRune(",;:", rune(rest[0])) || strings.HasPrefix(rest, " —") {
			return true
		}
	}
	return false
}

// citesInParenthesis reports whether the parenthesis after a pattern starts with
// a citation, "(P4)" or "(D-062)": then it is no title.
func citesInParenthesis(m *parse.Mention) bool {
	mentions := m.Block.Mentions
	i, found := slices.BinarySearchFunc(mentions, m.Pattern.TitleStart, func(other *parse.Mention, at int) int { return other.Start - at })
	return found && mentions[i].Kind != parse.BareMention && mentions[i].Kind != parse.BarePattern
}
