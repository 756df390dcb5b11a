package check

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/diag"
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
	ordinals := map[string]int{}
	for i, d := range ds {
		path := d.File.Path
		if old, ok := before[path]; ok {
			path = old
		}
		key := strings.Join([]string{d.Rule, path, blockText(c, d), oneLine(d.Target)}, "\x00")
		ordinals[key]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, ordinals[key]))
		out[i] = hex.EncodeToString(sum[:16])
	}
	return out
}

// blockText is the normalised text of the block a finding starts in: a
// paragraph, heading or cell. A finding at the mark of a list stands before the
// item's block, and takes that; one in no block takes its line.
func blockText(c *corpus.Corpus, d *diag.Diagnostic) string {
	if doc := c.Document(d.File.Path); doc != nil {
		for _, offset := range []int{d.Span.Start, d.Span.End, d.Span.End + 1} {
			if b := doc.BlockAt(offset); b != nil {
				return oneLine(b.Prose.Text)
			}
		}
	}
	line := d.File.LineSpan(d.File.Line(d.Span.Start))
	return oneLine(d.File.Slice(line))
}

// oneLine is text without its wrapping and padding.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
