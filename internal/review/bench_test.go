package review

import "testing"

func BenchmarkBlocks(b *testing.B) {
	c := load(b, "../..")
	b.ReportAllocs()
	for b.Loop() {
		Blocks(c)
	}
}
