package rules

import (
	"fmt"
	"strings"

	"atelier/internal/corpus"
	"atelier/internal/parse"
)

// coreList is "C1, C2" for core mentions, without repeats.
func coreList(mentions []*parse.Mention) string {
	return coreNumberList(corpus.CoreNumbers(mentions))
}

func coreNumberList(numbers []int) string {
	ids := make([]string, len(numbers))
	for i, n := range numbers {
		ids[i] = fmt.Sprintf("C%d", n)
	}
	return strings.Join(ids, ", ")
}
