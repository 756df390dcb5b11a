package review

import (
	"net/url"
	"strings"

	"atelier/internal/block"
)

// A markup is how texts and links are written in Markdown.
type markup struct {
	// link makes the destination of a link to a path.
	link func(path string) string
	// places are where things are on a site; nil where links lead to files.
	places *Places
	// inert is true where @name and #12 must notify nobody.
	inert bool
}

// text is a text as inline Markdown that shows it as it is.
func (m markup) text(text string) string {
	text = block.Escape(Normalise(text))
	if m.inert {
		return block.Inert(text)
	}
	return text
}

// phrase is a phrase as inline Markdown, its code as code.
func (m markup) phrase(p phrase) string {
	var b strings.Builder
	for _, part := range p.parts() {
		switch {
		case part.Code:
			b.WriteString(codeSpan(part.Text))
		case m.inert:
			b.WriteString(block.Inert(block.Escape(part.Text)))
		default:
			b.WriteString(block.Escape(part.Text))
		}
	}
	return b.String()
}

// destination is a path as the destination of a Markdown link.
func destination(path string) string {
	return strings.NewReplacer("(", "%28", ")", "%29").Replace((&url.URL{Path: path}).EscapedPath())
}
