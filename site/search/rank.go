package search

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Result is a unit that a query found.
type Result struct {
	Unit Unit
	// URL is relative to the site's root.
	URL string
	// Tier says how well it fits; a lower one comes first whatever the score.
	Tier  Tier
	Score int
	index int
}

// A Tier is how well a result fits.
type Tier int

// The tiers, best first. Where a word was corrected, Corrected is added.
const (
	ExactID      Tier = iota
	ExactTitle        // the words of the title, in any inflection
	AllInTitle        // all words in title or headings, also as prefixes
	AllInSection      // all words in the unit
	OnPage            // the best unit of a page that has all words
	SomeWords
	Corrected
)

// Limit is the most results of a query.
const Limit = 40

// A fit is how well a word of the query fits a unit.
type fit int

const (
	fitsTitle    fit = iota // the word, in any inflection, is one of the title or an id
	fitsHeadings            // the start of one, or a word of the headings
	fitsBody
)

// A match is what one word of the query is in one unit.
type match struct {
	fit   fit
	score int
}

// better joins two matches of a word.
func (m match) better(other match) match {
	return match{min(m.fit, other.fit), max(m.score, other.score)}
}

// matches are the units that hold a word.
type matches map[int]match

// Search finds what a query asks for, best first.
func (x *Index) Search(query string) []Result {
	words := Words(query)
	words = unique(words)
	if len(words) == 0 {
		return nil
	}
	ids := x.exactIDs(words)
	if len(ids) == 0 && x.absentCode(words) {
		return nil
	}
	offset := Tier(0)
	var found []matches
	for _, word := range words {
		m := x.match(word, len(words) == 1)
		if len(m) == 0 {
			if other := x.correct(word); other != "" {
				m = x.match(other, true)
				offset = Corrected
			}
		}
		found = append(found, m)
	}
	x.matchJoined(words, found)
	out := x.rank(words, found, ids)
	for i := range out {
		out[i].Tier += offset
	}
	return out
}

func unique(words []string) []string {
	var out []string
	for _, w := range words {
		if !slices.Contains(out, w) {
			out = append(out, w)
		}
	}
	return out
}

// exactIDs are the units whose id the whole query is: "P10", "messaging P10",
// "P10 messaging", "messaging-unbounded-retry", "D-062".
func (x *Index) exactIDs(words []string) map[int]bool {
	out := map[int]bool{}
	for _, id := range idForms(words) {
		for _, p := range x.postings[id] {
			if gradeClass[p.grade] == inID {
				out[p.unit] = true
			}
		}
	}
	return out
}

func idForms(words []string) []string {
	out := []string{strings.Join(words, "/")}
	if len(words) == 2 && isCode(words[0]) {
		out = append(out, words[1]+"/"+words[0])
	}
	return out
}

// absentCode reports whether the query has a code that does not exist: one
// that no unit holds, or the number of a principle that its domain lacks.
func (x *Index) absentCode(words []string) bool {
	for i, word := range words {
		if !isCode(word) {
			continue
		}
		if len(x.postings[word]) == 0 {
			return true
		}
		if len(words) == 2 && len(x.postings[words[1-i]+"/"+word[:1]+"1"]) > 0 {
			return true
		}
	}
	return false
}

// match finds a word as it is, and as its parts together; alone says that it is
// the whole query.
func (x *Index) match(word string, alone bool) matches {
	out := matches{}
	x.matchTerm(out, word, alone)
	parts := unique(Parts(word))
	if isCode(word) || slices.Equal(parts, []string{word}) {
		return out
	}
	var all matches
	for _, part := range parts {
		m := matches{}
		x.matchTerm(m, part, false)
		all = intersect(all, m)
	}
	for unit, m := range all {
		out.add(unit, m)
	}
	return out
}

func (m matches) add(unit int, found match) {
	if old, ok := m[unit]; ok {
		found = old.better(found)
	}
	m[unit] = found
}

// intersect joins the matches of parts: the worse fit, and the sum of scores.
func intersect(all, m matches) matches {
	if all == nil {
		return m
	}
	out := matches{}
	for unit, a := range all {
		if b, ok := m[unit]; ok {
			out[unit] = match{max(a.fit, b.fit), a.score + b.score}
		}
	}
	return out
}

// matchTerm finds a word, its inflections, and the longer words that it starts.
func (x *Index) matchTerm(out matches, word string, alone bool) {
	own := x.weights[word]
	x.matchPostings(out, word, own, 8)
	if !x.isPrefix(word, alone) {
		return
	}
	stem := Stem(word)
	from := root(stem)
	first, _ := slices.BinarySearchFunc(x.terms, from, compareUTF16)
	for _, term := range x.terms[first:] {
		if !strings.HasPrefix(term, from) {
			break
		}
		weight := x.weights[term]
		switch {
		case term == word:
		case Stem(term) == stem:
			// A rare inflection is worth no more than the word itself.
			if own > 0 {
				weight = min(weight, own)
			}
			x.matchPostings(out, term, weight, 7)
		case strings.HasPrefix(term, word):
			x.matchPostings(out, term, weight, 4)
		}
	}
}

// matchPostings adds the units that hold a term. Eighths are what the term is
// worth: 8 the word itself, 7 an inflection, 4 a longer word.
func (x *Index) matchPostings(out matches, term string, weight, eighths int) {
	for _, p := range x.postings[term] {
		fits := fitsBody
		if c := gradeClass[p.grade]; c <= inTitle && eighths > 4 {
			fits = fitsTitle
		} else if c < inBody {
			fits = fitsHeadings
		}
		out.add(p.unit, match{fits, weight * impact(p.grade, x.lengths[p.unit]) * eighths / 8})
	}
}

// isPrefix reports whether a word finds longer ones, and its inflections: one of
// three letters does, one of two only alone or where it is no word itself, since
// "logs in" does not ask for the index. A letter of an unspaced script says as
// much as a word.
func (x *Index) isPrefix(word string, alone bool) bool {
	n := utf8.RuneCountInString(word)
	first, _ := utf8.DecodeRuneInString(word)
	return !isCode(word) && (n > 2 || unspaced(first) || n == 2 && (alone || x.postings[word] == nil))
}

// matchJoined finds up to four words of the query that stand side by side joined:
// where "at-least-once" is, each word of "at least once" is found as that.
func (x *Index) matchJoined(words []string, found []matches) {
	for i := range words {
		for j := i + 2; j <= min(i+4, len(words)); j++ {
			term := strings.Join(words[i:j], "-")
			for _, m := range found[i:j] {
				x.matchPostings(m, term, x.weights[term], 8)
			}
		}
	}
}

// rank puts units into tiers and sorts them.
func (x *Index) rank(words []string, found []matches, ids map[int]bool) []Result {
	byUnit := map[int][]match{}
	pages := map[int][]bool{}
	for i, m := range found {
		for unit, one := range m {
			byUnit[unit] = append(byUnit[unit], one)
			page := x.units[unit].Page
			if pages[page] == nil {
				pages[page] = make([]bool, len(words))
			}
			pages[page][i] = true
		}
	}
	var out []Result
	var parts []string // of all but codes, which are no part of a title
	for _, word := range words {
		if !isCode(word) {
			parts = append(parts, Parts(word)...)
		}
	}
	own := different(parts)
	for unit, ms := range byUnit {
		r := Result{Unit: x.units[unit], URL: x.url(unit), Tier: x.tier(unit, ms, len(words), own), index: unit}
		for _, m := range ms {
			r.Score += m.score
		}
		if ids[unit] {
			r.Tier = ExactID
		}
		out = append(out, r)
	}
	for unit := range ids {
		if byUnit[unit] == nil {
			out = append(out, Result{Unit: x.units[unit], URL: x.url(unit), Tier: ExactID, index: unit})
		}
	}
	x.promotePages(out, pages)
	slices.SortFunc(out, compareResults)
	return out[:min(len(out), Limit)]
}

func compareResults(a, b Result) int {
	return cmp.Or(cmp.Compare(a.Tier, b.Tier), cmp.Compare(b.Score, a.Score), cmp.Compare(a.index, b.index))
}

// tier is the tier of a unit by its matches with a query of so many words; parts
// are those that its title may have.
func (x *Index) tier(unit int, ms []match, words, parts int) Tier {
	if len(ms) < words {
		return SomeWords
	}
	worst := fitsTitle
	for _, m := range ms {
		worst = max(worst, m.fit)
	}
	switch {
	case worst == fitsTitle && parts == x.titleParts[unit]:
		return ExactTitle
	case worst < fitsBody:
		return AllInTitle
	}
	return AllInSection
}

// promotePages moves the best unit of each page that has all words, though no
// unit of it has.
func (x *Index) promotePages(rs []Result, pages map[int][]bool) {
	best := map[int]int{}
	for i, r := range rs {
		b, ok := best[r.Unit.Page]
		if !ok || compareResults(r, rs[b]) < 0 {
			best[r.Unit.Page] = i
		}
	}
	for page, i := range best {
		if rs[i].Tier == SomeWords && !slices.Contains(pages[page], false) {
			rs[i].Tier = OnPage
		}
	}
}

func (x *Index) url(unit int) string {
	u := x.units[unit]
	page := x.pages[u.Page].URL
	if u.Address == "" || u.Address[0] == '#' {
		return page + u.Address
	}
	return page[:strings.LastIndexByte(page, '/')+1] + u.Address
}

// correct is the word that a misspelt one may have meant, or "". Words with
// anything but letters and words of fewer than five are never corrected.
func (x *Index) correct(word string) string {
	n := utf8.RuneCountInString(word)
	if n < 5 || !letters(word) {
		return ""
	}
	limit := 1
	if n >= 8 {
		limit = 2
	}
	best, bestOrder := "", []int{limit + 1}
	for _, term := range x.spelling {
		letters := []rune(term)
		order := []int{edits([]rune(word), letters, limit), -sameStart([]rune(word), letters), x.weights[term]}
		if slices.Compare(order, bestOrder) < 0 && order[0] <= limit {
			best, bestOrder = term, order
		}
	}
	return best
}

// sameStart is how many letters two words have in common before they differ.
// Of two words as near, the one that differs later was meant more often.
func sameStart(a, b []rune) int {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

func distance(a, b int) int { return max(a-b, b-a) }

func letters(word string) bool {
	return strings.IndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) }) < 0
}

// edits is the number of letters to put in, leave out, replace or swap with
// their neighbour that turn a into b; limit+1 where it is more than limit.
func edits(a, b []rune, limit int) int {
	if distance(len(a), len(b)) > limit {
		return limit + 1
	}
	var before, row []int
	for j := range len(b) + 1 {
		row = append(row, j)
	}
	for i := range a {
		next := []int{i + 1}
		least := i + 1
		for j := range b {
			n := row[j]
			if a[i] != b[j] {
				n = 1 + min(row[j], row[j+1], next[j])
				if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
					n = min(n, before[j-1]+1)
				}
			}
			next = append(next, n)
			least = min(least, n)
		}
		if least > limit {
			return limit + 1
		}
		before, row = row, next
	}
	return min(row[len(b)], limit+1)
}
