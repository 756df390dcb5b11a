package parse

import (
	"slices"
	"strings"
)

// phaseVerbs are words that, with "in" behind them, speak of the plan and not
// of the corpus: a thing is authored, verified or shipped in a phase.
var phaseVerbs = []string{
	"authored", "verified", "specified", "pre-specified", "lands", "landed", "land",
	"shipped", "ships", "ship", "delivered", "delivers", "released", "scheduled", "planned", "merged",
}

// phaseNouns are words that follow a phase in "this P2 authorship".
var phaseNouns = []string{"authorship", "authoring", "phase", "milestone", "release", "delivery", "work", "edit", "commit"}

// phase tells whether a P-number is a phase of the roadmap, by the words
// around it: corpus-format §5.
func (s *scanner) phase(i int, m *Mention) (PhaseCue, string) {
	before, after := s.text[:m.Start], s.text[m.End:]
	if s.block.Table != nil {
		switch s.block.Table.Name(s.block.Column) {
		case "since", "phase":
			return CertainPhase, ""
		}
	}
	if rest, ok := strings.CutPrefix(after, " of the v"); ok && rest != "" && isDigit(rest[0]) {
		return CertainPhase, ""
	}
	words := lastWords(before)
	last, second := words[0], words[1]
	switch {
	case i > 0 && s.found[i-1].Kind == MilestoneMention && (before[s.found[i-1].End:] == " " || before[s.found[i-1].End:] == "/"):
		return CertainPhase, ""
	case last == "in" && slices.Contains(phaseVerbs, strings.ToLower(second)):
		return CertainPhase, ""
	case last == "from" && strings.HasPrefix(after, " now"):
		return CertainPhase, ""
	case strings.ToLower(last) == "this" && slices.Contains(phaseNouns, leadingWord(strings.TrimPrefix(after, " "))):
		return CertainPhase, ""
	case strings.ToLower(last) == "phase":
		return CertainPhase, ""
	}
	// A list or a range of phases: "authored in P1 and P2".
	if m.Previous != nil && m.Previous.Phase == CertainPhase {
		return CertainPhase, ""
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(after, " "), "(")
	if len(rest) < len(after) && i+1 < len(s.found) {
		next := s.found[i+1]
		if next.Kind == IDMention && next.Start == len(s.text)-len(rest) {
			return BeforeID, next.Prefix
		}
	}
	return NoPhase, ""
}

// lastWords are the last two words of text, the last one first, where spaces
// alone part them from each other and from the end.
func lastWords(text string) [2]string {
	var words [2]string
	for i := range words {
		if !strings.HasSuffix(text, " ") {
			return words
		}
		text = strings.TrimRight(text, " ")
		start := strings.LastIndexAny(text, " (\"“[") + 1
		words[i] = text[start:]
		text = text[:start]
	}
	return words
}
