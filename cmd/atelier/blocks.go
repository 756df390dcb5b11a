package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"atelier/internal/block"
	"atelier/internal/check"
	"atelier/internal/check/rules"
	"atelier/internal/config"
	"atelier/internal/diag"
	"atelier/internal/report"
)

// A blockMaker is a set of generated blocks and the command that writes them.
type blockMaker struct {
	// name is what the blocks make up, command the line that writes them.
	name, command string
	render        block.Renderer
	pages         []block.Page
	folder        func(*config.Config) string
	// inputs are the rules and groups whose errors the blocks would carry on.
	inputs []string
}

// A rewrite is a file whose generated blocks change.
type rewrite struct {
	name           string
	before, after  string
	content        []byte
	created, stale bool
}

// rewriteBlocks brings the blocks up to date, or shows what is stale.
func (a *app) rewriteBlocks(ctx context.Context, maker *blockMaker, checkOnly bool) error {
	o, err := a.open(ctx)
	if err != nil {
		return err
	}
	defer o.close()
	if err := o.inputsSound(maker); err != nil {
		return err
	}
	rewrites, err := o.rewrites(maker)
	if err != nil {
		return err
	}
	stale := 0
	var created []string
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
			created = append(created, r.name)
			if err := o.root.MkdirAll(path.Dir(r.name), 0o755); err != nil {
				return fmt.Errorf("cannot make the folder %s: %w", path.Dir(r.name), reason(err))
			}
		}
		if err := replaceFile(o.root, r.name, r.content); err != nil {
			return err
		}
		a.note("wrote %s", r.name)
	}
	switch {
	case stale == 0:
		a.note("the %s is fresh", maker.name)
	case checkOnly && stale == 1:
		return findings("1 file of the %s is stale; run %s", maker.name, maker.command)
	case checkOnly:
		return findings("%d files of the %s are stale; run %s", stale, maker.name, maker.command)
	}
	return a.list(ctx, o, created)
}

// inputsSound refuses to make blocks from a corpus whose parts that they are
// made of have errors: the blocks would carry them on.
func (o *opened) inputsSound(maker *blockMaker) error {
	var faults []string
	for _, d := range check.Run(o.corpus, rules.All()) {
		group, _, _ := strings.Cut(d.Rule, "/")
		if d.Severity == diag.Error && (slices.Contains(d.Breaks, check.Inputs()) || slices.Contains(maker.inputs, group) || slices.Contains(maker.inputs, d.Rule)) {
			faults = append(faults, report.Concise(d))
		}
	}
	if len(faults) == 0 {
		return nil
	}
	return findings("the %s cannot be made while its inputs have errors; nothing was written\n%s", maker.name, strings.Join(faults, "\n"))
}

// rewrites is every file with blocks as it is and as it should be.
func (o *opened) rewrites(maker *blockMaker) ([]rewrite, error) {
	blocks := map[string][]*block.Block{}
	for _, b := range block.Find(o.corpus, maker.render) {
		blocks[b.Document.Path] = append(blocks[b.Document.Path], b)
	}
	var out []rewrite
	for _, d := range o.corpus.Documents {
		list := blocks[d.Path]
		if len(list) == 0 {
			continue
		}
		r := rewrite{name: d.Path, before: d.File.Text, after: block.Rewrite(d.File.Text, list)}
		r.stale = r.before != r.after
		content, err := fs.ReadFile(o.root.FS(), d.Path)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w", d.Path, reason(err))
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
	elsewhere := map[string]bool{} // the names of blocks that stand somewhere
	for _, list := range blocks {
		for _, b := range list {
			elsewhere[b.Name] = true
		}
	}
	for _, page := range maker.pages {
		name := path.Join(maker.folder(o.corpus.Config), page.Name)
		if slices.ContainsFunc(page.Blocks, func(block string) bool { return elsewhere[block] }) {
			continue
		}
		_, err := o.root.Stat(name)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			text := page.New(o.corpus, maker.render)
			out = append(out, rewrite{name: name, after: text, content: []byte(text), created: true, stale: true})
		case err != nil:
			return nil, fmt.Errorf("cannot read %s: %w", name, reason(err))
		default:
			return nil, fmt.Errorf("%s has no atelier:begin markers, so nothing was written: put <!-- atelier:begin %s --> and <!-- atelier:end --> where the block belongs", name, page.Blocks[0])
		}
	}
	return out, nil
}
