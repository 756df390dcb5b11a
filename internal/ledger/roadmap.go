package ledger

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"atelier/internal/corpus"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// readRoadmap takes the phase tables of the roadmap: those whose first header
// cell is "Phase" and that have a status. A register of requirements has neither
// as its first.
func (l *Ledger) readRoadmap() {
	for _, t := range l.Roadmap.Tables {
		cols := columns(t)
		if _, ok := cols["status"]; !ok || t.Generated || len(t.Header) == 0 || headerText(t.Header[0]) != "phase" {
			continue
		}
		name := milestoneAbove(l.Roadmap, t)
		for _, row := range t.Rows {
			if !row.Swallowed {
				l.readPhase(name, row, cols)
			}
		}
	}
}

// columns maps header cells, in lower case, to their index.
func columns(t *parse.Table) map[string]int {
	out := map[string]int{}
	for i, cell := range t.Header {
		name := headerText(cell)
		if strings.Contains(name, "deliverables") {
			name = "deliverables"
		}
		if _, ok := out[name]; !ok {
			out[name] = i
		}
	}
	return out
}

func headerText(b *parse.Block) string { return strings.ToLower(strings.TrimSpace(b.Prose.Text)) }

// readPhase takes one row. A row without a number or a milestone is none.
func (l *Ledger) readPhase(milestone string, row *parse.Row, cols map[string]int) {
	p := &Phase{Row: row}
	cell := func(name string) *parse.Block {
		if i, ok := cols[name]; ok && i < len(row.Cells)-row.Missing {
			return row.Cells[i]
		}
		return nil
	}
	number := cell("phase")
	if number == nil {
		return
	}
	own, n := phaseName(number.Prose.Text)
	if own != "" {
		milestone = own
	}
	if n == 0 || milestone == "" {
		return
	}
	p.Number, p.NumberSpan = n, trimmed(number)
	p.Name, p.Type = cellText(cell("name")), cellText(cell("type"))
	if b := cell("status"); b != nil {
		p.Status, p.StatusSpan = statusOf(b.Prose.Text), trimmed(b)
	}
	if p.StatusSpan.Len() == 0 {
		p.StatusSpan = p.NumberSpan
	}
	for _, b := range row.Cells {
		if tag, at, ok := shipped(b.Prose.Text); ok {
			p.Tag, p.TagSpan = tag, b.Prose.Span(at, at+len(tag))
			break
		}
	}
	if b := cell("deliverables"); b != nil {
		p.Deliverables = l.deliverables(b)
		p.Claims = claims(b)
	}
	m := l.Milestone(milestone)
	if m == nil {
		m = &Milestone{Name: milestone, Title: l.milestoneTitle(milestone)}
		l.Milestones = append(l.Milestones, m)
	}
	p.Milestone = m
	m.Phases = append(m.Phases, p)
}

func cellText(b *parse.Block) string {
	if b == nil {
		return ""
	}
	return strings.TrimSpace(b.Prose.Text)
}

// trimmed is the place of a cell's text.
func trimmed(b *parse.Block) source.Span {
	text := strings.TrimSpace(b.Prose.Text)
	if text == "" {
		return source.Span{Start: b.Span.Start, End: b.Span.Start}
	}
	start := strings.Index(b.Prose.Text, text)
	return b.Prose.Span(start, start+len(text))
}

// statusOf is the status that a cell says, with whatever stands beside the word
// ("complete (shipped v0.3.1)"); the text where it says none.
func statusOf(text string) string {
	text = strings.ToLower(strings.TrimSpace(text))
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if slices.Contains(Statuses, word) {
			return word
		}
	}
	return text
}

// phaseName reads "v0.4 P2", "P2", "Phase 2" and "2".
func phaseName(text string) (milestone string, number int) {
	for word := range strings.FieldsSeq(text) {
		word = strings.Trim(word, ".,:;()")
		if version, _ := versionAt(word, 0); version != "" {
			milestone = version
			continue
		}
		digits := strings.TrimPrefix(strings.TrimPrefix(word, "P"), "p")
		if n, err := strconv.Atoi(digits); err == nil && n > 0 && number == 0 {
			number = n
		}
	}
	return milestone, number
}

// versionAt is the version, "v0.4" or "v0.3.1", that starts at an offset, and
// the offset after it.
func versionAt(text string, at int) (string, int) {
	if at >= len(text) || text[at] != 'v' || at > 0 && (isWord(text[at-1]) || text[at-1] == '-' || text[at-1] == '/') {
		return "", at
	}
	end := at + 1
	for end < len(text) && (isDigit(text[end]) || text[end] == '.' && end+1 < len(text) && isDigit(text[end+1]) && isDigit(text[end-1])) {
		end++
	}
	if end == at+1 || end < len(text) && isWord(text[end]) {
		return "", at
	}
	return text[at:end], end
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

func isWord(c byte) bool {
	return isDigit(c) || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_'
}

// firstVersion is the first version in a text.
func firstVersion(text string) (version string, at int) {
	for i := range len(text) {
		if v, _ := versionAt(text, i); v != "" {
			return v, i
		}
	}
	return "", -1
}

// shippedWords stand before the tag of a phase.
var shippedWords = []string{"shipped", "ships", "tagged", "tag", "released", "as"}

// shipped is the tag that a text says was shipped, and its offset.
func shipped(text string) (tag string, at int, ok bool) {
	for i := range len(text) {
		version, _ := versionAt(text, i)
		if version == "" {
			continue
		}
		before := strings.Fields(strings.ToLower(text[:i]))
		if len(before) > 0 && slices.Contains(shippedWords, strings.Trim(before[len(before)-1], "(:;,")) {
			return version, i, true
		}
	}
	return "", 0, false
}

// milestoneAbove is the version that the innermost heading around a table names,
// or "".
func milestoneAbove(d *corpus.Document, t *parse.Table) string {
	name := ""
	for _, s := range d.Sections { // in order, so that inner headings come later
		if s.Body.Encloses(t.Span) {
			if version, _ := firstVersion(s.Text); version != "" {
				name = version
			}
		}
	}
	return name
}

// milestoneTitle is what stands beside the version in its heading.
func (l *Ledger) milestoneTitle(name string) string {
	for _, s := range l.Roadmap.Sections {
		if version, at := firstVersion(s.Text); version == name {
			return strings.Trim(s.Text[:at]+s.Text[at+len(version):], " :—–-·()")
		}
	}
	return ""
}
