package site

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"atelier/internal/address"
	"atelier/internal/corpus"
	"atelier/internal/review"
)

// sourceText is a document's Markdown without its front matter.
func sourceText(d *corpus.Document) string {
	return strings.TrimLeft(d.File.Text[d.Front.Span.End:], "\n")
}

// twins are the pages as Markdown, for programs that read: documents as they are
// written, and the principles and cores with what the corpus says of them.
func (s *builder) twins() []page {
	var out []page
	add := func(url, source string, text func(*builder) string) {
		out = append(out, page{url: url, source: source, bytes: func(s *builder) ([]byte, error) { return []byte(text(s)), nil }})
	}
	for _, d := range s.corpus.Documents {
		add(address.Twin(s.documentURL(d)), d.Path+" as Markdown", func(*builder) string { return sourceText(d) })
	}
	for _, d := range s.corpus.Domains {
		for _, p := range d.Principles {
			if d.Principle(p.Number) == p {
				add(address.Twin(address.Principle(p)), d.First.Path+" "+p.ID()+" as Markdown", func(s *builder) string { return s.principleText(p) })
			}
		}
	}
	for _, core := range s.corpus.Cores {
		if s.corpus.CoreByNumber(core.Number) == core {
			add(address.Twin(address.Core(core)), core.Document.Path+" "+core.ID()+" as Markdown", func(s *builder) string { return s.coreText(core) })
		}
	}
	if s.index.Checklists != "" {
		out = append(out, page{url: address.Twin(s.index.Checklists), source: "the checklist as Markdown", bytes: (*builder).checklistText})
	}
	return out
}

// checklistText is the checklist with links to what the site has: principles as
// Markdown, and rows of tables on the pages that they stand in.
func (s *builder) checklistText() ([]byte, error) {
	url := s.index.Checklists
	list := review.List{Items: review.Items(s.corpus), Places: &review.Places{
		Principle: func(p *corpus.Principle) string { return relative(url, address.Twin(address.Principle(p)), "") },
		Source: func(from review.Source) (name, address string) {
			d := s.corpus.Document(from.Path)
			return shortTitle(d), relative(url, s.documentURL(d), s.rowID(d, d.File.LineSpan(from.Line).Start))
		},
	}}
	var b bytes.Buffer
	err := list.Write(&b, "markdown")
	return b.Bytes(), err
}

func (s *builder) principleText(p *corpus.Principle) string {
	var b strings.Builder
	d := p.Domain.First
	fmt.Fprintf(&b, "# %s. %s\n\n%s\n\n", p.Name(), p.Title, strings.TrimSpace(d.File.Slice(p.Statement)))
	if numbers := p.CoreNumbers(); len(numbers) > 0 {
		var names []string
		for _, n := range numbers {
			name := fmt.Sprintf("C%d", n)
			if core := s.corpus.CoreByNumber(n); core != nil {
				name += " " + core.Title
			}
			names = append(names, name)
		}
		fmt.Fprintf(&b, "Derives from: %s.\n", strings.Join(names, ", "))
	}
	if violations := s.corpus.ViolationsOf(p); len(violations) > 0 {
		b.WriteString("\n## What breaches it\n\n")
		for _, v := range violations {
			fmt.Fprintf(&b, "- %s (`%s`)\n", v.Text, v.Document.Path)
		}
	}
	if sections := s.corpus.SectionsOf(p); len(sections) > 0 {
		b.WriteString("\n## Sections about it\n\n")
		for _, sec := range sections {
			fmt.Fprintf(&b, "- [%s](%s#%s) in `%s`\n", strings.ReplaceAll(sec.Title, "]", `\]`), relative(address.Twin(address.Principle(p)), address.Twin(s.documentURL(sec.Document)), ""), sec.Anchor, sec.Document.Path)
		}
	}
	return b.String()
}

func (s *builder) coreText(core *corpus.Core) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s. %s\n\n%s\n", core.ID(), core.Title, strings.TrimSpace(core.Document.File.Slice(core.Statement)))
	if derived := s.corpus.DerivedFrom(core); len(derived) > 0 {
		b.WriteString("\n## What derives from it\n\n")
		for _, p := range derived {
			fmt.Fprintf(&b, "- [%s %s](%s)\n", p.Name(), strings.ReplaceAll(p.Title, "]", `\]`), relative(address.Twin(address.Core(core)), address.Twin(address.Principle(p)), ""))
		}
	}
	return b.String()
}

// llms is the site's index for language models, in the form of llmstxt.org: a
// title, a summary, and lists of links with what they hold.
func (s *builder) llms() ([]byte, error) {
	var b strings.Builder
	principles := 0
	for _, d := range s.corpus.Domains {
		principles += len(d.Principles)
	}
	fmt.Fprintf(&b, "# %s\n\n", s.options.Title)
	const data = "The linked corpus as data is [atelier.json](atelier.json); all documents in one file are [llms-full.txt](llms-full.txt).\n"
	if s.plain() {
		fmt.Fprintf(&b, "> %s.\n\n%s", count(len(s.corpus.Documents), "document"), data)
	} else {
		fmt.Fprintf(&b, "> Engineering principles: %s in %s, each traced to the core principles it derives from, with what violates it.\n\n", count(principles, "principle"), count(len(s.corpus.Domains), "domain"))
		b.WriteString("Principles are cited as in messaging P4; the text of each is at its domain's folder, as in `domains/messaging/p4.md`. " + data)
	}
	item := func(d *corpus.Document) {
		fmt.Fprintf(&b, "- [%s](%s): %s\n", strings.ReplaceAll(documentTitle(d), "]", `\]`), escapePath(address.Twin(s.documentURL(d))), describeDocument(d))
	}
	section := func(title string, documents []*corpus.Document) {
		if len(documents) > 0 {
			fmt.Fprintf(&b, "\n## %s\n\n", title)
		}
		for _, d := range documents {
			item(d)
		}
	}
	if s.corpus.Core != nil {
		section("Core", []*corpus.Document{s.corpus.Core})
	}
	for _, d := range s.corpus.Domains {
		section(domainTitle(d), d.Documents)
	}
	var rest []*corpus.Document
	for _, d := range s.corpus.Documents {
		if d.Domain == nil && d != s.corpus.Core {
			rest = append(rest, d)
		}
	}
	title := "Optional"
	if s.plain() {
		title = "Documents"
	}
	section(title, rest)
	return []byte(b.String()), nil
}

// llmsFull is every document in one file.
func (s *builder) llmsFull() ([]byte, error) {
	var b bytes.Buffer
	for i, d := range s.readingOrder() {
		if i > 0 {
			b.WriteString("\n\n")
		}
		fmt.Fprintf(&b, "<!-- %s -->\n\n%s", strings.ReplaceAll(d.Path, "--", "- -"), strings.TrimRight(sourceText(d), "\n"))
	}
	b.WriteByte('\n')
	return b.Bytes(), nil
}

// modelURLs says where on the site things of the model are.
type modelURLs struct {
	// Documents are by path; principles by name ("messaging P4"); cores,
	// anti-patterns and register ids by id.
	Documents    map[string]string `json:"documents"`
	Principles   map[string]string `json:"principles"`
	Cores        map[string]string `json:"cores"`
	AntiPatterns map[string]string `json:"antiPatterns"`
	IDs          map[string]string `json:"ids"`
}

// model is the linked corpus as data, as `atelier model` prints it, with the
// addresses of pages relative to the site's root.
func (s *builder) model() ([]byte, error) {
	urls := modelURLs{map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}, map[string]string{}}
	for _, d := range s.corpus.Documents {
		urls.Documents[d.Path] = escapePath(s.documentURL(d))
	}
	for _, d := range s.corpus.Domains {
		for _, p := range d.Principles {
			urls.Principles[s.domainKey(d)+" "+p.ID()] = escapePath(address.Principle(p))
		}
	}
	for _, core := range s.corpus.Cores {
		urls.Cores[core.ID()] = escapePath(address.Core(core))
	}
	for _, a := range s.corpus.AntiPatterns {
		urls.AntiPatterns[a.ID] = relative("", s.index.AntiPatterns, a.ID)
	}
	for _, r := range s.corpus.Registers {
		for _, e := range r.Entries {
			urls.IDs[e.ID] = relative("", s.entryPage(e), strings.ToLower(e.ID))
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(struct {
		*corpus.Model
		URLs modelURLs `json:"urls"`
	}{s.corpus.Model(), urls})
	return b.Bytes(), err
}
