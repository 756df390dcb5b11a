package search

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// The index is written as classic scripts, since those are what a page from
// disk may load. Each calls atelierSearch with its name and one string:
//
//	index     pages, and how the rest is cut
//	t0, t1, … terms in order, with the units that hold them
//	u0, u1, … what results show, unitsPerShard units each
//	spelling  words that a misspelt one may have meant
//
// Numbers are bits, six to a character of [alphabet], so that what the code
// below saves is also saved after gzip. Term lists are sorted and front-coded: a
// capital letter, which no folded term contains, says how much of the term
// before is kept.

// A Shard is one script of the index.
type Shard struct {
	Name string
	Text string
}

// Script is the shard as a classic script.
func (s Shard) Script() []byte {
	return fmt.Appendf(nil, "atelierSearch(%q,%s)\n", s.Name, quote(s.Text))
}

const (
	separator     = "~" // between terms and bits; in neither
	unitsPerShard = 128
	shardBytes    = 3400
)

// quote is a JavaScript string. The line separators that JSON allows and old
// scripts do not are escaped by the encoder.
func quote(text string) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(text) // a string always encodes
	return strings.TrimSuffix(b.String(), "\n")
}

// Shards are all scripts of the index, the directory first.
func (x *Index) Shards() []Shard {
	terms, firsts := x.termShards()
	var texts []Shard
	for at := range slices.Chunk(x.units, unitsPerShard) {
		texts = append(texts, Shard{"u" + strconv.Itoa(len(texts)), unitShard(at)})
	}
	out := []Shard{{"index", x.directory(firsts)}}
	out = append(out, terms...)
	out = append(out, texts...)
	return append(out, Shard{"spelling", x.spellingShard()})
}

// directory is, line by line: the first term of each shard; in bits the units of a
// shard and of all, the impacts, the most units of a term of each weight, and for each
// unit the step to its page, modulo all pages, its length class, and the parts of its title;
// then the pages, below the place they stand in.
func (x *Index) directory(firsts []string) string {
	var w bitWriter
	w.gamma(unitsPerShard)
	w.gamma(len(x.units) + 1)
	for g := range grades {
		for length := range lengthClasses {
			w.bits(impact(g, length), 7)
		}
	}
	heaviest := weight(max(1, len(x.units)), 1)
	w.gamma(heaviest + 1)
	for n, at := len(x.units), 1; at <= heaviest; at++ {
		for n > 0 && weight(len(x.units), n) < at {
			n--
		}
		w.gamma(n + 1)
	}
	page := 0
	for i, u := range x.units {
		w.gamma((u.Page-page+len(x.pages))%len(x.pages) + 1)
		page = u.Page
		w.bits(x.lengths[i], 3)
		w.gamma(x.titleParts[i] + 1)
	}
	lines := []string{strings.Join(firsts, " "), w.String()}
	for i, p := range x.pages {
		if i == 0 || p.Place != x.pages[i-1].Place {
			lines = append(lines, "\t"+p.Place)
		}
		lines = append(lines, p.URL+"\t"+p.Title)
	}
	return strings.Join(lines, "\n")
}

func (x *Index) termShards() (out []Shard, firsts []string) {
	var terms strings.Builder
	var lists bitWriter
	previous := ""
	flush := func() {
		if terms.Len() > 0 {
			out = append(out, Shard{"t" + strconv.Itoa(len(out)), terms.String() + separator + lists.String()})
			terms.Reset()
			lists = bitWriter{}
			previous = ""
		}
	}
	for _, term := range x.terms {
		if terms.Len()+len(lists.out) > shardBytes {
			flush()
		}
		if previous == "" {
			firsts = append(firsts, term)
		}
		previous = writeTerm(&terms, previous, term)
		x.writePostings(&lists, x.postings[term])
	}
	flush()
	return out, firsts
}

// writePostings writes how many units hold a term and which, then how many of
// these do not have it once in the text, which, and their grades.
func (x *Index) writePostings(w *bitWriter, ps []posting) {
	units := make([]int, len(ps))
	var other []int
	for i, p := range ps {
		units[i] = p.unit
		if p.grade != bodyOnce {
			other = append(other, i)
		}
	}
	w.gamma(len(ps))
	w.interpolative(units, 0, len(x.units)-1)
	w.below(len(other), len(ps)+1)
	w.interpolative(other, 0, len(ps)-1)
	for _, i := range other {
		for range ps[i].grade - 1 {
			w.bits(1, 1)
		}
		if ps[i].grade < grades-1 {
			w.bits(0, 1)
		}
	}
}

// writeTerm writes a term in front coding and returns it. What is kept is
// counted in bytes of ASCII only, so that any language counts alike.
func writeTerm(b *strings.Builder, previous, term string) string {
	kept := 0
	for kept < min(len(previous), len(term), 25) && previous[kept] == term[kept] && term[kept] < 0x80 {
		kept++
	}
	b.WriteByte(byte('A' + kept))
	b.WriteString(term[kept:])
	return term
}

// ViolationAddress is what the addresses of violations start with.
const ViolationAddress = "#a-violation-"

// unitShard is a line for each unit: kind, label, address, excerpt. An address
// that follows from the label is left out.
func unitShard(units []Unit) string {
	var b strings.Builder
	for _, u := range units {
		address := "\t" + u.Address
		if u.Address == expectedAddress(u) {
			address = ""
		} else if number, ok := strings.CutPrefix(u.Address, ViolationAddress); ok && u.Kind == Violation {
			address = "\t" + number
		}
		fmt.Fprintf(&b, "%s%s\t%s%s\n", u.Kind, plain(u.Label), plain(u.Excerpt), address)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func plain(text string) string { return strings.Join(strings.Fields(text), " ") }

// expectedAddress is the address that the client gives a unit without one.
func expectedAddress(u Unit) string {
	first, _, _ := strings.Cut(strings.ToLower(plain(u.Label)), " ")
	switch u.Kind {
	case Document:
		return ""
	case Principle, Core:
		return first + ".html"
	case AntiPattern, Entry:
		return "#" + first
	}
	return "#" + strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || inWord(r):
			return unicode.ToLower(r)
		}
		return -1
	}, plain(u.Label))
}

// spellingShard is the words, and in bits how many units hold each.
func (x *Index) spellingShard() string {
	var terms strings.Builder
	var counts bitWriter
	previous := ""
	for _, term := range x.spelling {
		previous = writeTerm(&terms, previous, term)
		counts.gamma(len(x.postings[term]))
	}
	return terms.String() + separator + counts.String()
}
