package search

import (
	"cmp"
	"math/bits"
	"slices"
	"unicode/utf16"
)

// A Kind is what a unit is.
type Kind string

// The kinds of units; the letters are those of the shards.
const (
	Document    Kind = "d" // a page and the text before its first heading
	Section     Kind = "s"
	Principle   Kind = "p"
	Core        Kind = "c"
	Violation   Kind = "v"
	AntiPattern Kind = "a"
	Entry       Kind = "i" // an id of a register
)

// A Page is a document that holds units.
type Page struct {
	// URL is relative to the site's root.
	URL string
	// Title is what the page is called, Place the domain it stands in or "".
	Title, Place string
}

// A Unit is what a search finds.
type Unit struct {
	Kind Kind
	// Page is an index into the pages. The units of a page stand together.
	Page int
	// Address is where the unit is, relative to its page: "" is the page
	// itself, "#fragment" a place in it, "p4.html" a page beside it.
	Address string
	// Label is what a result shows; Excerpt the start of its text.
	Label, Excerpt string
	// IDs, Title, Headings and Body are the fields that are searched: the
	// exact names, its own words, what it stands under, the text with its
	// code.
	IDs                   []string
	Title, Headings, Body string
}

// The weights of the fields, and BM25's constants in thousandths.
const (
	weightID, weightTitle, weightHeadings = 12000, 6000, 3000
	saturation                            = 1200 // k1
	lengthShare                           = 750  // b, of the body's length
)

// A class is the best field that a term has in a unit.
type class uint8

const (
	inID class = iota
	inTitle
	inHeadings
	inBody
)

// A grade says in which field a unit has a term, and how often where that is
// the body. Grades are sorted so that frequent ones have short codes.
type grade uint8

const (
	bodyOnce grade = iota
	bodyOften
	headingsGrade
	titleGrade
	idGrade
	grades
)

var gradeClass = [grades]class{inBody, inBody, inHeadings, inTitle, inID}

// gradeFrequency are the weighted frequencies that a grade stands for, the
// body's still to be divided by the norm of its length.
var gradeFrequency = [grades]int{1000, 2500, weightHeadings, weightTitle, weightID}

// lengthClasses are steps of the length of a unit's body, in thousandths of
// the average; a length belongs to the first that is not below it, or the last.
var lengthClasses = [...]int{250, 500, 750, 1000, 1400, 2000, 3000, 5000}

// impact is the BM25F impact of a grade in a unit of a length class, in
// hundredths of the weight of the term.
func impact(g grade, length int) int {
	tf := gradeFrequency[g]
	if gradeClass[g] == inBody {
		tf = tf * 1000 / (1000 - lengthShare + lengthShare*lengthClasses[length]/1000)
	}
	return 100 * tf / (saturation + tf)
}

// A posting says that a unit holds a term.
type posting struct {
	unit  int
	grade grade
}

// An Index is what queries are answered from.
type Index struct {
	pages []Page
	units []Unit
	// titleParts is the number of different parts of the words in each unit's title.
	titleParts []int
	// lengths are the length classes of the units.
	lengths []int
	// terms are sorted by UTF-16 code units, as the client compares them.
	terms    []string
	postings map[string][]posting
	weights  map[string]int
	spelling []string
}

// counts are the occurrences of a term in the fields of one unit.
type counts struct{ id, title, headings, body int }

// New makes the index of units.
func New(pages []Page, units []Unit) *Index {
	x := &Index{pages: pages, units: units, postings: map[string][]posting{}, weights: map[string]int{}}
	found := make([]map[string]*counts, len(units))
	lengths := make([]int, len(units))
	total := 0
	for i, u := range units {
		found[i], lengths[i] = count(u)
		total += lengths[i]
		x.titleParts = append(x.titleParts, different(parts(u.Title)))
	}
	average := max(1, total/max(1, len(units)))
	for i := range units {
		for term, n := range found[i] {
			x.postings[term] = append(x.postings[term], posting{i, n.grade()})
		}
		x.lengths = append(x.lengths, lengthClass(lengths[i], average))
	}
	x.dropFoundByParts()
	for term, ps := range x.postings {
		x.terms = append(x.terms, term)
		x.weights[term] = weight(len(units), len(ps))
	}
	slices.SortFunc(x.terms, compareUTF16)
	for _, term := range x.terms {
		if x.spells(term) {
			x.spelling = append(x.spelling, term)
		}
	}
	return x
}

// parts are those of all words of a text.
func parts(text string) (out []string) {
	for _, word := range Words(text) {
		out = append(out, Parts(word)...)
	}
	return out
}

func count(u Unit) (found map[string]*counts, length int) {
	found = map[string]*counts{}
	at := func(term string) *counts {
		n := found[term]
		if n == nil {
			n = &counts{}
			found[term] = n
		}
		return n
	}
	for _, id := range u.IDs {
		for _, word := range Words(id) {
			at(word).id++ // ids are whole: their parts are other names
		}
	}
	for _, term := range Terms(u.Title) {
		at(term).title++
	}
	for _, term := range Terms(u.Headings) {
		at(term).headings++
	}
	body := Terms(u.Body)
	for _, term := range body {
		at(term).body++
	}
	return found, len(body)
}

// grade is that of the best field.
func (n counts) grade() grade {
	switch {
	case n.id > 0:
		return idGrade
	case n.title > 0:
		return titleGrade
	case n.headings > 0:
		return headingsGrade
	case n.body > 1:
		return bodyOften
	}
	return bodyOnce
}

func lengthClass(length, average int) int {
	for i, most := range lengthClasses {
		if 1000*length <= most*average {
			return i
		}
	}
	return len(lengthClasses) - 1
}

// dropFoundByParts removes the joined words that stand in the text of one or two
// units alone. They would be a quarter of all terms, and a query for one of them
// still finds those units, which have all its parts.
func (x *Index) dropFoundByParts() {
	for term, ps := range x.postings {
		if len(ps) <= 2 && onlyInBody(ps) && !isCode(term) && len(Parts(term)) > 1 {
			delete(x.postings, term)
		}
	}
}

// weight is the inverse document frequency of a term that n of all units hold.
func weight(all, n int) int { return 1 + quarterLog2(all, n) }

// spells reports whether a term is one that a misspelt word may have meant:
// letters alone, and used in several units or in a title.
func (x *Index) spells(term string) bool {
	if len(term) < 4 || !letters(term) {
		return false
	}
	ps := x.postings[term]
	return len(ps) >= 8 || slices.ContainsFunc(ps, func(p posting) bool { return gradeClass[p.grade] <= inTitle })
}

// quarterLog2 is 4·log2(n/d) rounded down, for n ≥ d ≥ 1. It is computed with
// integers since the last bit of a logarithm differs between machines.
func quarterLog2(n, d int) int {
	x := uint64(n) << 32 / uint64(d)
	whole := bits.Len64(x) - 33
	x >>= whole // between 1 and 2, with 32 fractional bits
	out := whole
	for range 2 {
		x = (x >> 2) * (x >> 2) >> 28
		out <<= 1
		if x >= 2<<32 {
			x >>= 1
			out++
		}
	}
	return out
}

func different(words []string) int {
	slices.Sort(words)
	return len(slices.Compact(words))
}

// compareUTF16 orders as JavaScript compares strings.
func compareUTF16(a, b string) int {
	ascii := true
	for i := range min(len(a), len(b)) {
		if a[i] >= 0x80 || b[i] >= 0x80 {
			ascii = false
			break
		}
	}
	if ascii {
		return cmp.Compare(a, b)
	}
	return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
}

func onlyInBody(ps []posting) bool {
	return !slices.ContainsFunc(ps, func(p posting) bool { return gradeClass[p.grade] != inBody })
}
