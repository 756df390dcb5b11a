// Package config holds what a team may choose about its corpus: where it
// stands, what is generated, and how strict the rules are. A standard tree
// needs no file; [Default] describes it.
package config

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"

	"atelier/internal/diag"
)

// A Config is the effective configuration of one run.
type Config struct {
	// Collections are globs of the documents, relative to the root. The part
	// before the first wildcard is the collection's folder.
	Collections []string
	// Pages are globs of further documents, beside the manifest, the roadmap
	// and the folders of generated blocks.
	Pages []string
	// Manifest, Roadmap and Phase are the paths of the files of that role.
	Manifest, Roadmap, Phase string
	// Matrix and Review are the folders of generated blocks.
	Matrix, Review string
	// Ignore are globs of files that are not read at all.
	Ignore []string
	// Ignores are findings that are not reported in some files.
	Ignores []Ignore
	// Severity overrides the severity of rules or groups.
	Severity map[string]diag.Severity
	// NotCitations are texts that look like citations and are none, such as
	// "C4 model".
	NotCitations []string
	// CodePaths say which domains a change of some code concerns.
	CodePaths []CodePath
	Site      Site
	// Origins says, by dotted key, where a value comes from; a key that is not
	// in it has its default.
	Origins map[string]string

	globs      []placedText
	files      []placedFile
	didYouMean func(name string, candidates []string) string
}

// An Ignore leaves the findings of a rule or group out for some files.
type Ignore struct {
	Rule   string
	Paths  []string
	Reason string
}

// A CodePath maps code to the domains that its changes are reviewed for.
type CodePath struct {
	// Glob is one of code, relative to the root of the repository. It may match
	// nothing: code comes and goes without the corpus.
	Glob string
	// Domains are names of domains, each with its place in the file.
	Domains []PlacedName
}

// A PlacedName is a name that only the loaded corpus can prove right.
type PlacedName struct {
	Name string
	// Fault is the error to report where it is wrong, without its message.
	Fault Error
}

// DomainsOf are the domains that the code at a path is mapped to, by every glob
// that matches it.
func (c *Config) DomainsOf(path string) []string {
	var out []string
	for _, p := range c.CodePaths {
		if ok, _ := doublestar.Match(p.Glob, path); !ok {
			continue
		}
		for _, d := range p.Domains {
			if !slices.Contains(out, d.Name) {
				out = append(out, d.Name)
			}
		}
	}
	return out
}

// UnknownDomains are the names of domains in the mapping of code that wrong
// finds fault with, as one error; wrong gives "" for a name that is right.
func (c *Config) UnknownDomains(wrong func(name string) (message string)) error {
	var faults []error
	for _, p := range c.CodePaths {
		for _, d := range p.Domains {
			if message := wrong(d.Name); message != "" {
				fault := d.Fault
				fault.Message = message
				faults = append(faults, &fault)
			}
		}
	}
	return errors.Join(faults...)
}

// Site is the part of the configuration that only the site reads.
type Site struct {
	Title      string
	BaseURL    string
	Repository string
}

// placedText is a glob or path of the file, and the fault it is when nothing is
// there that it names.
type placedText struct {
	text  string
	fault Error
}

// placedFile is the path of a file or folder that must be there.
type placedFile struct {
	placedText
	folder bool
}

// WebAddress is an error that says so where a text is not the address of a folder
// on the web.
func WebAddress(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return fmt.Errorf("%q is not the address of a folder on the web, such as https://example.org/principles/", address)
	}
	return nil
}

// Default is the configuration of a standard tree.
func Default() *Config {
	return &Config{
		Collections:  []string{"domains/**/*.md", "languages/**/*.md"},
		Pages:        []string{"PERSONAS.md"},
		Manifest:     "MANIFEST.md",
		Roadmap:      "ROADMAP.md",
		Phase:        "phase.json",
		Matrix:       "matrix",
		Review:       "review",
		NotCitations: []string{"C4 model", "C4 diagram", "P1 incident", "P2 incident", "P3 incident"},
		Severity:     map[string]diag.Severity{},
		Origins:      map[string]string{},
	}
}

// Signoffs is the path of the file that says which review items were accepted.
func (c *Config) Signoffs() string { return path.Join(c.Review, "signoffs.json") }

// Documents are the globs of every document of the corpus.
func (c *Config) Documents() []string {
	return slices.Concat(c.Collections, c.Pages, []string{c.Manifest, c.Roadmap, c.Matrix + "/**/*.md", c.Review + "/**/*.md"})
}

// SeverityOf is the severity of a rule where the configuration sets one: for the
// rule by name, or else for its group.
func (c *Config) SeverityOf(rule string) (diag.Severity, bool) {
	if s, ok := c.Severity[rule]; ok {
		return s, true
	}
	group, _, _ := strings.Cut(rule, "/")
	s, ok := c.Severity[group]
	return s, ok
}

// Ignored reports whether findings of a rule are left out for a path.
func (c *Config) Ignored(rule, path string) bool {
	group, _, _ := strings.Cut(rule, "/")
	return slices.ContainsFunc(c.Ignores, func(i Ignore) bool {
		return (i.Rule == rule || i.Rule == group) && slices.ContainsFunc(i.Paths, func(glob string) bool {
			ok, _ := doublestar.Match(glob, path)
			return ok
		})
	})
}

// DeadGlobs are the globs of the file that match none of the paths, as one
// error: a glob that matches nothing is a typing error that hides documents.
func (c *Config) DeadGlobs(paths []string) error {
	var faults []error
	for _, g := range c.globs {
		alive := slices.ContainsFunc(paths, func(path string) bool {
			ok, _ := doublestar.Match(g.text, path)
			return ok
		})
		if !alive {
			fault := g.fault
			fault.Message += c.didYouMean(g.text, elsewhere(g.text, paths))
			faults = append(faults, &fault)
		}
	}
	return errors.Join(faults...)
}

// elsewhere are a glob with each folder of the paths in place of its own, the part
// before the first wildcard.
func elsewhere(glob string, paths []string) []string {
	base, pattern := doublestar.SplitPattern(glob)
	var out []string
	for _, folder := range folders(paths) {
		if strings.Count(folder, "/") == strings.Count(base, "/") {
			out = append(out, folder+"/"+pattern)
		}
	}
	return out
}

// folders are those that paths lie in, sorted.
func folders(paths []string) []string {
	seen := map[string]bool{}
	for _, p := range paths {
		for dir := path.Dir(p); dir != "." && !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

// MissingFiles are the files and folders that the configuration names and that do
// not exist, as one error: their rules would be silent. What is there is asked of
// find; the paths are those among which the nearest name is looked for.
func (c *Config) MissingFiles(find func(path string) (exists, folder bool), paths []string) error {
	var faults []error
	for _, f := range c.files {
		if exists, folder := find(f.text); exists && folder == f.folder {
			continue
		}
		candidates := paths
		if f.folder {
			candidates = folders(paths)
		}
		fault := f.fault
		fault.Message += c.didYouMean(f.text, candidates)
		faults = append(faults, &fault)
	}
	return errors.Join(faults...)
}

// A Value is one effective value, for people.
type Value struct {
	Key, Text string
	// Origin is "default", or the place in the configuration file.
	Origin string
}

// Values are the effective values, in the order of the documentation.
func (c *Config) Values() []Value {
	values := []Value{
		{"collections", list(c.Collections), ""}, {"pages", list(c.Pages), ""}, {"ignore", list(c.Ignore), ""},
		{"manifest", c.Manifest, ""}, {"roadmap", c.Roadmap, ""}, {"phase", c.Phase, ""}, {"matrix", c.Matrix, ""}, {"review", c.Review, ""},
		{"notCitations", list(c.NotCitations), ""},
		{"site.title", c.Site.Title, ""}, {"site.baseURL", c.Site.BaseURL, ""}, {"site.repository", c.Site.Repository, ""},
	}
	for _, rule := range slices.Sorted(maps.Keys(c.Severity)) {
		values = append(values, Value{"severity." + rule, c.Severity[rule].String(), ""})
	}
	for _, i := range c.Ignores {
		values = append(values, Value{"ignores", fmt.Sprintf("%s in %s: %s", i.Rule, list(i.Paths), i.Reason), ""})
	}
	for _, p := range c.CodePaths {
		var names []string
		for _, d := range p.Domains {
			names = append(names, d.Name)
		}
		values = append(values, Value{"paths." + p.Glob, list(names), ""})
	}
	for i := range values {
		v := &values[i]
		v.Origin = "default"
		if origin, ok := c.Origins[v.Key]; ok {
			v.Origin = origin
		}
		if v.Text == "" {
			v.Text = "–"
		}
	}
	return values
}

func list(texts []string) string { return strings.Join(texts, ", ") }
