package check

import (
	"strings"
	"testing"
)

const entryA, entryB = `  {"rule":"a/b","path":"x.md","fingerprint":"aa","message":"m"}`, `  {"rule":"a/b","path":"y.md","fingerprint":"bb","message":"m"}`

// TestBaselineForms holds what is read as a baseline: what is written, and what a
// merge, an editor or a checkout makes of that.
func TestBaselineForms(t *testing.T) {
	for name, text := range map[string]string{
		"as written":                  "{\"schema\": 1, \"findings\": [\n" + entryA + ",\n" + entryB + "\n]}\n",
		"byte-order mark and CRLF":    "\ufeff{\"schema\": 1, \"findings\": [\r\n" + entryA + ",\r\n" + entryB + "\r\n]}\r\n",
		"both sides without a comma":  "{\"schema\": 1, \"findings\": [\n" + entryA + "\n" + entryB + "\n]}\n",
		"both sides and a last comma": "{\"schema\": 1, \"findings\": [\n" + entryA + ",\n" + entryB + ",\n]}\n",
	} {
		b, err := ReadBaseline("b.json", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if len(b.Entries) != 2 || b.Entries[1].Fingerprint != "bb" {
			t.Errorf("%s: %v", name, b.Entries)
		}
	}
}

// TestBaselineFaults holds that what is no baseline is told with its line and a
// way out.
func TestBaselineFaults(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "b.json:1: this is no baseline: it ends too early; atelier baseline write makes a new one",
		"{\"schema\": 1, \"findings\": [\n": "b.json:1: this is no baseline: it ends too early",
		"[]":                                "b.json:1: this is no baseline: this array is not what belongs here",
		"{\"schema\": 2}":                   "b.json has the schema 2",
		"{\"schema\": 1,\n\"nope\": 2}":     "b.json:2: this is no baseline: json: unknown field \"nope\"",
		"{\"schema\": 1}\n{}":               "this is no baseline: there is something behind its end",
		"{\"schema\": 1, \"findings\": [\n<<<<<<< HEAD\n" + entryA + "\n=======\n" + entryB + "\n>>>>>>> x\n]}\n": "b.json:2: a merge has left a conflict here",
	} {
		if _, err := ReadBaseline("b.json", []byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// TestPrune holds that an entry which both sides of a merge had stands once.
func TestPrune(t *testing.T) {
	b, err := ReadBaseline("b.json", []byte("{\"schema\": 1, \"findings\": [\n"+entryA+",\n"+entryA+",\n"+entryB+"\n]}\n"))
	if err != nil {
		t.Fatal(err)
	}
	b.used = map[string]bool{"aa": true}
	if got := b.Prune().Entries; len(got) != 1 || got[0].Fingerprint != "aa" {
		t.Errorf("got %v", got)
	}
}
