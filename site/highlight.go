package site

import (
	"html"
	"strings"
	"sync"
	"time"

	"github.com/alecthomas/chroma/v2"
	"github.com/alecthomas/chroma/v2/lexers"
	"github.com/dlclark/regexp2/v2"
)

// A highlighter turns code into HTML with one class a token. Tokenising is the
// slow part of a build, so results are kept by language and text, and names
// of languages that chroma does not know are remembered too.
type highlighter struct {
	mu     sync.Mutex
	lexers map[string]chroma.Lexer
	done   map[string]string
}

// sharedHighlighter serves every site of the process: the same code is tokenised
// once, also from one load of a preview to the next.
var sharedHighlighter = newHighlighter()

func newHighlighter() *highlighter {
	return &highlighter{lexers: map[string]chroma.Lexer{}, done: map[string]string{}}
}

func (h *highlighter) lexer(language string) chroma.Lexer {
	h.mu.Lock()
	defer h.mu.Unlock()
	lexer, ok := h.lexers[language]
	if !ok {
		if found := lexers.Get(language); found != nil {
			lexer = chroma.Coalesce(found)
		}
		h.lexers[language] = lexer
	}
	return lexer
}

// maxHighlighted is the longest code, in bytes, that is highlighted; longer
// text is data and not an example.
const maxHighlighted = 256 << 10

// code is the HTML of code in a language, plain where the language is not known.
func (h *highlighter) code(language, text string) string {
	lexer := chroma.Lexer(nil)
	if language != "" && len(text) <= maxHighlighted {
		lexer = h.lexer(strings.ToLower(language))
	}
	if name := session(language, text); name != "" {
		language, lexer = name, h.lexer(name)
		if name == pythonConsole {
			lexer = h.lexer("python") // chroma has none for sessions of it
		}
	}
	if lexer == nil {
		return html.EscapeString(text)
	}
	key := language + "\x00" + text
	h.mu.Lock()
	done, ok := h.done[key]
	h.mu.Unlock()
	if ok {
		return done
	}
	out := ""
	if language == pythonConsole {
		out = pythonSession(lexer, text)
	} else {
		out = tokenise(lexer, text)
	}
	h.mu.Lock()
	h.done[key] = out
	h.mu.Unlock()
	return out
}

const pythonConsole = "pycon"

// session is the language of a transcript whose first line has a prompt, which
// authors mark as the language of what is typed or not at all; else "".
func session(language, text string) string {
	switch strings.ToLower(language) {
	case "", "sh", "bash", "shell", "zsh", "text":
		if strings.HasPrefix(text, "$ ") {
			return "console"
		}
	case "python", "py", pythonConsole:
		if strings.HasPrefix(text, ">>> ") {
			return pythonConsole
		}
	}
	return ""
}

// chroma bounds each match by 250 ms of the clock and goes on as if there were
// none, so on a busy machine the same code could come out differently. The clock
// that it asks moves only so often: no match is cut off before that time, which
// only one that would never end needs.
const clockPeriod = 10 * time.Second

func init() { regexp2.SetTimeoutCheckPeriod(clockPeriod) }

// longestTokenising is the time after which code is left plain: its matches are
// being cut off.
const longestTokenising = 3 * clockPeriod

func tokenise(lexer chroma.Lexer, text string) string {
	tokens, err := lexer.Tokenise(nil, text)
	if err != nil {
		return html.EscapeString(text)
	}
	var b strings.Builder
	started := time.Now()
	prompt := "" // one that is not written yet
	for t := tokens(); t != chroma.EOF; t = tokens() {
		if time.Since(started) > longestTokenising {
			return html.EscapeString(text)
		}
		// The space after a prompt belongs to it: it is not what one types.
		if rest, ok := strings.CutPrefix(t.Value, " "); ok && prompt != "" && !strings.HasSuffix(prompt, " ") {
			prompt, t.Value = prompt+" ", rest
		}
		writeToken(&b, tokenClass(chroma.GenericPrompt), prompt)
		prompt = ""
		if t.Type == chroma.GenericPrompt {
			prompt = t.Value
			continue
		}
		writeToken(&b, tokenClass(t.Type), t.Value)
	}
	writeToken(&b, tokenClass(chroma.GenericPrompt), prompt)
	return strings.TrimSuffix(b.String(), "\n")
}

// pythonSession is a transcript of the Python prompt: what is typed is code, the
// rest is output.
func pythonSession(python chroma.Lexer, text string) string {
	var b strings.Builder
	typed := false
	for line := range strings.SplitSeq(text, "\n") {
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		prompt := ""
		for _, p := range []string{">>> ", "... ", ">>>", "..."} {
			if strings.HasPrefix(line, p) && (p[0] == '>' || typed) {
				prompt = p
				break
			}
		}
		typed = prompt != ""
		writeToken(&b, tokenClass(chroma.GenericPrompt), prompt)
		if typed {
			b.WriteString(tokenise(python, line[len(prompt):]))
		} else {
			writeToken(&b, tokenClass(chroma.GenericOutput), line)
		}
	}
	return b.String()
}

func writeToken(b *strings.Builder, class, text string) {
	switch {
	case text == "":
	case class == "":
		b.WriteString(html.EscapeString(text))
	default:
		b.WriteString(`<span class="` + class + `">` + html.EscapeString(text) + "</span>")
	}
}

// tokenClass is the class of a token. Seven kinds are enough to read code by,
// and each has a colour of its own with enough contrast in both themes.
func tokenClass(t chroma.TokenType) string {
	switch {
	case t.InCategory(chroma.Comment):
		return "hl-c"
	case t == chroma.KeywordType:
		return "hl-t"
	case t.InCategory(chroma.Keyword) || t == chroma.OperatorWord:
		return "hl-k"
	case t.InSubCategory(chroma.LiteralString):
		return "hl-s"
	case t.InSubCategory(chroma.LiteralNumber):
		return "hl-n"
	case t == chroma.NameFunction || t == chroma.NameFunctionMagic || t == chroma.NameClass || t == chroma.NameTag:
		return "hl-f"
	case t == chroma.NameAttribute || t == chroma.NameDecorator || t == chroma.NameBuiltin || t == chroma.NameBuiltinPseudo:
		return "hl-b"
	case t == chroma.GenericPrompt:
		return "hl-p"
	case t == chroma.GenericOutput:
		return "hl-o"
	}
	return ""
}
