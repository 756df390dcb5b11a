package rules

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var markdownMissingTitle = &check.Rule{
	Name:     "markdown/missing-title",
	Severity: diag.Warning,
	Summary:  "a document has no level-1 heading",
	Run: func(p *check.Pass) {
		for _, d := range p.Corpus.Documents {
			if d.Title == "" {
				p.Report(missingTitle(d))
			}
		}
	},
}

func missingTitle(d *corpus.Document) *diag.Diagnostic {
	start := source.Span{Start: d.Front.Span.End, End: d.Front.Span.End}
	found := &diag.Diagnostic{
		File: d.File, Span: start, Target: d.Path,
		Message: "the document has no title",
		Hint:    "start it with a heading of level 1, “# Title”",
		Needs:   []diag.Fact{check.TextOf(d.Path)},
	}
	if s := emptyTitle(d); s != nil {
		found.Span = s.Span
		found.Message = "the title is empty"
		found.Hint = "say behind the “#” what the document is about"
		return found
	}
	if line := unspacedTitle(d); line.Len() > 0 {
		found.Span = line
		found.Message = fmt.Sprintf("%s is no heading, so the document has no title: no space follows the “#”", inQuotes(d.File.Slice(line)))
		found.Hint = "put a space behind the “#”"
		at := source.Span{Start: line.Start + 1, End: line.Start + 1}
		safe := d.Row != nil && folded(d.Row.Title) == folded(d.File.Slice(line)[1:]) // else it may be a remark, or an issue
		found.Fix = &diag.Fix{Title: "put a space behind it", Safe: safe, Edits: []diag.Edit{{File: d.File, Span: at, Text: " "}}}
		return found
	}
	if len(d.Sections) > 0 {
		first := d.Sections[0]
		found.Span = first.Span
		found.Message = fmt.Sprintf("the document has no title: its first heading, %s, is of level %d", inQuotes(first.Text), first.Level)
	}
	if row := d.Row; row != nil && row.Title != "" {
		text := "# " + row.Title + "\n\n"
		if rest := d.File.Text[start.Start:]; d.Front.Span.Len() > 0 && !strings.HasPrefix(rest, "\n") {
			text = "\n" + text
		} else if strings.HasPrefix(rest, "\n") {
			text = "\n" + strings.TrimSuffix(text, "\n")
		}
		// A heading that has it already may be of the wrong level.
		has := slices.ContainsFunc(d.Sections, func(s *parse.Section) bool { return folded(s.Text) == folded(row.Title) })
		found.Fix = &diag.Fix{
			Title: "take the title that the manifest gives it", Safe: !has,
			Edits: []diag.Edit{{File: d.File, Span: start, Text: text}},
		}
	}
	return found
}

// emptyTitle is a level-1 heading without text, or nil.
func emptyTitle(d *corpus.Document) *parse.Section {
	for _, s := range d.Sections {
		if s.Level == 1 {
			return s
		}
	}
	return nil
}

// unspacedTitle is the first line of a document where it is "#Title", which
// Markdown takes for a paragraph.
func unspacedTitle(d *corpus.Document) source.Span {
	if len(d.Blocks) == 0 || d.Blocks[0].Kind != parse.ParagraphBlock || d.Blocks[0].Quote > 0 || d.Blocks[0].Item != nil {
		return source.Span{}
	}
	line := d.File.LineSpan(d.File.Line(d.Blocks[0].Span.Start))
	line.Start = d.Blocks[0].Span.Start
	text := strings.TrimRight(d.File.Slice(line), " \t")
	if len(text) < 2 || text[0] != '#' || text[1] == '#' || text[1] == ' ' {
		return source.Span{}
	}
	return source.Span{Start: line.Start, End: line.Start + len(text)}
}
