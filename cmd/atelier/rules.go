package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/check/rules"
	"atelier/internal/explain"
)

func newRules(a *app) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:         "rules",
		Short:       "List the rules",
		Annotations: map[string]string{noCorpus: ""},
		Example:     "  atelier rules\n  atelier rules --format json",
		Args:        cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			switch format {
			case "text":
				return a.listRules()
			case "json":
				return a.encodeRules()
			}
			return fmt.Errorf("--format takes text or json, not %q", format)
		},
	}
	c.Flags().StringVar(&format, "format", "text", "output format: text or json")
	return c
}

func (a *app) listRules() error {
	color, err := a.useColor(a.env.stdoutTTY)
	if err != nil {
		return err
	}
	var b strings.Builder
	group, width := "", 0
	all := rules.All()
	for _, r := range all {
		width = max(width, len(r.Name))
	}
	for _, r := range all {
		if r.Group() != group {
			if group != "" {
				b.WriteByte('\n')
			}
			group = r.Group()
		}
		name := fmt.Sprintf("%-*s", width, r.Name)
		if color {
			name = "\x1b[1m" + name + "\x1b[0m"
		}
		fmt.Fprintf(&b, "%s  %-7s  %s\n", name, r.Severity, r.Summary)
	}
	_, err = fmt.Fprint(a.env.stdout, b.String())
	return err
}

func (a *app) encodeRules() error {
	type rule struct {
		Name     string `json:"name"`
		Severity string `json:"severity"`
		Summary  string `json:"summary"`
		Page     string `json:"page"`
	}
	out := struct {
		Schema int    `json:"schema"`
		Rules  []rule `json:"rules"`
	}{Schema: 1, Rules: []rule{}}
	for _, r := range rules.All() {
		out.Rules = append(out.Rules, rule{r.Name, r.Severity.String(), r.Summary, r.Page})
	}
	return encodeJSON(a.env.stdout, out)
}

func newExplain(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "explain NAME",
		Short: "Print the page of a rule, or what a name of the corpus means",
		Long: `Of a name of the corpus: its definition and where that stands, what it derives from
or requires, what breaches it, and what names it, with the sentences that do.

A name is a rule or a group of rules, a principle (messaging P4), a core (C3), an
id of a register (D-062), an anti-pattern, a domain, or the path of a document.`,
		Example: `  atelier explain link/dangling
  atelier explain messaging P4
  atelier explain D-062
  atelier explain domains/messaging/queues.md`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			text, err := a.explain(cmd.Context(), strings.Join(args, " "))
			if err != nil {
				return err
			}
			_, err = fmt.Fprint(a.env.stdout, text)
			return err
		},
	}
}

// explain looks a name up among the rules, which need no corpus, and then in the
// corpus.
func (a *app) explain(ctx context.Context, name string) (string, error) {
	all := rules.All()
	if text := explain.Rule(all, name); text != "" {
		return text, nil
	}
	o, err := a.open(ctx)
	if err != nil {
		if text := explain.Group(all, name); text != "" {
			return text, nil
		}
		return "", explain.NoRule(all, name, err)
	}
	defer o.close()
	return explain.Name(o.corpus, all, name)
}
