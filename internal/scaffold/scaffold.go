// Package scaffold writes the beginnings of a corpus, of a domain and of a
// derived document. What it writes is sound in form and says nothing that an
// author has to delete: the findings of a check are the list of what is left to
// write.
package scaffold

import (
	"embed"
	"fmt"
	"path"
	"strings"
	"text/template"
	"unicode"

	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/parse"
)

//go:embed templates
var files embed.FS

var templates = template.Must(template.ParseFS(files, "templates/*.md"))

// A File is a file to be written, by its path from the corpus root.
type File struct {
	Path    string
	Content []byte
}

// Corpus is a tree of eight core principles, a manifest and two empty registers,
// in the places of a configuration's defaults.
func Corpus() []File {
	cfg := config.Default()
	return []File{
		{cfg.Manifest, render("manifest.md", nil)},
		{"domains/core/first-principles.md", render("core.md", nil)},
		{"review/anti-patterns.md", render("anti-patterns.md", nil)},
		{"review/decisions.md", render("decisions.md", nil)},
	}
}

// Domain is the first-principles document of a new domain in a folder, with a
// principle for each title. It is an error if the folder or a title cannot be
// one.
func Domain(folder, title string, titles []string) (File, error) {
	name := path.Base(folder)
	if !isName(name) {
		return File{}, fmt.Errorf("a domain cannot be named %q: lower-case letters and digits, joined by hyphens", name)
	}
	if title == "" {
		title = titleOf(name)
	}
	if err := checkTitles(append([]string{title}, titles...)); err != nil {
		return File{}, err
	}
	data := struct {
		Title             string
		Principles, Names []string
	}{Title: title}
	for i, t := range titles {
		data.Principles = append(data.Principles, fmt.Sprintf("P%d. %s", i+1, t))
		data.Names = append(data.Names, fmt.Sprintf("P%d %s", i+1, t))
	}
	return File{path.Join(folder, "first-principles.md"), render("domain.md", data)}, nil
}

// Document is a derived document of a domain, which applies some of its
// principles. It is an error if the topic or title cannot be one.
func Document(d *corpus.Domain, topic, title string, applied []*corpus.Principle) (File, error) {
	if !isName(topic) || topic == "first-principles" {
		return File{}, fmt.Errorf("a derived document cannot be named %q: lower-case letters and digits, joined by hyphens", topic)
	}
	if title == "" {
		title = titleOf(topic)
	}
	if err := checkTitles([]string{title}); err != nil {
		return File{}, err
	}
	data := struct {
		Title, Header string
		Names         []string
	}{Title: title}
	var list []string
	for _, p := range applied {
		list = append(list, fmt.Sprintf("%s (%s)", p.ID(), p.Title))
		data.Names = append(data.Names, p.ID()+" "+p.Title)
	}
	header := fmt.Sprintf("Derives from `%s`.", d.First.Path)
	if len(list) > 0 {
		header += fmt.Sprintf(" Applies %s primarily.", strings.Join(list, ", "))
	}
	data.Header = quote(header)
	return File{path.Join(d.Path, topic+".md"), render("document.md", data)}, nil
}

func render(name string, data any) []byte {
	var b strings.Builder
	if err := templates.ExecuteTemplate(&b, name, data); err != nil {
		panic(err) // the templates are part of the program
	}
	return []byte(strings.TrimRight(b.String(), "\n") + "\n")
}

// isName reports whether text can name a domain or a document: what an
// anti-pattern id and a path in prose can hold.
func isName(text string) bool {
	return text != "" && text == parse.Slug(text) && strings.IndexFunc(text, func(r rune) bool {
		return r != '-' && !unicode.IsDigit(r) && !unicode.IsLower(r)
	}) < 0 && !strings.HasPrefix(text, "-") && !strings.HasSuffix(text, "-")
}

// titleOf is the title that a name suggests: "dead-letters" is Dead Letters.
func titleOf(name string) string {
	words := strings.Split(name, "-")
	for i, w := range words {
		r := []rune(w)
		if len(r) > 0 {
			r[0] = unicode.ToUpper(r[0])
		}
		words[i] = string(r)
	}
	return strings.Join(words, " ")
}

// checkTitles refuses what a heading and the cell of a table cannot both hold.
func checkTitles(titles []string) error {
	seen := map[string]bool{}
	for _, t := range titles {
		switch {
		case strings.TrimSpace(t) == "":
			return fmt.Errorf("a title is empty")
		case t != strings.TrimSpace(t) || strings.ContainsFunc(t, unicode.IsControl):
			return fmt.Errorf("the title %q has space around it or a control character in it", t)
		case strings.ContainsAny(t, "|`*_<>[]\\#"):
			return fmt.Errorf("the title %q holds a mark of Markdown; titles are plain words", t)
		case seen[strings.ToLower(t)]:
			return fmt.Errorf("the title %q is given twice", t)
		}
		seen[strings.ToLower(t)] = true
	}
	return nil
}

// quoteWidth is the width, in characters, at which a header is wrapped.
const quoteWidth = 76

// quote wraps a text as a block quote.
func quote(text string) string {
	var b strings.Builder
	line := ">"
	for _, word := range strings.Fields(text) {
		if len([]rune(line))+1+len([]rune(word)) > quoteWidth && line != ">" {
			b.WriteString(line + "\n")
			line = ">"
		}
		line += " " + word
	}
	return b.String() + line
}
