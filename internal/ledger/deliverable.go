package ledger

import (
	"path"
	"strings"

	"atelier/internal/parse"
	"atelier/internal/source"
)

// A Deliverable is a file or folder that a phase's row names.
type Deliverable struct {
	// Path is relative to the corpus root.
	Path string
	// Written is the text that names it: the path, or its part of a list in
	// braces.
	Written string
	Span    source.Span
	// Linked says that it is named by a Markdown link.
	Linked bool
	// Exists says that it is there; Spelt how it is really spelt where the path
	// is right but for case.
	Exists bool
	Spelt  string
}

// deliverables are the paths that a cell names, lists in braces written out.
func (l *Ledger) deliverables(b *parse.Block) []*Deliverable {
	var out []*Deliverable
	add := func(d *Deliverable) {
		d.Path = path.Clean(d.Path)
		if d.Path == ".." || strings.HasPrefix(d.Path, "../") || path.IsAbs(d.Path) {
			return // of another tree
		}
		d.Exists, _, d.Spelt = l.Corpus.Find(d.Path)
		if !d.Exists && path.Ext(d.Path) == "" {
			if exists, _, spelt := l.Corpus.Find(d.Path + ".md"); exists || d.Spelt == "" {
				d.Exists, d.Spelt = exists, spelt
			}
		}
		out = append(out, d)
	}
	for _, w := range pathWords(b) {
		if l.isPath(w) {
			for _, part := range expand(w.text) {
				add(&Deliverable{Path: part.path, Written: w.text[part.start:part.end], Span: b.Prose.Span(w.at+part.start, w.at+part.end)})
			}
		}
	}
	for _, link := range l.Roadmap.Links {
		if link.Block != b || link.Kind == parse.AutoLink {
			continue
		}
		if ref := l.Roadmap.LinkReference(link); ref != nil && ref.Path != "" {
			add(&Deliverable{Path: ref.Path, Written: link.Destination, Span: link.Span, Linked: true})
		}
	}
	return out
}

// A pathWord is a word that may be a path, at an offset of its block's text.
type pathWord struct {
	text string
	at   int
	code bool
}

// pathWords are the words of a block with a slash or in a code span; blanks
// within braces do not end one.
func pathWords(b *parse.Block) []pathWord {
	text := b.Prose.Text
	var out []pathWord
	for i := 0; i < len(text); {
		if text[i] == ' ' {
			i++
			continue
		}
		end, limit, code := i, len(text), false
		if span, ok := b.Prose.InCode(i); ok {
			limit, code = span.End, true
		}
		depth := 0
		for end < limit && (depth > 0 || text[end] != ' ') {
			if _, ok := b.Prose.InCode(end); ok != code {
				break
			}
			switch text[end] {
			case '{':
				if strings.IndexByte(text[end:limit], '}') >= 0 {
					depth++
				}
			case '}':
				depth = max(0, depth-1)
			}
			end++
		}
		if _, linked := b.Prose.InLink(i); !linked {
			word := strings.TrimLeft(text[i:end], "(\"“")
			at := end - len(word)
			word = strings.TrimRight(word, ".,;:)\"”")
			if code || strings.Contains(word, "/") {
				out = append(out, pathWord{word, at, code})
			}
		}
		i = max(end, i+1)
	}
	return out
}

// isPath reports whether a word is a path: one with an ending, a folder that
// ends in a slash, or, in a code span, one below a folder that is there.
func (l *Ledger) isPath(w pathWord) bool {
	for _, r := range w.text {
		if !isWord(byte(min(r, 127))) && r < 128 && !strings.ContainsRune("._-/{}, ", r) {
			return false
		}
	}
	if strings.Contains(w.text, "//") || w.text == "" {
		return false
	}
	ending := path.Ext(strings.TrimSuffix(w.text, "}"))
	if len(ending) > 1 && !isDigit(ending[1]) && !strings.ContainsAny(ending, " /{}") && len(ending) <= 6 {
		return true
	}
	first, _, slash := strings.Cut(w.text, "/")
	if !slash {
		return false
	}
	_, folder, _ := l.Corpus.Find(first)
	return folder && (w.code || strings.HasSuffix(w.text, "/"))
}

// A part is one path of a list in braces, and the text that stands for it.
type part struct {
	path       string
	start, end int
}

// maxParts bounds the paths that one word stands for.
const maxParts = 1000

// expand writes the lists in braces out. Each path stands for the item of the
// last list in it, or for the whole word.
func expand(text string) []part {
	open := strings.IndexByte(text, '{')
	if open < 0 {
		return []part{{text, 0, len(text)}}
	}
	length := strings.IndexByte(text[open:], '}')
	if length < 0 {
		return []part{{text, 0, len(text)}}
	}
	closing := open + length
	var out []part
	for start := open + 1; start <= closing && len(out) < maxParts; {
		end := strings.IndexByte(text[start:closing+1], ',')
		if end < 0 {
			end = closing - start
		}
		item := text[start : start+end]
		name := strings.TrimSpace(item)
		at := start + strings.Index(item, name)
		if name != "" {
			for _, rest := range expand(text[closing+1:]) {
				p := part{text[:open] + name + rest.path, at, at + len(name)}
				if strings.Contains(text[closing+1:], "{") {
					p.start, p.end = closing+1+rest.start, closing+1+rest.end
				}
				out = append(out, p)
			}
		}
		start += end + 1
	}
	return out
}
