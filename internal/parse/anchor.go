package parse

import (
	"strconv"
	"strings"
	"unicode"

	"atelier/internal/source"
)

// Slug is GitHub's anchor for a heading text: lower case, letters, marks,
// numbers, hyphens and connector punctuation (such as "_") kept, each space a
// hyphen, everything else gone.
func Slug(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == ' ' || r == '-':
			b.WriteByte('-')
		case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) || unicode.Is(unicode.Pc, r):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	return b.String()
}

// Anchors allocates the ids of one page. The checker and the site share it,
// so that a fragment which passes the check works on the page.
type Anchors struct {
	ids   map[string]source.Span
	next  map[string]int
	order []string
	fold  map[string]string // lower-cased id -> id
}

// NewAnchors is an empty allocator.
func NewAnchors() *Anchors {
	return &Anchors{ids: map[string]source.Span{}, next: map[string]int{}, fold: map[string]string{}}
}

// Heading allocates the id of a heading: its slug, or that with "-1", "-2" and
// so on where ids already taken need it. Where no character of the text is left
// ("## $?"), the slug is "section", as sites have it: GitHub gives such a heading
// no name that a link could have.
func (a *Anchors) Heading(text string, at source.Span) string {
	slug := Slug(text)
	if slug == "" {
		slug = "section"
	}
	id := slug
	for {
		if _, taken := a.ids[id]; !taken {
			break
		}
		a.next[slug]++
		id = slug + "-" + strconv.Itoa(a.next[slug])
	}
	a.add(id, at)
	return id
}

// Explicit records an id that raw HTML sets.
func (a *Anchors) Explicit(id string, at source.Span) {
	if _, taken := a.ids[id]; !taken && id != "" {
		a.add(id, at)
	}
}

func (a *Anchors) add(id string, at source.Span) {
	a.ids[id] = at
	a.order = append(a.order, id)
	folded := strings.ToLower(id)
	if _, taken := a.fold[folded]; !taken {
		a.fold[folded] = id
	}
}

// Lookup is the place of an id.
func (a *Anchors) Lookup(id string) (source.Span, bool) {
	at, ok := a.ids[id]
	return at, ok
}

// Fold is the id that equals the given one but for case, or "".
func (a *Anchors) Fold(id string) string { return a.fold[strings.ToLower(id)] }

// All are the ids in order of allocation.
func (a *Anchors) All() []string { return a.order }
