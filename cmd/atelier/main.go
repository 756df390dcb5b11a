// Command atelier is the compiler for engineering principles: it checks a
// corpus of Markdown, renders its site, and exports review checklists.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/mattn/go-isatty"

	"atelier/internal/config"
)

// The exit codes of every command.
const (
	exitOK          = 0
	exitFindings    = 1
	exitFailure     = 2
	exitInterrupted = 130
)

func main() {
	os.Exit(interruptible(&environment{
		args: os.Args[1:], stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv,
		stdoutTTY: terminal(os.Stdout), stderrTTY: terminal(os.Stderr),
	}))
}

// interruptible runs one command line, which Ctrl-C and SIGTERM end.
func interruptible(env *environment) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// Files are replaced whole or not at all, so a run that does not heed the
	// interruption within a second can be ended anywhere.
	ended := make(chan struct{})
	defer close(ended)
	forget := context.AfterFunc(ctx, func() {
		stop()
		select {
		case <-ended: // with an exit code of its own
		case <-time.After(time.Second):
			os.Exit(exitInterrupted)
		}
	})
	defer forget()
	return run(ctx, env)
}

func terminal(f *os.File) bool {
	return isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd())
}

// environment is what a command may touch of the world outside of its corpus.
type environment struct {
	args                 []string
	stdin                io.Reader
	stdout, stderr       io.Writer
	getenv               func(string) string
	stdoutTTY, stderrTTY bool
}

// run executes one command line and gives its exit code.
func run(ctx context.Context, env *environment) int {
	command := newRoot(env)
	command.SetArgs(env.args)
	command.SetIn(env.stdin)
	command.SetOut(env.stdout)
	command.SetErr(env.stderr)
	err := command.ExecuteContext(ctx)
	var status *exitStatus
	var place *config.Error
	switch {
	case err == nil:
		return exitOK
	case ctx.Err() != nil:
		fmt.Fprintln(env.stderr, "atelier: interrupted")
		return exitInterrupted
	case errors.Is(err, syscall.EPIPE):
		return exitOK
	case errors.As(err, &status):
		if status.message != "" {
			fmt.Fprintln(env.stderr, "atelier: "+status.message)
		}
		return status.code
	case errors.As(err, &place):
		fmt.Fprintln(env.stderr, err) // a line a fault, each starting with its place
		return exitFailure
	}
	fmt.Fprintln(env.stderr, "atelier: "+err.Error())
	return exitFailure
}

// exitStatus ends a command with a code that is no failure of the tool.
type exitStatus struct {
	code    int
	message string
}

func (e *exitStatus) Error() string { return fmt.Sprintf("exit status %d %s", e.code, e.message) }

// findings ends a command with exit code 1 and a message, which may be empty.
func findings(format string, args ...any) error {
	return &exitStatus{exitFindings, fmt.Sprintf(format, args...)}
}
