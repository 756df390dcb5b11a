package ledger

import (
	"fmt"
	"slices"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/source"
)

// The marks around the block of a closing commit.
const (
	blockBegin = "---ci---"
	blockEnd   = "---/ci---"
)

// The fields of a block; those of requirements are lists.
const (
	fieldProject     = "project"
	fieldPhase       = "phase"
	fieldMilestone   = "milestone"
	fieldStatus      = "status"
	fieldRole        = "phase_role"
	fieldTag         = "phase_tag"
	fieldCovered     = "requirements.covered"
	fieldPartial     = "requirements.partial"
	requirementsName = "requirements"
)

// blockFields are the fields of a block, each of which it must have.
var blockFields = []string{fieldProject, fieldPhase, fieldMilestone, fieldStatus, fieldRole, fieldTag, fieldCovered, fieldPartial}

// listFields are the fields that are lists.
var listFields = []string{fieldCovered, fieldPartial}

// A Block is what a commit that closes a phase says in its message.
type Block struct {
	File *source.File
	// Begin is the mark at its start, Body what stands between the marks.
	Begin, Body source.Span
	// Values are its fields in the order in which they are written.
	Values []*Value
}

// A Value is a field of a block.
type Value struct {
	// Name is dotted: "requirements.covered".
	Name string
	// Key and Span are the places of the name and of the value.
	Key, Span source.Span
	// Text is the value of a field that is no list, Items that of a list.
	Text  string
	List  bool
	Items []Item
}

// An Item is one id of a list.
type Item struct {
	Text string
	Span source.Span
}

// Value is the field of that name, or nil.
func (b *Block) Value(name string) *Value {
	for _, v := range b.Values {
		if v.Name == name {
			return v
		}
	}
	return nil
}

// text is the value of a field that is no list.
func (b *Block) text(name string) string {
	if v := b.Value(name); v != nil {
		return v.Text
	}
	return ""
}

// scissors ends the line below which git shows what is being committed. It starts
// with what the repository's configuration takes for the start of a comment.
const scissors = " ------------------------ >8 ------------------------"

// cutAtScissors is the text before that line.
func cutAtScissors(text string) string {
	at := 0
	for line := range strings.Lines(text) {
		if before, ok := strings.CutSuffix(strings.TrimRight(line, "\r\n"), scissors); ok && before != "" && len(before) < 8 {
			return text[:at]
		}
		at += len(line)
	}
	return text
}

// ReadBlock finds the block of a commit message, which may be written over
// several lines, as YAML, or be folded into one. It is nil where the message has
// none; lines that git takes for comments do not count.
func ReadBlock(message *source.File) (*Block, []*Fault) {
	text := cutAtScissors(message.Text)
	begins, ends := marks(text, blockBegin), marks(text, blockEnd)
	fault := func(at int, mark, format string, args ...any) []*Fault {
		return []*Fault{{File: message, Span: source.Span{Start: at, End: at + len(mark)}, Message: fmt.Sprintf(format, args...)}}
	}
	switch {
	case len(begins) == 0 && len(ends) == 0:
		return nil, nil
	case len(begins) == 0:
		return nil, fault(ends[0], blockEnd, "%s has no %s before it", blockEnd, blockBegin)
	case len(begins) > 1:
		return nil, fault(begins[1], blockBegin, "the message has a second block; a commit closes one phase")
	case len(ends) == 0:
		return nil, fault(begins[0], blockBegin, "the block has no %s", blockEnd)
	case len(ends) > 1:
		return nil, fault(ends[1], blockEnd, "the block ends a second time")
	case ends[0] < begins[0]:
		return nil, fault(ends[0], blockEnd, "%s stands before %s", blockEnd, blockBegin)
	}
	b := &Block{
		File: message, Begin: source.Span{Start: begins[0], End: begins[0] + len(blockBegin)},
		Body: source.Span{Start: begins[0] + len(blockBegin), End: ends[0]},
	}
	var problem *Fault
	if folded(message.Slice(b.Body)) {
		b.readFolded()
	} else {
		problem = b.readYAML()
	}
	if problem != nil {
		return nil, []*Fault{problem}
	}
	if faults := b.form(); len(faults) > 0 {
		return nil, faults
	}
	return b, nil
}

// marks are the offsets of a mark outside of comment lines.
func marks(text, mark string) []int {
	var out []int
	at := 0
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "#") {
			for from := 0; ; {
				i := strings.Index(line[from:], mark)
				if i < 0 {
					break
				}
				out = append(out, at+from+i)
				from += i + len(mark)
			}
		}
		at += len(line)
	}
	return out
}

// form are the faults of the fields by themselves: unknown, missing, twice, a
// list that is none.
func (b *Block) form() []*Fault {
	var out []*Fault
	mistyped := map[string]bool{} // missing fields that another name stands for
	seen := map[string]bool{}
	for _, v := range b.Values {
		if slices.Contains(blockFields, v.Name) && !seen[v.Name] {
			seen[v.Name] = true
			continue
		}
		if seen[v.Name] {
			out = append(out, b.fault(v.Name, v.Key, "the field %s stands here twice", v.Name))
		}
	}
	for _, v := range b.Values {
		if slices.Contains(blockFields, v.Name) {
			continue
		}
		f := b.fault(v.Name, v.Key, "%s is no field of a block", v.Name)
		if near := nearestMissing(v.Name, seen, mistyped); near != "" {
			mistyped[near] = true
			f.Field = near
			f.Message += fmt.Sprintf("; did you mean %s?", near)
		}
		out = append(out, f)
	}
	for _, name := range blockFields {
		v := b.Value(name)
		switch list := slices.Contains(listFields, name); {
		case v == nil && !mistyped[name]:
			out = append(out, b.fault(name, b.Begin, "the block lacks the field %s", name))
		case v == nil:
		case list && !v.List:
			out = append(out, b.fault(name, v.Span, "%s is no list of ids, such as [ATELIER-1, ATELIER-2]", name))
		case !list && (v.List || v.Text == ""):
			out = append(out, b.fault(name, v.Span, "%s needs one value", name))
		}
	}
	return out
}

// nearestMissing is the missing field that a name was probably meant as, "" where
// none comes near.
func nearestMissing(name string, seen, taken map[string]bool) string {
	best, bound := "", 4
	for _, field := range blockFields {
		if seen[field] || taken[field] {
			continue
		}
		short := strings.TrimPrefix(field, requirementsName+".")
		for _, candidate := range []string{field, short} {
			if d := corpus.EditDistance(name, candidate, bound); d < bound && d < len(candidate) {
				best, bound = field, d
			}
		}
	}
	return best
}

func (b *Block) fault(field string, span source.Span, format string, args ...any) *Fault {
	return &Fault{Field: field, File: b.File, Span: span, Message: fmt.Sprintf(format, args...)}
}
