package ledger

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"atelier/internal/source"
)

// A State is what phase.json says of the phase that work is at.
type State struct {
	File      *source.File
	Phase     int
	Stage     string // "complete", or what is being done
	Milestone string
	// Role is the role of the phase, "execution".
	Role    string
	Project string
	// TagBase is what the tags of the milestone start with, "v0.3"; Tag the tag
	// of the phase.
	TagBase, Tag                 string
	PhaseBranch, MilestoneBranch string
	MilestoneComplete            bool
	// Fault says why the file cannot be read as a state, nil where it can.
	Fault *Fault

	fields map[string]field
}

// A Fault is something that contradicts something else, at the smallest text
// that is wrong.
type Fault struct {
	// Field is the name of the field that is wrong, such as "phase_tag" or
	// "requirements.covered", or "".
	Field   string
	File    *source.File
	Span    source.Span
	Message string
	// Other is the other end, nil where there is none.
	Other *Place
}

// A Place is a text, and what it has to do with a fault.
type Place struct {
	File    *source.File
	Span    source.Span
	Message string
}

// String is "path:line:column: message".
func (f *Fault) String() string {
	at := f.File.Position(f.Span.Start)
	return fmt.Sprintf("%s:%d:%d: %s", f.File.Path, at.Line, at.Column, f.Message)
}

// field is a key of phase.json and its value as it is written.
type field struct {
	key, value source.Span
	raw        json.RawMessage
}

// Span is the place of a field's value; that of the opening brace where the file
// does not have it.
func (s *State) Span(name string) source.Span {
	if f, ok := s.fields[name]; ok {
		return f.value
	}
	at := max(0, strings.IndexByte(s.File.Text, '{'))
	return source.Span{Start: at, End: min(at+1, len(s.File.Text))}
}

// Complete reports whether the phase is said to be done.
func (s *State) Complete() bool { return s.Stage == Complete }

// readState reads phase.json.
func readState(file *source.File) *State {
	s := &State{File: file, fields: map[string]field{}}
	if s.Fault = s.scan(); s.Fault != nil {
		return s
	}
	for _, want := range []struct {
		name     string
		value    any
		kind     string
		required bool
	}{
		{"phase", &s.Phase, "a whole number", true}, {"stage", &s.Stage, "a text", true}, {"milestone", &s.Milestone, "a text", true},
		{"phase_role", &s.Role, "a text", false}, {"project", &s.Project, "a text", false},
		{"tag_base", &s.TagBase, "a text", false}, {"phase_tag", &s.Tag, "a text", false},
		{"phase_branch", &s.PhaseBranch, "a text", false}, {"milestone_branch", &s.MilestoneBranch, "a text", false},
		{"milestone_complete", &s.MilestoneComplete, "true or false", false},
	} {
		f, ok := s.fields[want.name]
		if !ok && want.required {
			s.Fault = s.fault(want.name, "%s lacks the field %s", file.Path, want.name)
			return s
		}
		if !ok || string(f.raw) == "null" && !want.required {
			continue
		}
		if err := json.Unmarshal(f.raw, want.value); err != nil || string(f.raw) == "null" {
			s.Fault = s.fault(want.name, "%s is %s, which is not %s", want.name, f.raw, want.kind)
			return s
		}
	}
	return s
}

func (s *State) fault(name, format string, args ...any) *Fault {
	return &Fault{Field: name, File: s.File, Span: s.Span(name), Message: fmt.Sprintf(format, args...)}
}

// scan notes the fields and their places.
func (s *State) scan() *Fault {
	decoder := json.NewDecoder(strings.NewReader(s.File.Text))
	fail := func(at int, err error) *Fault {
		return &Fault{File: s.File, Span: source.Span{Start: at, End: min(at+1, len(s.File.Text))}, Message: "this is not JSON: " + err.Error()}
	}
	if at, err := source.InvalidJSON(s.File.Text); err != nil {
		return fail(at, err)
	}
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return &Fault{File: s.File, Span: source.Span{End: int(decoder.InputOffset())}, Message: "this is not a JSON object"}
	}
	for decoder.More() {
		from := int(decoder.InputOffset())
		token, err := decoder.Token()
		if err != nil {
			return fail(int(decoder.InputOffset()), err)
		}
		name, _ := token.(string)
		key := s.valueSpan(from, int(decoder.InputOffset()))
		from = key.End
		var raw json.RawMessage
		if err := decoder.Decode(&raw); err != nil {
			return fail(int(decoder.InputOffset()), err)
		}
		if _, twice := s.fields[name]; twice {
			return &Fault{Field: name, File: s.File, Span: key, Message: fmt.Sprintf("the field %s stands here twice", name)}
		}
		s.fields[name] = field{key, s.valueSpan(from, int(decoder.InputOffset())), bytes.Clone(raw)}
	}
	return nil
}

// valueSpan leaves out what parts a value from the one before it.
func (s *State) valueSpan(start, end int) source.Span {
	for start < end && strings.IndexByte(" \t\r\n,:{", s.File.Text[start]) >= 0 && (s.File.Text[start] != '{' || start == 0) {
		start++
	}
	return source.Span{Start: start, End: end}
}
