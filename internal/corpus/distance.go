package corpus

import "strings"

// EditDistance is the Levenshtein distance of two strings without regard to case,
// in runes; more than bound where it exceeds it.
func EditDistance(a, b string, bound int) int {
	ra, rb := []rune(strings.ToLower(a)), []rune(strings.ToLower(b))
	if len(ra)-len(rb) > bound || len(rb)-len(ra) > bound {
		return bound + 1
	}
	// What both start and end with costs nothing; paths share much.
	for len(ra) > 0 && len(rb) > 0 && ra[0] == rb[0] {
		ra, rb = ra[1:], rb[1:]
	}
	for len(ra) > 0 && len(rb) > 0 && ra[len(ra)-1] == rb[len(rb)-1] {
		ra, rb = ra[:len(ra)-1], rb[:len(rb)-1]
	}
	row := make([]int, len(rb)+1)
	for j := range row {
		row[j] = j
	}
	for i, ca := range ra {
		previous := row[0]
		row[0] = i + 1
		least := row[0]
		for j, cb := range rb {
			cost := previous
			if ca != cb {
				cost++
			}
			previous = row[j+1]
			row[j+1] = min(cost, row[j]+1, previous+1)
			least = min(least, row[j+1])
		}
		if least > bound {
			return bound + 1
		}
	}
	return row[len(rb)]
}
