package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"atelier/internal/check"
)

// exitOne is the annotation of a command that says when its exit code is 1. A
// command without it never ends so.
const exitOne = "exit 1"

// exitZero is the annotation of a command whose normal end is an interruption:
// what its exit code 0 means.
const exitZero = "exit 0"

// noCorpus is the annotation of a command that reads no corpus.
const noCorpus = "no corpus"

// finish completes a command and those below: the help starts with the one-line
// summary and ends with the exit codes, and wrong arguments are said with what
// the command takes.
func finish(c *cobra.Command) {
	c.Long = strings.TrimSpace(c.Short + ".\n\n" + strings.TrimSpace(c.Long))
	c.Long += "\n" + exitCodes(c)
	if args := c.Args; args != nil {
		c.Args = func(cmd *cobra.Command, given []string) error {
			if args(cmd, given) == nil {
				return nil
			}
			return wrongArguments(cmd, given)
		}
	}
	for _, sub := range c.Commands() {
		finish(sub)
	}
}

// exitCodes is the part of a command's help that lists them.
func exitCodes(c *cobra.Command) string {
	var b strings.Builder
	line := func(code int, meaning string) { fmt.Fprintf(&b, "\n  %-3d  %s", code, meaning) }
	b.WriteString("\nExit codes:")
	one, has := c.Annotations[exitOne]
	done := "done"
	if has && c.Name() == "check" {
		done = "done, nothing at or above the fail level"
	}
	zero, runs := c.Annotations[exitZero]
	if runs {
		done = zero
	}
	line(exitOK, done)
	if has {
		line(exitFindings, one)
	}
	if _, none := c.Annotations[noCorpus]; none || c.HasSubCommands() || c.HasParent() && c.Parent().Name() == "completion" {
		line(exitFailure, "wrong usage")
		return b.String()
	}
	line(exitFailure, "could not do the job: wrong usage or configuration, an unreadable\n       root, an unknown revision, no document found")
	if !runs {
		line(exitInterrupted, "interrupted")
	}
	return b.String()
}

// newHelp is the help command. Cobra's own takes any name for a success.
func newHelp() *cobra.Command {
	return &cobra.Command{
		Use: "help [COMMAND]", Short: "Print the help of a command",
		Annotations: map[string]string{noCorpus: ""},
		Example:     "  atelier help review export",
		RunE: func(cmd *cobra.Command, args []string) error {
			found, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 && found.HasSubCommands() {
				return wrongArguments(found, rest)
			}
			return found.Help()
		},
	}
}

// finishCompletion lets cobra's command for completion scripts say what it does
// in our words, and refuse what is no shell.
func finishCompletion(root *cobra.Command) {
	for _, c := range root.Commands() {
		if c.Name() != "completion" {
			continue
		}
		c.Short, c.Long = "Print a completion script for a shell", "The help of each shell says how to load its script."
		c.Example = "  source <(atelier completion bash)"
		c.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		for _, shell := range c.Commands() {
			shell.Short = "Print the completion script for " + shell.Name()
			shell.Example = "  atelier completion " + shell.Name()
		}
	}
}

// wrongArguments says what a command takes.
func wrongArguments(c *cobra.Command, given []string) error {
	name := c.CommandPath()
	short := strings.TrimPrefix(name, c.Root().Name()+" ")
	takes := strings.TrimSuffix(strings.TrimPrefix(c.UseLine(), name), " [flags]")
	switch {
	case c.HasSubCommands() && len(given) > 0:
		var names []string
		for _, sub := range c.Commands() {
			names = append(names, sub.Name())
		}
		return fmt.Errorf("unknown command %q for %q%s (see %s --help)", given[0], name, check.DidYouMean(given[0], names), name)
	case strings.TrimSpace(takes) == "":
		return fmt.Errorf("%s takes no arguments, and got %q (see %s --help)", short, given[0], name)
	}
	return fmt.Errorf("%s takes%s, and got %s (see %s --help)", short, takes, quoted(given), name)
}

// wrongFlag says what is wrong with a flag, and which one may be meant.
func wrongFlag(c *cobra.Command, err error) error {
	message, _, _ := strings.Cut(err.Error(), ": strconv.")
	if name, unknown := strings.CutPrefix(message, "unknown flag: --"); unknown {
		var names []string
		c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		message += check.DidYouMean("--"+name, names)
	}
	return fmt.Errorf("%s (see %s --help)", message, c.CommandPath())
}

// quoted are the arguments as one text, "nothing" where there are none.
func quoted(args []string) string {
	if len(args) == 0 {
		return "nothing"
	}
	out := make([]string, len(args))
	for i, arg := range args {
		out[i] = fmt.Sprintf("%q", arg)
	}
	return strings.Join(out, " ")
}

// counted is a number with its word: "1 item", "2 items".
func counted(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}
