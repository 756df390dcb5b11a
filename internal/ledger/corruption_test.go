package ledger_test

import (
	"fmt"
	"strings"
	"testing"

	"atelier/internal/ledger"
	"atelier/internal/source"
)

// A blockField is a field of the block that closed the messaging phase, and
// values that are wrong for it.
type blockField struct {
	name, value string
	// wrong are values of the right type, mistyped ones of another.
	wrong, mistyped []string
}

const (
	covered = "[ATELIER-97, ATELIER-98, ATELIER-99, ATELIER-100, ATELIER-101]"
	nested  = "requirements."
)

var closingFields = []blockField{
	{"project", "atelier", []string{"workshop", "Atelier", "atelier2"}, []string{"[atelier]", "", "{a: b}", "[]", "\"atelier", "[atelier", "atelier]", "*atelier", "atelier: x"}},
	{"phase", "2", []string{"1", "3", "22", "0", "-2"}, []string{"two", "2.0", "[2]", "", "true", "v2", "P2", "2]", "'2", "2: 3", "2 3"}},
	{"milestone", "v0.4", []string{"v0.3", "v0.5", "v0.40"}, []string{"0.4", "[v0.4]", "", "4", "v0", "main"}},
	{"status", "complete", []string{"pending", "active", "completed", "Complete"}, []string{"[complete]", "", "true", "1"}},
	{"phase_role", "execution", []string{"planning", "verification", "executions", "Execution"}, []string{"[execution]", "", "1"}},
	{"phase_tag", "v0.3.2", []string{"v0.3.1", "v0.3.3", "v0.4.2", "v0.2.2", "v0.9.2", "v0.3.20"}, []string{"0.3.2", "v0.3", "[v0.3.2]", "", "main", "v0.3.2.1"}},
	{nested + "covered", covered, []string{
		"[ATELIER-98, ATELIER-99, ATELIER-100, ATELIER-101]", "[ATELIER-97..100]", "[ATELIER-97..102]", "[ATELIER-96..101]",
		"[ATELIER-97..101, ATELIER-92]", "[ATELIER-97..101, ATELIER-999]", "[ATELIER-97..101, ATELIER-97]", "[ATELIER-80]", "[]", "[D-097..101]",
	}, []string{"ATELIER-97", "", "[97, 98]", "[ATELIER97]", "{a: b}", "97", "[ATELIER-97, ATELIER-98", "ATELIER-97, ATELIER-98]", "[ATELIER-101..97]", "[ATELIER-97..x]"}},
	{nested + "partial", "[]", []string{"[ATELIER-97]", "[ATELIER-102]", "[ATELIER-999]"}, []string{"none", "", "[nothing]", "{a: b}", "0", "false"}},
}

// A line is a field as it is written: its key may be misspelt or missing.
type line struct{ key, value string }

func closingLines() []line {
	var out []line
	for _, f := range closingFields {
		out = append(out, line{f.name, f.value})
	}
	return out
}

// blockForms write a block over several lines, and folded into one.
var blockForms = map[string]func([]line) string{
	"lines": func(lines []line) string {
		text, inside := "Close the messaging phase\n\n---ci---\n", false
		for _, l := range lines {
			name, isNested := strings.CutPrefix(l.key, nested)
			if isNested && !inside {
				text += "requirements:\n"
			}
			inside = inside || isNested
			if isNested {
				text += "  "
			}
			text += strings.TrimSpace(name+": "+l.value) + "\n"
		}
		return text + "---/ci---\n"
	},
	"folded": func(lines []line) string {
		text, inside := "Close the messaging phase\n\n---ci---", false
		for _, l := range lines {
			name, isNested := strings.CutPrefix(l.key, nested)
			if isNested && !inside {
				text += " requirements:"
			}
			inside = inside || isNested
			text += " " + strings.TrimSpace(name+": "+l.value)
		}
		return text + " ---/ci---\n"
	},
}

// TestEverySingleFieldCorruption takes the block that closed the messaging phase,
// corrupts one field of it in every way (missing, wrong, doubled, misspelt, of
// another type), in both forms, against a state that moved on and one that trails,
// and holds the fault to the name of the field and to its place.
func TestEverySingleFieldCorruption(t *testing.T) {
	for state, files := range map[string]map[string]string{"moved on": movedOn(), "trailing": trailing()} {
		l := read(t, files)
		for form, write := range blockForms {
			if faults := verify(l, write(closingLines())); len(faults) > 0 {
				t.Fatalf("%s, %s: the sound block is refused: %v", state, form, faults)
			}
			for n, f := range closingFields {
				short := strings.TrimPrefix(f.name, nested)
				// try verifies the block with lines in place of the field; at is the
				// text that the fault must lie at, skip how often it comes before.
				try := func(what, at string, skip int, lines ...line) {
					t.Run(fmt.Sprintf("%s/%s/%s/%s", state, form, f.name, what), func(t *testing.T) {
						all := closingLines()
						message := write(append(append(all[:n:n], lines...), all[n+1:]...))
						faults := verify(l, message)
						if len(faults) == 0 {
							t.Fatalf("accepted:\n%s", message)
						}
						offset := -1
						for range skip + 1 {
							offset += 1 + strings.Index(message[offset+1:], at)
						}
						from, to := offset, offset+len(at)
						if f.value != "[]" && strings.HasPrefix(at, short+": ") && !strings.HasPrefix(at, short+": \n") {
							from += len(short + ": ")
						}
						named := false
						for _, fault := range faults {
							if fault.Field != f.name || !strings.Contains(fault.Message, f.name) {
								t.Errorf("the fault names another field, %q: %s\n%s", fault.Field, fault, message)
							}
							named = named || fault.Span.Start >= from && fault.Span.Start < to
						}
						if !named {
							t.Errorf("no fault lies at %q (%d to %d): %v\n%s", at, from, to, faults, message)
						}
					})
				}
				try("missing", "---ci---", 0)
				try("doubled", short+":", 1, line{f.name, f.value}, line{f.name, f.value})
				for _, key := range misspellings(short) {
					name := key
					if short != f.name {
						name = nested + key
					}
					try("misspelt "+key, key+":", 0, line{name, f.value})
				}
				for _, value := range f.wrong {
					try("wrong "+value, short+": "+value, 0, line{f.name, value})
				}
				for _, value := range f.mistyped {
					try("of another type "+value, strings.TrimSpace(short+": "+value), 0, line{f.name, value})
				}
			}
		}
	}
}

// TestEverySingleByteCorruption takes each byte out of the block in turn, and holds
// that what is still accepted says the same.
func TestEverySingleByteCorruption(t *testing.T) {
	l := read(t, trailing())
	says := func(message string) string {
		block, _ := ledger.ReadBlock(source.NewFile("message", []byte(message)))
		text := ""
		for _, v := range block.Values {
			text += fmt.Sprintf("%s=%s %v|", v.Name, v.Text, v.List)
			for _, i := range v.Items {
				text += i.Text + ","
			}
		}
		return text
	}
	for form, write := range blockForms {
		sound := write(closingLines())
		accepted := 0
		for n := strings.Index(sound, "---ci---"); n < len(sound); n++ {
			message := sound[:n] + sound[n+1:]
			if faults := verify(l, message); len(faults) > 0 {
				continue
			}
			if block, _ := ledger.ReadBlock(source.NewFile("message", []byte(message))); block == nil {
				continue // a mark is broken at both ends, or is none
			}
			if accepted++; says(message) != says(sound) {
				t.Errorf("%s: without byte %d it says %q:\n%s", form, n, says(message), message)
			}
		}
		if accepted == 0 || accepted > 30 {
			t.Errorf("%s: %d blocks less a byte are accepted", form, accepted)
		}
		for n := range sound {
			verify(l, sound[:n]) // does not panic
		}
	}
}

// misspellings are a name without a letter, with one twice, with two exchanged,
// and with capitals.
func misspellings(name string) []string {
	middle := len(name) / 2
	return []string{
		name[:middle] + name[middle+1:],
		name[:middle] + name[middle:middle+1] + name[middle:],
		name[:middle-1] + name[middle:middle+1] + name[middle-1:middle] + name[middle+1:],
		strings.ToUpper(name[:1]) + name[1:],
	}
}
