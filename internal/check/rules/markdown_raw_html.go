package rules

import (
	"fmt"
	"strings"
	"unicode"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var markdownRawHTML = &check.Rule{
	Name:     "markdown/raw-html",
	Severity: diag.Warning,
	Summary:  "a document holds HTML, which the site drops",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			for _, e := range htmlElements(d) {
				p.Report(rawHTML(d, e))
			}
			for _, b := range d.BehindComments {
				if !inGenerated(d, b.Text.Start) {
					p.Report(behindComment(d, b))
				}
			}
		}
	},
}

func rawHTML(d *corpus.Document, e *element) *diag.Diagnostic {
	file := d.File
	tag := file.Slice(e.Span)
	found := &diag.Diagnostic{
		File: file, Span: e.Span, Target: tag,
		Message: fmt.Sprintf("the site drops the HTML tag %s", inQuotes(tag)),
		Hint:    inMarkdown[e.Tag],
	}
	switch {
	case e.Text != "":
		found.Message = fmt.Sprintf("the site drops the HTML of %s with its text, %s", inQuotes(tag), inQuotes(e.Text))
	case !htmlTags[e.Tag]:
		found.Message = fmt.Sprintf("%s reads as an HTML tag, which the site drops", inQuotes(tag))
		found.Hint = "put it in a code span, or escape it: “\\<”"
		start := source.Span{Start: e.Span.Start, End: e.Span.Start}
		found.Fix = &diag.Fix{Title: "escape it", Edits: []diag.Edit{{File: file, Span: start, Text: `\`}}}
	default:
		found.Fix = marksFix(file, e)
	}
	if found.Hint == "" {
		found.Hint = "say it in Markdown"
	}
	if e.end != nil {
		found.Related = []diag.Related{{File: file, Span: e.end.Span, Message: "its end tag"}}
	}
	return found
}

// behindComment is the finding of text that goes with the comment before it.
func behindComment(d *corpus.Document, b parse.BehindComment) *diag.Diagnostic {
	file := d.File
	text := file.Slice(b.Text)
	return &diag.Diagnostic{
		File: file, Span: b.Text, Target: text,
		Message: fmt.Sprintf("the site drops %s: where a line begins with a comment, all of it is HTML", inQuotes(text)),
		Hint:    "put the comment on a line of its own, or behind the text",
		Related: []diag.Related{{File: file, Span: b.Comment, Message: "the comment"}},
		Fix: &diag.Fix{Title: "break the line behind the comment", Edits: []diag.Edit{{
			File: file, Span: source.Span{Start: b.Comment.End, End: b.Text.Start}, Text: "\n" + leadOf(file, b.Comment.Start),
		}}},
	}
}

// leadOf is what a line that goes on below a place has to start with to be in the same
// quotes and list items.
func leadOf(file *source.File, at int) string {
	lead := file.Text[file.LineSpan(file.Line(at)).Start:at]
	return strings.Map(func(r rune) rune {
		if r == '>' || r == '\t' {
			return r
		}
		return ' '
	}, lead)
}

// inMarkdown says what to write instead of a tag.
var inMarkdown = map[string]string{
	"a": "write a link, “[text](address)”", "b": "write “**text**”", "strong": "write “**text**”",
	"i": "write “*text*”", "em": "write “*text*”", "code": "put it in backticks", "kbd": "put it in backticks",
	"samp": "put it in backticks", "var": "put it in backticks", "pre": "write a fenced block",
	"img": "write an image, “![what it shows](path)”", "del": "write “~~text~~”", "s": "write “~~text~~”",
	"br":      "say it in one sentence, make it two rows or paragraphs, or end the line in “\\”",
	"hr":      "write “---” between blank lines",
	"details": "write a heading, and the text below it", "summary": "write a heading",
	"table": "write a table with bars", "ul": "write a list", "ol": "write a list", "li": "write a list",
	"p": "part paragraphs by blank lines", "blockquote": "start each line with “> ”",
	"h1": "write “# Title”", "h2": "write “## Title”", "h3": "write “### Title”",
}

// htmlTags are the names that HTML has tags for. Any other is a placeholder or a
// type parameter.
var htmlTags = func() map[string]bool {
	names := map[string]bool{}
	for name := range strings.FieldsSeq(`a abbr address area article aside audio b base bdi bdo big blockquote body br
		button canvas caption center cite code col colgroup data datalist dd del details dfn dialog div dl dt em embed
		fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img input ins
		kbd label legend li link main map mark math menu meta meter nav noscript object ol optgroup option output p
		picture pre progress q rp rt ruby s samp script search section select slot small source span strike strong
		style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video wbr`) {
		names[name] = true
	}
	return names
}()

// marks are what Markdown has for a tag.
var marks = map[string]string{"b": "**", "strong": "**", "i": "*", "em": "*", "code": "`"}

// marksFix writes the marks of Markdown for a pair of tags around plain words.
func marksFix(file *source.File, e *element) *diag.Fix {
	mark := marks[e.Tag]
	if mark == "" || e.end == nil || e.end.Whole != e.Whole || len(file.Slice(e.Span)) != len(e.Tag)+2 {
		return nil
	}
	for _, r := range file.Text[e.Span.End:e.end.Span.Start] {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != ' ' && r != '-' {
			return nil
		}
	}
	around := file.Text[max(0, e.Span.Start-1):e.Span.Start] + file.Text[e.end.Span.End:min(len(file.Text), e.end.Span.End+1)]
	if strings.ContainsAny(around, "*_`<>\\") {
		return nil // marks that meet read otherwise
	}
	inner := file.Text[e.Span.End:e.end.Span.Start]
	if strings.Trim(inner, " -") != inner || inner == "" {
		return nil
	}
	return &diag.Fix{Title: "write “" + mark + inner + mark + "”", Safe: true, Edits: []diag.Edit{
		{File: file, Span: e.Span, Text: mark}, {File: file, Span: e.end.Span, Text: mark},
	}}
}
