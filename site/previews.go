package site

import (
	"encoding/json"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"atelier/internal/address"
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
func (s *builder) previews(pages []page) []page {
	folders := map[string][]page{".": nil}
	for _, p := range pages {
		if p.render != nil {
			folders[path.Dir(p.url)] = append(folders[path.Dir(p.url)], p)
		}
	}
	var out []page
	for _, dir := range slices.Sorted(maps.Keys(folders)) {
		out = append(out, page{url: path.Join("assets", "preview", dir, "data.js"), source: "the previews of " + dir, bytes: func(s *builder) ([]byte, error) {
			data, err := json.Marshal(s.previewsOf(dir, folders[dir]))
			return []byte("atelierPreviews(" + string(data) + ");\n"), err
		}})
	}
	return out
}

// previewsOf are the previews of the pages of a folder and of their parts, by
// address.
func (s *builder) previewsOf(dir string, pages []page) map[string]preview {
	out := map[string]preview{}
	put := func(url, fragment string, p preview) {
		if path.Dir(url) != dir || url == "" {
			return
		}
		if fragment != "" {
			url += "#" + fragment
		}
		out[url] = p
	}
	for _, p := range pages {
		if p.title != "" {
			put(p.url, "", preview{Title: p.title})
		}
	}
	for _, d := range s.corpus.Documents {
		url := s.documentURL(d)
		if path.Dir(url) != dir {
			continue
		}
		put(url, "", preview{Title: documentTitle(d), Text: shorten(describeDocument(d), previewLimit)})
		for _, sec := range d.Sections {
			if b := s.outline(d).first[sec]; b != nil && sec.Level > 1 {
				put(url, sec.Anchor, preview{sec.Title, shorten(b.Prose.Text, previewLimit), documentTitle(d)})
			}
		}
	}
	for _, dom := range s.corpus.Domains {
		for _, p := range dom.Principles {
			if dom.Path == dir && dom.Principle(p.Number) == p {
				text := shorten(s.statementText(dom.First, p.Statement), previewLimit)
				v := preview{p.ID() + ". " + p.Title, text, s.coreList(p.CoreNumbers(), domainTitle(dom))}
				put(s.documentURL(dom.First), p.Anchor(), v)
				put(address.Principle(p), "", v)
			}
		}
	}
	for _, core := range s.corpus.Cores {
		v := preview{core.ID() + ". " + core.Title, shorten(s.statementText(core.Document, core.Statement), previewLimit), "Core principle"}
		put(address.Core(core), "", v)
		put(s.documentURL(core.Document), core.Anchor(), v)
	}
	s.registerPreviews(put)
	return out
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
		put(s.documentURL(a.Document), s.rowID(a.Document, a.Row.Span.Start), p)
		put(s.index.AntiPatterns, a.ID, p)
	}
	for _, r := range s.corpus.Registers {
		for _, e := range r.Entries {
			p := preview{e.ID, e.Title, strings.TrimSpace(e.Status)}
			put(s.documentURL(r.Document), s.rowID(r.Document, e.Row.Span.Start), p)
			put(s.entryPage(e), strings.ToLower(e.ID), p)
		}
	}
}
