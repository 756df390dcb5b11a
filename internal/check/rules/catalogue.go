package rules

import "atelier/internal/check"

// catalogue lists every rule, sorted by name.
var catalogue = []*check.Rule{
	antiPatternBreachMismatch,
	antiPatternMalformed,
	antiPatternUndefined,
	antiPatternUnused,
	derivationMissingHeader,
	derivationUnannotatedPrinciple,
	derivationUndeclaredLink,
	derivationUndeclaredPrinciple,
	derivationUnusedLink,
	derivationUnusedPrinciple,
	derivationWrongBase,
	manifestDuplicateRow,
	manifestFrontMatterMismatch,
	manifestMissing,
	manifestMissingDocument,
	manifestStaleStatus,
	manifestTitleMismatch,
	manifestUnlistedDocument,
	manifestUnplacedDomain,
	traceMissingRow,
}
