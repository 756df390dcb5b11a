package silence

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// rewrapped wraps paragraphs anew. A line never starts with what would be a mark
// there, and breaks only where the joined text stays the same.
func rewrapped(columns int) func(*corpus.Document) []edit {
	return func(d *corpus.Document) []edit {
		var out []edit
		for _, b := range d.Blocks {
			if b.Kind != parse.ParagraphBlock || b.Generated || b.Span.Len() == 0 {
				continue
			}
			raw := d.File.Slice(b.Span)
			if marked.MatchString(raw) {
				continue // lines that were meant as something else
			}
			first, next := prefixOf(d, b.Span.Start)
			if text := wrap(raw, columns, first, next); text != raw {
				out = append(out, edit{b.Span, text})
			}
		}
		return out
	}
}

// marked finds, within a paragraph, lines that rules judge as lines: a broken
// table, a heading without its space.
var marked = regexp.MustCompile(`(?m)^[ >]*[|#]`)

// startsBlock matches a word that opens a block, or could, at a line's start.
var startsBlock = regexp.MustCompile("^([-+*=]+$|\\d{1,9}[.)]$|[#>|<]|```|~~~|[-_*=]{3,}|\\[[^\\]]*\\]:|:?-+:?)")

// wrap joins the lines of a paragraph and breaks them anew.
func wrap(raw string, columns int, first, next string) string {
	var out strings.Builder
	column := utf8.RuneCountInString(first)
	for i, part := range hardBreaks.Split(raw, -1) {
		if i > 0 {
			out.WriteString(hardBreaks.FindAllString(raw, -1)[i-1] + next)
			column = utf8.RuneCountInString(next)
		}
		line := "" // what stands on the line so far
		for _, w := range words(part) {
			size := utf8.RuneCountInString(w.text)
			breaks := line != "" && w.breaks && column+len(w.gap)+size > columns && !startsBlock.MatchString(w.text)
			if breaks {
				out.WriteString("\n" + next + w.text)
				line, column = w.text, utf8.RuneCountInString(next)+size
				continue
			}
			out.WriteString(w.gap + w.text)
			line += w.gap + w.text
			column += len(w.gap) + size
		}
	}
	return out.String()
}

// hardBreaks are line ends that a reader sees.
var hardBreaks = regexp.MustCompile(`(?:  +|\\)\n[ >]*`)

// A word is text that does not wrap, with the space before it; breaks says that a
// line may start with it.
type word struct {
	gap, text string
	breaks    bool
}

// words takes a paragraph apart. A path or an id may also wrap behind a hyphen or
// slash that follows a letter, in code spans a letter or digit.
func words(raw string) []word {
	joined, code := unwrapped(raw)
	var out []word
	start, gap, breaks := 0, "", true
	add := func(end int) {
		if end > start {
			out = append(out, word{gap, joined[start:end], breaks})
		}
	}
	whole := 0 // the end of an address or tag, which stays whole
	for i := 0; i < len(joined); i++ {
		if !code[i] {
			for open, shut := range map[string]byte{"<": '>', "](": ')'} {
				if end := strings.IndexByte(joined[i:], shut); end > 0 && strings.HasPrefix(joined[i:], open) {
					whole = max(whole, i+end)
				}
			}
		}
		switch c := joined[i]; {
		case i < whole:
		case c == ' ':
			add(i)
			before, after := joined[:i], strings.TrimLeft(joined[i:], " ")
			start = len(joined) - len(after)
			gap, breaks = joined[i:start], after != "" && start == i+1 && !strings.HasSuffix(before, `\`)
			if code[i] {
				breaks = breaks && !parse.JoinsCode(before)
			} else {
				breaks = breaks && !parse.JoinsLines(strings.TrimRight(before, "`*_"), after) && !parse.JoinsLines(before, after)
			}
			i = start - 1
		case code[i] && (c == '-' || c == '/') && i > 0 && code[i-1] && wordByte(joined[i-1]) && i+1 < len(joined) && code[i+1] && wordByte(joined[i+1]):
			add(i + 1)
			gap, breaks, start = "", true, i+1
		case !code[i] && (c == '-' || c == '/') && i+1 < len(joined) && wordByte(joined[i+1]) && parse.JoinsLines(joined[:i+1], joined[i+1:]):
			add(i + 1)
			gap, breaks, start = "", true, i+1
		}
	}
	add(len(joined))
	return out
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// unwrapped is a paragraph on one line, and which of its bytes stand in code
// spans, their marks left out.
func unwrapped(raw string) (string, []bool) {
	inCode := codeBytes(raw)
	var out []byte
	var code []bool
	for i := 0; i < len(raw); i++ {
		if raw[i] != '\n' {
			out, code = append(out, raw[i]), append(code, inCode[i])
			continue
		}
		rest := strings.TrimLeft(raw[i+1:], " \t>")
		for len(out) > 0 && out[len(out)-1] == ' ' {
			out, code = out[:len(out)-1], code[:len(code)-1]
		}
		joins := false
		switch {
		case inCode[i]:
			joins = parse.JoinsCode(string(out))
		case len(out) > 0 && out[len(out)-1] != '`':
			joins = parse.JoinsLines(strings.TrimRight(string(out), "*_"), rest)
		}
		if !joins {
			out, code = append(out, ' '), append(code, inCode[i])
		}
		i = len(raw) - len(rest) - 1
	}
	return string(out), code
}

// codeBytes says which bytes of a paragraph stand in code spans.
func codeBytes(raw string) []bool {
	out := make([]bool, len(raw))
	run := func(i int) int {
		n := i
		for n < len(raw) && raw[n] == '`' {
			n++
		}
		return n - i
	}
	for i := 0; i < len(raw); i++ {
		if raw[i] == '\\' {
			i++
			continue
		}
		n := run(i)
		if n == 0 {
			continue
		}
		for end := i + n; end < len(raw); end++ {
			if m := run(end); m == n {
				for j := i + n; j < end; j++ {
					out[j] = true
				}
				i = end
				break
			} else if m > 0 {
				end += m - 1
			}
		}
		i += n - 1
	}
	return out
}
