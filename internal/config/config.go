// Package config holds what a team may choose about its corpus: where it
// stands, what is generated, and how strict the rules are. A standard tree
// needs no file; [Default] describes it.
package config

import "atelier/internal/diag"

// A Config is the effective configuration of one run.
type Config struct {
	// Collections are globs of the documents, relative to the root. The part
	// before the first wildcard is the collection's folder.
	Collections []string
	// Registers are globs of documents outside of domains that are part of
	// the corpus: registers, generated files, the manifest, the roadmap.
	Pages []string
	// Manifest, Roadmap and Phase are the paths of the files of that role.
	Manifest, Roadmap, Phase string
	// Matrix and Review are the folders of generated blocks.
	Matrix, Review string
	// Ignore are globs of files that are not read at all.
	Ignore []string
	// Severity overrides the severity of rules or groups.
	Severity map[string]diag.Severity
	// NotCitations are texts that look like citations and are none, such as
	// "C4 model".
	NotCitations []string
	Site         Site
}

// Site is the part of the configuration that only the site reads.
type Site struct {
	Title      string
	BaseURL    string
	Repository string
}

// Default is the configuration of a standard tree.
func Default() *Config {
	return &Config{
		Collections:  []string{"domains/**/*.md", "languages/**/*.md"},
		Pages:        []string{"review/**/*.md", "matrix/**/*.md", "MANIFEST.md", "ROADMAP.md", "PERSONAS.md"},
		Manifest:     "MANIFEST.md",
		Roadmap:      "ROADMAP.md",
		Phase:        "phase.json",
		Matrix:       "matrix",
		Review:       "review",
		NotCitations: []string{"C4 model", "C4 diagram", "P1 incident", "P2 incident", "P3 incident"},
	}
}
