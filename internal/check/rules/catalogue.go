package rules

import "atelier/internal/check"

// catalogue lists every rule, sorted by name.
var catalogue = []*check.Rule{
	matrixMarkers,
	matrixStale,
	matrixUnknownBlock,
	traceCoverageClaim,
	traceDuplicateRow,
	traceMissingRow,
	traceMissingTable,
	traceNoCore,
	traceOrder,
	traceProseMismatch,
	traceUnknownPrinciple,
	violationConflictingPrinciple,
	violationDuplicate,
	violationEmpty,
	violationMissingTable,
	violationNoPrinciple,
	violationUncoveredPrinciple,
}
