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
	ExactID Tier = iota
	ExactTitle
	AllInTitle   // all words in title or headings, also as prefixes
	AllInSection // all words in the unit
	OnPage       // the best unit of a page that has all words
	SomeWords
	Corrected
)

// Limit is the most results of a query.
const Limit = 40

// shortestPrefix is how many letters a word needs to find longer ones.
const shortestPrefix = 3

// A match is what one word of the query is in one unit.
type match struct {
	class class
	exact bool
	score int
}

// better joins two matches of a word: the better field counts, then an exact
// one; the score is the greater of both.
func (m match) better(other match) match {
	score := max(m.score, other.score)
	if other.class < m.class || other.class == m.class && other.exact {
		m = other
	}
	m.score = score
	return m
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
		m := x.match(word)
		if len(m) == 0 {
			if other := x.correct(word); other != "" {
				m = x.match(other)
				offset = Corrected
			}
		}
		found = append(found, m)
	}
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

// match finds a word: as it is, as a prefix, and as its parts together.
func (x *Index) match(word string) matches {
	out := matches{}
	x.matchTerm(out, word)
	parts := unique(Parts(word))
	if isCode(word) || len(parts) < 2 {
		return out
	}
	var all matches
	for _, part := range parts {
		m := matches{}
		x.matchTerm(m, part)
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

// intersect joins the matches of parts: the worst field, and the sum of scores.
func intersect(all, m matches) matches {
	if all == nil {
		return m
	}
	out := matches{}
	for unit, a := range all {
		if b, ok := m[unit]; ok {
			out[unit] = match{max(a.class, b.class), a.exact && b.exact, a.score + b.score}
		}
	}
	return out
}

func (x *Index) matchTerm(out matches, word string) {
	first, _ := slices.BinarySearchFunc(x.terms, word, compareUTF16)
	for _, term := range x.terms[first:] {
		exact := term == word
		if !exact && (isCode(word) || utf8.RuneCountInString(word) < shortestPrefix || !strings.HasPrefix(term, word)) {
			break
		}
		for _, p := range x.postings[term] {
			score := x.weights[term] * impact(p.grade, x.lengths[p.unit])
			if !exact {
				score /= 2
			}
			out.add(p.unit, match{gradeClass[p.grade], exact, score})
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
	codes := 0
	for _, word := range words {
		if isCode(word) {
			codes++
		}
	}
	for unit, ms := range byUnit {
		r := Result{Unit: x.units[unit], URL: x.url(unit), Tier: x.tier(unit, ms, len(words), codes), index: unit}
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

// tier is the tier of a unit by its matches. Codes are no part of a title.
func (x *Index) tier(unit int, ms []match, words, codes int) Tier {
	if len(ms) < words {
		return SomeWords
	}
	worst, exact := inID, true
	for _, m := range ms {
		worst, exact = max(worst, m.class), exact && m.exact
	}
	switch {
	case worst <= inTitle && exact && words-codes == x.titleWords[unit]:
		return ExactTitle
	case worst <= inHeadings:
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
