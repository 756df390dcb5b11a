package rules

import "atelier/internal/parse"

// A sequenceKind is a way in which a sequence of numbers breaks.
type sequenceKind uint8

const (
	gapFault sequenceKind = iota
	duplicateFault
	exchangeFault
	strayFault
	disorderFault
)

// A sequenceFault is one break of a sequence of headings.
type sequenceFault struct {
	kind sequenceKind
	// at is the index of the heading that is wrong, to that of the last one
	// of a run which is wrong together, other that of the heading it is told
	// by, or -1.
	at, to, other int
	// expected is the number that belongs at this place, or 0.
	expected int
	// missing to missingTo are the numbers that a gap lacks.
	missing, missingTo int
	// before says that the run stands before other, and not after it.
	before bool
}

// faultsOfSequence compares headings with the sequence 1, 2, 3. The longest
// rising run is taken for right, so that one wrong number is one fault and not
// a fault of all that follow.
func faultsOfSequence(defs []*parse.Definition) []sequenceFault {
	s := newSequence(defs)
	var faults []sequenceFault
	previous := -1
	for i := 0; i <= len(defs); i++ {
		if i < len(defs) && !s.kept[i] {
			continue
		}
		faults = append(faults, s.between(previous, i)...)
		previous = i
	}
	return s.mergeExchanges(faults)
}

// sequence is a list of headings, and which of them stand where they should.
type sequence struct {
	numbers []int
	kept    []bool
	// at is the index of each kept number, first that of each number at all.
	at, first map[int]int
}

func newSequence(defs []*parse.Definition) *sequence {
	s := &sequence{numbers: make([]int, len(defs)), at: map[int]int{}, first: map[int]int{}}
	for i, def := range defs {
		s.numbers[i] = def.Number
		if _, seen := s.first[def.Number]; !seen {
			s.first[def.Number] = i
		}
	}
	s.kept = rising(s.numbers)
	for i, n := range s.numbers {
		if s.kept[i] {
			s.at[n] = i
		}
	}
	s.preferSecond()
	return s
}

// preferSecond looks at twins: of 1, 3, 3, 4 it is the first 3 that has the
// wrong number.
func (s *sequence) preferSecond() {
	last := 0 // the kept number before
	for i, n := range s.numbers {
		if !s.kept[i] {
			continue
		}
		if i+1 < len(s.numbers) && s.numbers[i+1] == n && n == last+2 && (i == 0 || s.kept[i-1]) {
			s.kept[i], s.kept[i+1] = false, true
			s.at[n] = i + 1
			continue
		}
		last = n
	}
}

// between finds the faults between two headings that stand right; before is
// -1 at the start, after the number of headings at the end.
func (s *sequence) between(before, after int) []sequenceFault {
	low, high := 0, 0
	if before >= 0 {
		low = s.numbers[before]
	}
	if after < len(s.numbers) {
		high = s.numbers[after]
	} else {
		high = low + after - before
	}
	lacking := s.lacking(low+1, high-1)
	if before+1 == after {
		if after == len(s.numbers) || len(lacking) == 0 {
			return nil
		}
		return []sequenceFault{{kind: gapFault, at: after, to: after, other: before, missing: lacking[0], missingTo: lacking[len(lacking)-1]}}
	}
	var faults []sequenceFault
	for i := before + 1; i < after; i++ {
		expected := 0
		if len(lacking) > 0 {
			expected, lacking = lacking[0], lacking[1:]
		}
		f := s.stray(i, before, after, expected)
		if n := len(faults); n > 0 && f.kind == disorderFault && faults[n-1].kind == disorderFault && follows(s.numbers, faults[n-1], i) {
			faults[n-1].to = i
			continue
		}
		faults = append(faults, f)
	}
	return faults
}

// lacking are the numbers from low to high that no heading has.
func (s *sequence) lacking(low, high int) []int {
	var out []int
	for n := low; n <= high; n++ {
		if _, defined := s.first[n]; !defined {
			out = append(out, n)
		}
	}
	return out
}

// follows reports whether the heading at i continues a run of neighbours.
func follows(numbers []int, run sequenceFault, i int) bool {
	step := numbers[i] - numbers[i-1]
	return (step == 1 || step == -1) && (run.at == run.to || step == numbers[run.to]-numbers[run.to-1])
}

// stray says what is wrong with one heading that stands between two others.
func (s *sequence) stray(i, before, after, expected int) sequenceFault {
	n := s.numbers[i]
	f := sequenceFault{kind: strayFault, at: i, to: i, other: -1, expected: expected}
	twin, kept := s.at[n]
	if !kept && s.first[n] < i {
		twin, kept = s.first[n], true
	}
	switch {
	case kept:
		f.kind, f.other = duplicateFault, twin
		if twin > i && expected == 0 {
			f.at, f.to, f.other = twin, twin, i
		}
	case n == 0 || expected > 0:
	case after < len(s.numbers) && n > s.numbers[after]:
		f.kind, f.other, f.before = disorderFault, after, true
	case before >= 0:
		f.kind, f.other = disorderFault, before
	}
	return f
}

// mergeExchanges makes one fault of two headings that have each other's place.
func (s *sequence) mergeExchanges(faults []sequenceFault) []sequenceFault {
	single := map[int]int{} // number of a heading in disorder -> its fault
	for i, f := range faults {
		if f.kind == disorderFault && f.at == f.to {
			single[s.numbers[f.at]] = i
		}
	}
	gone := map[int]bool{}
	for i, f := range faults {
		if f.kind != disorderFault || f.at != f.to || gone[i] {
			continue
		}
		j, ok := single[s.placeOf(f.at)]
		if ok && j > i && s.placeOf(faults[j].at) == s.numbers[f.at] {
			faults[i] = sequenceFault{kind: exchangeFault, at: f.at, to: f.at, other: faults[j].at}
			gone[j] = true
		}
	}
	out := faults[:0]
	for i, f := range faults {
		if !gone[i] {
			out = append(out, f)
		}
	}
	return out
}

// placeOf is the number that the sequence has at the place of a heading.
func (s *sequence) placeOf(i int) int {
	if i == 0 {
		return 1
	}
	return s.numbers[i-1] + 1
}

// rising marks the longest strictly rising run of positive numbers, the
// earliest of equal ones.
func rising(numbers []int) []bool {
	var tails []int // index of the smallest end of a run of each length
	previous := make([]int, len(numbers))
	for i, n := range numbers {
		low, high := 0, len(tails)
		for low < high {
			middle := (low + high) / 2
			if numbers[tails[middle]] < n {
				low = middle + 1
			} else {
				high = middle
			}
		}
		previous[i] = -1
		if low > 0 {
			previous[i] = tails[low-1]
		}
		switch {
		case n <= 0:
		case low == len(tails):
			tails = append(tails, i)
		case n < numbers[tails[low]]:
			tails[low] = i
		}
	}
	kept := make([]bool, len(numbers))
	if len(tails) > 0 {
		for i := tails[len(tails)-1]; i >= 0; i = previous[i] {
			kept[i] = true
		}
	}
	return kept
}
