package check

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/diag"
	"atelier/internal/parse"
	"atelier/internal/source"
)

// Fingerprints names findings so that they can be recognised in another
// revision: by rule, path, the joined text of the block they stand in, their
// target, and their order among findings that are equal in all of these. Lines
// are no part of it, nor is how the block is wrapped.
func Fingerprints(c *corpus.Corpus, ds []*diag.Diagnostic) []string {
	return FingerprintsAs(c, ds, nil)
}

// FingerprintsAs are the fingerprints that findings have under other paths: those
// that files had in another revision, by the path that they have now.
func FingerprintsAs(c *corpus.Corpus, ds []*diag.Diagnostic, before map[string]string) []string {
	out := make([]string, len(ds))
	ordinals := map[[sha256.Size]byte]int{}
	// A block may be long and hold many findings: it is hashed once for each rule.
	started := map[passage]hash.Cloner{}
	for i, d := range ds {
		at := passageOf(c, d)
		if started[at] == nil {
			path := d.File.Path
			if old, ok := before[path]; ok {
				path = old
			}
			h := sha256.New().(hash.Cloner)
			fmt.Fprintf(h, "%s\x00%s\x00%s\x00", d.Rule, path, at.text())
			started[at] = h
		}
		h := clone(started[at])
		fmt.Fprint(h, oneLine(d.Target))
		key := [sha256.Size]byte(h.Sum(nil))
		ordinals[key]++
		fmt.Fprintf(h, "\x00%d", ordinals[key])
		out[i] = hex.EncodeToString(h.Sum(nil)[:16])
	}
	return out
}

func clone(h hash.Cloner) hash.Hash {
	c, err := h.Clone()
	if err != nil {
		panic(err) // a SHA-256 of the standard library can be cloned
	}
	return c
}

// A passage is the text that findings of a rule stand in: a paragraph, heading or
// cell, or, for one in no block, its line.
type passage struct {
	rule  string
	file  *source.File
	block *parse.Block
	line  int // where there is no block
}

// passageOf is the passage that a finding starts in. A finding at the mark of a
// list stands before the item's block, and takes that.
func passageOf(c *corpus.Corpus, d *diag.Diagnostic) passage {
	if doc := c.Document(d.File.Path); doc != nil {
		for _, offset := range []int{d.Span.Start, d.Span.End, d.Span.End + 1} {
			if b := doc.BlockAt(offset); b != nil {
				return passage{rule: d.Rule, file: d.File, block: b}
			}
		}
	}
	return passage{rule: d.Rule, file: d.File, line: d.File.Line(d.Span.Start)}
}

// text is the normalised text of the passage.
func (p passage) text() string {
	if p.block != nil {
		return oneLine(p.block.Prose.Text)
	}
	return oneLine(p.file.Slice(p.file.LineSpan(p.line)))
}

// oneLine is text without its wrapping and padding.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
