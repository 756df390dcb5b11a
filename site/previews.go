package site

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"atelier/internal/parse"
)

// A preview is what a reference shows on hover and focus.
type preview struct {
	Title string `json:"t"`
	Text  string `json:"x,omitempty"`
	Kind  string `json:"k,omitempty"`
}

const previewLimit = 280

// previews are the data of previews, one script for each folder of pages, which
// a page loads once a reader points at a link into that folder. A script works
// from disk, where a request for data would not.
func (s *builder) previews(pages []page, contents []*content) ([]File, error) {
	folders := map[string]map[string]preview{".": {}}
	put := func(url, fragment string, p preview) {
		dir := path.Dir(url)
		if folders[dir] == nil {
			folders[dir] = map[string]preview{}
		}
		if fragment != "" {
			url += "#" + fragment
		}
		folders[dir][url] = p
	}
	for i, p := range pages {
		if c := contents[i]; c != nil {
			text := c.Preview
			if text == "" {
				text = c.Description
			}
			put(p.url, "", preview{c.Title, text, ""})
		}
	}
	for _, d := range s.corpus.Documents {
		for _, sec := range d.Sections {
			if b := s.outline(d).first[sec]; b != nil && sec.Level > 1 {
				put(documentURL(d), sec.Anchor, preview{sec.Title, shorten(b.Prose.Text, previewLimit), documentTitle(d)})
			}
		}
	}
	for _, dom := range s.corpus.Domains {
		for _, p := range dom.Principles {
			text := shorten(s.statementText(dom.First, p.Statement), previewLimit)
			put(documentURL(dom.First), p.Anchor(), preview{p.ID() + ". " + p.Title, text, domainTitle(dom)})
			if v := folders[dom.Path][principleURL(p)]; v.Title != "" {
				v.Text, v.Kind = text, s.coreList(p.CoreNumbers(), domainTitle(dom))
				put(principleURL(p), "", v)
			}
		}
	}
	s.registerPreviews(put)
	var out []File
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		data, err := json.Marshal(folders[dir])
		if err != nil {
			return nil, err
		}
		out = append(out, File{path.Join("assets", "preview", dir, "data.js"), []byte("atelierPreviews(" + string(data) + ");\n")})
	}
	return out, nil
}

// coreList is the line above the title of a principle's preview.
func (s *builder) coreList(numbers []int, domain string) string {
	var names []string
	for _, n := range numbers {
		name := fmt.Sprintf("C%d", n)
		if core := s.corpus.CoreByNumber(n); core != nil {
			name += " " + core.Title
		}
		names = append(names, name)
	}
	if len(names) == 0 {
		return domain
	}
	return domain + " · from " + strings.Join(names, ", ")
}

func (s *builder) registerPreviews(put func(url, fragment string, p preview)) {
	for _, a := range s.corpus.AntiPatterns {
		p := preview{a.ID, a.Summary, "Anti-pattern"}
		put(documentURL(a.Document), s.rowID(a.Document.Path, a.Row), p)
		put(s.index.antiPatterns, a.ID, p)
	}
	for _, r := range s.corpus.Registers {
		for _, e := range r.Entries {
			p := preview{e.ID, e.Title, strings.TrimSpace(e.Status)}
			put(documentURL(r.Document), s.rowID(r.Document.Path, e.Row), p)
			put(s.entryPage(e), strings.ToLower(e.ID), p)
		}
	}
}

func (s *builder) rowID(document string, row *parse.Row) string {
	return s.rowIDs[s.corpus.Document(document)][row.Span.Start]
}
