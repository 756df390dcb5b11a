package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/git"
	"atelier/internal/ledger"
	"atelier/internal/source"
)

func newPhase(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "phase",
		Short: "The roadmap, and the block of a commit that closes a phase",
		Example: `  atelier phase status
  atelier phase verify --message .git/COMMIT_EDITMSG`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	c.AddCommand(newPhaseStatus(a), newPhaseVerify(a))
	return c
}

func newPhaseStatus(a *app) *cobra.Command {
	var format, milestone string
	c := &cobra.Command{
		Use:   "status",
		Short: "Say of each phase which deliverables and requirements are there",
		Long: `Say of each phase of the roadmap whether its deliverables are there and its
requirements are met, and what phase.json says of the current phase.`,
		Example: "  atelier phase status\n  atelier phase status --milestone v0.4 --format json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, done, err := a.openLedger(cmd.Context())
			if err != nil {
				return err
			}
			defer done()
			if milestone != "" {
				if err := onlyMilestone(l, milestone); err != nil {
					return err
				}
			}
			switch format {
			case "text":
				color, err := a.useColor(a.env.stdoutTTY)
				if err != nil {
					return err
				}
				_, err = io.WriteString(a.env.stdout, statusText(l, color))
				return err
			case "json":
				return statusJSON(a.env.stdout, l)
			}
			return fmt.Errorf("--format takes text or json, not %q", format)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "output format: text or json")
	c.Flags().StringVar(&milestone, "milestone", "", "only this milestone")
	return c
}

// openLedger reads the ledger of the corpus. A corpus without phases has
// nothing to say, which is an error.
func (a *app) openLedger(ctx context.Context) (*ledger.Ledger, func(), error) {
	o, err := a.open(ctx)
	if err != nil {
		return nil, nil, err
	}
	l := ledger.Read(o.corpus)
	if len(l.Milestones) == 0 {
		o.close()
		return nil, nil, fmt.Errorf("no phase found: %s has no table | Phase | Name | Type | Status | Key Deliverables | under a milestone such as v0.4", o.corpus.Config.Roadmap)
	}
	return l, o.close, nil
}

// onlyMilestone leaves one milestone in a ledger.
func onlyMilestone(l *ledger.Ledger, name string) error {
	m := l.Milestone(name)
	if m == nil {
		var names []string
		for _, m := range l.Milestones {
			names = append(names, m.Name)
		}
		return fmt.Errorf("the roadmap has no milestone %q%s (milestones: %s)", name, check.DidYouMean(name, names), strings.Join(names, ", "))
	}
	l.Milestones = []*ledger.Milestone{m}
	return nil
}

// statusText is the ledger for people.
func statusText(l *ledger.Ledger, color bool) string {
	var b strings.Builder
	paint := func(code, text string) string {
		if !color {
			return text
		}
		return "\x1b[" + code + "m" + text + "\x1b[0m"
	}
	names := 0
	for _, p := range l.Phases() {
		names = max(names, len([]rune(p.Name)))
	}
	for i, m := range l.Milestones {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(paint("1", strings.TrimSpace(m.Name+" "+m.Title)) + "\n")
		for _, p := range m.Phases {
			s := newPhaseModel(l, p)
			tag := s.Tag
			if tag == "" {
				tag = "–"
			}
			fmt.Fprintf(&b, "  %-4s %-*s  %-8s  %-8s  %d of %d deliverables, %d of %d requirements\n", fmt.Sprintf("P%d", p.Number), names, p.Name, p.Status, tag,
				len(s.Deliverables)-len(s.missing()), len(s.Deliverables), len(s.Requirements)-len(s.open()), len(s.Requirements))
			for _, path := range s.missing() {
				b.WriteString(paint("31", "       missing ") + path + "\n")
			}
			for _, r := range s.open() {
				fmt.Fprintf(&b, "%s %s %s (%s)\n", paint("33", "       open   "), r.ID, r.Title, r.Status)
			}
		}
	}
	if s := l.State; s != nil && s.Fault == nil {
		fmt.Fprintf(&b, "\n%s: %s P%d is at the stage “%s”", s.File.Path, s.Milestone, s.Phase, s.Stage)
		if s.Tag != "" {
			b.WriteString(", tag " + s.Tag)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// phaseModel is a phase in machine output.
type phaseModel struct {
	Milestone    string             `json:"milestone"`
	Phase        int                `json:"phase"`
	Name         string             `json:"name"`
	Type         string             `json:"type"`
	Status       string             `json:"status"`
	Tag          string             `json:"tag,omitempty"`
	Line         int                `json:"line"`
	Deliverables []deliverableModel `json:"deliverables"`
	Requirements []requirementModel `json:"requirements"`
}

type deliverableModel struct {
	Path   string `json:"path"`
	Exists bool   `json:"exists"`
}

type requirementModel struct {
	ID      string `json:"id"`
	Title   string `json:"title"`
	Status  string `json:"status"`
	Covered bool   `json:"covered"`
}

func newPhaseModel(l *ledger.Ledger, p *ledger.Phase) phaseModel {
	m := phaseModel{
		Milestone: p.Milestone.Name, Phase: p.Number, Name: p.Name, Type: p.Type, Status: p.Status, Tag: p.Tag,
		Line: l.Roadmap.File.Line(p.Row.Span.Start), Deliverables: []deliverableModel{}, Requirements: []requirementModel{},
	}
	for _, d := range p.Deliverables {
		m.Deliverables = append(m.Deliverables, deliverableModel{d.Path, d.Exists})
	}
	for _, r := range l.RequirementsOf(p) {
		m.Requirements = append(m.Requirements, requirementModel{r.ID, r.Title, r.Status, r.Met()})
	}
	return m
}

func (m phaseModel) missing() []string {
	var out []string
	for _, d := range m.Deliverables {
		if !d.Exists {
			out = append(out, d.Path)
		}
	}
	return out
}

func (m phaseModel) open() []requirementModel {
	var out []requirementModel
	for _, r := range m.Requirements {
		if !r.Covered {
			out = append(out, r)
		}
	}
	return out
}

func statusJSON(w io.Writer, l *ledger.Ledger) error {
	type state struct {
		Milestone string `json:"milestone"`
		Phase     int    `json:"phase"`
		Stage     string `json:"stage"`
		Tag       string `json:"tag,omitempty"`
	}
	out := struct {
		Schema int          `json:"schema"`
		Phases []phaseModel `json:"phases"`
		State  *state       `json:"state,omitempty"`
	}{Schema: 1, Phases: []phaseModel{}}
	for _, p := range l.Phases() {
		out.Phases = append(out.Phases, newPhaseModel(l, p))
	}
	if s := l.State; s != nil && s.Fault == nil {
		out.State = &state{s.Milestone, s.Phase, s.Stage, s.Tag}
	}
	return encodeJSON(w, out)
}

func newPhaseVerify(a *app) *cobra.Command {
	var message string
	c := &cobra.Command{
		Use:   "verify",
		Short: "Check the block of a commit that closes a phase",
		Long: `The ---ci--- block of a commit message is held against the roadmap, phase.json, the
registers and the files. The block may stand on several lines or be folded into
one. A message without a block is fine, so that this can be a commit-msg hook:

  #!/bin/sh
  exec atelier phase verify --message "$1"

Without --message it is the message of HEAD, which must have a block.`,
		Example:     "  atelier phase verify --message .git/COMMIT_EDITMSG\n  git log -1 --format=%B | atelier phase verify --message -",
		Annotations: map[string]string{exitOne: "the block does not hold"},
		Args:        cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return a.verifyPhase(cmd.Context(), message, cmd.Flags().Changed("message"))
		},
	}
	c.Flags().StringVar(&message, "message", "", "the file of the commit message; - is standard input (default: the message of HEAD)")
	return c
}

func (a *app) verifyPhase(ctx context.Context, name string, given bool) error {
	file, err := a.readMessage(ctx, name, given)
	if err != nil {
		return err
	}
	block, faults := ledger.ReadBlock(file)
	if block == nil && len(faults) == 0 {
		if !given {
			return fmt.Errorf("the message of HEAD has no ---ci--- block; name another one with --message")
		}
		a.note("the message closes no phase: it has no ---ci--- block")
		return nil
	}
	if block != nil {
		l, done, err := a.openLedger(ctx)
		if err != nil {
			return err
		}
		defer done()
		if l.State == nil {
			return fmt.Errorf("the block cannot be verified: there is no %s that can be read", l.Corpus.Config.Phase)
		}
		faults = l.Verify(block)
	}
	for _, f := range faults {
		if err := a.printFault(f); err != nil {
			return err
		}
	}
	if len(faults) > 0 {
		return findings("the block does not hold")
	}
	a.note("the block holds: phase %s of %s", block.Value("phase").Text, block.Value("milestone").Text)
	return nil
}

func (a *app) printFault(f *ledger.Fault) error {
	if _, err := fmt.Fprintln(a.env.stdout, f); err != nil {
		return err
	}
	if f.Other == nil {
		return nil
	}
	at := f.Other.File.Position(f.Other.Span.Start)
	_, err := fmt.Fprintf(a.env.stdout, "  %s:%d:%d: %s\n", f.Other.File.Path, at.Line, at.Column, f.Other.Message)
	return err
}

// maxMessage bounds what is read of a commit message, in bytes.
const maxMessage = 16 << 20

// readMessage reads a commit message: from a file, from standard input, or that
// of HEAD.
func (a *app) readMessage(ctx context.Context, name string, given bool) (*source.File, error) {
	if !given {
		dir, err := a.findRoot()
		if err != nil {
			return nil, err
		}
		repository, err := git.Open(ctx, dir)
		if err != nil {
			return nil, fmt.Errorf("without --message the message of HEAD is verified, which needs a git repository and the git program: %w", err)
		}
		data, err := repository.Message(ctx, "HEAD")
		if err != nil {
			return nil, err
		}
		return source.NewFile("HEAD", data), nil
	}
	in, shown := a.env.stdin, "message"
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, fmt.Errorf("cannot read the message: %w", err)
		}
		defer file.Close()
		in, shown = file, name
	}
	data, err := io.ReadAll(io.LimitReader(in, maxMessage+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot read the message: %w", err)
	case len(data) > maxMessage:
		return nil, fmt.Errorf("the message is longer than %d bytes", maxMessage)
	case source.Invalid(data) >= 0:
		return nil, fmt.Errorf("the message is not UTF-8 text")
	}
	return source.NewFile(shown, data), nil
}
