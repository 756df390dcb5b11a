package site

import (
	"fmt"
	"slices"

	"atelier/internal/corpus"
)

// The kinds of the pages that are no document's.
const (
	kindHome          = "home"
	kindPrinciple     = "principle"
	kindCorePrinciple = "core-principle"
	kindGenerated     = string(corpus.KindGenerated) // gathers from all documents
	kindPrint         = "print"
	kindSearch        = "search"
	kindIndex         = "index"
	kindMissing       = "missing"
	kindRedirect      = "redirect" // of templates/redirect.html
)

// Kinds are the kinds of pages that a site can have, sorted. The body of a page
// of the kind k has the class kind-k; a page of any other kind is not built, so
// that what is looked at by kind is all that there is.
func Kinds() []string {
	kinds := []string{kindHome, kindPrinciple, kindCorePrinciple, kindGenerated, kindPrint, kindSearch, kindIndex, kindMissing, kindRedirect}
	for _, k := range []corpus.Kind{
		corpus.KindCore, corpus.KindFirstPrinciples, corpus.KindDerived, corpus.KindRegister, corpus.KindManifest, corpus.KindRoadmap, corpus.KindPage,
	} {
		kinds = append(kinds, string(k))
	}
	slices.Sort(kinds)
	return kinds
}

// known reports a kind of page that Kinds lacks.
func known(kind string) error {
	if !slices.Contains(Kinds(), kind) {
		return fmt.Errorf("a page of the kind %q, which the list of kinds lacks", kind)
	}
	return nil
}
