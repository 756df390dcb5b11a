package search

import "math/bits"

// alphabet are the 64 characters from # to c without the backslash: a
// JavaScript string holds them without escapes.
var alphabet = func() (out [64]byte) {
	for i := range out {
		out[i] = byte('#' + i)
		if out[i] >= '\\' {
			out[i]++
		}
	}
	return out
}()

// A bitWriter packs numbers into characters, six bits each, the first bit the
// highest.
type bitWriter struct {
	out   []byte
	value int
	n     int
}

// bits writes the lowest n bits of a value.
func (w *bitWriter) bits(value, n int) {
	for n--; n >= 0; n-- {
		w.value = w.value<<1 | value>>n&1
		if w.n++; w.n == 6 {
			w.out = append(w.out, alphabet[w.value])
			w.value, w.n = 0, 0
		}
	}
}

// gamma writes a number from 1 on in Elias's gamma code: its length in zeros,
// then the number.
func (w *bitWriter) gamma(value int) {
	n := bits.Len(uint(value))
	w.bits(0, n-1)
	w.bits(value, n)
}

// below writes a value of which the reader knows that it is less than n, in
// truncated binary: the first values have one bit less.
func (w *bitWriter) below(value, n int) {
	size := bits.Len(uint(n - 1))
	short := 1<<size - n
	if value < short {
		w.bits(value, size-1)
	} else {
		w.bits(value+short, size)
	}
}

// interpolative writes ascending numbers from low to high in Moffat and
// Stuiver's binary interpolative code: the middle one first, then what lies on
// either side of it. Numbers that stand close cost little, full ranges nothing.
func (w *bitWriter) interpolative(numbers []int, low, high int) {
	if len(numbers) == 0 {
		return
	}
	middle := len(numbers) / 2
	first, last := low+middle, high-(len(numbers)-1-middle)
	if last > first {
		w.below(numbers[middle]-first, last-first+1)
	}
	w.interpolative(numbers[:middle], low, numbers[middle]-1)
	w.interpolative(numbers[middle+1:], numbers[middle]+1, high)
}

// String is what was written, the last character filled with zeros.
func (w *bitWriter) String() string {
	if w.n == 0 {
		return string(w.out)
	}
	return string(w.out) + string(alphabet[w.value<<(6-w.n)])
}
