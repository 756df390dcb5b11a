package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"atelier/internal/check"
	"atelier/internal/check/rules"
)

func newRules(a *app) *cobra.Command {
	var format string
	c := &cobra.Command{
		Use:     "rules",
		Short:   "List the rules",
		Example: "  atelier rules\n  atelier rules --format json",
		Args:    cobra.NoArgs,
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
	enc := json.NewEncoder(a.env.stdout)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func newExplain(a *app) *cobra.Command {
	return &cobra.Command{
		Use:     "explain RULE",
		Short:   "Print the page of a rule",
		Example: "  atelier explain link/dangling",
		Args:    cobra.ExactArgs(1),
		RunE: func(_ *cobra.Command, args []string) error {
			var names []string
			for _, r := range rules.All() {
				if r.Name == args[0] {
					_, err := fmt.Fprintf(a.env.stdout, "%s\n(%s by default)\n", strings.TrimRight(r.Page, "\n"), r.Severity)
					return err
				}
				names = append(names, r.Name)
			}
			return fmt.Errorf("no rule is named %q%s (atelier rules lists them)", args[0], check.DidYouMean(args[0], names))
		},
	}
}
