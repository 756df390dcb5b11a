package rules

import (
	"fmt"
	"strings"

	"atelier/internal/check"
	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

var derivationMissingHeader = &check.Rule{
	Name:     "derivation/missing-header",
	Severity: diag.Error,
	Summary:  "a derived document has no derivation header",
	Run: func(p *check.Pass) {
		for _, d := range derivedDocuments(p.Corpus) {
			if derivationHeader(d) == nil {
				p.Report(missingHeader(d))
			}
		}
	},
}

func missingHeader(d *corpus.Document) *diag.Diagnostic {
	first := d.Domain.First
	found := &diag.Diagnostic{
		File: d.File, Span: d.TitleSpan, Target: d.Path,
		Message: fmt.Sprintf("the document has no derivation header; it should start with “> Derives from `%s`. Applies …”", first.Path),
		Hint:    "say right under the title what the document derives from, and which principles it applies",
		Related: []diag.Related{{File: first.File, Span: first.TitleSpan, Message: "the first-principles of its domain"}},
		Breaks:  []diag.Fact{check.HeaderOf(d)},
		Needs:   []diag.Fact{check.TextOf(d.Path), check.TextOf(first.Path)},
	}
	if d.Title == "" {
		found.Span = source.Span{Start: d.Front.Span.End, End: d.Front.Span.End}
	}
	switch b := likeHeader(d); {
	case b == nil:
		found.Fix = headerSkeleton(d)
	case b.Quote == 0:
		found.Span = phraseSpan(b)
		found.Message = "the derivation header is not in a block quote, so it reads as plain text"
		found.Hint = "start each of its lines with “> ”"
		found.Fix = &diag.Fix{Title: "make it a block quote", Safe: true, Edits: quoteLines(d.File, b.Span)}
	default:
		found.Span = phraseSpan(b)
		found.Message = fmt.Sprintf("the derivation header stands below “%s”; it should stand right under the title", b.Section.Text)
		found.Hint = "move it up, before the second heading"
	}
	return found
}

// likeHeader is a paragraph that was meant to be the header: one before the
// second heading that lacks the quote marks, or a quote further down.
func likeHeader(d *corpus.Document) *parse.Block {
	for _, b := range d.Blocks {
		if b.Kind != parse.ParagraphBlock || b.Item != nil || b.Table != nil || b.Generated || !startsDerivation(b) {
			continue
		}
		if lead := b.Section == nil || b.Section == d.Sections[0]; lead == (b.Quote == 0) {
			return b
		}
	}
	return nil
}

const derivationPhrase = "Derives from"

func startsDerivation(b *parse.Block) bool {
	text := b.Prose.Text
	if len(text) < len(derivationPhrase) || !strings.EqualFold(text[:len(derivationPhrase)], derivationPhrase) {
		return false
	}
	for _, m := range b.Mentions {
		if m.Kind == parse.PathMention {
			return true
		}
	}
	return false
}

func phraseSpan(b *parse.Block) source.Span { return b.Prose.Span(0, len(derivationPhrase)) }

func quoteLines(file *source.File, span source.Span) []diag.Edit {
	var edits []diag.Edit
	for line := file.Line(span.Start); line <= file.Line(max(span.Start, span.End-1)); line++ {
		at := file.LineSpan(line).Start
		edits = append(edits, diag.Edit{File: file, Span: source.Span{Start: at, End: at}, Text: "> "})
	}
	return edits
}

// headerSkeleton is a header made from what the body names: primary what its
// headings are annotated with. Whoever applies it still has to judge that.
func headerSkeleton(d *corpus.Document) *diag.Fix {
	if d.Title == "" {
		return nil
	}
	use := usesInBody(d)
	var primary, also []string
	for _, p := range d.Domain.Principles {
		switch {
		case use.headed[p]:
			primary = append(primary, fmt.Sprintf("%s (%s)", p.ID(), p.Title))
		case use.named[p]:
			also = append(also, p.ID())
		}
	}
	if len(primary) == 0 {
		return nil
	}
	text := fmt.Sprintf("\n\n> Derives from `%s`. Applies %s primarily", d.Domain.First.Path, strings.Join(primary, ", "))
	if len(also) > 0 {
		text += ", with " + strings.Join(also, ", ")
	}
	line := d.File.Line(d.TitleSpan.Start)
	if d.Sections[0].Setext {
		line++
	}
	at := d.File.LineSpan(line).End
	return &diag.Fix{
		Title: "add a header with the principles that the body names",
		Edits: []diag.Edit{{File: d.File, Span: source.Span{Start: at, End: at}, Text: text + "."}},
	}
}
