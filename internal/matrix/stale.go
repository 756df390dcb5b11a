package matrix

import (
	"slices"

	"atelier/internal/block"
	"atelier/internal/corpus"
)

// Blocks are the blocks of this package in all documents, in order.
func Blocks(c *corpus.Corpus) []*block.Block { return block.Find(c, Render) }

// Known reports whether a block of that name is made by this package.
func Known(name string) bool { return slices.Contains(Names, name) }

// Pages are the files of the matrix folder.
var Pages = []block.Page{
	{Name: "principles-matrix.md", Title: "Principles Matrix", Sentence: "Every principle of the domains, and the core principles that it derives from.", Blocks: []string{Principles}},
	{Name: "domain-coverage.md", Title: "Domain Coverage", Sentence: "How the domains and languages cover the core principles.", Blocks: []string{Domains, Languages}},
}
