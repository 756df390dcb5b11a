package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts run this program under the name atelier.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"atelier": func() {
			os.Exit(interruptible(&environment{
				args: os.Args[1:], stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv,
				stdoutTTY: os.Getenv("ATELIER_TEST_TTY") != "",
			}))
		},
	})
}

// TestScripts runs the scripts. In them "run atelier" runs it within the test, which
// spares the start of a process, and "exits CODE atelier" also holds the exit
// code; "each FILE REV" runs the lines of a file and shows all that they say and
// the exit codes of those that fail; "exec atelier" is a process of its own, for
// what concerns one: standard input, and the path of programs.
func TestScripts(t *testing.T) {
	t.Setenv("HOME", t.TempDir()) // no settings of git but those of a script
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: filepath.Join(repository, "cmd/atelier/testdata/script"),
		Setup: func(env *testscript.Env) error {
			env.Setenv("REPOSITORY", repository)
			return nil
		},
		Condition: func(name string) (bool, error) {
			if name != "root" {
				return false, fmt.Errorf("unknown condition %q", name)
			}
			return os.Geteuid() == 0, nil // who may write anywhere
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"run": func(ts *testscript.TestScript, neg bool, args []string) {
				if code := runScripted(ts, args, ts.Stderr()); (code != exitOK) != neg {
					ts.Fatalf("exit code %d", code)
				}
			},
			"exits": func(ts *testscript.TestScript, neg bool, args []string) {
				if neg || len(args) == 0 {
					ts.Fatalf("usage: exits CODE atelier ARGUMENT...")
				}
				if code := runScripted(ts, args[1:], ts.Stderr()); fmt.Sprint(code) != args[0] {
					ts.Fatalf("exit code %d", code)
				}
			},
			"each": func(ts *testscript.TestScript, _ bool, args []string) {
				if len(args) < 2 {
					ts.Fatalf("usage: each FILE REV [ARGUMENT...]")
				}
				for line := range strings.Lines(ts.ReadFile(args[0])) {
					fmt.Fprintf(ts.Stdout(), "== %s", line)
					words := strings.Fields(strings.Replace(line, "REV", args[1], 1))
					if code := runScripted(ts, slices.Concat([]string{"atelier"}, words, args[2:]), ts.Stdout()); code != exitOK {
						fmt.Fprintln(ts.Stdout(), "exit", code)
					}
				}
			},
		},
		UpdateScripts:       os.Getenv("ATELIER_UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// inFolder keeps the working directory and the variables of git, which a process
// has one of, to one command at a time.
var inFolder sync.Mutex

// runScripted runs a command line of atelier in the folder of a script.
func runScripted(ts *testscript.TestScript, line []string, stderr io.Writer) int {
	if len(line) == 0 || line[0] != "atelier" {
		ts.Fatalf("only atelier runs within the test")
	}
	inFolder.Lock()
	defer inFolder.Unlock()
	before, err := os.Getwd()
	ts.Check(err)
	ts.Check(os.Chdir(ts.MkAbs(".")))
	defer func() { ts.Check(os.Chdir(before)) }()
	for _, name := range []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"} {
		if value := ts.Getenv(name); value != "" {
			ts.Check(os.Setenv(name, value))
			defer func() { ts.Check(os.Unsetenv(name)) }()
		}
	}
	return run(context.Background(), &environment{
		args: line[1:], stdin: strings.NewReader(""), stdout: ts.Stdout(), stderr: stderr, getenv: ts.Getenv,
		stdoutTTY: ts.Getenv("ATELIER_TEST_TTY") != "",
	})
}
