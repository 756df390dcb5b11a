package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts run this program under the name atelier.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"atelier": func() {
			os.Exit(run(context.Background(), &environment{
				args: os.Args[1:], stdin: os.Stdin, stdout: os.Stdout, stderr: os.Stderr, getenv: os.Getenv,
				stdoutTTY: os.Getenv("ATELIER_TEST_TTY") != "",
			}))
		},
	})
}

func TestScripts(t *testing.T) {
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
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
		UpdateScripts:       os.Getenv("ATELIER_UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}
