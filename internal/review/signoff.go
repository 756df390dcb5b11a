package review

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// SignoffsFile is the name of the file of sign-offs in the review folder.
const SignoffsFile = "signoffs.json"

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

// ReadSignoffs reads the file of sign-offs: an object with an entry, and a line,
// for each item.
func ReadSignoffs(content []byte) (Signoffs, error) {
	out := Signoffs{}
	d := json.NewDecoder(bytes.NewReader(content))
	fail := func(err error) (Signoffs, error) {
		line := 1 + bytes.Count(content[:min(int(d.InputOffset()), len(content))], []byte("\n"))
		return nil, fmt.Errorf("line %d: %w", line, err)
	}
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return fail(cmp.Or(err, errors.New("sign-offs are an object")))
	}
	versioned := false
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return fail(err)
		}
		key, _ := token.(string) // the decoder takes nothing else for a key
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return fail(err)
		}
		switch {
		case key == schemaKey && string(raw) != "1":
			return fail(fmt.Errorf("this atelier reads schema 1, not %s", raw))
		case key == schemaKey:
			versioned = true
		case out[key] != nil:
			return fail(fmt.Errorf("%q stands twice; keep the line that holds", key))
		default:
			s, err := readSignoff(key, raw)
			if err != nil {
				return fail(fmt.Errorf("%q: %w", key, err))
			}
			out[key] = s
		}
	}
	if _, err := d.Token(); err != nil {
		return fail(err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fail(errors.New("something follows the object"))
	}
	if !versioned {
		return fail(errors.New(`"schema": 1 is missing`))
	}
	return out, nil
}

func readSignoff(item string, raw json.RawMessage) (*Signoff, error) {
	s := &Signoff{Item: item}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, err
	}
	if s.Text == "" || s.By == "" || s.Date == "" {
		return nil, errors.New("a sign-off has a text, a name and a date")
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

// Adopt gives items that were reworded a little the id that they were accepted
// under: each sign-off whose id no item has goes to the item of its domain that
// is most like the accepted text, where that has no sign-off of its own.
func (s Signoffs) Adopt(items []*Item) {
	free := map[string][]*Item{}
	orphans := maps.Clone(s)
	for _, i := range items {
		if s[i.ID] == nil {
			free[i.Domain.Name] = append(free[i.Domain.Name], i)
		}
		delete(orphans, i.ID)
	}
	type pair struct {
		item    *Item
		signoff *Signoff
		score   float64
	}
	var pairs []pair
	for _, id := range slices.Sorted(maps.Keys(orphans)) {
		fingerprint := fingerprintOf(orphans[id].Text)
		for _, i := range free[domainOfID(id)] {
			if (i.Kind == Duty) != isDuty(id) {
				continue
			}
			if score := fingerprint.likeness(fingerprintOf(i.Text)); score >= similar {
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
