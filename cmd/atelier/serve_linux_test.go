package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"atelier/internal/corpustest"
)

// TestServeWithoutWatches serves where the system watches two folders and no
// more: changes are looked for, and the server says so.
func TestServeWithoutWatches(t *testing.T) {
	dir := t.TempDir()
	docs := corpustest.Generate(9)
	for name, content := range docs {
		put(t, filepath.Join(dir, filepath.FromSlash(name)), string(content))
	}
	// A user namespace has limits of its own.
	command := exec.Command("sh", "-c", "echo 2 > /proc/sys/user/max_inotify_watches && exec atelier serve -C "+dir+" --addr 127.0.0.1:0")
	command.SysProcAttr = &syscall.SysProcAttr{
		Cloneflags:  syscall.CLONE_NEWUSER,
		UidMappings: []syscall.SysProcIDMap{{HostID: os.Getuid(), Size: 1}},
		GidMappings: []syscall.SysProcIDMap{{HostID: os.Getgid(), Size: 1}},
		Pdeathsig:   syscall.SIGKILL,
	}
	stderr, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Skipf("no user namespace: %v", err)
	}
	t.Cleanup(func() { _ = command.Process.Signal(os.Interrupt); _ = command.Wait() })
	lines := bufio.NewScanner(stderr)
	said := ""
	for lines.Scan() {
		if said += lines.Text() + "\n"; strings.Contains(said, "looking for changes") {
			break
		}
	}
	url := regexp.MustCompile(`http://\S+/`).FindString(said)
	if url == "" {
		t.Skipf("no limit can be set: %s", said)
	}
	if !strings.Contains(said, "looking for changes every 1s, since the system cannot tell of them: it watches no more folders") {
		t.Errorf("the server says %q", said)
	}
	const topic = "domains/d000/topic-1"
	shows := func(text string) {
		t.Helper()
		ticker := time.NewTicker(50 * time.Millisecond)
		defer ticker.Stop()
		for end := time.After(20 * time.Second); ; {
			if _, content := (&served{TB: t, url: url}).get(topic + ".html"); strings.Contains(content, text) {
				return
			}
			select {
			case <-ticker.C:
			case <-end:
				t.Fatalf("the page never shows %q", text)
			}
		}
	}
	shows("Topic 1 of D000")
	put(t, filepath.Join(dir, topic+".md"), string(docs[topic+".md"])+"\nA later word.\n")
	shows("A later word.")
}

// TestServeOpen holds that a server says where it could not open a browser.
func TestServeOpen(t *testing.T) {
	for name, c := range map[string]struct{ script, want string }{
		"no opener":            {"", `no browser was opened: exec: "xdg-open": executable file not found in $PATH; open http://`},
		"an opener that fails": {"#!/bin/sh\nexit 3\n", "no browser was opened: xdg-open: exit status 3; open http://"},
		"an opener":            {"#!/bin/sh\nexit 0\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			bin, dir := t.TempDir(), t.TempDir()
			if c.script != "" {
				if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte(c.script), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			t.Setenv("PATH", bin)
			for name, content := range corpustest.Generate(9) {
				put(t, filepath.Join(dir, filepath.FromSlash(name)), string(content))
			}
			s := serveCorpus(t, dir, "--open")
			if c.want == "" {
				select {
				case line := <-s.said:
					t.Errorf("the server says %q", line)
				case <-time.After(200 * time.Millisecond):
				}
				return
			}
			select {
			case line := <-s.said:
				if !strings.Contains(line, c.want) {
					t.Errorf("the server says %q, want %q", line, c.want)
				}
			case <-time.After(20 * time.Second):
				t.Error("the server says nothing")
			}
		})
	}
}

// TestServeEnds holds that a server that is asked to end has done its work.
func TestServeEnds(t *testing.T) {
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		dir := t.TempDir()
		for name, content := range corpustest.Generate(9) {
			put(t, filepath.Join(dir, filepath.FromSlash(name)), string(content))
		}
		command := exec.Command("atelier", "serve", "-C", dir, "--addr", "127.0.0.1:0")
		stderr, err := command.StderrPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
		if _, err := bufio.NewReader(stderr).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		if err := command.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		if err := command.Wait(); err != nil {
			t.Errorf("after %v the server ends with %v", signal, err)
		}
	}
}
