package ledger_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"

	"atelier/internal/config"
	"atelier/internal/corpus"
	"atelier/internal/corpustest"
	"atelier/internal/ledger"
	"atelier/internal/source"
)

const roadmap = `# Roadmap

## v0.3 Languages

| Phase | Name | Type | Status | Key Deliverables |
| --- | --- | --- | --- | --- |
| P1 | Go | content | complete | ` + "`languages/go/{first-principles, errors}.md`" + `; shipped v0.2.1 |
| P2 | Networking | content | complete | ATELIER-80; shipped v0.2.2 |

## v0.4 Edge and Messaging

| Phase | Name | Type | Status | Key Deliverables |
| --- | --- | --- | --- | --- |
| P1 | Edge | content | complete | ATELIER-92; shipped v0.3.1 |
| P2 | Messaging | content | STATUS | ` + "`domains/messaging/{first-principles, queues, pubsub}.md`" + `; ATELIER-97..101TAG |
| P3 | Review | verification | pending | ATELIER-102 |

## Requirements

| Requirement | Title | Phase | Status |
| --- | --- | --- | --- |
| ATELIER-80 | Go | v0.3 P2 | complete |
| ATELIER-92 | Edge | v0.4 P1 | complete |
| ATELIER-97 | Messaging | v0.4 P2 | STATUS |
| ATELIER-98 | Queues | v0.4 P2 | STATUS |
| ATELIER-99 | Topics | v0.4 P2 | STATUS |
| ATELIER-100 | Streams | v0.4 P2 | STATUS |
| ATELIER-101 | Delivery | v0.4 P2 | STATUS |
| ATELIER-102 | Review | v0.4 P3 | pending |
`

// movedOn and trailing are the two states in which the message of the commit
// that closes phase 2 may be verified.
func movedOn() map[string]string { return corpusAt(2, "complete", "; shipped v0.3.2") }
func trailing() map[string]string {
	return corpusAt(1, "pending", "")
}

func corpusAt(phase int, status, tag string) map[string]string {
	files := map[string]string{
		"ROADMAP.md": strings.NewReplacer("STATUS", status, "TAG", tag).Replace(roadmap),
		"phase.json": fmt.Sprintf(`{"phase": %d, "stage": "complete", "milestone": "v0.4", "phase_role": "execution", "project": "atelier", "attempts": 0,
 "milestone_complete": false, "milestone_branch": "milestone/v0.4-edge", "phase_branch": "phase/%02d-name", "tag_base": "v0.3", "phase_tag": "v0.3.%d"}`, phase, phase, phase),
	}
	for _, name := range []string{"messaging/first-principles", "messaging/queues", "messaging/pubsub"} {
		files["domains/"+name+".md"] = "# A\n"
	}
	for _, name := range []string{"go/first-principles", "go/errors"} {
		files["languages/"+name+".md"] = "# A\n"
	}
	return files
}

func read(t *testing.T, files map[string]string) *ledger.Ledger {
	t.Helper()
	c, err := corpus.Load(context.Background(), corpustest.FS(files), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	return ledger.Read(c)
}

const multiline = `Close the messaging phase

---ci---
project: atelier
phase: 2
milestone: v0.4
status: complete
phase_role: execution
phase_tag: v0.3.2
requirements:
  covered: [ATELIER-97, ATELIER-98, ATELIER-99, ATELIER-100, ATELIER-101]
  partial: []
---/ci---
`

const oneLine = `Close the messaging phase

---ci--- project: atelier phase: 2 milestone: v0.4 status: complete phase_role: execution phase_tag: v0.3.2 requirements: covered: [ATELIER-97, ATELIER-98, ATELIER-99, ATELIER-100, ATELIER-101] partial: [] ---/ci---
`

const dashes = `---ci---
project: "atelier"
phase: 2
milestone: 'v0.4'
status: complete
phase_role: execution
phase_tag: v0.3.2
requirements:
  covered:
    - ATELIER-97..99
    - ATELIER-100
    - ATELIER-101
  partial: []
---/ci---
# Please enter the commit message. Lines that start with # are left out.
# ---ci---
# ------------------------ >8 ------------------------
+---ci---
`

const foldedDashes = "---ci--- project: atelier phase: 2 milestone: v0.4 status: complete\nphase_role: execution phase_tag: v0.3.2 requirements: covered: - ATELIER-97..100 - ATELIER-101\n partial: [] ---/ci---"

func verify(l *ledger.Ledger, message string) (faults []*ledger.Fault) {
	block, faults := ledger.ReadBlock(source.NewFile("message", []byte(message)))
	if block == nil {
		return faults
	}
	return l.Verify(block)
}

func TestVerifyAccepts(t *testing.T) {
	for state, files := range map[string]map[string]string{"moved on": movedOn(), "trailing": trailing()} {
		l := read(t, files)
		for form, message := range map[string]string{
			"lines": multiline, "folded": oneLine, "dashes": dashes, "folded dashes": foldedDashes, "CRLF": strings.ReplaceAll(multiline, "\n", "\r\n"),
		} {
			block, faults := ledger.ReadBlock(source.NewFile("message", []byte(message)))
			if block == nil {
				t.Fatalf("%s, %s: no block: %v", state, form, faults)
			}
			for _, f := range l.Verify(block) {
				t.Errorf("%s, %s: %s", state, form, f)
			}
		}
	}
}

// TestVerifyThisRepository verifies the block that closed the messaging phase
// against this repository, whose roadmap and state are at a later phase.
func TestVerifyThisRepository(t *testing.T) {
	c, err := corpus.Load(context.Background(), os.DirFS("../.."), config.Default())
	if err != nil {
		t.Fatal(err)
	}
	l := ledger.Read(c)
	for _, f := range append(verify(l, multiline), verify(l, oneLine)...) {
		t.Error(f)
	}
	for _, f := range l.Conflicts() {
		t.Error(f)
	}
	for _, m := range l.Miscounts() {
		t.Error(m.Message)
	}
	deliverables, claims := 0, 0
	for _, p := range l.Phases() {
		for _, d := range p.Deliverables {
			if deliverables++; p.Done() && !d.Exists {
				t.Errorf("%s: %s is not there", p.ID(), d.Path)
			}
		}
		claims += len(p.Claims)
	}
	if len(l.Phases()) < 28 || deliverables < 80 || len(l.Requirements) < 116 || claims < 1 {
		t.Errorf("%d phases, %d deliverables, %d requirements, %d claims", len(l.Phases()), deliverables, len(l.Requirements), claims)
	}
}

// TestVerifyPlaces holds the place of faults, and what the world around the block
// says.
func TestVerifyPlaces(t *testing.T) {
	with := func(files map[string]string, name, from, to string) map[string]string {
		if !strings.Contains(files[name], from) {
			t.Fatalf("%s has no %q", name, from)
		}
		files[name] = strings.Replace(files[name], from, to, 1)
		return files
	}
	without := func(files map[string]string, name string) map[string]string {
		delete(files, name)
		return files
	}
	for _, c := range []struct {
		name, message string
		files         map[string]string
		want          string // "" accepts
	}{
		{"tag", strings.Replace(multiline, "v0.3.2", "v0.3.3", 1), trailing(), "message:9:12: phase_tag is v0.3.3; the tag of v0.4 P2 is v0.3.2"},
		{"folded tag", strings.Replace(oneLine, "v0.3.2", "v0.3.3", 1), movedOn(), "message:3:102: phase_tag is v0.3.3; the tag of v0.4 P2 is v0.3.2"},
		{"item", strings.Replace(multiline, "ATELIER-98", "ATELIER-92", 1), trailing(), "message:11:25: requirements.covered holds ATELIER-92, which is a requirement of v0.4 P1, not of v0.4 P2"},
		{"missing field", strings.Replace(multiline, "status: complete\n", "", 1), trailing(), "message:3:1: the block lacks the field status"},
		{"duplicate", strings.Replace(oneLine, "phase: 2", "phase: 2 phase: 3", 1), trailing(), "message:3:36: the field phase stands here twice"},
		{"no end", strings.Replace(multiline, "---/ci---", "", 1), trailing(), "message:3:1: the block has no ---/ci---"},
		{"no begin", strings.Replace(multiline, "---ci---", "", 1), trailing(), "message:13:1: ---/ci--- has no ---ci--- before it"},
		{"two blocks", multiline + multiline, trailing(), "message:16:1: the message has a second block"},
		{"empty", "---ci---\n---/ci---", trailing(), "message:1:1: the block lacks the field project"},
		{"no YAML", strings.Replace(multiline, "[ATELIER-97", "[[ATELIER-97", 1), trailing(), "message:11:12: requirements.covered has a bracket without an end"},
		{"no YAML at all", strings.Replace(multiline, "project: atelier", "{{", 1), trailing(), "the block is not YAML"},
		{"a value in the wrong place", strings.Replace(multiline, "phase: 2", "phase: 2\n   - 3", 1), trailing(), "phase"},
		{"a file is gone", multiline, without(movedOn(), "domains/messaging/queues.md"), "message:7:9: status is complete, but domains/messaging/queues.md, a deliverable of v0.4 P2, is not there"},
		{"the phase before is open", multiline, with(trailing(), "ROADMAP.md", "| P1 | Edge | content | complete |", "| P1 | Edge | content | active |"), "message:5:8: phase is 2, but v0.4 P1 is active in the roadmap"},
		{"the state is not complete", multiline, with(trailing(), "phase.json", `"stage": "complete"`, `"stage": "executing"`), "message:5:8: phase is 2, but phase.json says that v0.4 P1 is at the stage “executing” and not complete"},
		{"partial is allowed while it is open", strings.Replace(strings.Replace(multiline, ", ATELIER-101]", "]", 1), "partial: []", "partial: [ATELIER-101]", 1), trailing(), ""},
		{"partial contradicts the register", strings.Replace(strings.Replace(multiline, ", ATELIER-101]", "]", 1), "partial: []", "partial: [ATELIER-101]", 1), movedOn(), "message:12:13: requirements.partial holds ATELIER-101, which is complete in its register"},
		{"the state is broken", multiline, with(trailing(), "phase.json", `"phase": 1,`, `"phase": "one",`), "phase.json:1:11: phase is \"one\", which is not a whole number"},
		{"the state is no JSON", multiline, with(trailing(), "phase.json", `"phase": 1,`, `"phase": 1`), "phase.json:1:13: this is not JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			faults := verify(read(t, c.files), c.message)
			if c.want == "" && len(faults) > 0 || c.want != "" && (len(faults) == 0 || !strings.HasPrefix(faults[0].String(), c.want) && !strings.Contains(faults[0].Message, c.want)) {
				t.Errorf("got %v, want %q", faults, c.want)
			}
		})
	}
}

// TestNoBlock holds that an ordinary message has no block.
func TestNoBlock(t *testing.T) {
	for _, message := range []string{"", "Fix a typo\n", "Fix\n\n# ---ci---\n# ---/ci---\n", "Fix\n\n; ------------------------ >8 ------------------------\n+---ci---\n"} {
		if block, faults := ledger.ReadBlock(source.NewFile("message", []byte(message))); block != nil || faults != nil {
			t.Errorf("%q: block %v, faults %v", message, block, faults)
		}
	}
}

// TestSpans holds that the text at a span is what the ledger says.
func TestSpans(t *testing.T) {
	l := read(t, movedOn())
	file := l.Roadmap.File
	for _, p := range l.Phases() {
		if got := file.Slice(p.NumberSpan); got != fmt.Sprintf("P%d", p.Number) {
			t.Errorf("number %q", got)
		}
		if got := file.Slice(p.StatusSpan); got != p.Status {
			t.Errorf("status %q, want %q", got, p.Status)
		}
		if got := file.Slice(p.TagSpan); got != p.Tag {
			t.Errorf("tag %q, want %q", got, p.Tag)
		}
		for _, d := range p.Deliverables {
			if got := file.Slice(d.Span); got != d.Written || !strings.Contains(d.Path, got) {
				t.Errorf("deliverable %q, want %q of %s", got, d.Written, d.Path)
			}
		}
	}
	for name, want := range map[string]string{"phase": "2", "stage": `"complete"`, "phase_tag": `"v0.3.2"`, "milestone_complete": "false"} {
		if got := l.State.File.Slice(l.State.Span(name)); got != want {
			t.Errorf("%s is at %q, want %q", name, got, want)
		}
	}
}
