package corpustest

import (
	"testing"
	"time"
)

// Linear fails a test whose job takes much more than four times as long for four
// times the size. What is quick passes at once, and what is not has three
// attempts, so that a busy machine decides nothing.
func Linear(t testing.TB, size int, job func(size int)) {
	t.Helper()
	took := func(size int) time.Duration {
		start := time.Now()
		job(size)
		return time.Since(start)
	}
	var small, large time.Duration
	for range 3 {
		if large = took(4 * size); large < time.Second {
			return
		}
		if small = took(size); large < 9*small {
			return
		}
	}
	t.Errorf("size %d takes %v, and %d takes %v", size, small.Round(time.Millisecond), 4*size, large.Round(time.Millisecond))
}
