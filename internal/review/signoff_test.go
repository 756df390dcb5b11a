package review

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"atelier/internal/corpus"
	"atelier/internal/source"
)

// withSignoffs is a corpus of the domain a with the rows of its violation table,
// and with sign-offs.
func withSignoffs(t *testing.T, s Signoffs, rows ...string) *corpus.Corpus {
	t.Helper()
	content, err := s.Encode()
	if err != nil {
		t.Fatal(err)
	}
	return corpusOf(t, map[string][]string{"first-principles": rows}, map[string]string{"review/signoffs.json": string(content)})
}

// accepted are sign-offs of all items of a corpus.
func accepted(c *corpus.Corpus) Signoffs {
	s := Signoffs{}
	for _, i := range Items(c) {
		s.Accept(i, "Ada", "2026-08-05")
	}
	return s
}

// TestAcceptedItemsKeepTheirIDs holds which items keep the id that they were
// accepted under, and what is said to have changed. Every list shows that id.
func TestAcceptedItemsKeepTheirIDs(t *testing.T) {
	signoffs := accepted(withSignoffs(t, nil, "| Wait that never ends for a caller | P1 |", "| Retry of a call without any bound | P1 |", "| Part | P2 |"))
	c := withSignoffs(t, signoffs, "| Wait that hardly ever ends for a caller | P1 |", "| Retry of a call without any bound | P2 |", "| Something else altogether | P2 |")
	now := Items(c)
	want := []string{"a/P1/wait-never-ends-for-caller", "a/P1/retry-of-call-without-any-bound", "a/P2/something-else-altogether"}
	if diff := cmp.Diff(want, idsOf(now)); diff != "" {
		t.Error(diff)
	}
	statuses, gone := signoffs.Statuses(now)
	var states []State
	for _, s := range statuses {
		states = append(states, s.State)
	}
	if diff := cmp.Diff([]State{Reopened, Reopened, Open}, states); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"also breaches a/P2 Two", "no longer breaches a/P1"}, statuses[1].Changes); diff != "" {
		t.Error(diff)
	}
	if len(gone) != 1 || gone[0].Item != "a/P2/part" {
		t.Errorf("gone are %v", gone)
	}
	block, _ := Render(c, AgentChecklist)
	for _, line := range []string{"\n- wait-never-ends-for-caller: wait that hardly ever ends", "\n- a/P1/retry-of-call-without-any-bound: retry of a call"} {
		if !strings.Contains(block, line) {
			t.Errorf("the block lacks %q:\n%s", line, block)
		}
	}
	// An id that an item has by itself is never given to another.
	now = Items(withSignoffs(t, signoffs, "| Wait that never ends for a caller | P1 |", "| Wait that never ever ends for a caller | P1 |"))
	if now[0].Alias != "" || now[1].Alias != "" {
		t.Errorf("got %v", idsOf(now))
	}
}

// TestSignoffsOfARenamedDomain holds that sign-offs follow a domain whose folder
// was renamed, and no other domain that happens to have the same violation.
func TestSignoffsOfARenamedDomain(t *testing.T) {
	const domain = "# %s\n\n### P1. Waits are Bounded\n%s\n\n| Violation | Principle |\n|---|---|\n| No timeout | P1 |\n"
	text := func(title, statement string) string {
		return strings.Replace(strings.Replace(domain, "%s", title, 1), "%s", statement, 1)
	}
	load := func(files map[string]string, s Signoffs) *corpus.Corpus {
		content, err := s.Encode()
		if err != nil {
			t.Fatal(err)
		}
		files["review/signoffs.json"] = string(content)
		return corpusOf(t, nil, files)
	}
	long := "Every wait of a caller ends after a time that the caller chose and that the callee knows of, see `domains/FOLDER/first-principles.md` and FOLDER P1."
	in := func(folder string) string { return strings.ReplaceAll(long, "FOLDER", folder) }
	signoffs := accepted(load(map[string]string{"domains/b/first-principles.md": text("B", in("b"))}, nil))
	now := Items(load(map[string]string{
		"domains/c/first-principles.md": text("C", "Something else is said here."), "domains/d/first-principles.md": text("B", in("d")),
	}, signoffs))
	if diff := cmp.Diff([]string{"c/P1/no-timeout", "b/P1/no-timeout"}, idsOf(now)); diff != "" {
		t.Error(diff)
	}
	statuses, gone := signoffs.Statuses(now)
	if statuses[0].State != Open || statuses[1].State != Accepted || len(gone) != 0 {
		t.Errorf("got %s, %s %v, %v", statuses[0].State, statuses[1].State, statuses[1].Changes, gone)
	}
}

// TestSignoffsAreReadStrictly holds what is wrong with a file, and where.
func TestSignoffsAreReadStrictly(t *testing.T) {
	read := func(text string) (Signoffs, error) { return readSignoffs(source.NewFile("f.json", []byte(text))) }
	entry := `"a/P1/x": {"text":"X","principles":[{"name":"a/P1","text":"One."}],"by":"Ada","date":"2026-08-05"},`
	good := "{\n" + entry + "\n\"schema\": 1\n}\n"
	for _, text := range []string{good, "\uFEFF" + good, strings.ReplaceAll(good, "\n", "\r\n"), `{"schema": 1}`, strings.Replace(good, `"X"`, `""`, 1), strings.Replace(good, `[{"name":"a/P1","text":"One."}]`, "[]", 1)} {
		s, err := read(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		encoded, err := s.Encode()
		if err != nil {
			t.Fatal(err)
		}
		again, err := read(string(encoded))
		if err != nil || cmp.Diff(s, again) != "" {
			t.Errorf("%q, read again: %v, %s", text, err, cmp.Diff(s, again))
		}
		validSignoffs(t, encoded)
	}
	replaced := func(from, to string) string {
		if !strings.Contains(good, from) {
			t.Fatalf("there is no %q", from)
		}
		return strings.Replace(good, from, to, 1)
	}
	for text, want := range map[string]string{
		"":                             "f.json:1: the file is empty",
		" \n":                          "f.json:1: the file is empty",
		"[]":                           "f.json:1: sign-offs are an object",
		"x":                            "f.json:1: this is not JSON",
		"{\n\"a\": 1,\n\"schema\": 1}": `f.json:2: "a": json: cannot unmarshal`,
		`{"schema": 2}`:                "f.json:1: this atelier reads schema 1, not 2",
		"{\n}":                         "f.json:1: \"schema\": 1 is missing",
		good + "x":                     "f.json:5: this is not JSON: invalid character 'x' after top-level value",
		good[:40]:                      "f.json:2: this is not JSON",
		replaced("},\n", "}\n"):        "f.json:3: this is not JSON",
		replaced(`"schema": 1`, entry+"\n"+`"schema": 1`):                         `f.json:3: "a/P1/x" stands twice`,
		replaced(`"text":"X"`, `"text":X`):                                        `f.json:2: this is not JSON: invalid character 'X'`,
		replaced(`"text":"X",`, ""):                                               `f.json:2: "a/P1/x": text is missing`,
		replaced(`"text":"X"`, `"texts":"X"`):                                     "texts",
		replaced(`"text":"X"`, `"text":null`):                                     "text is missing",
		replaced(`"by":"Ada"`, `"by":""`):                                         "by names nobody",
		replaced(`"by":"Ada"`, `"by":7`):                                          "cannot unmarshal number",
		replaced(`,"date":"2026-08-05"`, ""):                                      "date is missing",
		replaced(`2026-08-05`, "yesterday"):                                       `date is "yesterday"`,
		replaced(`2026-08-05`, "2026-02-30"):                                      `date is "2026-02-30"`,
		"{\n<<<<<<< ours\n" + entry + "\n=======\n>>>>>>> theirs\n\"schema\": 1}": "f.json:2: a merge left its marks here",
		"{\n" + entry + "\n=======\n\"schema\": 1}":                               "f.json:3: a merge left its marks here",
	} {
		_, err := read(text)
		var fault *SignoffsError
		if !errors.As(err, &fault) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// TestNoPrefixOfSignoffsPanics reads every part of a file.
func TestNoPrefixOfSignoffsPanics(t *testing.T) {
	content, err := accepted(withSignoffs(t, nil, "| Wait | P1 |", "| Ü \"x\" | P2 |")).Encode()
	if err != nil {
		t.Fatal(err)
	}
	for n := range content {
		if _, err := readSignoffs(source.NewFile("f.json", content[:n])); err == nil && n < len(content)-1 {
			t.Errorf("%d of %d bytes are read", n, len(content))
		}
	}
}

// TestAcceptedFileIsValid holds that what accept writes is what the published
// schema says, and what is read again, whatever the violation says.
func TestAcceptedFileIsValid(t *testing.T) {
	rows := make([]string, len(hostile))
	for n, text := range hostile {
		rows[n] = "| " + text + " | P1 |"
	}
	c := withSignoffs(t, nil, append(rows, "| | P2 |", "| No principle | |")...)
	signoffs := accepted(c)
	content, err := signoffs.Encode()
	if err != nil {
		t.Fatal(err)
	}
	validSignoffs(t, content)
	if got := bytes.Count(content, []byte("\n")); got != len(signoffs)+3 {
		t.Errorf("%d lines for %d sign-offs", got, len(signoffs))
	}
	again, err := readSignoffs(source.NewFile("f.json", content))
	if err != nil || cmp.Diff(signoffs, again) != "" {
		t.Errorf("%v %s", err, cmp.Diff(signoffs, again))
	}
}

func validSignoffs(t *testing.T, content []byte) {
	t.Helper()
	schema, err := jsonschema.NewCompiler().Compile("../../docs/schema/signoffs.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(value); err != nil {
		t.Error(err)
	}
}
