package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/diag"
	"atelier/internal/matrix"
	"atelier/internal/report"
)

func newMatrix(a *app) *cobra.Command {
	var checkOnly bool
	c := &cobra.Command{
		Use:   "matrix",
		Short: "Rewrite the generated blocks of matrix/*.md",
		Long: `Rewrite what stands between the atelier:begin and atelier:end markers of matrix/*.md:
the principles matrix and the coverage tables. Text outside of the markers is
never touched; a missing file is created; a file without markers is refused.`,
		Example: `  atelier matrix
  atelier matrix --check     print a diff of what is stale and exit 1`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.matrix(cmd, checkOnly) },
	}
	c.Flags().BoolVar(&checkOnly, "check", false, "write nothing; print what is stale and exit 1")
	return c
}

// A rewrite is a file whose generated blocks change.
type rewrite struct {
	name           string
	before, after  string
	content        []byte
	created, stale bool
}

func (a *app) matrix(cmd *cobra.Command, checkOnly bool) error {
	o, err := a.open(cmd.Context())
	if err != nil {
		return err
	}
	defer o.close()
	if err := a.inputsSound(o); err != nil {
		return err
	}
	rewrites, err := o.matrixRewrites()
	if err != nil {
		return err
	}
	stale := 0
	for _, r := range rewrites {
		if !r.stale {
			continue
		}
		stale++
		if checkOnly {
			if _, err := fmt.Fprint(a.env.stdout, report.UnifiedDiff(r.name, r.before, r.after)); err != nil {
				return err
			}
			continue
		}
		if r.created {
			if err := o.root.MkdirAll(path.Dir(r.name), 0o755); err != nil {
				return err
			}
		}
		if err := replaceFile(o.root, r.name, r.content); err != nil {
			return err
		}
		a.note("wrote %s", r.name)
	}
	switch {
	case stale == 0:
		a.note("the matrix is fresh")
	case checkOnly:
		return findings("%d of the matrix files is stale; run atelier matrix", stale)
	}
	return nil
}

// inputsSound refuses to make blocks from a corpus whose principles or traces
// have errors: the blocks would carry them on.
func (a *app) inputsSound(o *opened) error {
	var faults []string
	for _, d := range check.Run(o.corpus, rules.All()) {
		group, _, _ := strings.Cut(d.Rule, "/")
		if d.Severity == diag.Error && (slices.Contains(d.Breaks, check.Inputs()) || group == "principle" || group == "trace" || group == "source" || d.Rule == "matrix/markers" || d.Rule == "matrix/unknown-block") {
			faults = append(faults, report.Concise(d))
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return findings("the matrix cannot be made while its inputs have errors; nothing was written\n%s", strings.Join(faults, "\n"))
}

// matrixRewrites is every file of the matrix folder as it is and as it should
// be.
func (o *opened) matrixRewrites() ([]rewrite, error) {
	blocks := map[string][]*matrix.Block{}
	for _, b := range matrix.Blocks(o.corpus) {
		blocks[b.Document.Path] = append(blocks[b.Document.Path], b)
	}
	var out []rewrite
	for _, d := range o.corpus.Documents {
		list := blocks[d.Path]
		if len(list) == 0 {
			continue
		}
		r := rewrite{name: d.Path, before: d.File.Text, after: matrix.Rewrite(d.File.Text, list)}
		r.stale = r.before != r.after
		content, err := fs.ReadFile(o.root.FS(), d.Path)
		if err != nil {
			return nil, err
		}
		var edits []diag.Edit
		for _, b := range list {
			if b.Stale() {
				edits = append(edits, diag.Edit{File: d.File, Span: b.Span, Text: b.Want})
			}
		}
		r.content, _ = diag.Apply(d.File, content, edits)
		out = append(out, r)
	}
	for _, page := range matrix.Pages {
		name := path.Join(o.corpus.Config.Matrix, page.Name)
		if blocks[name] != nil {
			continue
		}
		_, err := o.root.Stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			text := page.New(o.corpus)
			out = append(out, rewrite{name: name, after: text, content: []byte(text), created: true, stale: true})
		case err != nil:
			return nil, err
		default:
			return nil, fmt.Errorf("%s has no atelier:begin markers, so nothing was written: put <!-- atelier:begin %s --> and <!-- atelier:end --> where the block belongs", name, page.Blocks[0])
		}
	}
	return out, nil
}
