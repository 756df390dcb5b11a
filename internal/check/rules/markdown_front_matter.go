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

var markdownFrontMatter = &check.Rule{
	Name:     "markdown/front-matter",
	Severity: diag.Error,
	Summary:  "the front matter does not parse, or a key holds what it cannot",
	Run: func(p *check.Pass) {
		p.Forward()
		takenAliases(p)
	},
}

// takenAliases reports old paths that are no free ones: a document stands there,
// or another alias leads from there.
func takenAliases(p *check.Pass) {
	type holder struct {
		at   diag.Related
		what string
	}
	page := func(path string) string {
		return strings.ToLower(strings.TrimSuffix(path, ".md"))
	}
	taken := map[string]holder{}
	for _, d := range p.Corpus.Documents {
		taken[page(d.Path)] = holder{shownTitle(d, "the document of that path"), "there is a document of that path"}
	}
	for _, d := range p.Corpus.Documents {
		for _, alias := range aliasesOf(d) {
			name, ok := parse.AliasPage(alias.text)
			if !ok {
				continue // a fault of its own
			}
			key := page(strings.TrimSuffix(name, ".html"))
			other, used := taken[key]
			if !used {
				taken[key] = holder{diag.Related{File: d.File, Span: alias.span, Message: "the other alias"}, "another alias leads from there"}
				continue
			}
			p.Report(&diag.Diagnostic{
				File: d.File, Span: alias.span, Target: alias.text,
				Message: fmt.Sprintf("the alias “%s” is taken: %s", alias.text, other.what),
				Hint:    "an alias is the path that a document had before: correct it, or take it out",
				Related: []diag.Related{other.at},
			})
		}
	}
}

// placed is a text of the front matter and its place.
type placed struct {
	text string
	span source.Span
}

// aliasesOf are the old paths that the front matter of a document names.
func aliasesOf(d *corpus.Document) []placed {
	key, ok := d.Front.Keys["aliases"]
	if !ok {
		return nil
	}
	var texts []string
	switch value := d.Front.Values["aliases"].(type) {
	case string:
		texts = []string{value}
	case []any:
		for _, item := range value {
			if text, ok := item.(string); ok {
				texts = append(texts, text)
			}
		}
	}
	var out []placed
	at := key.End
	for _, text := range texts {
		i := strings.Index(d.File.Text[at:d.Front.Span.End], text)
		if i < 0 || text == "" {
			continue // written with escapes
		}
		span := source.Span{Start: at + i, End: at + i + len(text)}
		at = span.End
		out = append(out, placed{text, span})
	}
	return out
}
