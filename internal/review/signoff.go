package review

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"atelier/internal/corpus"
	"atelier/internal/source"
)

// A Signoff says that somebody accepted an item as it read on a day.
type Signoff struct {
	Item string `json:"-"`
	// Text is the violation, normalised.
	Text string `json:"text"`
	// Principles are the name ("messaging/P6") and the text of each principle.
	Principles []AcceptedPrinciple `json:"principles"`
	By         string              `json:"by"`
	// Date is YYYY-MM-DD.
	Date string `json:"date"`
}

// An AcceptedPrinciple is a principle as it read when an item was accepted.
type AcceptedPrinciple struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

// Signoffs are the sign-offs of a corpus by item id.
type Signoffs map[string]*Signoff

// schemaKey is the last key of the file. It makes every sign-off a line that
// ends in a comma, so that two branches that add one each merge by themselves.
const schemaKey = "schema"

// A SignoffsError says what is wrong with the file of sign-offs, and where.
type SignoffsError struct {
	File    *source.File
	Span    source.Span
	Message string
}

// Error is "path:line: message".
func (e *SignoffsError) Error() string {
	return fmt.Sprintf("%s:%d: %s", e.File.Path, e.File.Line(e.Span.Start), e.Message)
}

// SignoffsOf are the sign-offs of a corpus, none where it has no file of them. An
// error is a [SignoffsError].
func SignoffsOf(c *corpus.Corpus) (Signoffs, error) {
	if c.Signoffs == nil {
		return Signoffs{}, nil
	}
	return readSignoffs(c.Signoffs)
}

// readSignoffs reads the file of sign-offs: an object with an entry, and a line,
// for each item.
func readSignoffs(file *source.File) (Signoffs, error) {
	out := Signoffs{}
	d := json.NewDecoder(strings.NewReader(file.Text))
	fail := func(at int, format string, args ...any) (Signoffs, error) {
		end := at + len(strings.SplitN(file.Text[at:], "\n", 2)[0])
		return nil, &SignoffsError{file, source.Span{Start: at, End: end}, fmt.Sprintf(format, args...)}
	}
	if at := conflict(file.Text); at >= 0 {
		return fail(at, "a merge left its marks here; keep the lines of both sides, and of an item that has two the one that holds")
	}
	if strings.TrimSpace(file.Text) == "" {
		return fail(0, "the file is empty; remove it, or write {\"schema\": 1}")
	}
	if at, err := source.InvalidJSON(file.Text); err != nil {
		return fail(at, "this is not JSON: %v", err)
	}
	if token, err := d.Token(); err != nil || token != json.Delim('{') {
		return fail(0, "sign-offs are an object")
	}
	versioned := false
	for d.More() {
		at := int(d.InputOffset())
		at += len(file.Text[at:]) - len(strings.TrimLeft(file.Text[at:], " \t\n,")) // the start of the entry
		token, err := d.Token()
		if err != nil {
			return fail(int(d.InputOffset()), "this is not JSON: %v", err)
		}
		key, _ := token.(string) // the decoder takes nothing else for a key
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return fail(int(d.InputOffset()), "this is not JSON: %v", err)
		}
		switch {
		case key == schemaKey && string(raw) != "1":
			return fail(at, "this atelier reads schema 1, not %s", raw)
		case key == schemaKey:
			versioned = true
		case out[key] != nil:
			return fail(at, "%q stands twice; keep the line that holds", key)
		default:
			s, err := readSignoff(key, raw)
			if err != nil {
				return fail(at, "%q: %v", key, err)
			}
			out[key] = s
		}
	}
	if !versioned {
		return fail(0, "\"schema\": 1 is missing")
	}
	return out, nil
}

// conflict is the offset of the first mark that a merge left in a text, or -1.
func conflict(text string) int {
	at := 0
	for line := range strings.Lines(text) {
		for _, mark := range []string{"<<<<<<<", "=======", ">>>>>>>", "|||||||"} {
			if strings.HasPrefix(line, mark) {
				return at
			}
		}
		at += len(line)
	}
	return -1
}

func readSignoff(item string, raw json.RawMessage) (*Signoff, error) {
	s := &Signoff{Item: item}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, err
	}
	var given map[string]json.RawMessage
	if err := json.Unmarshal(raw, &given); err != nil {
		return nil, err
	}
	for _, name := range []string{"text", "principles", "by", "date"} {
		if value, ok := given[name]; !ok || string(value) == "null" {
			return nil, fmt.Errorf("%s is missing", name)
		}
	}
	if s.By == "" {
		return nil, errors.New("by names nobody")
	}
	if _, err := time.Parse(time.DateOnly, s.Date); err != nil {
		return nil, fmt.Errorf("date is %q, not a day like 2026-08-05", s.Date)
	}
	return s, nil
}

// Encode is the file of sign-offs: sorted, one a line.
func (s Signoffs) Encode() ([]byte, error) {
	var b bytes.Buffer
	b.WriteString("{\n")
	for _, id := range slices.Sorted(maps.Keys(s)) {
		key, err := encode(id)
		if err != nil {
			return nil, err
		}
		value, err := encode(s[id])
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, "%s: %s,\n", key, value)
	}
	fmt.Fprintf(&b, "%q: 1\n}\n", schemaKey)
	return b.Bytes(), nil
}

// encode is the compact JSON of a value, with <, > and & as they are.
func encode(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return strings.TrimSuffix(b.String(), "\n"), err
}

// Accept records an item as it reads now.
func (s Signoffs) Accept(i *Item, by, date string) {
	accepted := &Signoff{Item: i.ID, Text: Normalise(i.Text), Principles: []AcceptedPrinciple{}, By: by, Date: date}
	for _, p := range i.breached() {
		accepted.Principles = append(accepted.Principles, AcceptedPrinciple{principleName(p), principleText(p)})
	}
	s[i.ID] = accepted
}

// similar is the least likeness at which a reworded item keeps its id.
const similar = 0.6

// sameDomain is the least likeness of a principle to one that was accepted, at
// which a domain may be that one under another name.
const sameDomain = 0.9

// adopt gives items that were reworded a little the id that they were accepted
// under: each sign-off whose id no item has goes to the item of its domain that
// is most like the accepted text, where that has no sign-off of its own. Where the
// corpus has no such domain, the items of others count whose principles read as
// those that were accepted.
func (s Signoffs) adopt(c *corpus.Corpus, items []*Item) {
	var free []*Item
	orphans := maps.Clone(s)
	for _, i := range items {
		if s[i.ID] == nil {
			free = append(free, i)
		}
		delete(orphans, i.ID)
	}
	if len(orphans) == 0 {
		return
	}
	domains := map[string]bool{}
	for _, d := range c.Domains {
		domains[d.Name] = true
	}
	type pair struct {
		item    *Item
		signoff *Signoff
		score   float64
	}
	var pairs []pair
	texts := map[*Item]fingerprint{}
	for _, id := range slices.Sorted(maps.Keys(orphans)) {
		accepted, domain := fingerprintOf(orphans[id].Text), domainOfID(id)
		for _, i := range free {
			if (i.Kind == Duty) != isDuty(id) || domains[domain] && i.Domain.Name != domain {
				continue
			}
			if texts[i] == nil {
				texts[i] = fingerprintOf(i.Text)
			}
			if score := accepted.likeness(texts[i]); score >= similar && (domains[domain] || orphans[id].restsOn(i)) {
				pairs = append(pairs, pair{i, orphans[id], score})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return cmp.Compare(b.score, a.score) })
	for _, p := range pairs {
		if p.item.Alias != "" || orphans[p.signoff.Item] == nil {
			continue
		}
		delete(orphans, p.signoff.Item)
		p.item.Alias, p.item.ID = p.item.ID, p.signoff.Item
	}
}

// restsOn reports whether an item breaches a principle like each that was
// accepted.
func (s *Signoff) restsOn(i *Item) bool {
	for _, accepted := range s.Principles {
		text := fingerprintOf(accepted.Text)
		if !slices.ContainsFunc(i.breached(), func(p *corpus.Principle) bool { return text.likeness(fingerprintOf(principleText(p))) >= sameDomain }) {
			return false
		}
	}
	return len(s.Principles) > 0
}

// domainOfID is the domain at the head of an id, "a/b" of "a/b/P6/words".
func domainOfID(id string) string {
	for range 2 {
		id = id[:max(0, strings.LastIndexByte(id, '/'))]
	}
	return id
}

func isDuty(id string) bool {
	return strings.HasPrefix(id[strings.LastIndexByte(id, '/')+1:], "duty-")
}

// A fingerprint counts the words of a text.
type fingerprint map[string]int

func fingerprintOf(text string) fingerprint {
	out := fingerprint{}
	for _, word := range wordsOf(text) {
		if word != "" {
			out[word]++
		}
	}
	return out
}

// likeness is the share of words that two texts have in common, from 0 to 1.
func (f fingerprint) likeness(g fingerprint) float64 {
	common, all := 0, 0
	for word, n := range f {
		common += min(n, g[word])
		all += n
	}
	for _, n := range g {
		all += n
	}
	if all == 0 {
		return 0
	}
	return 2 * float64(common) / float64(all)
}
