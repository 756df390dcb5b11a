// Package corpustest generates corpora for benchmarks: sound ones of any size,
// the same for the same size.
package corpustest

import (
	"fmt"
	"strings"
	"testing/fstest"
)

// Size is the number of documents that benchmarks use.
const Size = 500

const (
	principles = 10
	derived    = 4 // derived documents a domain
)

// Generate makes a sound corpus of about n documents: a core, domains of ten
// principles with four derived documents each, and a manifest.
func Generate(n int) map[string][]byte {
	docs := map[string][]byte{"domains/core/first-principles.md": []byte(core())}
	var manifest strings.Builder
	manifest.WriteString("# Manifest\n\n| Path | Title | Since | Status |\n|---|---|---|---|\n")
	row := func(path, title string, since int) {
		fmt.Fprintf(&manifest, "| `%s` | %s | v0.%d P1 | complete |\n", path, title, since)
	}
	row("domains/core/first-principles.md", "Core — First Principles", 1)
	for d := 0; len(docs)+derived+1 < n; d++ {
		path := fmt.Sprintf("domains/d%03d/first-principles.md", d)
		docs[path] = []byte(firstPrinciples(d))
		row(path, fmt.Sprintf("D%03d — First Principles", d), d+2)
		for t := range derived {
			path := fmt.Sprintf("domains/d%03d/topic-%d.md", d, t)
			docs[path] = []byte(topic(d, t))
			row(path, fmt.Sprintf("Topic %d of D%03d — Derived Rules", t, d), d+2)
		}
	}
	docs["MANIFEST.md"] = []byte(manifest.String())
	return docs
}

// Bytes is the size of a corpus.
func Bytes(docs map[string][]byte) int64 {
	var n int64
	for _, content := range docs {
		n += int64(len(content))
	}
	return n
}

// FS is a tree of files, by path, as a file system.
func FS[T string | []byte](files map[string]T) fstest.MapFS {
	fsys := fstest.MapFS{}
	for name, content := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(content)}
	}
	return fsys
}

var cores = []string{"Correctness", "Clarity", "Simplicity", "Locality", "Reversibility", "Composability", "Observability", "Economy"}

func core() string {
	var b strings.Builder
	b.WriteString("# Core — First Principles\n")
	for i, title := range cores {
		fmt.Fprintf(&b, "\n### C%d. %s\n\nWhat it asks, and what its breach costs.\n", i+1, title)
	}
	return b.String()
}

func title(d, p int) string { return fmt.Sprintf("Rule %c of Part %d is Kept", 'A'+rune(p), d) }

func firstPrinciples(d int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# D%03d — First Principles\n\n## 1. The Principles\n", d)
	for p := range principles {
		first, second := p%8, (p+1)%8
		fmt.Fprintf(&b, "\n### P%d. %s\n\nA part states its bound before it is used, and the bound is looked at when it\nis reached; see `domains/d%03d/topic-%d.md` and P%d for the case where two parts\nmeet. It derives from `C%d %s` (the bound holds) and `C%d\n%s` (the bound is seen). A part without one works until the day on which it\ndoes not, and that day is chosen by somebody else.\n",
			p+1, title(d, p), d, p%derived, p%principles+1, first+1, cores[first], second+1, cores[second])
	}
	b.WriteString("\n## 2. Core Principle Trace\n\n| P-rule | Core | Why |\n|---|---|---|\n")
	for p := range principles {
		fmt.Fprintf(&b, "| P%d %s | C%d, C%d | The bound holds; it is seen |\n", p+1, title(d, p), p%8+1, (p+1)%8+1)
	}
	b.WriteString("\n## 3. What Violates These Principles\n\n| Violation | Principle Breached |\n|---|---|\n")
	for p := range principles {
		fmt.Fprintf(&b, "| Part %d without a bound (it works until it does not) | P%d %s |\n", p+1, p+1, title(d, p))
	}
	if d > 0 {
		fmt.Fprintf(&b, "\n## 4. Relationship to Other Domains\n\n- `domains/d%03d/topic-0` ← P1 (its bounds are the ones used here)\n", d-1)
	}
	return b.String()
}

func topic(d, t int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Topic %d of D%03d — Derived Rules\n\n> Derives from `domains/d%03d/first-principles.md`. Applies P1 (%s), P2\n> (%s) primarily, with P3 (a gloss).\n", t, d, d, title(d, 0), title(d, 1))
	for s := range 8 {
		fmt.Fprintf(&b, "\n## Section %d (P%d, P3)\n\n- A **bound** is written where the part is made (P%d), with the unit and the\n  reason, and read from `domains/d%03d/first-principles.md` by whoever changes\n  it. A bound of 1 is a lock; a bound of N is a queue.\n- The second part waits for the first (P2), at most for the time that the\n  caller has left, and says so in its log line.\n\n```go\nfunc bound(n int) int {\n\tif n > %d {\n\t\treturn %d\n\t}\n\treturn n\n}\n```\n\n| Choice | Cost | When |\n|---|---|---|\n| **None** | Memory until the end | Never |\n| **Fixed** | One number | The load is known |\n| **Measured** | A feedback loop | It is not |\n", s, s%2+1, s%2+1, d, s, s)
	}
	b.WriteString("\n## What Violates the Topic\n\n| Violation | Principle |\n|---|---|\n")
	fmt.Fprintf(&b, "| Bound without a unit (nobody can change it) | P1 %s |\n| Wait without an end | P2, P3 |\n", title(d, 0))
	return b.String()
}
